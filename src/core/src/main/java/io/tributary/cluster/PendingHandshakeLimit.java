package io.tributary.cluster;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Limits the unauthenticated connections on the member port. Thread-safe.
 *
 * <p>Each pending handshake holds a thread for some seconds. There are 8 slots for any address, at
 * most 4 of them per address, and 8 more that only addresses in the member list can use.
 */
final class PendingHandshakeLimit {
  /** One machine may run several nodes. */
  static final int OF_ONE_ADDRESS = 4;

  static final int FOR_ALL = 8;
  static final int FOR_LISTED = 8;

  private final Predicate<InetAddress> listed;
  private final Map<InetAddress, Integer> standing = new HashMap<>();
  private int all;
  private int reserved;

  /**
   * @param listed whether an address is in the member list; must not block
   */
  PendingHandshakeLimit(Predicate<InetAddress> listed) {
    this.listed = listed;
  }

  /** Slot that is held until released. */
  interface Place {
    void leave();
  }

  /** Takes a slot; null if none is free. */
  Place enter(InetAddress from) {
    if (enterAsAny(from)) {
      return () -> leaveAsAny(from);
    }
    // Called without the lock, and only if the slots for any address are taken.
    return listed.test(from) && enterAsListed() ? this::leaveAsListed : null;
  }

  private synchronized boolean enterAsAny(InetAddress from) {
    int now = standing.getOrDefault(from, 0);
    if (all == FOR_ALL || now == OF_ONE_ADDRESS) {
      return false;
    }
    all++;
    standing.put(from, now + 1);
    return true;
  }

  private synchronized void leaveAsAny(InetAddress from) {
    all--;
    standing.computeIfPresent(from, (a, n) -> n == 1 ? null : n - 1);
  }

  private synchronized boolean enterAsListed() {
    if (reserved == FOR_LISTED) {
      return false;
    }
    reserved++;
    return true;
  }

  private synchronized void leaveAsListed() {
    reserved--;
  }
}
