package io.tributary.lab.exchange;

import io.tributary.metrics.Metrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Figures of this node's part of the traffic. Labels are links and kinds, never orders. */
final class ExchangeMetrics {
  /** What waits on a link. */
  record Depth(long waiting, double oldestSeconds, long overdue, long parked) {}

  private final Metrics meters;
  private final Map<String, Depth> depths = new ConcurrentHashMap<>();
  private final Map<String, Boolean> connected = new ConcurrentHashMap<>();

  ExchangeMetrics(Metrics meters) {
    this.meters = meters;
  }

  /** An outgoing message got an answer, or none. */
  void sent(String link, String outcome) {
    meters.counter("tributary_lab_sent", "link", link, "outcome", outcome).increment();
  }

  /** A message came, or was read. */
  void received(String link, String outcome) {
    meters.counter("tributary_lab_received", "link", link, "outcome", outcome).increment();
  }

  /** A fault of ours, or of the installation. */
  void fault(String kind) {
    meters.counter("tributary_lab_faults", "kind", kind).increment();
  }

  /** Where the link is owned. */
  void owned(String link, Depth depth, boolean isConnected) {
    if (depths.put(link, depth) == null) {
      meters.gauge("tributary_lab_out_waiting", () -> of(link).waiting(), "link", link);
      meters.gauge(
          "tributary_lab_out_oldest_seconds", () -> of(link).oldestSeconds(), "link", link);
      meters.gauge("tributary_lab_out_overdue", () -> of(link).overdue(), "link", link);
      meters.gauge("tributary_lab_parked", () -> of(link).parked(), "link", link);
      meters.gauge(
          "tributary_lab_link_up", () -> connected.getOrDefault(link, false) ? 1 : 0, "link", link);
    }
    connected.put(link, isConnected);
  }

  private Depth of(String link) {
    return depths.getOrDefault(link, new Depth(0, 0, 0, 0));
  }

  /** The link is somebody else's now: its figures are shown there. */
  void released(String link) {
    depths.computeIfPresent(link, (l, d) -> new Depth(0, 0, 0, 0));
    connected.put(link, false);
  }
}
