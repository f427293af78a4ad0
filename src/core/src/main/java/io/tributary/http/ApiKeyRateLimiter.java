package io.tributary.http;

import io.tributary.config.RateLimitConfig;
import io.tributary.core.ServiceException;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Token-bucket rate limiter per API key on this node (ADR 0129).
 *
 * <p>Each node counts separately. Shared by all event loops. Only authenticated keys get a bucket,
 * so memory is bounded by the number of keys, and by {@link #MAX_BUCKETS}.
 */
public final class ApiKeyRateLimiter {
  static final int MAX_BUCKETS = 100_000;
  private static final double NANOS_PER_MINUTE = 60e9;

  private final RateLimitConfig settings;
  private final LongSupplier nanos;
  private final RejectedRequests rejections;
  private final Map<UUID, Bucket> buckets = new ConcurrentHashMap<>();

  /**
   * @param nanos monotonic clock in nanoseconds
   */
  public ApiKeyRateLimiter(
      RateLimitConfig settings, LongSupplier nanos, RejectedRequests rejections) {
    this.settings = settings;
    this.nanos = nanos;
    this.rejections = rejections;
  }

  /** Token bucket that refills steadily up to the burst. */
  private static final class Bucket {
    private double tokens;
    private long refilledAt;

    Bucket(double tokens, long at) {
      this.tokens = tokens;
      this.refilledAt = at;
    }
  }

  /**
   * State of a key's bucket after a request.
   *
   * @param remaining requests that may follow immediately
   * @param retryAfter time until the next token; zero if the request was allowed
   * @param timeToFull time until the bucket is full
   */
  record BucketState(
      int perMinute, boolean allowed, int remaining, Duration retryAfter, Duration timeToFull) {}

  /**
   * Counts a request if the caller's key has a limit, and sets the rate limit headers.
   *
   * @throws ServiceException with status 429 if the limit is exceeded
   */
  void checkLimit(Principal caller, HttpServerResponse response) {
    int perMinute = caller.perMinute().orElse(settings.perMinute());
    if (perMinute == 0) {
      return;
    }
    BucketState left = takeToken(bucketId(caller), perMinute);
    response.putHeader("ratelimit-policy", "\"key\";q=" + perMinute + ";w=60");
    response.putHeader(
        "ratelimit", "\"key\";r=" + left.remaining() + ";t=" + seconds(left.timeToFull()));
    if (!left.allowed()) {
      rejections.count(RejectedRequests.RejectionReason.KEY_RATE);
      throw ServiceException.tooManyRequests(
          "rate limit exceeded: this key allows " + perMinute + " requests per minute on each node",
          left.retryAfter());
    }
  }

  private static long seconds(Duration d) {
    return (d.toMillis() + 999) / 1000;
  }

  /**
   * Returns the bucket ID: the key or the user's sign-in. All short-lived access tokens of a team
   * share one bucket.
   */
  private static UUID bucketId(Principal caller) {
    return caller.kind() == Principal.Kind.ACCESS_TOKEN
        ? caller.accountId()
        : caller.id().orElseGet(caller::accountId);
  }

  BucketState takeToken(UUID key, int perMinute) {
    double burst = settings.burst() > 0 ? settings.burst() : Math.max(1, perMinute / 10);
    if (buckets.size() >= MAX_BUCKETS && !buckets.containsKey(key)) {
      // New buckets are full. Idle keys have full buckets anyway, and busy keys gain at most one
      // burst.
      buckets.clear();
    }
    long now = nanos.getAsLong();
    Bucket b = buckets.computeIfAbsent(key, k -> new Bucket(burst, now));
    synchronized (b) {
      b.tokens =
          Math.min(
              burst, b.tokens + Math.max(0, now - b.refilledAt) / NANOS_PER_MINUTE * perMinute);
      b.refilledAt = Math.max(b.refilledAt, now);
      boolean taken = b.tokens >= 1;
      if (taken) {
        b.tokens -= 1;
      }
      return new BucketState(
          perMinute,
          taken,
          (int) b.tokens,
          taken ? Duration.ZERO : timeToRefill(1 - b.tokens, perMinute),
          timeToRefill(burst - b.tokens, perMinute));
    }
  }

  private static Duration timeToRefill(double tokens, int perMinute) {
    return Duration.ofNanos((long) Math.ceil(tokens / perMinute * NANOS_PER_MINUTE));
  }
}
