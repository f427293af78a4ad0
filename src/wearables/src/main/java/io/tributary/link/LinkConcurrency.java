package io.tributary.link;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Lets so many links of a provider run at a time on this node: one that hangs holds up its own
 * links only. Who still waits for leave to call takes none of these places but one of its
 * application's: a team whose own quota is used up holds up its own links only, and all
 * applications of a provider together no more than half of those that may wait. Thread-safe.
 */
final class LinkConcurrency {
  private final int each;
  private final int waiting;
  private final Map<Object, Integer> taken = new HashMap<>();
  private final Map<String, Integer> waitingFor = new HashMap<>();
  private int waits;

  /**
   * @param each links of a provider, and as many of an application that wait for leave
   * @param waiting that wait for leave, of all providers; half of them of one
   */
  LinkConcurrency(int each, int waiting) {
    this.each = each;
    this.waiting = waiting;
  }

  /**
   * Runs the work at once or not at all: who waits for a provider that hangs would only wait longer
   * than the caller does.
   *
   * @param full thrown when no slot is free
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
   * The same for work that needs leave first.
   *
   * @param app whose quota it is
   * @param leave waits
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
