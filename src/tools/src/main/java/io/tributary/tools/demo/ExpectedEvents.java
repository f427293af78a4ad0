package io.tributary.tools.demo;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which events must come, by what the API says, and which came. An event is named by what it
 * announces, so that two messages about one thing show.
 */
final class ExpectedEvents {
  private final Set<String> expected = ConcurrentHashMap.newKeySet();
  private final Map<String, Set<String>> received = new ConcurrentHashMap<>();
  private final Set<String> messages = ConcurrentHashMap.newKeySet();
  private final AtomicInteger deliveries = new AtomicInteger();
  private final AtomicInteger bad = new AtomicInteger();

  static String connection(String user) {
    return "connection " + user;
  }

  static String device(String user, String device) {
    return "device " + user + " " + device;
  }

  /** A run of a historical pull is known by the end of its range: each run has its own. */
  static String pull(String user, String resource, Instant rangeEnd) {
    return "pull " + user + " " + resource + " " + rangeEnd;
  }

  void expect(String name) {
    expected.add(name);
  }

  /** It must not come after all. */
  void forget(String name) {
    expected.remove(name);
  }

  /** A delivery with a good signature. */
  void received(String messageId, String name) {
    deliveries.incrementAndGet();
    messages.add(messageId);
    received.computeIfAbsent(name, n -> ConcurrentHashMap.newKeySet()).add(messageId);
  }

  void badSignature() {
    bad.incrementAndGet();
  }

  int expected() {
    return expected.size();
  }

  /** Expected events that came. */
  int came() {
    return (int) expected.stream().filter(received::containsKey).count();
  }

  List<String> missing() {
    return expected.stream().filter(name -> !received.containsKey(name)).sorted().toList();
  }

  /** Messages beyond the expected events: daily data of polls above all. */
  int beyond() {
    return messages.size() - came();
  }

  /** Deliveries of a message that had been delivered before. */
  int duplicates() {
    return deliveries.get() - messages.size();
  }

  /** Historical pulls that were announced by more than one message; each run announces one. */
  List<String> announcedTwice() {
    return received.entrySet().stream()
        .filter(e -> e.getKey().startsWith("pull ") && e.getValue().size() > 1)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  int badSignatures() {
    return bad.get();
  }

  /** Grows with everything that arrives. */
  int deliveries() {
    return deliveries.get();
  }
}
