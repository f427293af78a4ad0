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
  private static final int BUCKETS = 60;

  private final BreakerConfig settings;
  private final long bucketNanos;
  private final int[] totals = new int[BUCKETS];
  private final int[] unanswered = new int[BUCKETS];
  private long bucket = Long.MIN_VALUE;
  private boolean open;
  private boolean probing;
  private long probeAt;
  private long probeInterval;

  EndpointCircuitBreaker(BreakerConfig settings) {
    this.settings = settings;
    this.bucketNanos = Math.max(1, settings.window().toNanos() / BUCKETS);
  }

  boolean isOpen() {
    return open;
  }

  /** Returns whether an attempt may start now; while open, that attempt is a probe. */
  boolean allows(long now) {
    return !open || !probing && now - probeAt >= 0;
  }

  /** Returns the nanoseconds until an attempt may start; unbounded while a probe is running. */
  long nextAllowedIn(long now) {
    return !open ? 0 : probing ? Long.MAX_VALUE : Math.max(0, probeAt - now);
  }

  /** Records the start of an attempt. Returns whether it is a probe. */
  boolean start() {
    probing = open;
    return probing;
  }

  void end(long now, boolean probe, boolean answered) {
    advance(now);
    int i = Math.floorMod(bucket, BUCKETS);
    totals[i]++;
    if (!answered) {
      unanswered[i]++;
    }
    if (open && answered) {
      close();
    } else if (open && probe) {
      probing = false;
      probeInterval = Math.min(probeInterval * 2, settings.maxProbeDelay().toNanos());
      probeAt = now + probeInterval;
    } else if (!open && !answered && isFailing()) {
      open = true;
      probing = false;
      probeInterval = settings.firstProbeDelay().toNanos();
      probeAt = now + probeInterval;
    }
  }

  private boolean isFailing() {
    int attempts = 0;
    int bad = 0;
    for (int i = 0; i < BUCKETS; i++) {
      attempts += totals[i];
      bad += unanswered[i];
    }
    return attempts >= settings.minAttempts() && bad >= attempts * settings.failureRatio();
  }

  private void close() {
    open = false;
    probing = false;
    java.util.Arrays.fill(totals, 0);
    java.util.Arrays.fill(unanswered, 0);
  }

  private void advance(long now) {
    long current = Math.floorDiv(now, bucketNanos);
    if (bucket == Long.MIN_VALUE || current - bucket >= BUCKETS) {
      java.util.Arrays.fill(totals, 0);
      java.util.Arrays.fill(unanswered, 0);
    } else {
      for (long s = bucket + 1; s <= current; s++) {
        totals[Math.floorMod(s, BUCKETS)] = 0;
        unanswered[Math.floorMod(s, BUCKETS)] = 0;
      }
    }
    bucket = current;
  }
}
