package io.tributary.simulator.oura;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The simulator's idea of now: the machine's clock plus an offset that a test may move. */
final class SimClock {
  private final Clock base;
  private volatile Duration offset = Duration.ZERO;

  SimClock(Clock base) {
    this.base = base;
  }

  /** Now, in whole milliseconds. */
  Instant now() {
    return base.instant().plus(offset).truncatedTo(ChronoUnit.MILLIS);
  }

  Duration offset() {
    return offset;
  }

  void shift(Duration newOffset) {
    offset = newOffset;
  }

  void setTo(Instant now) {
    offset = Duration.between(base.instant(), now);
  }
}
