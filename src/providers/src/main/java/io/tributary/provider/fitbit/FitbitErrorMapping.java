package io.tributary.provider.fitbit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.document.LenientJson;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Error mapping of Fitbit: the usual meaning of statuses. The hourly quota resets on the hour, and
 * each response contains the seconds until then.
 */
final class FitbitErrorMapping {
  static final ErrorMapping MAPPING = FitbitErrorMapping::fault;

  private static final String RESET = "Fitbit-Rate-Limit-Reset";
  private static final Set<String> SCOPE_ERRORS =
      Set.of("insufficient_scope", "insufficient_permissions");
  private static final Set<String> APPLICATION_ERRORS =
      Set.of("invalid_client", "unauthorized_client", "unsupported_grant_type");

  private FitbitErrorMapping() {}

  private static Optional<ProviderException> fault(ProviderResponse answer, Duration usual) {
    if (answer.status() == 429) {
      return Optional.of(
          new ProviderException.RateLimited(
              answer.retryAfter().or(() -> untilReset(answer)).orElse(usual)));
    }
    // The token is valid but lacks the scope; a refresh would not help.
    return answer.status() == 401 && hasError(answer.jsonOrEmpty(), SCOPE_ERRORS)
        ? Optional.of(new ProviderException.ScopeMissing())
        : ErrorMapping.STATUS.toException(answer, usual);
  }

  private static Optional<Duration> untilReset(ProviderResponse answer) {
    String text = answer.headers().get(RESET);
    return text == null || !text.strip().matches("\\d{1,5}")
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds(Math.max(1, Long.parseLong(text.strip()))));
  }

  /** Returns whether Fitbit refuses the application, regardless of what the user has granted. */
  static boolean concernsApplication(JsonNode refusal) {
    return hasError(refusal, APPLICATION_ERRORS);
  }

  private static boolean hasError(JsonNode refusal, Set<String> types) {
    return LenientJson.of(refusal).list("errors").stream()
        .anyMatch(e -> e.text("errorType") != null && types.contains(e.text("errorType")));
  }
}
