package io.tributary.throttle;

import io.tributary.db.Db;

/**
 * The wall clock of the database, carried on by the monotonic one of this process. A node's own
 * wall clock may jump, and fixed windows begin for all owners of a throttle at the same time.
 */
final class DatabaseClock {
  private static final String ASK =
      "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms";

  private final Db db;
  private Moment told;

  DatabaseClock(Db db) {
    this.db = db;
  }

  /** Asks the database; before the first {@link #now}, and now and then. */
  void ask() {
    long millis = db.query(ASK).iterator().next().getLong("ms");
    told = new Moment(System.nanoTime(), millis);
  }

  /** Behind the database's by the way of its answer. */
  Moment now() {
    long nanos = System.nanoTime();
    return new Moment(nanos, told.utcMillis() + (nanos - told.nanos()) / 1_000_000);
  }
}
