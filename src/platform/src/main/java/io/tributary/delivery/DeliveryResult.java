package io.tributary.delivery;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * What is to be written about a delivery.
 *
 * @param attempts how many of the schedule there are now
 * @param attempt the one just made; empty when it is canceled without one
 */
record DeliveryResult(PendingDelivery due, State state, int attempts, Optional<Made> attempt) {
  enum State {
    DELIVERED("delivered", "delivered"),
    RETRY("pending", "retry"),
    FAILED("failed", "failed"),
    CANCELED("canceled", "canceled"),
    /** An extra attempt failed, which changes nothing. */
    SAME("same", "extra_failed");

    private final String wire;
    private final String outcome;

    State(String wire, String outcome) {
      this.wire = wire;
      this.outcome = outcome;
    }

    String wire() {
      return wire;
    }

    /** As the meters call it. */
    String outcome() {
      return outcome;
    }
  }

  /**
   * @param pause until the next one, counted from the end of this; zero when there is none
   * @param endedAt nanoseconds
   */
  record Made(UUID id, AttemptOutcome outcome, Duration pause, long endedAt) {}

  /** The attempt of an extra one that nobody made takes its request along, no more. */
  static DeliveryResult canceled(PendingDelivery d) {
    boolean extra = d.turn() == PendingDelivery.Turn.MANUAL;
    return new DeliveryResult(
        d, extra ? State.SAME : State.CANCELED, d.delivery().attempts(), Optional.empty());
  }

  /** Where an attempt leads by the schedule; an extra one is outside of it. */
  static DeliveryResult of(
      PendingDelivery d,
      AttemptOutcome outcome,
      UUID id,
      RetrySchedule retry,
      double luck,
      long now) {
    boolean extra = d.turn() == PendingDelivery.Turn.MANUAL;
    int attempts = d.delivery().attempts() + (extra ? 0 : 1);
    if (outcome.success() || extra) {
      return new DeliveryResult(
          d,
          outcome.success() ? State.DELIVERED : State.SAME,
          attempts,
          Optional.of(new Made(id, outcome, Duration.ZERO, now)));
    }
    Optional<Duration> wait = retry.after(attempts, outcome.retryAfter(), luck);
    return new DeliveryResult(
        d,
        wait.isPresent() ? State.RETRY : State.FAILED,
        attempts,
        Optional.of(new Made(id, outcome, wait.orElse(Duration.ZERO), now)));
  }

  Delivery delivery() {
    return due.delivery();
  }

  String endpoint() {
    return due.delivery().endpointId();
  }

  /** Whether it lets the next message of its user go, at an endpoint with order. */
  boolean endsTurn() {
    return due.ordered() && state != State.RETRY && state != State.SAME;
  }
}
