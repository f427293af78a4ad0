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
  static final int SLOTS_PER_ADDRESS = 4;

  static final int GENERAL_SLOTS = 8;
  static final int RESERVED_SLOTS = 8;

  private final Predicate<InetAddress> listed;
  private final Map<InetAddress, Integer> heldByAddress = new HashMap<>();
  private int generalHeld;
  private int reservedHeld;

  /**
   * @param listed whether an address is in the member list; must not block
   */
  PendingHandshakeLimit(Predicate<InetAddress> listed) {
    this.listed = listed;
  }

  /** Slot that is held until released. */
  interface HandshakeSlot {
    void release();
  }

  /** Takes a slot; null if none is free. */
  HandshakeSlot acquire(InetAddress from) {
    if (acquireGeneral(from)) {
      return () -> releaseGeneral(from);
    }
    // Called without the lock, and only if the slots for any address are taken.
    return listed.test(from) && acquireReserved() ? this::releaseReserved : null;
  }

  private synchronized boolean acquireGeneral(InetAddress from) {
    int now = heldByAddress.getOrDefault(from, 0);
    if (generalHeld == GENERAL_SLOTS || now == SLOTS_PER_ADDRESS) {
      return false;
    }
    generalHeld++;
    heldByAddress.put(from, now + 1);
    return true;
  }

  private synchronized void releaseGeneral(InetAddress from) {
    generalHeld--;
    heldByAddress.computeIfPresent(from, (a, n) -> n == 1 ? null : n - 1);
  }

  private synchronized boolean acquireReserved() {
    if (reservedHeld == RESERVED_SLOTS) {
      return false;
    }
    reservedHeld++;
    return true;
  }

  private synchronized void releaseReserved() {
    reservedHeld--;
  }
}
