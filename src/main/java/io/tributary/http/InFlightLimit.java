package io.tributary.http;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** How many requests this node serves at once; shared by all its event loops. */
public final class InFlightLimit {
  /** Bodies of many megabytes that are held at once of senders whom nobody knows yet. */
  static final int LARGE_BODIES = 4;

  private final int max;
  private final Semaphore large = new Semaphore(LARGE_BODIES);
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

  boolean enterLarge() {
    return large.tryAcquire();
  }

  void leaveLarge() {
    large.release();
  }

  /** Requests in flight now. */
  public int count() {
    return count.get();
  }
}
