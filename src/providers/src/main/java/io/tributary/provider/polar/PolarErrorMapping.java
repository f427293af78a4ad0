package io.tributary.provider.polar;

import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Error mapping of Polar: the usual meaning of statuses. Each response contains usage and reset
 * time of both quotas of the application, the short one and the daily one. After a 429, the wait is
 * that of the exhausted quota.
 */
final class PolarErrorMapping {
  static final ErrorMapping MAPPING = PolarErrorMapping::fault;

  private PolarErrorMapping() {}

  private static Optional<ProviderException> fault(ProviderResponse answer, Duration usual) {
    return answer.status() == 429
        ? Optional.of(new ProviderException.RateLimited(untilReset(answer).orElse(usual)))
        : ErrorMapping.STATUS.toException(answer, usual);
  }

  /** Returns empty without these headers. */
  private static Optional<Duration> untilReset(ProviderResponse answer) {
    List<Long> usage = numbers(answer, "RateLimit-Usage");
    List<Long> limit = numbers(answer, "RateLimit-Limit");
    List<Long> reset = numbers(answer, "RateLimit-Reset");
    if (reset.isEmpty()) {
      return answer.retryAfter();
    }
    // If no quota seems exhausted, a concurrent call has changed the usage; the short quota
    // applies.
    long wait = reset.getFirst();
    for (int i = 0; i < reset.size() && i < usage.size() && i < limit.size(); i++) {
      if (usage.get(i) >= limit.get(i)) {
        wait = Math.max(wait, reset.get(i));
      }
    }
    return Optional.of(Duration.ofSeconds(Math.clamp(wait, 1, 86_400)));
  }

  /** Parses a header such as {@code 520,5100}. */
  private static List<Long> numbers(ProviderResponse answer, String header) {
    List<Long> out = new ArrayList<>();
    String text = answer.headers().get(header);
    for (String part : text == null ? new String[0] : text.split(",")) {
      if (!part.strip().matches("\\d{1,12}")) {
        return List.of();
      }
      out.add(Long.parseLong(part.strip()));
    }
    return out;
  }
}
