package io.tributary.throttle;

import io.tributary.db.Db;

/**
 * Wall clock of the database, extrapolated with the monotonic clock of this process.
 *
 * <p>A node's own wall clock may jump, and fixed windows must begin at the same time for all owners
 * of a throttle.
 */
final class DatabaseClock {
  private static final String SELECT_TIME =
      "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms";

  /** Round trip limit. A slower answer is too inaccurate. */
  private static final long MAX_ROUND_TRIP_NANOS = 1_000_000_000;

  private static final int MAX_ATTEMPTS = 5;

  private final Db db;
  private ClockReading reading;

  DatabaseClock(Db db) {
    this.db = db;
  }

  /**
   * Reads the database clock. Must run before the first {@link #now} and periodically afterwards.
   * Of several attempts the fastest answer counts. A slow answer is accepted only when there is no
   * earlier reading.
   */
  void synchronize() {
    ClockReading best = null;
    long least = Long.MAX_VALUE;
    for (int tries = 0; tries < MAX_ATTEMPTS && least > MAX_ROUND_TRIP_NANOS; tries++) {
      long began = System.nanoTime();
      long millis = db.query(SELECT_TIME).iterator().next().getLong("ms");
      long ended = System.nanoTime();
      if (ended - began < least) {
        least = ended - began;
        best = new ClockReading(ended, millis);
      }
    }
    if (reading == null || least <= MAX_ROUND_TRIP_NANOS) {
      reading = best;
    }
  }

  /**
   * Returns the current time. It lags the database clock by at most the round trip of the last
   * reading.
   */
  ClockReading now() {
    long nanos = System.nanoTime();
    return new ClockReading(nanos, reading.utcMillis() + (nanos - reading.nanos()) / 1_000_000);
  }
}
