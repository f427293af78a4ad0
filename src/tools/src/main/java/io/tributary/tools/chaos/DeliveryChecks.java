package io.tributary.tools.chaos;

import io.tributary.tools.bench.SinkProcess;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Verifies that every stored message has arrived and that no endpoint received messages faster than
 * its rate limit.
 */
final class DeliveryChecks {
  /** Rate limit in messages per second, over all nodes. */
  static final int RATE_LIMIT = 20;

  private static final long WINDOW_SECONDS = 10;

  private DeliveryChecks() {}

  static List<ConsistencyCheck> verify(ConsistencyView outside) {
    Set<String> stored = outside.firstColumn("select id from message");
    List<SinkProcess.Arrival> all = outside.arrivals(ConsistencyView.LANE);
    Set<String> arrived = new HashSet<>();
    all.forEach(a -> arrived.add(a.id()));
    long lost = stored.stream().filter(id -> !arrived.contains(id)).count();
    long unknown = arrived.stream().filter(id -> !stored.contains(id)).count();
    List<SinkProcess.Arrival> slow = outside.arrivals(ConsistencyView.PACED);
    Set<String> paced = new HashSet<>();
    slow.forEach(a -> paced.add(a.id()));
    long behind = stored.stream().filter(id -> !paced.contains(id)).count();
    long fullest = maxInWindow(slow);
    return List.of(
        ConsistencyCheck.info("messages stored", stored.size()),
        ConsistencyCheck.mustBeZero("  never delivered", lost),
        ConsistencyCheck.mustBeZero("  never delivered to the rate-limited endpoint", behind),
        ConsistencyCheck.mustBeZero("  delivered but not stored", unknown),
        ConsistencyCheck.info(
            "  repeated deliveries (allowed: at-least-once)", all.size() - arrived.size()),
        ConsistencyCheck.mustBeZero(
            "  deliveries failed permanently",
            outside.count("select count(*) from delivery where state = 'failed'")),
        ConsistencyCheck.info("maximum deliveries in 10 s to the rate-limited endpoint", fullest),
        // A burst of one second may be saved up, and again after another node takes over.
        ConsistencyCheck.mustBeZero(
            "  above the rate limit", Math.max(0, fullest - RATE_LIMIT * (WINDOW_SECONDS + 1))));
  }

  private static long maxInWindow(List<SinkProcess.Arrival> arrivals) {
    Deque<Long> window = new ArrayDeque<>();
    long most = 0;
    for (SinkProcess.Arrival a : arrivals) {
      window.addLast(a.micros());
      while (a.micros() - window.getFirst() >= WINDOW_SECONDS * 1_000_000) {
        window.removeFirst();
      }
      most = Math.max(most, window.size());
    }
    return most;
  }
}
