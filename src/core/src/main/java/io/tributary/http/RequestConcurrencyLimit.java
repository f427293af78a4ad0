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
 * <p>Shared by all event loops. A request passes two limits. {@link #tryEnter} counts all requests,
 * including those whose caller is not authenticated yet; its limit is {@code max + max(16, max /
 * 4)}. Afterwards {@link #tryAcquireSlot} takes one of {@code max} slots on behalf of the caller.
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
  static final int MAX_LARGE_BODIES = 4;

  /**
   * Time during which a rejected caller counts as active when shares are computed. Rejected callers
   * are told to retry within it.
   */
  private static final long REJECTED_CALLER_TTL_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Caller shared by all requests without a key. */
  static final Object ANONYMOUS = "nobody";

  private final int max;
  private final int maxInFlight;
  private final int fairnessThreshold;
  private final RejectedRequests rejections;
  private final LongSupplier nanos;
  private final Semaphore largeBodies = new Semaphore(MAX_LARGE_BODIES);
  private final AtomicInteger count = new AtomicInteger();
  private final Map<Object, Integer> slotsByCaller = new HashMap<>();
  private final Map<Object, Long> rejectedAt = new HashMap<>();
  private int slotsTaken;

  /**
   * @param max number of slots
   * @param fairFrom percentage of slots that are given to any caller
   * @param nanos monotonic clock in nanoseconds
   */
  public RequestConcurrencyLimit(
      int max, int fairFrom, RejectedRequests rejections, LongSupplier nanos) {
    this.max = max;
    this.maxInFlight = max + Math.max(16, max / 4);
    this.fairnessThreshold = (int) ((long) max * fairFrom / 100);
    this.rejections = rejections;
    this.nanos = nanos;
  }

  boolean tryEnter() {
    if (count.incrementAndGet() > maxInFlight) {
      count.decrementAndGet();
      rejections.count(RejectedRequests.RejectionReason.IN_FLIGHT);
      return false;
    }
    return true;
  }

  /** Ends a request that {@link #tryEnter} counted. */
  void leave() {
    count.decrementAndGet();
  }

  /**
   * Takes a slot for a team, an organization or {@link #ANONYMOUS}.
   *
   * @return false if no slot is available
   */
  synchronized boolean tryAcquireSlot(Object caller) {
    boolean full = slotsTaken >= max;
    int own = slotsByCaller.getOrDefault(caller, 0);
    if (full || slotsTaken >= fairnessThreshold && own >= fairShare(caller)) {
      rejectedAt.put(caller, nanos.getAsLong());
      rejections.count(
          full
              ? RejectedRequests.RejectionReason.IN_FLIGHT
              : RejectedRequests.RejectionReason.FAIR_PART);
      return false;
    }
    rejectedAt.remove(caller);
    slotsByCaller.put(caller, own + 1);
    slotsTaken++;
    return true;
  }

  synchronized void releaseSlot(Object caller) {
    slotsTaken--;
    slotsByCaller.computeIfPresent(caller, (w, n) -> n == 1 ? null : n - 1);
  }

  /**
   * Returns the fair share: the slots divided by the callers that are active or were recently
   * rejected.
   */
  private int fairShare(Object caller) {
    long now = nanos.getAsLong();
    rejectedAt.values().removeIf(since -> now - since > REJECTED_CALLER_TTL_NANOS);
    int there = slotsByCaller.size();
    for (Object w : rejectedAt.keySet()) {
      there += slotsByCaller.containsKey(w) ? 0 : 1;
    }
    if (!slotsByCaller.containsKey(caller) && !rejectedAt.containsKey(caller)) {
      there++;
    }
    return Math.max(1, max / there);
  }

  boolean tryAcquireLargeBody() {
    return largeBodies.tryAcquire();
  }

  void releaseLargeBody() {
    largeBodies.release();
  }

  /** Returns the number of requests in flight. */
  public int count() {
    return count.get();
  }

  /** Returns the number of slots in use. */
  synchronized int slotsInUse() {
    return slotsTaken;
  }
}
