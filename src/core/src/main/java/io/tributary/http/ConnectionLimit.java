package io.tributary.http;

import java.util.concurrent.atomic.AtomicInteger;

/** How many connections this node has open; shared by all its event loops. */
public final class ConnectionLimit {
  private final int max;
  private final AtomicInteger count = new AtomicInteger();

  public ConnectionLimit(int max) {
    this.max = max;
  }

  /** Counts one more; false when that is one too many. */
  boolean enter() {
    return count.incrementAndGet() <= max;
  }

  void leave() {
    count.decrementAndGet();
  }

  /** Connections open now. */
  public int count() {
    return count.get();
  }
}
