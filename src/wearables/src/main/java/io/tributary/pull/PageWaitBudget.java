package io.tributary.pull;

import java.time.Duration;

/**
 * Time that a page in progress may spend waiting for permits, across all of its waits. Thread-safe.
 *
 * <p>Abandoning a page means reading its first part again from the same quota. The limit of 16
 * minutes outlasts quota windows of a quarter of an hour.
 */
final class PageWaitBudget {
  private static final Duration LIMIT = Duration.ofMinutes(16);

  private boolean pageInProgress;
  private Duration waited = Duration.ZERO;

  /** Records that part of the page was read. */
  synchronized void pageStarted() {
    pageInProgress = true;
  }

  /** Records that the page was stored, so nothing would have to be read again. */
  synchronized void pageStored() {
    pageInProgress = false;
    waited = Duration.ZERO;
  }

  /** Returns true when waiting costs less than starting the page again. */
  synchronized boolean isWorthWaiting(Duration wait) {
    return pageInProgress && waited.plus(wait).compareTo(LIMIT) <= 0;
  }

  synchronized void addWait(Duration wait) {
    waited = waited.plus(wait);
  }
}
