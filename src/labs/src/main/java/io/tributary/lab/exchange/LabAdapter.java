package io.tributary.lab.exchange;

import io.tributary.lab.protocol.LabOrder;
import io.tributary.lab.protocol.LabReport;
import java.time.Instant;

/**
 * How one laboratory writes and reads. Without state, on any thread: what is written is stored, and
 * only then sent by a {@link LabTransport}.
 */
public interface LabAdapter {
  /**
   * The message, made once; a repetition has the same bytes.
   *
   * @param lab slug of the laboratory: one way may lead to several
   * @param controlId unique among our messages of the link
   */
  byte[] write(LabOrder order, String lab, String controlId, Instant now);

  /**
   * What a message says.
   *
   * @throws io.tributary.lab.protocol.hl7.Hl7Fault when it is no report
   */
  LabReport read(byte[] message);

  /**
   * What an answer says that came by itself, after the laboratory had stored a message of ours.
   *
   * @throws io.tributary.lab.protocol.hl7.Hl7Fault when it is no answer
   */
  LabAck answer(byte[] message);
}
