package io.tributary.throttle;

import io.tributary.db.Db;

/**
 * The wall clock of the database, carried on by the monotonic one of this process. A node's own
 * wall clock may jump, and fixed windows begin for all owners of a throttle at the same time.
 */
final class DatabaseClock {
  private static final String ASK =
      "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms";

  /** A longer way of the answer tells too little. */
  private static final long MOST_NANOS = 1_000_000_000;

  private static final int TRIES = 5;

  private final Db db;
  private ClockReading told;

  DatabaseClock(Db db) {
    this.db = db;
  }

  /**
   * Asks the database; before the first {@link #now}, and now and then. An answer that was long on
   * its way is only taken where there is none yet, and the quickest of several.
   */
  void ask() {
    ClockReading best = null;
    long least = Long.MAX_VALUE;
    for (int tries = 0; tries < TRIES && least > MOST_NANOS; tries++) {
      long began = System.nanoTime();
      long millis = db.query(ASK).iterator().next().getLong("ms");
      long ended = System.nanoTime();
      if (ended - began < least) {
        least = ended - began;
        best = new ClockReading(ended, millis);
      }
    }
    if (told == null || least <= MOST_NANOS) {
      told = best;
    }
  }

  /** Behind the database's by the way of its answer. */
  ClockReading now() {
    long nanos = System.nanoTime();
    return new ClockReading(nanos, told.utcMillis() + (nanos - told.nanos()) / 1_000_000);
  }
}
