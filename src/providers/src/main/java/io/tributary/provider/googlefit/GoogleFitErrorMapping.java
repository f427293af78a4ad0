package io.tributary.provider.googlefit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.document.DoublingBackoff;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Error mapping of Google Fit. Too many calls result in a 429, or a 403 with a reason. A user
 * without data of a type results in a 400, which is not an error.
 */
final class GoogleFitErrorMapping implements ErrorMapping {
  private static final Set<String> RATE_LIMIT_REASONS =
      Set.of("rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded");

  private final ErrorMapping backoff = new DoublingBackoff();

  @Override
  public Optional<ProviderException> toException(ProviderResponse answer, Duration usual) {
    if (isWithoutData(answer)) {
      return Optional.empty();
    }
    return backoff.toException(
        answer.status() == 403 && isRateLimited(answer)
            ? new ProviderResponse(429, answer.headers(), answer.body())
            : answer,
        usual);
  }

  /** Returns the body; an empty object if there are no data of the type. */
  static JsonNode body(ProviderResponse answer) {
    return isWithoutData(answer) ? Json.object() : answer.json();
  }

  static boolean isWithoutData(ProviderResponse answer) {
    return answer.status() == 400
        && error(answer)
            .path("message")
            .asText("")
            .toLowerCase(Locale.ROOT)
            .contains("no default datasource");
  }

  private static boolean isRateLimited(ProviderResponse answer) {
    for (JsonNode one : error(answer).path("errors")) {
      if (RATE_LIMIT_REASONS.contains(one.path("reason").asText(""))) {
        return true;
      }
    }
    return false;
  }

  private static JsonNode error(ProviderResponse answer) {
    return answer.jsonOrEmpty().path("error");
  }
}
