package io.tributary.provider.strava;

import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Error mapping of Strava: the usual meaning of statuses, except that a 403 may concern the
 * application. A 429 contains no wait. Quotas reset at each full quarter of an hour, and the daily
 * one at midnight UTC, so the headers decide which of them applies.
 */
final class StravaErrorMapping implements ErrorMapping {
  private static final long QUARTER = 900;
  private static final long DAY = 86_400;
  private static final List<String> QUOTAS = List.of("X-RateLimit", "X-ReadRateLimit");

  private final Clock clock;

  StravaErrorMapping(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Optional<ProviderException> toException(ProviderResponse answer, Duration usual) {
    if (answer.status() == 429) {
      return Optional.of(
          new ProviderException.RateLimited(
              untilNext(isDailyQuotaExhausted(answer) ? DAY : QUARTER)));
    }
    // The user cannot fix it: an application over its limit of athletes gets the same status.
    return answer.status() == 403 && StravaOAuth.concernsApplication(answer.jsonOrEmpty())
        ? Optional.of(new ProviderException.AppCredentialsRejected("data: status 403"))
        : ErrorMapping.STATUS.toException(answer, usual);
  }

  private Duration untilNext(long seconds) {
    Instant now = clock.instant();
    long next = (Math.floorDiv(now.getEpochSecond(), seconds) + 1) * seconds;
    return Duration.between(now, Instant.ofEpochSecond(next));
  }

  private static boolean isDailyQuotaExhausted(ProviderResponse answer) {
    return QUOTAS.stream()
        .anyMatch(
            q -> {
              long limit = dailyValue(answer.headers().get(q + "-Limit"));
              return limit > 0 && dailyValue(answer.headers().get(q + "-Usage")) >= limit;
            });
  }

  /** Returns the daily number of {@code 100,1000}; 0 if absent. */
  private static long dailyValue(String pair) {
    String[] parts = pair == null ? new String[0] : pair.split(",");
    return parts.length == 2 && parts[1].strip().matches("\\d{1,9}")
        ? Long.parseLong(parts[1].strip())
        : 0;
  }
}
