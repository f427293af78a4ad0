package io.tributary.throttle;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What is measured of grants, in rising order. */
final class Windows {
  private Windows() {}

  /** The largest number of grants in any window, both its ends included. */
  static int most(List<Instant> grants, Duration window) {
    int most = 0;
    int from = 0;
    for (int to = 0; to < grants.size(); to++) {
      while (grants.get(from).plus(window).isBefore(grants.get(to))) {
        from++;
      }
      most = Math.max(most, to - from + 1);
    }
    return most;
  }

  /**
   * Grants after the first full window, against what the time up to the last one allows; never
   * above 1, and every pause between the opening of a window and the grant lowers it.
   */
  static double share(List<Instant> grants, Duration window, int limit) {
    double windows =
        Duration.between(grants.getFirst(), grants.getLast()).toNanos() / (double) window.toNanos();
    return (grants.size() - limit) / (limit * windows);
  }
}
