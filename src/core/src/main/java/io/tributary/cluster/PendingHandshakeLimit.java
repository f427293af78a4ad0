package io.tributary.cluster;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Who may stand at the members' port without having said who he is. Each one holds a thread for
 * some seconds, so there are few places: so many for each address, so many for whoever comes, and
 * as many again that nobody but the addresses of the members' list can have. Thread-safe.
 */
final class PendingHandshakeLimit {
  /** A machine may run a few nodes. */
  static final int OF_ONE_ADDRESS = 4;

  static final int FOR_ALL = 8;
  static final int FOR_LISTED = 8;

  private final Predicate<InetAddress> listed;
  private final Map<InetAddress, Integer> standing = new HashMap<>();
  private int all;
  private int reserved;

  /**
   * @param listed whether an address is in the members' list; does not block
   */
  PendingHandshakeLimit(Predicate<InetAddress> listed) {
    this.listed = listed;
  }

  /** A place that is held. */
  interface Place {
    void leave();
  }

  /** Null when there is none. */
  Place enter(InetAddress from) {
    if (enterAsAny(from)) {
      return () -> leaveAsAny(from);
    }
    // Asked without the lock, and only when it matters.
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
