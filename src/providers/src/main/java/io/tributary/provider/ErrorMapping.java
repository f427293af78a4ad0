package io.tributary.provider;

import io.tributary.provider.ProviderHttp.ProviderResponse;
import java.time.Duration;
import java.util.Optional;

/** Maps a provider's response to a data request to an exception. */
@FunctionalInterface
public interface ErrorMapping {
  /**
   * Default mapping by status: 401, 403, 429 with Retry-After in seconds and 5xx; all others are
   * rejections.
   */
  ErrorMapping STATUS = ErrorMapping::byStatus;

  /**
   * Returns the exception for a response; empty if it succeeded.
   *
   * @param usual delay after a 429 that names none
   */
  Optional<ProviderException> toException(ProviderResponse answer, Duration usual);

  private static Optional<ProviderException> byStatus(ProviderResponse answer, Duration usual) {
    if (answer.isSuccess()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (answer.status()) {
          case 401 -> new ProviderException.Unauthorized();
          case 403 -> new ProviderException.ScopeMissing();
          case 429 -> new ProviderException.RateLimited(answer.retryAfter().orElse(usual));
          default ->
              answer.status() >= 500
                  ? new ProviderException.Unavailable("status " + answer.status())
                  : new ProviderException.Rejected("status " + answer.status());
        });
  }
}
