package io.tributary.provider.whoop;

import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * Error mapping of WHOOP: the usual meaning of statuses; a 429 has its wait in seconds in a header
 * of its own.
 */
final class WhoopErrorMapping {
  static final ErrorMapping MAPPING = WhoopErrorMapping::fault;

  private static final long DAY_SECONDS = 86_400;

  private WhoopErrorMapping() {}

  private static Optional<ProviderException> fault(ProviderResponse answer, Duration usual) {
    return answer.status() == 429
        ? Optional.of(new ProviderException.RateLimited(untilReset(answer).orElse(usual)))
        : ErrorMapping.STATUS.toException(answer, usual);
  }

  private static Optional<Duration> untilReset(ProviderResponse answer) {
    String text = answer.headers().get("X-RateLimit-Reset");
    return text == null || !text.strip().matches("\\d{1,9}")
        ? answer.retryAfter()
        : Optional.of(Duration.ofSeconds(Math.clamp(Long.parseLong(text.strip()), 0, DAY_SECONDS)));
  }
}
