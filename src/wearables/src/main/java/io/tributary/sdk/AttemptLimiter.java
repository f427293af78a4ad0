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

  private final int perAddress;
  private final int total;
  private final LongSupplier nanos;
  private final Deque<FailedAttempt> failures = new ArrayDeque<>();

  private record FailedAttempt(String from, long at) {}

  /**
   * @param perAddress wrong codes per minute from one address
   * @param total wrong codes per minute from all addresses
   * @param nanos any monotonic clock
   */
  AttemptLimiter(int ofOne, int ofAll, LongSupplier nanos) {
    this.perAddress = ofOne;
    this.total = ofAll;
    this.nanos = nanos;
  }

  /**
   * Returns true when codes from this address are rejected unchecked.
   *
   * @param from client address; IPv6 addresses of one /64 network count as one
   */
  synchronized boolean isBlocked(String from) {
    long now = nanos.getAsLong();
    while (!failures.isEmpty() && now - failures.peekFirst().at() > MINUTE) {
      failures.removeFirst();
    }
    String network = network(from);
    return failures.size() >= total
        || failures.stream().filter(w -> w.from().equals(network)).count() >= perAddress;
  }

  synchronized void recordFailure(String from) {
    failures.addLast(new FailedAttempt(network(from), nanos.getAsLong()));
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
