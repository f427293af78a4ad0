package io.tributary.sdk;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * Wrong codes of the last minute. An address may send a few; what all of them may send is bounded
 * too, as an address is easily had. Thread-safe.
 */
final class AttemptLimiter {
  private static final long MINUTE = 60_000_000_000L;

  private final int ofOne;
  private final int ofAll;
  private final LongSupplier nanos;
  private final Deque<Wrong> wrong = new ArrayDeque<>();

  private record Wrong(String from, long at) {}

  /**
   * @param ofOne wrong codes a minute of one address
   * @param ofAll of all together
   * @param nanos any monotonic clock
   */
  AttemptLimiter(int ofOne, int ofAll, LongSupplier nanos) {
    this.ofOne = ofOne;
    this.ofAll = ofAll;
    this.nanos = nanos;
  }

  /**
   * Whether no code of this address is looked at now.
   *
   * @param from address; those of one network of IPv6 count as one
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

  /** Whoever has one address of IPv6 has 2^64 of them. */
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
