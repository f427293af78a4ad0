package io.tributary.provider.eightsleep;

import io.tributary.provider.ErrorMapping;
import java.time.Duration;

/** Error mapping of Eight Sleep: the usual meaning of statuses. */
final class EightSleepErrorMapping {
  /** Wait after a 429 that names none. */
  private static final Duration DEFAULT_WAIT = Duration.ofMinutes(5);

  static final ErrorMapping MAPPING =
      (answer, usual) -> ErrorMapping.STATUS.toException(answer, DEFAULT_WAIT);

  private EightSleepErrorMapping() {}
}
