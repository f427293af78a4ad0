package io.tributary.provider;

import io.tributary.provider.ProviderHttp.Answer;
import java.time.Duration;
import java.util.Optional;

/** What an answer of a provider to a read of data means. */
@FunctionalInterface
public interface AnswerRules {
  /** By the usual statuses: 401, 403, 429 with Retry-After in seconds, 5xx, others refused. */
  AnswerRules STATUS = AnswerRules::byStatus;

  /**
   * The fault of an answer; empty for a good one.
   *
   * @param usual pause after a 429 that names none
   */
  Optional<ProviderFault> fault(Answer answer, Duration usual);

  private static Optional<ProviderFault> byStatus(Answer answer, Duration usual) {
    if (answer.ok()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (answer.status()) {
          case 401 -> new ProviderFault.Unauthorised();
          case 403 -> new ProviderFault.ScopeMissing();
          case 429 -> new ProviderFault.RateLimited(answer.retryAfter().orElse(usual));
          default ->
              answer.status() >= 500
                  ? new ProviderFault.Unavailable("status " + answer.status())
                  : new ProviderFault.Rejected("status " + answer.status());
        });
  }
}
