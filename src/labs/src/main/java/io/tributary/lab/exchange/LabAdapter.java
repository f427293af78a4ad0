package io.tributary.lab.exchange;

import io.tributary.lab.protocol.LabOrder;
import io.tributary.lab.protocol.LabReport;
import java.time.Instant;

/**
 * Message format of one laboratory. Stateless and thread-safe. Messages are stored first and then
 * sent by a {@link LabTransport}.
 */
public interface LabAdapter {
  /**
   * Writes the message, once; retries send the same bytes.
   *
   * @param lab slug of the laboratory, because one link may serve several
   * @param controlId unique among our messages of the link
   */
  byte[] write(LabOrder order, String lab, String controlId, Instant now);

  /**
   * Parses a report.
   *
   * @throws io.tributary.lab.protocol.hl7.Hl7Fault when it is no report
   */
  LabReport read(byte[] message);

  /**
   * Parses an asynchronous answer, which the laboratory sends after it has stored our message.
   *
   * @throws io.tributary.lab.protocol.hl7.Hl7Fault when it is no answer
   */
  LabAck readAnswer(byte[] message);
}
