package io.tributary.lab.exchange;

import io.tributary.lab.protocol.hl7.AckPolicy.Next;
import java.util.Objects;
import java.util.Optional;

/**
 * What a laboratory said to a message of ours.
 *
 * @param refused whether it does not want the order itself; else a fault lies between us
 * @param code as it came, such as {@code AA}
 * @param about the control id that is answered; empty when the wire knows it
 * @param error codes of what is wrong; no word of the message
 */
public record LabAck(
    Next next, boolean refused, String code, Optional<String> about, String error, byte[] answer) {
  public LabAck {
    Objects.requireNonNull(next);
  }

  /** The laboratory has the message, as far as anybody can tell. */
  public static LabAck delivered(String code) {
    return new LabAck(Next.DELIVERED, false, code, Optional.empty(), "", new byte[0]);
  }
}
