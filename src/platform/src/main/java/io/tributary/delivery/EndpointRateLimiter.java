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
  private static final int BURST_DIVISOR = 15;

  private final int limit;
  private final long interval;
  private final long burstTolerance;

  /** Theoretical arrival time of the next message if all were evenly spaced. */
  private long theoreticalArrival;

  EndpointRateLimiter(int limit, long now) {
    this.limit = limit;
    this.interval = Math.ceilDiv(SECOND, limit);
    this.burstTolerance = (Math.max(1, limit / BURST_DIVISOR) - 1) * interval;
    this.theoreticalArrival = now + burstTolerance + interval;
  }

  int limit() {
    return limit;
  }

  /** Returns the time until a message may be sent; 0 if one may be sent now. */
  long nextAllowedIn(long now) {
    return Math.max(0, theoreticalArrival - burstTolerance - now);
  }

  /** Returns how many messages may be sent within a time span. */
  int allowedWithin(long now, long span) {
    long pause = nextAllowedIn(now);
    return pause > span ? 0 : (int) Math.min(Integer.MAX_VALUE, 1 + (span - pause) / interval);
  }

  /** Records one sent message. */
  void record(long now) {
    theoreticalArrival = (theoreticalArrival - now > 0 ? theoreticalArrival : now) + interval;
  }
}
