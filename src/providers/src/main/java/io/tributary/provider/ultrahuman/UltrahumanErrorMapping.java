package io.tributary.provider.ultrahuman;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.Answer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An answer of status 200 may hold an error, with a status of its own. A 429 names no wait: a
 * minute, and twice as long each time that the wait before was of no use. Safe on all threads.
 */
final class UltrahumanErrorMapping implements ErrorMapping {
  private static final Duration LONGEST = Duration.ofHours(1);

  /** Of an error that says nothing else: no data it is, and maybe it passes. */
  private static final int UNKNOWN = 520;

  private final Clock clock;
  private Duration wait = Duration.ZERO;
  private Instant until = Instant.MIN;

  UltrahumanErrorMapping(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Optional<ProviderException> fault(Answer answer, Duration usual) {
    int status = status(answer);
    if (status == 429) {
      return Optional.of(
          new ProviderException.RateLimited(answer.retryAfter().orElse(next(usual))));
    }
    Optional<ProviderException> fault =
        ErrorMapping.STATUS.fault(new Answer(status, answer.headers(), answer.body()), usual);
    if (fault.isEmpty()) {
      good();
    }
    return fault;
  }

  /** What it is all in all: that of the error in it, where there is one. */
  static int status(Answer answer) {
    if (!answer.ok()) {
      return answer.status();
    }
    JsonNode body = answer.jsonOrEmpty();
    if (!failed(body.path("error"))) {
      return answer.status();
    }
    int told = body.path("status").asInt();
    return told >= 400 && told < 600 ? told : UNKNOWN;
  }

  private static boolean failed(JsonNode error) {
    return !error.isMissingNode()
        && !error.isNull()
        && !(error.isBoolean() && !error.booleanValue())
        && !(error.isTextual() && error.textValue().isBlank());
  }

  /** Calls that were under way together are refused together: they wait for the same moment. */
  private synchronized Duration next(Duration usual) {
    Instant now = clock.instant();
    if (!now.isBefore(until)) {
      Duration doubled = wait.multipliedBy(2);
      wait = wait.isZero() ? usual : doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
      until = now.plus(wait);
    }
    return Duration.between(now, until);
  }

  private synchronized void good() {
    if (!clock.instant().isBefore(until)) {
      wait = Duration.ZERO;
    }
  }
}
