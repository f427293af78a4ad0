package io.tributary.simulators.kit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Clock of a simulator with two kinds of time. {@link #now} determines which data, tokens and
 * subscriptions exist; a tester may move it by days. {@link #stamp} goes into signatures and Date
 * headers. It is machine time plus an ordered skew, because receivers compare it with their own
 * clock.
 */
public final class SimClock {
  private final Clock base;
  private volatile Duration offset = Duration.ZERO;
  private volatile Duration skew = Duration.ZERO;

  public SimClock(Clock base) {
    this.base = base;
  }

  /** Returns the simulated time in whole milliseconds. */
  public Instant now() {
    return base.instant().plus(offset).truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns the timestamp for outgoing messages in whole milliseconds. */
  public Instant stamp() {
    return base.instant().plus(skew).truncatedTo(ChronoUnit.MILLIS);
  }

  public Duration offset() {
    return offset;
  }

  public void shift(Duration newOffset) {
    offset = newOffset;
  }

  public void setTo(Instant now) {
    offset = Duration.between(base.instant(), now);
  }

  public Duration skew() {
    return skew;
  }

  /** Sets the error of the vendor's clock that its timestamps show. */
  public void skew(Duration newSkew) {
    skew = newSkew;
  }
}
