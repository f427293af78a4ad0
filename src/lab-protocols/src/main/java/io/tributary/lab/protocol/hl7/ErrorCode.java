package io.tributary.lab.protocol.hl7;

import java.util.Arrays;
import java.util.Optional;

/** Table 0357: what is wrong with a message. */
public enum ErrorCode {
  SEGMENT_SEQUENCE(100, "Segment sequence error"),
  REQUIRED_FIELD_MISSING(101, "Required field missing"),
  DATA_TYPE(102, "Data type error"),
  TABLE_VALUE(103, "Table value not found"),
  UNSUPPORTED_TYPE(200, "Unsupported message type"),
  UNSUPPORTED_EVENT(201, "Unsupported event code"),
  UNSUPPORTED_PROCESSING_ID(202, "Unsupported processing id"),
  UNSUPPORTED_VERSION(203, "Unsupported version id"),
  UNKNOWN_KEY(204, "Unknown key identifier"),
  DUPLICATE_KEY(205, "Duplicate key identifier"),
  LOCKED(206, "Application record locked"),
  INTERNAL(207, "Application internal error");

  private final int number;
  private final String text;

  ErrorCode(int number, String text) {
    this.number = number;
    this.text = text;
  }

  public int number() {
    return number;
  }

  public String text() {
    return text;
  }

  /** Whether the same message may be accepted later. */
  public boolean isPassing() {
    return this == LOCKED || this == INTERNAL;
  }

  /** Faults of the content are errors; what does not concern the content is a reject. */
  public AckCode ack() {
    return number < 200 ? AckCode.AE : AckCode.AR;
  }

  static Optional<ErrorCode> of(String number) {
    return Arrays.stream(values()).filter(c -> String.valueOf(c.number).equals(number)).findAny();
  }
}
