package io.tributary.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What sort of sleep a session is. */
public enum SleepType {
  LONG_SLEEP,
  SHORT_SLEEP,
  ACKNOWLEDGED_NAP,
  /** Still being recorded. */
  UNKNOWN;

  private static final int LONG_FROM_SECONDS = 3 * 3600;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Where the provider names no type of its own: long from three hours asleep on. */
  public static SleepType byTimeAsleep(int seconds) {
    return seconds >= LONG_FROM_SECONDS ? LONG_SLEEP : SHORT_SLEEP;
  }
}
