package io.tributary.delivery;

import io.tributary.config.BreakerConfig;

/**
 * Circuit breaker for an endpoint that does not respond.
 *
 * <p>It opens when, within the sliding window, enough attempts ended in timeouts or connection
 * errors. While open it allows single probes at exponentially growing intervals; any response,
 * whatever its status, closes it. Times are in nanoseconds. No I/O.
 */
final class EndpointCircuitBreaker {
  private static final int SLOTS = 60;

  private final BreakerConfig settings;
  private final long slotNanos;
  private final int[] all = new int[SLOTS];
  private final int[] unanswered = new int[SLOTS];
  private long slot = Long.MIN_VALUE;
  private boolean open;
  private boolean probing;
  private long probeAt;
  private long gap;

  EndpointCircuitBreaker(BreakerConfig settings) {
    this.settings = settings;
    this.slotNanos = Math.max(1, settings.window().toNanos() / SLOTS);
  }

  boolean isOpen() {
    return open;
  }

  /** Returns whether an attempt may start now; while open, that attempt is a probe. */
  boolean allows(long now) {
    return !open || !probing && now - probeAt >= 0;
  }

  /** Returns the nanoseconds until an attempt may start; unbounded while a probe is running. */
  long pause(long now) {
    return !open ? 0 : probing ? Long.MAX_VALUE : Math.max(0, probeAt - now);
  }

  /** Records the start of an attempt. Returns whether it is a probe. */
  boolean start() {
    probing = open;
    return probing;
  }

  void end(long now, boolean probe, boolean answered) {
    advance(now);
    int i = Math.floorMod(slot, SLOTS);
    all[i]++;
    if (!answered) {
      unanswered[i]++;
    }
    if (open && answered) {
      close();
    } else if (open && probe) {
      probing = false;
      gap = Math.min(gap * 2, settings.probeMax().toNanos());
      probeAt = now + gap;
    } else if (!open && !answered && failing()) {
      open = true;
      probing = false;
      gap = settings.probeFirst().toNanos();
      probeAt = now + gap;
    }
  }

  private boolean failing() {
    int attempts = 0;
    int bad = 0;
    for (int i = 0; i < SLOTS; i++) {
      attempts += all[i];
      bad += unanswered[i];
    }
    return attempts >= settings.attempts() && bad >= attempts * settings.share();
  }

  private void close() {
    open = false;
    probing = false;
    java.util.Arrays.fill(all, 0);
    java.util.Arrays.fill(unanswered, 0);
  }

  private void advance(long now) {
    long current = Math.floorDiv(now, slotNanos);
    if (slot == Long.MIN_VALUE || current - slot >= SLOTS) {
      java.util.Arrays.fill(all, 0);
      java.util.Arrays.fill(unanswered, 0);
    } else {
      for (long s = slot + 1; s <= current; s++) {
        all[Math.floorMod(s, SLOTS)] = 0;
        unanswered[Math.floorMod(s, SLOTS)] = 0;
      }
    }
    slot = current;
  }
}
