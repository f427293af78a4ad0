package io.tributary.lab.protocol.hl7;

import java.util.Objects;

/**
 * Reason for rejecting a message, with an HL7 error code. The text never contains content of the
 * message.
 */
public final class Hl7Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String location;

  /**
   * @param location such as {@code MSH-10}; empty for the whole message
   */
  public Hl7Fault(ErrorCode code, String location, String text) {
    super(text, null, false, false);
    this.code = Objects.requireNonNull(code);
    this.location = Objects.requireNonNull(location);
  }

  public ErrorCode code() {
    return code;
  }

  public String location() {
    return location;
  }
}
