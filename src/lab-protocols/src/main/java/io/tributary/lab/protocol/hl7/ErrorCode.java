package io.tributary.lab.protocol.hl7;

import java.util.Arrays;
import java.util.Optional;

/** Message error codes of HL7 table 0357. */
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

  /** Returns whether the error is temporary, so that the same message may be accepted later. */
  public boolean isTransient() {
    return this == LOCKED || this == INTERNAL;
  }

  /** Returns AE for content errors and AR for all others. */
  public AckCode ackCode() {
    return number < 200 ? AckCode.AE : AckCode.AR;
  }

  static Optional<ErrorCode> of(String number) {
    return Arrays.stream(values()).filter(c -> String.valueOf(c.number).equals(number)).findAny();
  }
}
