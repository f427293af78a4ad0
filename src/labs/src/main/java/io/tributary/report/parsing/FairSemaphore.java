package io.tributary.report.parsing;

import io.tributary.core.ServiceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Semaphore that divides permits fairly among keys, such as teams, for expensive work on virtual
 * threads.
 *
 * <p>Among the waiting requests, the one whose key holds the fewest permits goes first; equal keys
 * are served in order of arrival. A request also waits while its key holds its own maximum.
 *
 * @param <K> type of the keys
 */
final class FairSemaphore<K> {
  private static final Duration RETRY = Duration.ofSeconds(5);

  private final Duration wait;
  private final String busy;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Waiter<K>> waiters = new ArrayList<>();
  private final Map<K, Integer> held = new HashMap<>();
  private int free;

  /** Waiting request, compared by identity because one key may wait several times. */
  private static final class Waiter<K> {
    private final K key;
    private final int maxHeld;

    private Waiter(K who, int most) {
      this.key = who;
      this.maxHeld = most;
    }
  }

  /**
   * @param busy message of the 503 if no permit is granted in time
   */
  FairSemaphore(int atOnce, Duration wait, String busy) {
    this.free = atOnce;
    this.wait = wait;
    this.busy = busy;
  }

  /**
   * Runs the work once a permit is granted.
   *
   * @param maxHeld maximum number of permits that the key may hold at once
   * @throws ServiceException 503 if no permit is granted in time
   */
  <T> T run(K who, int most, Supplier<T> work) {
    acquire(who, most);
    try {
      return work.get();
    } finally {
      release(who);
    }
  }

  private void acquire(K who, int most) {
    Waiter<K> me = new Waiter<>(who, most);
    lock.lock();
    try {
      waiters.add(me);
      long left = wait.toNanos();
      while (nextWaiter() != me) {
        if (left <= 0) {
          throw ServiceException.unavailable(busy, RETRY);
        }
        left = changed.awaitNanos(left);
      }
      free--;
      held.merge(who, 1, Integer::sum);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ServiceException.unavailable("the node is shutting down; try again", RETRY);
    } finally {
      waiters.remove(me);
      changed.signalAll();
      lock.unlock();
    }
  }

  /** Returns the request that goes next; null if none can. */
  private Waiter<K> nextWaiter() {
    return free == 0
        ? null
        : waiters.stream()
            .filter(a -> held(a) < a.maxHeld)
            .min(Comparator.comparingInt(this::held))
            .orElse(null);
  }

  private int held(Waiter<K> asker) {
    return held.getOrDefault(asker.key, 0);
  }

  private void release(K who) {
    lock.lock();
    try {
      free++;
      held.computeIfPresent(who, (w, n) -> n == 1 ? null : n - 1);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of granted and waiting requests. */
  int size() {
    lock.lock();
    try {
      return waiters.size() + held.values().stream().mapToInt(n -> n).sum();
    } finally {
      lock.unlock();
    }
  }
}
