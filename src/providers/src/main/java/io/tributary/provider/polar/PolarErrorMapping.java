package io.tributary.provider.polar;

import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Statuses mean what they usually do. Each answer tells how far both quotas of the application are
 * used up, the short one and the day's, and after how many seconds they begin anew: after a 429 the
 * wait is that of the quota which is used up.
 */
final class PolarErrorMapping {
  static final ErrorMapping RULES = PolarErrorMapping::fault;

  private PolarErrorMapping() {}

  private static Optional<ProviderException> fault(Answer answer, Duration usual) {
    return answer.status() == 429
        ? Optional.of(new ProviderException.RateLimited(untilAnew(answer).orElse(usual)))
        : ErrorMapping.STATUS.fault(answer, usual);
  }

  /** Empty where the headers do not tell. */
  private static Optional<Duration> untilAnew(Answer answer) {
    List<Long> usage = numbers(answer, "RateLimit-Usage");
    List<Long> limit = numbers(answer, "RateLimit-Limit");
    List<Long> reset = numbers(answer, "RateLimit-Reset");
    if (reset.isEmpty()) {
      return answer.retryAfter();
    }
    // Where neither seems to be used up, somebody else's call came between: the short one.
    long wait = reset.getFirst();
    for (int i = 0; i < reset.size() && i < usage.size() && i < limit.size(); i++) {
      if (usage.get(i) >= limit.get(i)) {
        wait = Math.max(wait, reset.get(i));
      }
    }
    return Optional.of(Duration.ofSeconds(Math.clamp(wait, 1, 86_400)));
  }

  /** As {@code 520,5100}. */
  private static List<Long> numbers(Answer answer, String header) {
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
