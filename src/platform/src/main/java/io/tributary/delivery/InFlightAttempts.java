package io.tributary.delivery;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * List of one shard's in-flight attempts in start order, used to find slow ones. Runs on one event
 * loop; times are in nanoseconds.
 */
final class InFlightAttempts {
  private final Deque<DeliveryBuffer.DispatchedAttempt> attempts = new ArrayDeque<>();
  private final long slowAfter;

  InFlightAttempts(Duration slowAfter) {
    this.slowAfter = slowAfter.toNanos();
  }

  void add(DeliveryBuffer.DispatchedAttempt go) {
    attempts.add(go);
    while (!attempts.isEmpty() && attempts.peek().slot().isEnded()) {
      attempts.poll();
    }
  }

  /** Frees the slots of attempts that have become slow. Returns whether there were any. */
  boolean releaseSlow(long now) {
    boolean any = false;
    while (!attempts.isEmpty()) {
      DeliveryBuffer.DispatchedAttempt first = attempts.peek();
      if (!first.slot().isEnded()) {
        if (now - first.started().startedAt() < slowAfter || !first.slot().markSlow()) {
          return any;
        }
        any = true;
      }
      attempts.poll();
    }
    return any;
  }
}
