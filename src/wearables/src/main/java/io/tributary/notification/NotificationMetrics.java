package io.tributary.notification;

import io.tributary.metrics.Metrics;

/**
 * Metrics of incoming provider notifications and of the reads that follow. One instance per node.
 */
final class NotificationMetrics {
  private final Metrics meters;
  private volatile NotificationRepo.NotificationBacklog backlog =
      new NotificationRepo.NotificationBacklog(0, 0);

  NotificationMetrics(Metrics meters) {
    this.meters = meters;
    meters.gauge("tributary_provider_notification_jobs_due", () -> backlog.due());
    meters.gauge(
        "tributary_provider_notification_oldest_due_seconds", () -> backlog.oldestSeconds());
  }

  /**
   * Counts a request. The label must be a known provider name, because anyone can request any
   * address.
   */
  void requestReceived(String provider, String outcome) {
    meters
        .counter(
            "tributary_provider_notifications_received", "provider", provider, "outcome", outcome)
        .increment();
  }

  void stored(String provider, NotificationWriter.Added added) {
    hints(provider, "queued", added.queued());
    hints(provider, "again", added.duplicates());
    hints(provider, "unmatched", added.unmatched());
  }

  private void hints(String provider, String outcome, int n) {
    if (n > 0) {
      meters
          .counter(
              "tributary_provider_notification_jobs_created",
              "provider",
              provider,
              "outcome",
              outcome)
          .increment(n);
    }
  }

  void processed(String provider, String outcome, int hints) {
    meters
        .counter("tributary_provider_notification_jobs", "provider", provider, "outcome", outcome)
        .increment(hints);
  }

  void setBacklog(NotificationRepo.NotificationBacklog now) {
    backlog = now;
  }
}
