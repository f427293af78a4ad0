package io.tributary.provider.wahoo;

import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Error mapping of Wahoo: the usual meaning of statuses, except that a 429 has no Retry-After. The
 * seconds until a quota resets are listed with what remains of each, or alone.
 */
final class WahooErrorMapping implements ErrorMapping {
  private static final long DAY = 86_400;

  @Override
  public Optional<ProviderException> toException(ProviderResponse answer, Duration usual) {
    return answer.status() == 429
        ? Optional.of(
            new ProviderException.RateLimited(
                answer.retryAfter().or(() -> untilReset(answer)).orElse(usual)))
        : ErrorMapping.STATUS.toException(answer, usual);
  }

  /**
   * Returns the longest wait of an exhausted quota. Empty without a wait, and if several waits are
   * listed without remaining counts, because the longest one is that of the day.
   */
  private static Optional<Duration> untilReset(ProviderResponse answer) {
    List<Long> resets = numbers(answer.headers().get("X-RateLimit-Reset"));
    List<Long> left = numbers(answer.headers().get("X-RateLimit-Remaining"));
    long wait = 0;
    for (int i = 0; i < resets.size(); i++) {
      if (left.size() == resets.size() ? left.get(i) <= 0 : resets.size() == 1) {
        wait = Math.max(wait, resets.get(i));
      }
    }
    return wait < 1 || wait > DAY ? Optional.empty() : Optional.of(Duration.ofSeconds(wait));
  }

  private static List<Long> numbers(String list) {
    List<Long> out = new ArrayList<>();
    for (String item : list == null ? new String[0] : list.split(",")) {
      if (!item.strip().matches("\\d{1,12}")) {
        return List.of();
      }
      out.add(Long.parseLong(item.strip()));
    }
    return out;
  }
}
