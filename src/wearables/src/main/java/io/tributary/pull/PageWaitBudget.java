package io.tributary.pull;

import java.time.Duration;

/**
 * How long a page that is begun is waited for, all waits of it together: until windows of a quarter
 * of an hour are over. What was read of it would have to be read again, out of the same quota.
 * Thread-safe.
 */
final class PageWaitBudget {
  private static final Duration LIMIT = Duration.ofMinutes(16);

  private boolean begun;
  private Duration waited = Duration.ZERO;

  /** Something of it was read. */
  synchronized void begun() {
    begun = true;
  }

  /** None of it need be read again. */
  synchronized void stored() {
    begun = false;
    waited = Duration.ZERO;
  }

  /** Whether less is lost by this wait than by another begin. */
  synchronized boolean worth(Duration wait) {
    return begun && waited.plus(wait).compareTo(LIMIT) <= 0;
  }

  synchronized void waits(Duration wait) {
    waited = waited.plus(wait);
  }
}
