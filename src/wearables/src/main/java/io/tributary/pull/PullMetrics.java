package io.tributary.pull;

import io.tributary.metrics.Metrics;
import java.util.concurrent.atomic.AtomicInteger;

/** Metrics of historical pulls, polls and refreshes. One instance per node. */
public final class PullMetrics {
  private final Metrics meters;
  private final AtomicInteger running = new AtomicInteger();
  private volatile PullRepo.PullBacklog backlog = new PullRepo.PullBacklog(0, 0);

  public PullMetrics(Metrics meters) {
    this.meters = meters;
    meters.gauge("tributary_pull_running", running::get);
    meters.gauge("tributary_pull_due", () -> backlog.due());
    meters.gauge("tributary_pull_oldest_due_seconds", () -> backlog.oldestSeconds());
  }

  void runStarted() {
    running.incrementAndGet();
  }

  void runEnded(String provider, String outcome) {
    running.decrementAndGet();
    meters.counter("tributary_pull_runs", "provider", provider, "outcome", outcome).increment();
  }

  void windowRead(String provider) {
    meters.counter("tributary_pull_windows", "provider", provider).increment();
  }

  void documentsRejected(String provider, int documents) {
    if (documents > 0) {
      meters
          .counter("tributary_pull_rejected_documents", "provider", provider)
          .increment(documents);
    }
  }

  void pollEnded(String provider, String outcome) {
    meters.counter("tributary_poll_runs", "provider", provider, "outcome", outcome).increment();
  }

  void setBacklog(PullRepo.PullBacklog now) {
    backlog = now;
  }
}
