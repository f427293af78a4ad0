package io.tributary.report.parsing;

import java.time.Duration;
import java.util.concurrent.CancellationException;

/**
 * The time that a worker may take to understand a report. It counts from when the worker begins:
 * how long others keep it waiting says nothing of the report. Run between two steps, it stops the
 * work when the time is over or nobody waits any more.
 */
final class InterpretationDeadline implements Runnable {
  private final Duration limit;
  private boolean begun;
  private boolean left;
  private long sinceNanos;

  /** All the time there is was not enough. */
  static final class OutOfTime extends CancellationException {
    private static final long serialVersionUID = 1;
  }

  InterpretationDeadline(Duration limit) {
    this.limit = limit;
  }

  /** For the worker, first of all. */
  synchronized void begin() {
    if (left) {
      throw new CancellationException();
    }
    begun = true;
    sinceNanos = System.nanoTime();
  }

  @Override
  public synchronized void run() {
    if (over()) {
      throw new OutOfTime();
    }
    if (left) {
      throw new CancellationException();
    }
  }

  /**
   * For who waits, and does so no longer.
   *
   * @return whether the worker had all its time; where it had not, another try may do
   */
  synchronized boolean leave() {
    left = true;
    return over();
  }

  private boolean over() {
    return begun && System.nanoTime() - sinceNanos >= limit.toNanos();
  }
}
