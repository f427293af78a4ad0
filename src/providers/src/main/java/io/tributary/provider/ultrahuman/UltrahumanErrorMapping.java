package io.tributary.provider.ultrahuman;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Error mapping of Ultrahuman. A response with status 200 may contain an error with a status of its
 * own. A 429 contains no wait: it starts with a minute and doubles each time that the previous wait
 * was not enough. Thread-safe.
 */
final class UltrahumanErrorMapping implements ErrorMapping {
  private static final Duration MAX_WAIT = Duration.ofHours(1);

  /** Status of an error without one: it is not data, and it may be temporary. */
  private static final int UNKNOWN = 520;

  private final Clock clock;
  private Duration wait = Duration.ZERO;
  private Instant until = Instant.MIN;

  UltrahumanErrorMapping(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Optional<ProviderException> toException(ProviderResponse answer, Duration usual) {
    int status = status(answer);
    if (status == 429) {
      return Optional.of(
          new ProviderException.RateLimited(answer.retryAfter().orElse(nextWait(usual))));
    }
    Optional<ProviderException> fault =
        ErrorMapping.STATUS.toException(
            new ProviderResponse(status, answer.headers(), answer.body()), usual);
    if (fault.isEmpty()) {
      reset();
    }
    return fault;
  }

  /** Returns the effective status: that of the error in the body, if there is one. */
  static int status(ProviderResponse answer) {
    if (!answer.isSuccess()) {
      return answer.status();
    }
    JsonNode body = answer.jsonOrEmpty();
    if (!isError(body.path("error"))) {
      return answer.status();
    }
    int told = body.path("status").asInt();
    return told >= 400 && told < 600 ? told : UNKNOWN;
  }

  private static boolean isError(JsonNode error) {
    return !error.isMissingNode()
        && !error.isNull()
        && !(error.isBoolean() && !error.booleanValue())
        && !(error.isTextual() && error.textValue().isBlank());
  }

  /**
   * Returns the next wait; concurrent calls that are refused together wait for the same instant.
   */
  private synchronized Duration nextWait(Duration usual) {
    Instant now = clock.instant();
    if (!now.isBefore(until)) {
      Duration doubled = wait.multipliedBy(2);
      wait = wait.isZero() ? usual : doubled.compareTo(MAX_WAIT) < 0 ? doubled : MAX_WAIT;
      until = now.plus(wait);
    }
    return Duration.between(now, until);
  }

  private synchronized void reset() {
    if (!clock.instant().isBefore(until)) {
      wait = Duration.ZERO;
    }
  }
}
