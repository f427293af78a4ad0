package io.tributary.delivery;

/**
 * Rate limiter in messages per second, using the generic cell rate algorithm (GCRA).
 *
 * <p>Messages are spaced one interval (1 s / limit) apart. A late sender may catch up with a burst
 * of at most 1/15 of a second's messages, so that no second noticeably exceeds the limit. The
 * limiter starts without burst allowance, because the number of messages sent by the previous owner
 * is unknown. Times are in nanoseconds.
 */
final class EndpointRateLimiter {
  private static final long SECOND = 1_000_000_000L;
  private static final int SHARE = 15;

  private final int limit;
  private final long interval;
  private final long slack;

  /** Theoretical arrival time of the next message if all were evenly spaced. */
  private long due;

  EndpointRateLimiter(int limit, long now) {
    this.limit = limit;
    this.interval = Math.ceilDiv(SECOND, limit);
    this.slack = (Math.max(1, limit / SHARE) - 1) * interval;
    this.due = now + slack + interval;
  }

  int limit() {
    return limit;
  }

  /** Returns the time until a message may be sent; 0 if one may be sent now. */
  long pause(long now) {
    return Math.max(0, due - slack - now);
  }

  /** Returns how many messages may be sent within a time span. */
  int within(long now, long span) {
    long pause = pause(now);
    return pause > span ? 0 : (int) Math.min(Integer.MAX_VALUE, 1 + (span - pause) / interval);
  }

  /** Records one sent message. */
  void take(long now) {
    due = (due - now > 0 ? due : now) + interval;
  }
}
