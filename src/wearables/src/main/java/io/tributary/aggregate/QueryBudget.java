package io.tributary.aggregate;

import io.tributary.config.AggregateConfig;
import io.tributary.core.ServiceException;
import java.time.Duration;

/** Limits memory, result rows and time of one request. Exceeding a limit fails the request. */
final class QueryBudget {
  private final AggregateConfig limits;
  private final Duration timeLimit;
  private final long deadline;
  private long usedBytes;
  private long rows;

  QueryBudget(AggregateConfig limits, Duration timeLimit) {
    this.limits = limits;
    this.timeLimit = timeLimit;
    this.deadline = System.nanoTime() + timeLimit.toNanos();
  }

  /**
   * Adds an estimate of allocated memory.
   *
   * @param bytes approximate size
   */
  void addMemory(long bytes) {
    usedBytes += bytes;
    if (usedBytes > limits.maxMemoryBytes()) {
      throw ServiceException.badRequest(
          "the query exceeds the memory limit: shorten the time frame, use larger"
              + " buckets, or replace median");
    }
  }

  void releaseMemory(long bytes) {
    usedBytes -= bytes;
  }

  /** Counts one result row. */
  void countRow() {
    if (++rows > limits.maxRows()) {
      throw ServiceException.badRequest(
          "the result would have more than "
              + limits.maxRows()
              + " rows: shorten the time frame, or group by larger buckets");
    }
  }

  void checkTime() {
    if (System.nanoTime() - deadline > 0) {
      throw ServiceException.badRequest(
          "the query takes longer than " + timeLimit.toMillis() + " ms: shorten the time frame");
    }
  }
}
