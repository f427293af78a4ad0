package io.tributary.throttle;

/**
 * Time on two clocks at one moment. Durations use the monotonic clock, which never jumps. Fixed
 * windows use the wall clock of the database.
 *
 * @param nanos reading of any monotonic clock
 * @param utcMillis Unix time in milliseconds
 */
record ClockReading(long nanos, long utcMillis) {
  /** Returns the reading that many milliseconds earlier. */
  ClockReading minusMillis(long millis) {
    return new ClockReading(nanos - millis * 1_000_000, utcMillis - millis);
  }
}
