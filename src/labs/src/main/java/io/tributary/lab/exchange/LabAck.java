package io.tributary.lab.exchange;

import io.tributary.lab.protocol.hl7.AckPolicy.NextStep;
import java.util.Objects;
import java.util.Optional;

/**
 * Answer of a laboratory to one of our messages.
 *
 * @param refused true when the laboratory refuses the order itself; false for errors of the
 *     transmission
 * @param code code as received, such as {@code AA}
 * @param answeredControlId control ID of the answered message; empty when the transport pairs
 *     answer and message
 * @param errorCodes error codes; never text from the message
 */
public record LabAck(
    NextStep next,
    boolean refused,
    String code,
    Optional<String> answeredControlId,
    String errorCodes,
    byte[] answer) {
  public LabAck {
    Objects.requireNonNull(next);
  }

  /** Answer of a laboratory that has the message, as far as can be determined. */
  public static LabAck delivered(String code) {
    return new LabAck(NextStep.DELIVERED, false, code, Optional.empty(), "", new byte[0]);
  }
}
