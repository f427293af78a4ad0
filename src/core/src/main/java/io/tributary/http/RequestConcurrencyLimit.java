package io.tributary.http;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Limits the number of concurrent requests of this node, with fair shares per team (ADR 0122).
 *
 * <p>Shared by all event loops. A request passes two limits. {@link #enter} counts all requests,
 * including those whose caller is not authenticated yet; its limit is {@code max + max(16, max /
 * 4)}. Afterwards {@link #take} takes one of {@code max} slots on behalf of the caller.
 *
 * <p>While fewer than {@code fairFrom} percent of the slots are taken, every caller gets a slot.
 * Above that, a caller that already holds its fair share gets none. The fair share is {@code max}
 * divided by the number of callers that hold a slot or were rejected within the last five seconds,
 * and at least 1.
 */
public final class RequestConcurrencyLimit {
  /**
   * Number of large bodies that are buffered at once for clients that are not authenticated yet.
   */
  static final int LARGE_BODIES = 4;

  /**
   * Time during which a rejected caller counts as active when shares are computed. Rejected callers
   * are told to retry within it.
   */
  private static final long WAITS = TimeUnit.SECONDS.toNanos(5);

  /** Caller shared by all requests without a key. */
  static final Object NOBODY = "nobody";

  private final int max;
  private final int door;
  private final int plenty;
  private final RejectedRequests turnedAway;
  private final LongSupplier nanos;
  private final Semaphore large = new Semaphore(LARGE_BODIES);
  private final AtomicInteger count = new AtomicInteger();
  private final Map<Object, Integer> taken = new HashMap<>();
  private final Map<Object, Long> waiting = new HashMap<>();
  private int places;

  /**
   * @param max number of slots
   * @param fairFrom percentage of slots that are given to any caller
   * @param nanos monotonic clock in nanoseconds
   */
  public RequestConcurrencyLimit(
      int max, int fairFrom, RejectedRequests turnedAway, LongSupplier nanos) {
    this.max = max;
    this.door = max + Math.max(16, max / 4);
    this.plenty = (int) ((long) max * fairFrom / 100);
    this.turnedAway = turnedAway;
    this.nanos = nanos;
  }

  boolean enter() {
    if (count.incrementAndGet() > door) {
      count.decrementAndGet();
      turnedAway.count(RejectedRequests.Why.IN_FLIGHT);
      return false;
    }
    return true;
  }

  /** Ends a request that {@link #enter} counted. */
  void leave() {
    count.decrementAndGet();
  }

  /**
   * Takes a slot for a team, an organization or {@link #NOBODY}.
   *
   * @return false if no slot is available
   */
  synchronized boolean take(Object who) {
    boolean full = places >= max;
    int own = taken.getOrDefault(who, 0);
    if (full || places >= plenty && own >= part(who)) {
      waiting.put(who, nanos.getAsLong());
      turnedAway.count(full ? RejectedRequests.Why.IN_FLIGHT : RejectedRequests.Why.FAIR_PART);
      return false;
    }
    waiting.remove(who);
    taken.put(who, own + 1);
    places++;
    return true;
  }

  synchronized void giveBack(Object who) {
    places--;
    taken.computeIfPresent(who, (w, n) -> n == 1 ? null : n - 1);
  }

  /**
   * Returns the fair share: the slots divided by the callers that are active or were recently
   * rejected.
   */
  private int part(Object who) {
    long now = nanos.getAsLong();
    waiting.values().removeIf(since -> now - since > WAITS);
    int there = taken.size();
    for (Object w : waiting.keySet()) {
      there += taken.containsKey(w) ? 0 : 1;
    }
    if (!taken.containsKey(who) && !waiting.containsKey(who)) {
      there++;
    }
    return Math.max(1, max / there);
  }

  boolean enterLarge() {
    return large.tryAcquire();
  }

  void leaveLarge() {
    large.release();
  }

  /** Returns the number of requests in flight. */
  public int count() {
    return count.get();
  }

  /** Returns the number of slots in use. */
  synchronized int places() {
    return places;
  }
}
