package io.tributary.lease;

import io.tributary.metrics.Metrics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Metrics of the leases that this node holds and of lease failures. */
public final class LeaseMetrics {
  private final Metrics meters;
  private final Set<String> registeredKinds = new TreeSet<>();
  private volatile Map<String, Integer> held = Map.of();
  private volatile long nodes;

  public LeaseMetrics(Metrics meters) {
    this.meters = meters;
    meters.gauge("tributary_cluster_nodes", () -> nodes);
    meters.counter("tributary_lease_errors", "kind", "round");
    meters.counter("tributary_lease_errors", "kind", "lost");
    meters.counter("tributary_lease_errors", "kind", "distrust");
    meters.counter("tributary_lease_errors", "kind", "start");
  }

  /**
   * Updates the gauges after each renewal round.
   *
   * @param names names of the leases held
   * @param nodes number of live nodes, including this one
   */
  void update(Set<String> names, long nodes) {
    Map<String, Integer> now = new TreeMap<>();
    names.forEach(n -> now.merge(kindOf(n), 1, Integer::sum));
    for (String kind : now.keySet()) {
      if (registeredKinds.add(kind)) {
        meters.gauge("tributary_leases_held", () -> held.getOrDefault(kind, 0), "kind", kind);
      }
    }
    held = Map.copyOf(now);
    this.nodes = nodes;
  }

  /**
   * Counts a failure.
   *
   * @param kind {@code round} (the renewal failed), {@code lost} (a lease had expired or was taken
   *     over), {@code distrust} (all actors stopped because renewal was late) or {@code start} (an
   *     actor failed to start)
   */
  void countFault(String kind) {
    meters.counter("tributary_lease_errors", "kind", kind).increment();
  }

  /** Returns the kind of an actor: {@code deliver} for {@code deliver:7}. */
  private static String kindOf(String name) {
    return name.contains(":") ? name.substring(0, name.indexOf(':')) : name;
  }
}
