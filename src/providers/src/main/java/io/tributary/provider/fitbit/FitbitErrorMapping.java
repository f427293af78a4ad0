package io.tributary.provider.fitbit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.Answer;
import io.tributary.provider.document.LenientJson;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Error mapping of Fitbit: the usual meaning of statuses. The hourly quota resets on the hour, and
 * each response contains the seconds until then.
 */
final class FitbitErrorMapping {
  static final ErrorMapping RULES = FitbitErrorMapping::fault;

  private static final String RESET = "Fitbit-Rate-Limit-Reset";
  private static final Set<String> SCOPES =
      Set.of("insufficient_scope", "insufficient_permissions");
  private static final Set<String> OF_APPLICATION =
      Set.of("invalid_client", "unauthorized_client", "unsupported_grant_type");

  private FitbitErrorMapping() {}

  private static Optional<ProviderException> fault(Answer answer, Duration usual) {
    if (answer.status() == 429) {
      return Optional.of(
          new ProviderException.RateLimited(
              answer.retryAfter().or(() -> reset(answer)).orElse(usual)));
    }
    // The token is valid but lacks the scope; a refresh would not help.
    return answer.status() == 401 && says(answer.jsonOrEmpty(), SCOPES)
        ? Optional.of(new ProviderException.ScopeMissing())
        : ErrorMapping.STATUS.fault(answer, usual);
  }

  private static Optional<Duration> reset(Answer answer) {
    String text = answer.headers().get(RESET);
    return text == null || !text.strip().matches("\\d{1,5}")
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds(Math.max(1, Long.parseLong(text.strip()))));
  }

  /** Returns whether Fitbit refuses the application, regardless of what the user has granted. */
  static boolean ofTheApplication(JsonNode refusal) {
    return says(refusal, OF_APPLICATION);
  }

  private static boolean says(JsonNode refusal, Set<String> types) {
    return LenientJson.of(refusal).list("errors").stream()
        .anyMatch(e -> e.text("errorType") != null && types.contains(e.text("errorType")));
  }
}
