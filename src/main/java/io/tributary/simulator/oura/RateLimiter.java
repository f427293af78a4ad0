package io.tributary.simulator.oura;

import java.util.ArrayDeque;
import java.util.function.LongSupplier;

/**
 * At most so many requests in any window of this length; a refused request does not count against
 * it. Machine time, not the simulator's: a test that shifts days must not empty the window.
 */
final class RateLimiter {
  /** Milliseconds until the next request may pass; 0 if this one did. */
  record Verdict(boolean passed, long waitMillis) {}

  private final int limit;
  private final long windowMillis;
  private final LongSupplier millis;
  private final ArrayDeque<Long> passed = new ArrayDeque<>();
  private final ArrayDeque<Long> tried = new ArrayDeque<>();
  private int mostTried;

  RateLimiter(int limit, long windowMillis, LongSupplier millis) {
    this.limit = limit;
    this.windowMillis = windowMillis;
    this.millis = millis;
  }

  Verdict ask() {
    long now = millis.getAsLong();
    forget(tried, now);
    tried.addLast(now);
    mostTried = Math.max(mostTried, tried.size());
    forget(passed, now);
    if (passed.size() < limit) {
      passed.addLast(now);
      return new Verdict(true, 0);
    }
    return new Verdict(false, passed.peekFirst() + windowMillis - now);
  }

  /** The most requests, refused ones included, that ever fell into one window. */
  int mostInAnyWindow() {
    return mostTried;
  }

  int limit() {
    return limit;
  }

  long windowSeconds() {
    return Math.max(1, windowMillis / 1000);
  }

  private void forget(ArrayDeque<Long> times, long now) {
    while (!times.isEmpty() && times.peekFirst() + windowMillis <= now) {
      times.removeFirst();
    }
  }
}
