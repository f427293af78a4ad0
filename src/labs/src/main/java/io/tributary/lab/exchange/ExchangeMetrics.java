package io.tributary.lab.exchange;

import io.tributary.metrics.Metrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Metrics of this node's laboratory traffic. Labels are link names and kinds, never orders. */
final class ExchangeMetrics {
  /** Backlog of a link. */
  record LinkBacklog(long waiting, double oldestSeconds, long overdue, long parked) {}

  private final Metrics meters;
  private final Map<String, LinkBacklog> depths = new ConcurrentHashMap<>();
  private final Map<String, Boolean> connected = new ConcurrentHashMap<>();

  ExchangeMetrics(Metrics meters) {
    this.meters = meters;
  }

  /** Counts an outgoing message by its answer, or the lack of one. */
  void countSent(String link, String outcome) {
    meters.counter("tributary_lab_sent", "link", link, "outcome", outcome).increment();
  }

  /** Counts a message that was received or processed. */
  void countReceived(String link, String outcome) {
    meters.counter("tributary_lab_received", "link", link, "outcome", outcome).increment();
  }

  /** Counts an internal or configuration error. */
  void countFault(String kind) {
    meters.counter("tributary_lab_message_errors", "kind", kind).increment();
  }

  /** Publishes the gauges of a link that this node owns. */
  void publishGauges(String link, LinkBacklog depth, boolean isConnected) {
    if (depths.put(link, depth) == null) {
      meters.gauge(
          "tributary_lab_outbound_messages_pending", () -> depthOf(link).waiting(), "link", link);
      meters.gauge(
          "tributary_lab_outbound_oldest_pending_seconds",
          () -> depthOf(link).oldestSeconds(),
          "link",
          link);
      meters.gauge(
          "tributary_lab_outbound_messages_overdue", () -> depthOf(link).overdue(), "link", link);
      meters.gauge(
          "tributary_lab_messages_dead_lettered", () -> depthOf(link).parked(), "link", link);
      meters.gauge(
          "tributary_lab_connection_up",
          () -> connected.getOrDefault(link, false) ? 1 : 0,
          "link",
          link);
    }
    connected.put(link, isConnected);
  }

  private LinkBacklog depthOf(String link) {
    return depths.getOrDefault(link, new LinkBacklog(0, 0, 0, 0));
  }

  /** Removes the gauges of a link whose ownership moved to another node. */
  void removeGauges(String link) {
    depths.computeIfPresent(link, (l, d) -> new LinkBacklog(0, 0, 0, 0));
    connected.put(link, false);
  }
}
