package io.tributary.delivery;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Result of a delivery that must be recorded.
 *
 * @param attempts number of scheduled attempts so far
 * @param attempt the attempt just made; empty if the delivery is canceled without one
 */
record DeliveryResult(
    PendingDelivery due, State state, int attempts, Optional<CompletedAttempt> attempt) {
  enum State {
    DELIVERED("delivered", "delivered"),
    RETRY("pending", "retry"),
    FAILED("failed", "failed"),
    CANCELED("canceled", "canceled"),
    /** A manual attempt failed, which does not change the delivery. */
    UNCHANGED("same", "extra_failed");

    private final String wire;
    private final String outcome;

    State(String wire, String outcome) {
      this.wire = wire;
      this.outcome = outcome;
    }

    String wire() {
      return wire;
    }

    /** Value of the metric's outcome label. */
    String outcome() {
      return outcome;
    }
  }

  /**
   * Completed attempt.
   *
   * @param pause delay until the next attempt, from the end of this one; zero if there is none
   * @param endedAt nanoseconds
   */
  record CompletedAttempt(UUID id, AttemptOutcome outcome, Duration pause, long endedAt) {}

  /** Returns a cancellation. A canceled manual attempt only removes its request. */
  static DeliveryResult canceled(PendingDelivery d) {
    boolean extra = d.kind() == PendingDelivery.AttemptKind.MANUAL;
    return new DeliveryResult(
        d, extra ? State.UNCHANGED : State.CANCELED, d.delivery().attempts(), Optional.empty());
  }

  /**
   * Returns the result of an attempt under the retry schedule. Manual attempts are outside the
   * schedule.
   */
  static DeliveryResult of(
      PendingDelivery d,
      AttemptOutcome outcome,
      UUID id,
      RetrySchedule retry,
      double luck,
      long now) {
    boolean extra = d.kind() == PendingDelivery.AttemptKind.MANUAL;
    int attempts = d.delivery().attempts() + (extra ? 0 : 1);
    if (outcome.success() || extra) {
      return new DeliveryResult(
          d,
          outcome.success() ? State.DELIVERED : State.UNCHANGED,
          attempts,
          Optional.of(new CompletedAttempt(id, outcome, Duration.ZERO, now)));
    }
    Optional<Duration> wait = retry.delayAfter(attempts, outcome.retryAfter(), luck);
    return new DeliveryResult(
        d,
        wait.isPresent() ? State.RETRY : State.FAILED,
        attempts,
        Optional.of(new CompletedAttempt(id, outcome, wait.orElse(Duration.ZERO), now)));
  }

  Delivery delivery() {
    return due.delivery();
  }

  String endpoint() {
    return due.delivery().endpointId();
  }

  /**
   * Returns whether the result releases the user's next message at an endpoint with ordered
   * delivery.
   */
  boolean releasesNext() {
    return due.ordered() && state != State.RETRY && state != State.UNCHANGED;
  }
}
