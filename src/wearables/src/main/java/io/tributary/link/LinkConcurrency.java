package io.tributary.link;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Limits concurrent links on this node, so that a provider that hangs delays its own links only.
 * Thread-safe.
 *
 * <p>Each provider has a number of slots for calls. A link that waits for a permit does not use a
 * provider slot. It uses one of the slots of its application, so a team whose quota is exhausted
 * delays its own links only. In total a limited number of links may wait for permits, and all
 * applications of one provider may use at most half of them.
 */
final class LinkConcurrency {
  private final int slotsPerKey;
  private final int maxWaiting;
  private final Map<Object, Integer> inUse = new HashMap<>();
  private final Map<String, Integer> waitingByProvider = new HashMap<>();
  private int waitingTotal;

  /**
   * @param slotsPerKey slots per provider, and per application for links that wait for permits
   * @param maxWaiting links that may wait for permits, across all providers; at most half of them
   *     for one provider
   */
  LinkConcurrency(int each, int waiting) {
    this.slotsPerKey = each;
    this.maxWaiting = waiting;
  }

  /**
   * Runs the work at once or rejects it. Waiting behind a provider that hangs would only exceed the
   * caller's timeout.
   *
   * @param full exception to throw when no slot is free
   */
  <T> T run(String provider, Supplier<T> work, Supplier<? extends RuntimeException> full) {
    if (!acquire(provider)) {
      throw full.get();
    }
    try {
      return work.get();
    } finally {
      release(provider);
    }
  }

  /**
   * Acquires a permit before running the work.
   *
   * @param app application whose quota is used
   * @param leave acquires the permit; may wait
   */
  <L, T> T run(
      String provider,
      UUID app,
      Supplier<L> leave,
      Function<L, T> work,
      Supplier<? extends RuntimeException> full) {
    L had = acquirePermit(provider, app, leave, full);
    return run(provider, () -> work.apply(had), full);
  }

  private <L> L acquirePermit(
      String provider, UUID app, Supplier<L> leave, Supplier<? extends RuntimeException> full) {
    if (!acquireWait(provider, app)) {
      throw full.get();
    }
    try {
      return leave.get();
    } finally {
      releaseWait(provider, app);
    }
  }

  private synchronized boolean acquireWait(String provider, UUID app) {
    int ofProvider = waitingByProvider.getOrDefault(provider, 0);
    if (waitingTotal == maxWaiting || ofProvider >= (maxWaiting + 1) / 2 || !acquire(app)) {
      return false;
    }
    waitingTotal++;
    waitingByProvider.put(provider, ofProvider + 1);
    return true;
  }

  private synchronized void releaseWait(String provider, UUID app) {
    waitingTotal--;
    waitingByProvider.computeIfPresent(provider, (p, n) -> n == 1 ? null : n - 1);
    release(app);
  }

  private synchronized boolean acquire(Object whose) {
    int now = inUse.getOrDefault(whose, 0);
    if (now == slotsPerKey) {
      return false;
    }
    inUse.put(whose, now + 1);
    return true;
  }

  private synchronized void release(Object whose) {
    inUse.computeIfPresent(whose, (w, n) -> n == 1 ? null : n - 1);
  }
}
