package io.tributary.report.parsing;

import java.time.Duration;
import java.util.concurrent.CancellationException;

/**
 * Time limit for the interpretation of a report on a worker. It starts when the worker begins,
 * because time in the queue depends on other reports. The worker runs it between two steps; it
 * aborts the work after the limit or once the caller no longer waits.
 */
final class InterpretationDeadline implements Runnable {
  private final Duration limit;
  private boolean started;
  private boolean abandoned;
  private long sinceNanos;

  /** The worker used up the whole limit. */
  static final class DeadlineExceeded extends CancellationException {
    private static final long serialVersionUID = 1;
  }

  InterpretationDeadline(Duration limit) {
    this.limit = limit;
  }

  /** Starts the limit; the worker's first call. */
  synchronized void begin() {
    if (abandoned) {
      throw new CancellationException();
    }
    started = true;
    sinceNanos = System.nanoTime();
  }

  @Override
  public synchronized void run() {
    if (isExpired()) {
      throw new DeadlineExceeded();
    }
    if (abandoned) {
      throw new CancellationException();
    }
  }

  /**
   * Stops the work because the caller no longer waits.
   *
   * @return whether the worker had the whole limit; otherwise another attempt may succeed
   */
  synchronized boolean abandon() {
    abandoned = true;
    return isExpired();
  }

  private boolean isExpired() {
    return started && System.nanoTime() - sinceNanos >= limit.toNanos();
  }
}
