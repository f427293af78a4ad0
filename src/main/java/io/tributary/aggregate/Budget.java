package io.tributary.aggregate;

import io.tributary.config.ServiceConfig;
import io.tributary.kernel.Refusal;

/** What one request may cost: memory, rows of a reply, time. What goes over it is refused. */
final class Budget {
  private final ServiceConfig.Aggregate limits;
  private final long deadline;
  private long held;
  private long rows;

  Budget(ServiceConfig.Aggregate limits) {
    this.limits = limits;
    this.deadline = System.nanoTime() + limits.timeLimit().toNanos();
  }

  /** Counts memory, in bytes as far as they can be told. */
  void hold(long bytes) {
    held += bytes;
    if (held > limits.maxMemory()) {
      throw Refusal.invalid(
          "the query needs more memory than a query may have: shorten the time frame, take larger"
              + " buckets, or replace median");
    }
  }

  void release(long bytes) {
    held -= bytes;
  }

  /** Counts a row of the reply. */
  void row() {
    if (++rows > limits.maxRows()) {
      throw Refusal.invalid(
          "the reply would have more than "
              + limits.maxRows()
              + " rows: shorten the time frame, or group by larger buckets");
    }
  }

  void checkTime() {
    if (System.nanoTime() - deadline > 0) {
      throw Refusal.invalid(
          "the query takes longer than "
              + limits.timeLimit().toMillis()
              + " ms: shorten the time frame");
    }
  }
}
