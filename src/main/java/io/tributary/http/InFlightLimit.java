package io.tributary.http;

import java.util.concurrent.atomic.AtomicInteger;

/** How many requests this node serves at once; shared by all its event loops. */
public final class InFlightLimit {
  private final int max;
  private final AtomicInteger count = new AtomicInteger();

  public InFlightLimit(int max) {
    this.max = max;
  }

  boolean enter() {
    if (count.incrementAndGet() > max) {
      count.decrementAndGet();
      return false;
    }
    return true;
  }

  void leave() {
    count.decrementAndGet();
  }

  /** Requests in flight now. */
  public int count() {
    return count.get();
  }
}
