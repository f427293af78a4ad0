package io.tributary.delivery;

/**
 * A rate limit in messages per second as a generic cell rate algorithm: messages are let through
 * one interval apart; what was late may be caught up with, but never more than a fifteenth of a
 * second's worth, so that no second gets noticeably more than the limit. It begins empty: what the
 * last owner of the endpoint has sent is not known. Times are nanoseconds.
 */
final class EndpointRateLimiter {
  private static final long SECOND = 1_000_000_000L;
  private static final int SHARE = 15;

  private final int limit;
  private final long interval;
  private final long slack;

  /** When the next message is due if all came evenly. */
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

  /** How long until a message may go; 0 when one may. */
  long pause(long now) {
    return Math.max(0, due - slack - now);
  }

  /** How many may go within so long. */
  int within(long now, long span) {
    long pause = pause(now);
    return pause > span ? 0 : (int) Math.min(Integer.MAX_VALUE, 1 + (span - pause) / interval);
  }

  /** A message goes. */
  void take(long now) {
    due = (due - now > 0 ? due : now) + interval;
  }
}
