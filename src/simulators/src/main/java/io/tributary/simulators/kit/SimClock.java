package io.tributary.simulators.kit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The simulator's two ideas of time. {@link #now} rules what exists: data, tokens, subscriptions; a
 * tester may move it by days. {@link #stamp} is what leaves with signatures and Date headers:
 * machine time, because receivers compare it with their own, wrong only by the skew ordered.
 */
public final class SimClock {
  private final Clock base;
  private volatile Duration offset = Duration.ZERO;
  private volatile Duration skew = Duration.ZERO;

  public SimClock(Clock base) {
    this.base = base;
  }

  /** Now, in whole milliseconds. */
  public Instant now() {
    return base.instant().plus(offset).truncatedTo(ChronoUnit.MILLIS);
  }

  /** The moment written on what is sent, in whole milliseconds. */
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

  /** How far the vendor's clock is off, as its stamps show it. */
  public void skew(Duration newSkew) {
    skew = newSkew;
  }
}
