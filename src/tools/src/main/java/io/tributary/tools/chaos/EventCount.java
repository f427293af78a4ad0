package io.tributary.tools.chaos;

import io.tributary.tools.bench.SinkProcess;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Every message that is stored must have arrived, and no endpoint faster than it allows. */
final class EventCount {
  /** Messages in a second, over all nodes. */
  static final int PACE = 20;

  private static final long WINDOW_SECONDS = 10;

  private EventCount() {}

  static List<ConsistencyCheck> recount(ConsistencyView outside) {
    Set<String> stored = outside.texts("select id from message");
    List<SinkProcess.Arrival> all = outside.arrivals(ConsistencyView.LANE);
    Set<String> arrived = new HashSet<>();
    all.forEach(a -> arrived.add(a.id()));
    long lost = stored.stream().filter(id -> !arrived.contains(id)).count();
    long unknown = arrived.stream().filter(id -> !stored.contains(id)).count();
    List<SinkProcess.Arrival> slow = outside.arrivals(ConsistencyView.PACED);
    Set<String> paced = new HashSet<>();
    slow.forEach(a -> paced.add(a.id()));
    long behind = stored.stream().filter(id -> !paced.contains(id)).count();
    long fullest = fullest(slow);
    return List.of(
        ConsistencyCheck.told("messages stored", stored.size()),
        ConsistencyCheck.none("  never arrived", lost),
        ConsistencyCheck.none("  never arrived at the endpoint with a rate", behind),
        ConsistencyCheck.none("  arrived but not stored", unknown),
        ConsistencyCheck.told(
            "  arrived again (at least once is the promise)", all.size() - arrived.size()),
        ConsistencyCheck.none(
            "  deliveries given up",
            outside.count("select count(*) from delivery where state = 'failed'")),
        ConsistencyCheck.told("most arrivals in 10 s at the endpoint with a rate", fullest),
        // A second's worth may have been saved up, and is anew by whoever takes over.
        ConsistencyCheck.none(
            "  above its rate", Math.max(0, fullest - PACE * (WINDOW_SECONDS + 1))));
  }

  private static long fullest(List<SinkProcess.Arrival> arrivals) {
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
