package io.tributary.notification;

import io.tributary.metrics.Metrics;

/**
 * Metrics of incoming provider notifications and of the reads that follow. One instance per node.
 */
final class InboundMetrics {
  private final Metrics meters;
  private volatile NotificationRepo.Waiting waiting = new NotificationRepo.Waiting(0, 0);

  InboundMetrics(Metrics meters) {
    this.meters = meters;
    meters.gauge("tributary_inbound_hints_due", () -> waiting.due());
    meters.gauge("tributary_inbound_oldest_due_seconds", () -> waiting.oldestSeconds());
  }

  /**
   * Counts a request. The label must be a known provider name, because anyone can request any
   * address.
   */
  void pushed(String provider, String outcome) {
    meters
        .counter("tributary_inbound_pushes", "provider", provider, "outcome", outcome)
        .increment();
  }

  void added(String provider, NotificationWriter.Added added) {
    hints(provider, "queued", added.queued());
    hints(provider, "again", added.again());
    hints(provider, "unmatched", added.unmatched());
  }

  private void hints(String provider, String outcome, int n) {
    if (n > 0) {
      meters
          .counter("tributary_inbound_hints", "provider", provider, "outcome", outcome)
          .increment(n);
    }
  }

  void worked(String provider, String outcome, int hints) {
    meters
        .counter("tributary_inbound_reads", "provider", provider, "outcome", outcome)
        .increment(hints);
  }

  void waiting(NotificationRepo.Waiting now) {
    waiting = now;
  }
}
