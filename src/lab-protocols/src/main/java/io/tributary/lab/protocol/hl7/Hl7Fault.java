package io.tributary.lab.protocol.hl7;

import java.util.Objects;

/** Why a message cannot be taken, in the words of the protocol. Its text holds nothing of it. */
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
