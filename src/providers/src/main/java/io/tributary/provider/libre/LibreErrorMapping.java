package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * Error mapping of LibreView. Responses have a status in the body in addition to the HTTP status,
 * and often only that one indicates the error.
 */
final class LibreErrorMapping implements ErrorMapping {
  static final LibreErrorMapping INSTANCE = new LibreErrorMapping();

  /** Wait if a response names none: the interval between two polls. */
  private static final Duration DEFAULT_WAIT = Duration.ofMinutes(15);

  private static final Duration MAX_LOCK = Duration.ofDays(1);
  private static final int APP_TOO_OLD = 920;
  private static final int SIGN_IN = 4;
  private static final int WRONG_CREDENTIALS = 2;
  private static final String NOT_SIGNED_IN = "notAuthenticated";

  private LibreErrorMapping() {}

  @Override
  public Optional<ProviderException> toException(ProviderResponse answer, Duration usual) {
    int own = bodyStatus(answer);
    Optional<ProviderException> limited = rateLimit(answer);
    if (limited.isPresent()) {
      return limited;
    }
    if (answer.status() == 401 || own == 401 || own == SIGN_IN) {
      return Optional.of(new ProviderException.Unauthorized());
    }
    if (own == APP_TOO_OLD) {
      return Optional.of(
          new ProviderException.Rejected("the configured version of the follower app is too old"));
    }
    if (answer.status() >= 500) {
      return Optional.of(new ProviderException.Unavailable("status " + answer.status()));
    }
    if (!answer.isSuccess()) {
      return Optional.of(new ProviderException.Rejected("status " + answer.status()));
    }
    return own == 0
        ? Optional.empty()
        : Optional.of(new ProviderException.Unavailable("status in the response body " + own));
  }

  /**
   * Returns whether a login was refused because of the credentials. It is not certain that 2 means
   * this, and a login that is answered with a request to sign in counts as well. Doubtful answers
   * count as refusals, because repeated wrong passwords lock an account. Callers check for an open
   * step first.
   */
  static boolean refusesLogin(ProviderResponse answer) {
    int own = bodyStatus(answer);
    return answer.status() == 401
        || own == WRONG_CREDENTIALS
        || own == SIGN_IN
        || own == 401
        || NOT_SIGNED_IN.equals(answer.jsonOrEmpty().path("error").path("message").asText(""));
  }

  /** Returns the status in the body; 0, which means success, if absent. */
  static int bodyStatus(ProviderResponse answer) {
    return answer.jsonOrEmpty().path("status").asInt(0);
  }

  /** Returns the fault for too many calls, or for an account that is locked temporarily. */
  static Optional<ProviderException> rateLimit(ProviderResponse answer) {
    int own = bodyStatus(answer);
    boolean limited = answer.status() == 429 || answer.status() == 430 || own == 429 || own == 430;
    if (!limited) {
      return Optional.empty();
    }
    Duration wait =
        answer.retryAfter().or(() -> lockDuration(answer.jsonOrEmpty())).orElse(DEFAULT_WAIT);
    return Optional.of(new ProviderException.RateLimited(wait));
  }

  /** Returns the duration of an account lock. */
  private static Optional<Duration> lockDuration(JsonNode answer) {
    long seconds = answer.findPath("lockout").asLong(0);
    return seconds <= 0
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds(Math.min(seconds, MAX_LOCK.toSeconds())));
  }
}
