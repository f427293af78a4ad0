package io.tributary.delivery;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A shard's attempts under way in the order of their start, so that those that take long give their
 * places back. Lives on one event loop; times are nanoseconds.
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

  /** Gives back the places of those that have become slow; whether there were any. */
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
