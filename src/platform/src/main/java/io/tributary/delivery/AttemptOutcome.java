package io.tributary.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Outcome of one attempt.
 *
 * @param status 0 without a response
 * @param error empty on success
 * @param body the first bytes of the response body; empty if there were none
 */
public record AttemptOutcome(
    Instant startedAt,
    Duration duration,
    int status,
    Optional<DeliveryError> error,
    Optional<Duration> retryAfter,
    byte[] body) {

  public boolean success() {
    return error.isEmpty();
  }

  boolean answered() {
    return error.isEmpty() || !error.get().isUnanswered();
  }
}
