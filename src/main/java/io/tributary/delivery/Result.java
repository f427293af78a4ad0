package io.tributary.delivery;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * What is to be written about a delivery.
 *
 * @param attempts how many there are now
 * @param attempt the one just made; empty when it is canceled without one
 */
record Result(Delivery delivery, State state, int attempts, Optional<Made> attempt) {
  enum State {
    DELIVERED("delivered"),
    RETRY("pending"),
    FAILED("failed"),
    CANCELED("canceled");

    private final String wire;

    State(String wire) {
      this.wire = wire;
    }

    String wire() {
      return wire;
    }
  }

  /**
   * @param pause until the next one, counted from the end of this; zero when there is none
   * @param endedAt nanoseconds
   */
  record Made(UUID id, Outcome outcome, Duration pause, long endedAt) {}

  static Result canceled(Delivery d) {
    return new Result(d, State.CANCELED, d.attempts(), Optional.empty());
  }

  /** Where an attempt leads by the schedule. */
  static Result of(Delivery d, Outcome outcome, UUID id, Retry retry, double luck, long now) {
    int attempts = d.attempts() + 1;
    if (outcome.success()) {
      return new Result(
          d, State.DELIVERED, attempts, Optional.of(new Made(id, outcome, Duration.ZERO, now)));
    }
    Optional<Duration> wait = retry.after(attempts, outcome.retryAfter(), luck);
    return new Result(
        d,
        wait.isPresent() ? State.RETRY : State.FAILED,
        attempts,
        Optional.of(new Made(id, outcome, wait.orElse(Duration.ZERO), now)));
  }
}
