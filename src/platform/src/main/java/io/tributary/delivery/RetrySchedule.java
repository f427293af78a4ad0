package io.tributary.delivery;

import io.tributary.config.WebhookConfig;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/** Retry schedule of failed deliveries. Stateless. */
final class RetrySchedule {
  private final List<Duration> delays;
  private final double jitter;
  private final Duration jitterMax;

  RetrySchedule(WebhookConfig settings) {
    this.delays = settings.retrySchedule();
    this.jitter = settings.jitter();
    this.jitterMax = settings.maxJitter();
  }

  /** Returns the total number of attempts for a message. */
  int maxAttempts() {
    return delays.size() + 1;
  }

  /**
   * Returns the delay after a failed attempt; empty if it was the last one.
   *
   * @param attempt number of the failed attempt, from 1
   * @param retryAfter the endpoint's Retry-After; raises the delay to at most twice the scheduled
   *     one
   * @param luck random number from 0 to 1 for the jitter
   */
  Optional<Duration> delayAfter(int attempt, Optional<Duration> retryAfter, double luck) {
    if (attempt > delays.size()) {
      return Optional.empty();
    }
    Duration base = delays.get(attempt - 1);
    Duration asked = retryAfter.map(r -> shorter(r, base.multipliedBy(2))).orElse(base);
    Duration wait = asked.compareTo(base) > 0 ? asked : base;
    Duration extra = Duration.ofMillis((long) (wait.toMillis() * jitter * luck));
    return Optional.of(wait.plus(shorter(extra, jitterMax)));
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  /**
   * Parses a Retry-After header: integral seconds or an HTTP date. Anything else counts as absent.
   */
  static Optional<Duration> parseRetryAfter(String header, Instant now) {
    if (header == null || header.isBlank() || header.length() > 64) {
      return Optional.empty();
    }
    String text = header.strip();
    if (text.matches("[0-9]{1,9}")) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    }
    try {
      Instant at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return at.isAfter(now) ? Optional.of(Duration.between(now, at)) : Optional.of(Duration.ZERO);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
