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
 * Statuses mean what they usually do. The hour's quota begins anew on the hour, and each answer
 * says in how many seconds.
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
    // A token that is good but not for this would be refreshed for nothing.
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

  /** Whether it is the application that is refused, whatever the user has granted. */
  static boolean ofTheApplication(JsonNode refusal) {
    return says(refusal, OF_APPLICATION);
  }

  private static boolean says(JsonNode refusal, Set<String> types) {
    return LenientJson.of(refusal).list("errors").stream()
        .anyMatch(e -> e.text("errorType") != null && types.contains(e.text("errorType")));
  }
}
