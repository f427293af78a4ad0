package io.tributary.pull;

import java.time.Duration;

/**
 * Thrown when no permit was granted in time or the pull must stop. The work returns to its queue.
 */
final class PermitDenied extends RuntimeException {
  /** Scope of the wait. */
  enum DenialScope {
    /** All users of the application. */
    APP,
    /** One user. */
    USER,
    /** All work on this node: another node owns the throttle and cannot be reached. */
    NODE,
    /** No wait: the work was stopped. */
    NONE
  }

  private final transient Duration wait;
  private final DenialScope scope;

  PermitDenied(Duration wait, DenialScope whose) {
    super("no permit to call the provider", null, false, false);
    this.wait = wait;
    this.scope = whose;
  }

  /** Creates the exception for work that was stopped. */
  static PermitDenied stopped() {
    return new PermitDenied(Duration.ZERO, DenialScope.NONE);
  }

  /** Returns the wait after which a new request makes sense. */
  Duration retryAfter() {
    return wait;
  }

  DenialScope scope() {
    return scope;
  }
}
