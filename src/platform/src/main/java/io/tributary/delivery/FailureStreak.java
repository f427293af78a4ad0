package io.tributary.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Failed attempts since the last success or enabling: webhooks.md §8, auto-disable.
 *
 * @param since the first of them; empty = none
 * @param clock where the time to disabling starts
 */
public record FailureStreak(Optional<Instant> since, Optional<Instant> clock) {
  static final FailureStreak NONE = new FailureStreak(Optional.empty(), Optional.empty());

  /** Whether a failure at this time can change the stored streak. */
  boolean movesBy(Instant failure, Duration pairMin) {
    return since.isEmpty() || clock.isEmpty() && !failure.isBefore(since.get().plus(pairMin));
  }

  /** Whether a failure at this time ends the endpoint's service. */
  boolean disablesAt(Instant failure, Duration disableAfter) {
    return clock.isPresent() && !failure.isBefore(clock.get().plus(disableAfter));
  }
}
