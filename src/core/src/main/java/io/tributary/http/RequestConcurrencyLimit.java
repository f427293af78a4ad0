package io.tributary.http;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * How many requests this node serves at once; shared by all its event loops. A request first comes
 * through the door, where nobody knows whose it is, then takes one of the places. When places get
 * scarce, a team that has its equal part gets no more of them while others are there (ADR 0122).
 */
public final class RequestConcurrencyLimit {
  /** Bodies of many megabytes that are held at once of senders whom nobody knows yet. */
  static final int LARGE_BODIES = 4;

  /** Whoever got no place counts as being there for so long: he is told to come back by then. */
  private static final long WAITS = TimeUnit.SECONDS.toNanos(5);

  /** Those that came in without a key. */
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
   * @param max places
   * @param fairFrom percent of them that are given to whoever comes
   * @param nanos any monotonic clock
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

  /** Ends what {@link #enter} began. */
  void leave() {
    count.decrementAndGet();
  }

  /** A place for a request of this team, organisation or {@link #NOBODY}. */
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

  /** Of the places, divided by those who are there or came in vain a moment ago. */
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

  /** Requests in flight now. */
  public int count() {
    return count.get();
  }

  /** Places that are taken now. */
  synchronized int places() {
    return places;
  }
}
