package io.tributary.lease;

/** A lease held and the verticle that acts on it. Fields are touched by the keeper only. */
final class Actor {
  private static final int[] RESTART_SECONDS = {1, 2, 5, 15};

  final Lease lease;
  final LeaseVerticle.Kind kind;
  String deployment;
  boolean deploying;
  boolean leaving;
  int failures;
  private long retryAt;

  Actor(Lease lease, LeaseVerticle.Kind kind) {
    this.lease = lease;
    this.kind = kind;
  }

  /** It did not start; returns the seconds until the next try. */
  int failed() {
    int wait = RESTART_SECONDS[Math.min(failures, RESTART_SECONDS.length - 1)];
    failures++;
    retryAt = System.nanoTime() + wait * 1_000_000_000L;
    return wait;
  }

  /** Whether the next try is not due yet. */
  boolean resting() {
    return failures > 0 && System.nanoTime() < retryAt;
  }
}
