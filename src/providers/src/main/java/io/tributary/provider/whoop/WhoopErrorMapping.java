package io.tributary.provider.whoop;

import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.Answer;
import java.time.Duration;
import java.util.Optional;

/**
 * Error mapping of WHOOP: the usual meaning of statuses; a 429 has its wait in seconds in a header
 * of its own.
 */
final class WhoopErrorMapping {
  static final ErrorMapping RULES = WhoopErrorMapping::fault;

  private static final long DAY_SECONDS = 86_400;

  private WhoopErrorMapping() {}

  private static Optional<ProviderException> fault(Answer answer, Duration usual) {
    return answer.status() == 429
        ? Optional.of(new ProviderException.RateLimited(reset(answer).orElse(usual)))
        : ErrorMapping.STATUS.fault(answer, usual);
  }

  private static Optional<Duration> reset(Answer answer) {
    String text = answer.headers().get("X-RateLimit-Reset");
    return text == null || !text.strip().matches("\\d{1,9}")
        ? answer.retryAfter()
        : Optional.of(Duration.ofSeconds(Math.clamp(Long.parseLong(text.strip()), 0, DAY_SECONDS)));
  }
}
