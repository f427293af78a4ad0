package io.tributary.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How one attempt ended.
 *
 * @param status 0 without a response
 * @param error empty on success
 * @param body the first bytes of the response, empty when there were none
 */
public record AttemptOutcome(
    Instant startedAt,
    Duration took,
    int status,
    Optional<DeliveryError> error,
    Optional<Duration> retryAfter,
    byte[] body) {

  public boolean success() {
    return error.isEmpty();
  }

  boolean answered() {
    return error.isEmpty() || !error.get().unanswered();
  }
}
