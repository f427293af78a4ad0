package io.tributary.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Failures of an endpoint since its last success or since it was enabled; basis of auto-disabling.
 *
 * @param since first failure of the streak; empty for none
 * @param clock time from which the period until disabling is measured
 */
public record FailureStreak(Optional<Instant> since, Optional<Instant> clock) {
  static final FailureStreak NONE = new FailureStreak(Optional.empty(), Optional.empty());

  /** Returns whether a failure at this time can change the stored streak. */
  boolean isChangedBy(Instant failure, Duration pairMin) {
    return since.isEmpty() || clock.isEmpty() && !failure.isBefore(since.get().plus(pairMin));
  }

  /** Returns whether a failure at this time disables the endpoint. */
  boolean isDisabledBy(Instant failure, Duration disableAfter) {
    return clock.isPresent() && !failure.isBefore(clock.get().plus(disableAfter));
  }
}
