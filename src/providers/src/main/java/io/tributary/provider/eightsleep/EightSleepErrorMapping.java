package io.tributary.provider.eightsleep;

import io.tributary.provider.ErrorMapping;
import java.time.Duration;

/** What answers mean: what they usually do. */
final class EightSleepErrorMapping {
  /** Where a 429 names no time. */
  private static final Duration PAUSE = Duration.ofMinutes(5);

  static final ErrorMapping RULES = (answer, usual) -> ErrorMapping.STATUS.fault(answer, PAUSE);

  private EightSleepErrorMapping() {}
}
