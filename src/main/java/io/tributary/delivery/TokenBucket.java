package io.tributary.delivery;

/** A rate limit in messages per second with a burst of the same size. Times are nanoseconds. */
final class TokenBucket {
  private static final double SECOND = 1e9;

  private final int limit;
  private double tokens;
  private long at;

  TokenBucket(int limit, long now) {
    this.limit = limit;
    this.tokens = limit;
    this.at = now;
  }

  int limit() {
    return limit;
  }

  boolean take(long now) {
    refill(now);
    if (tokens < 1) {
      return false;
    }
    tokens--;
    return true;
  }

  /** How long until a token is there; 0 when one is. */
  long pause(long now) {
    refill(now);
    return tokens >= 1 ? 0 : (long) Math.ceil((1 - tokens) * SECOND / limit);
  }

  private void refill(long now) {
    tokens = Math.min(limit, tokens + Math.max(0, now - at) * limit / SECOND);
    at = now;
  }
}
