package io.tributary.delivery;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * List of one shard's in-flight attempts in start order, used to find slow ones. Runs on one event
 * loop; times are in nanoseconds.
 */
final class InFlightAttempts {
  private final Deque<DeliveryBuffer.Go> young = new ArrayDeque<>();
  private final long slowAfter;

  InFlightAttempts(Duration slowAfter) {
    this.slowAfter = slowAfter.toNanos();
  }

  void add(DeliveryBuffer.Go go) {
    young.add(go);
    while (!young.isEmpty() && young.peek().slot().ended()) {
      young.poll();
    }
  }

  /** Frees the slots of attempts that have become slow. Returns whether there were any. */
  boolean slow(long now) {
    boolean any = false;
    while (!young.isEmpty()) {
      DeliveryBuffer.Go first = young.peek();
      if (!first.slot().ended()) {
        if (now - first.started().at() < slowAfter || !first.slot().slow()) {
          return any;
        }
        any = true;
      }
      young.poll();
    }
    return any;
  }
}
