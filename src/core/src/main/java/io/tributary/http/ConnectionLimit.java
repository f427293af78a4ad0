package io.tributary.http;

import java.util.concurrent.atomic.AtomicInteger;

/** Limit on open connections of this node. Shared by all event loops. */
public final class ConnectionLimit {
  private final int max;
  private final AtomicInteger count = new AtomicInteger();

  public ConnectionLimit(int max) {
    this.max = max;
  }

  /**
   * Counts a new connection.
   *
   * @return false if the limit is exceeded
   */
  boolean increment() {
    return count.incrementAndGet() <= max;
  }

  void decrement() {
    count.decrementAndGet();
  }

  /** Returns the number of open connections. */
  public int count() {
    return count.get();
  }
}
