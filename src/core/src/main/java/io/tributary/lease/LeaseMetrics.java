package io.tributary.lease;

import io.tributary.metrics.Metrics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What this node owns, and what went wrong with it. */
public final class LeaseMetrics {
  private final Metrics meters;
  private final Set<String> known = new TreeSet<>();
  private volatile Map<String, Integer> held = Map.of();
  private volatile long nodes;

  public LeaseMetrics(Metrics meters) {
    this.meters = meters;
    meters.gauge("tributary_nodes", () -> nodes);
    meters.counter("tributary_lease_faults", "kind", "round");
    meters.counter("tributary_lease_faults", "kind", "lost");
    meters.counter("tributary_lease_faults", "kind", "distrust");
    meters.counter("tributary_lease_faults", "kind", "start");
  }

  /**
   * After each round.
   *
   * @param names of the leases held
   * @param nodes that live, this one included
   */
  void round(Set<String> names, long nodes) {
    Map<String, Integer> now = new TreeMap<>();
    names.forEach(n -> now.merge(kind(n), 1, Integer::sum));
    for (String kind : now.keySet()) {
      if (known.add(kind)) {
        meters.gauge("tributary_leases_held", () -> held.getOrDefault(kind, 0), "kind", kind);
      }
    }
    held = Map.copyOf(now);
    this.nodes = nodes;
  }

  /** {@code round}: no renewal; {@code lost}; {@code distrust}: all ended; {@code start}. */
  void fault(String kind) {
    meters.counter("tributary_lease_faults", "kind", kind).increment();
  }

  /** {@code deliver:7} is one of {@code deliver}. */
  private static String kind(String name) {
    return name.contains(":") ? name.substring(0, name.indexOf(':')) : name;
  }
}
