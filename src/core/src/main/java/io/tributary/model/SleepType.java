package io.tributary.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Kind of sleep session. */
public enum SleepType {
  LONG_SLEEP,
  SHORT_SLEEP,
  ACKNOWLEDGED_NAP,
  /** The session is still being recorded. */
  UNKNOWN;

  private static final int LONG_FROM_SECONDS = 3 * 3600;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the type if the provider supplies none: long from three hours asleep. */
  public static SleepType byTimeAsleep(int seconds) {
    return seconds >= LONG_FROM_SECONDS ? LONG_SLEEP : SHORT_SLEEP;
  }
}
