package io.tributary.throttle;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Statistics of grant times in ascending order. */
final class GrantStatistics {
  private GrantStatistics() {}

  /** Returns the largest number of grants in any window, with both ends included. */
  static int maxPerWindow(List<Instant> grants, Duration window) {
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
   * Returns the ratio of actual to permitted grants after the first full window. It is never above
   * 1; every delay between the opening of a window and the grant lowers it.
   */
  static double utilization(List<Instant> grants, Duration window, int limit) {
    double windows =
        Duration.between(grants.getFirst(), grants.getLast()).toNanos() / (double) window.toNanos();
    return (grants.size() - limit) / (limit * windows);
  }
}
