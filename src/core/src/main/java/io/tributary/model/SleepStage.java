package io.tributary.model;

import com.fasterxml.jackson.annotation.JsonValue;

/** Sleep stages and their codes in the API. */
public enum SleepStage {
  UNKNOWN(-1),
  DEEP(1),
  LIGHT(2),
  REM(3),
  AWAKE(4),
  MANUAL(5);

  private final int code;

  SleepStage(int code) {
    this.code = code;
  }

  @JsonValue
  public int code() {
    return code;
  }

  /** Returns the stage with this code; any other number is {@link #UNKNOWN}. */
  public static SleepStage of(int code) {
    return switch (code) {
      case 1 -> DEEP;
      case 2 -> LIGHT;
      case 3 -> REM;
      case 4 -> AWAKE;
      case 5 -> MANUAL;
      default -> UNKNOWN;
    };
  }
}
