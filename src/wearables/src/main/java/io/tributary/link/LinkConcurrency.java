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
  private final int each;
  private final int waiting;
  private final Map<Object, Integer> taken = new HashMap<>();
  private final Map<String, Integer> waitingFor = new HashMap<>();
  private int waits;

  /**
   * @param each slots per provider, and per application for links that wait for permits
   * @param waiting links that may wait for permits, across all providers; at most half of them for
   *     one provider
   */
  LinkConcurrency(int each, int waiting) {
    this.each = each;
    this.waiting = waiting;
  }

  /**
   * Runs the work at once or rejects it. Waiting behind a provider that hangs would only exceed the
   * caller's timeout.
   *
   * @param full exception to throw when no slot is free
   */
  <T> T run(String provider, Supplier<T> work, Supplier<? extends RuntimeException> full) {
    if (!take(provider)) {
      throw full.get();
    }
    try {
      return work.get();
    } finally {
      giveBack(provider);
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
    L had = waitFor(provider, app, leave, full);
    return run(provider, () -> work.apply(had), full);
  }

  private <L> L waitFor(
      String provider, UUID app, Supplier<L> leave, Supplier<? extends RuntimeException> full) {
    if (!takeWait(provider, app)) {
      throw full.get();
    }
    try {
      return leave.get();
    } finally {
      giveBackWait(provider, app);
    }
  }

  private synchronized boolean takeWait(String provider, UUID app) {
    int ofProvider = waitingFor.getOrDefault(provider, 0);
    if (waits == waiting || ofProvider >= (waiting + 1) / 2 || !take(app)) {
      return false;
    }
    waits++;
    waitingFor.put(provider, ofProvider + 1);
    return true;
  }

  private synchronized void giveBackWait(String provider, UUID app) {
    waits--;
    waitingFor.computeIfPresent(provider, (p, n) -> n == 1 ? null : n - 1);
    giveBack(app);
  }

  private synchronized boolean take(Object whose) {
    int now = taken.getOrDefault(whose, 0);
    if (now == each) {
      return false;
    }
    taken.put(whose, now + 1);
    return true;
  }

  private synchronized void giveBack(Object whose) {
    taken.computeIfPresent(whose, (w, n) -> n == 1 ? null : n - 1);
  }
}
