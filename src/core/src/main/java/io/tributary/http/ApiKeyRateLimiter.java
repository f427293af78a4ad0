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
 * How many requests a minute each key may make on this node (ADR 0129), by a bucket of tokens.
 * Other nodes count for themselves. Shared by all event loops; only keys that exist get in, so
 * memory is bounded by them, and by {@link #BUCKETS}.
 */
public final class ApiKeyRateLimiter {
  static final int BUCKETS = 100_000;
  private static final double MINUTE = 60e9;

  private final RateLimitConfig settings;
  private final LongSupplier nanos;
  private final RejectedRequests turnedAway;
  private final Map<UUID, Bucket> buckets = new ConcurrentHashMap<>();

  /**
   * @param nanos a monotonic clock
   */
  public ApiKeyRateLimiter(
      RateLimitConfig settings, LongSupplier nanos, RejectedRequests turnedAway) {
    this.settings = settings;
    this.nanos = nanos;
    this.turnedAway = turnedAway;
  }

  /** Tokens that come back steadily, up to a burst. */
  private static final class Bucket {
    private double tokens;
    private long at;

    Bucket(double tokens, long at) {
      this.tokens = tokens;
      this.at = at;
    }
  }

  /**
   * What a key has left.
   *
   * @param left requests that may follow at once
   * @param retry until there is one, when there is none
   * @param full until the whole burst is back
   */
  record Left(int perMinute, boolean taken, int left, Duration retry, Duration full) {}

  /**
   * Counts a request of a key that has a limit, and tells its caller where the key stands.
   *
   * @throws Refusal 429
   */
  void take(Principal caller, HttpServerResponse response) {
    int perMinute = caller.perMinute().orElse(settings.perMinute());
    if (perMinute == 0) {
      return;
    }
    Left left = left(bucket(caller), perMinute);
    response.putHeader("ratelimit-policy", "\"key\";q=" + perMinute + ";w=60");
    response.putHeader("ratelimit", "\"key\";r=" + left.left() + ";t=" + seconds(left.full()));
    if (!left.taken()) {
      turnedAway.count(RejectedRequests.Why.KEY_RATE);
      throw ServiceException.tooMany(
          "this key may make " + perMinute + " requests a minute on each node", left.retry());
    }
  }

  private static long seconds(Duration d) {
    return (d.toMillis() + 999) / 1000;
  }

  /** Of a key, or of a user's sign-in; all short-lived tokens of a team are one. */
  private static UUID bucket(Principal caller) {
    return caller.kind() == Principal.Kind.ACCESS_TOKEN
        ? caller.party()
        : caller.id().orElseGet(caller::party);
  }

  Left left(UUID key, int perMinute) {
    double burst = settings.burst() > 0 ? settings.burst() : Math.max(1, perMinute / 10);
    if (buckets.size() >= BUCKETS && !buckets.containsKey(key)) {
      // Whoever begins anew has a whole burst; keys without a pause lose nothing worth keeping.
      buckets.clear();
    }
    long now = nanos.getAsLong();
    Bucket b = buckets.computeIfAbsent(key, k -> new Bucket(burst, now));
    synchronized (b) {
      b.tokens = Math.min(burst, b.tokens + Math.max(0, now - b.at) / MINUTE * perMinute);
      b.at = Math.max(b.at, now);
      boolean taken = b.tokens >= 1;
      if (taken) {
        b.tokens -= 1;
      }
      return new Left(
          perMinute,
          taken,
          (int) b.tokens,
          taken ? Duration.ZERO : after(1 - b.tokens, perMinute),
          after(burst - b.tokens, perMinute));
    }
  }

  private static Duration after(double tokens, int perMinute) {
    return Duration.ofNanos((long) Math.ceil(tokens / perMinute * MINUTE));
  }
}
