package io.tributary.sdk;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * Limits wrong pairing codes per minute, per address and in total. The total is limited because an
 * attacker can easily use many addresses. Thread-safe.
 */
final class AttemptLimiter {
  private static final long MINUTE = 60_000_000_000L;

  private final int ofOne;
  private final int ofAll;
  private final LongSupplier nanos;
  private final Deque<Wrong> wrong = new ArrayDeque<>();

  private record Wrong(String from, long at) {}

  /**
   * @param ofOne wrong codes per minute from one address
   * @param ofAll wrong codes per minute from all addresses
   * @param nanos any monotonic clock
   */
  AttemptLimiter(int ofOne, int ofAll, LongSupplier nanos) {
    this.ofOne = ofOne;
    this.ofAll = ofAll;
    this.nanos = nanos;
  }

  /**
   * Returns true when codes from this address are rejected unchecked.
   *
   * @param from client address; IPv6 addresses of one /64 network count as one
   */
  synchronized boolean stopped(String from) {
    long now = nanos.getAsLong();
    while (!wrong.isEmpty() && now - wrong.peekFirst().at() > MINUTE) {
      wrong.removeFirst();
    }
    String network = network(from);
    return wrong.size() >= ofAll
        || wrong.stream().filter(w -> w.from().equals(network)).count() >= ofOne;
  }

  synchronized void wrong(String from) {
    wrong.addLast(new Wrong(network(from), nanos.getAsLong()));
  }

  /** Returns the network of an address, because a holder of one IPv6 network has 2^64 addresses. */
  static String network(String address) {
    if (address.indexOf(':') < 0 || address.contains(".")) {
      return address;
    }
    String[] halves = address.split("::", 2);
    String[] first = halves[0].isEmpty() ? new String[0] : halves[0].split(":");
    int groups = halves.length == 1 ? first.length : 4;
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < Math.min(4, groups); i++) {
      out.append(i < first.length ? first[i] : "0").append(':');
    }
    return out.toString();
  }
}
