package io.tributary.throttle;

/**
 * Now, on both clocks: lengths are told by the one that never jumps, fixed times by the wall's of
 * the database.
 *
 * @param nanos of any monotonic clock
 * @param utcMillis since the epoch
 */
record ClockReading(long nanos, long utcMillis) {
  /** So many milliseconds earlier. */
  ClockReading before(long millis) {
    return new ClockReading(nanos - millis * 1_000_000, utcMillis - millis);
  }
}
