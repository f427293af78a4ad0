package io.tributary.provider;

import io.tributary.provider.ProviderHttp.Answer;
import java.time.Duration;
import java.util.Optional;

/** What an answer of a provider to a read of data means. */
@FunctionalInterface
public interface ErrorMapping {
  /** By the usual statuses: 401, 403, 429 with Retry-After in seconds, 5xx, others refused. */
  ErrorMapping STATUS = ErrorMapping::byStatus;

  /**
   * The fault of an answer; empty for a good one.
   *
   * @param usual pause after a 429 that names none
   */
  Optional<ProviderException> fault(Answer answer, Duration usual);

  private static Optional<ProviderException> byStatus(Answer answer, Duration usual) {
    if (answer.ok()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (answer.status()) {
          case 401 -> new ProviderException.Unauthorised();
          case 403 -> new ProviderException.ScopeMissing();
          case 429 -> new ProviderException.RateLimited(answer.retryAfter().orElse(usual));
          default ->
              answer.status() >= 500
                  ? new ProviderException.Unavailable("status " + answer.status())
                  : new ProviderException.Rejected("status " + answer.status());
        });
  }
}
