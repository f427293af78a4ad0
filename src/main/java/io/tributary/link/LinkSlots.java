package io.tributary.link;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Lets so many links of a provider run at a time on this node: one that hangs holds up its own
 * links only. Thread-safe.
 */
final class LinkSlots {
  private final int each;
  private final Map<String, Semaphore> byProvider = new ConcurrentHashMap<>();

  LinkSlots(int each) {
    this.each = each;
  }

  /**
   * Runs the work at once or not at all: who waits for a provider that hangs would only wait longer
   * than the caller does.
   *
   * @param full thrown when no slot is free
   */
  <T> T run(String provider, Supplier<T> work, Supplier<? extends RuntimeException> full) {
    Semaphore free = byProvider.computeIfAbsent(provider, p -> new Semaphore(each));
    if (!free.tryAcquire()) {
      throw full.get();
    }
    try {
      return work.get();
    } finally {
      free.release();
    }
  }
}
