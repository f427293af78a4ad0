package io.tributary.tools.demo;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Expected events, derived from the API's state, and received events. An event is named after its
 * content, so that two messages about the same fact are detected.
 */
final class ExpectedEvents {
  private final Set<String> expected = ConcurrentHashMap.newKeySet();
  private final Map<String, Set<String>> received = new ConcurrentHashMap<>();
  private final Set<String> messages = ConcurrentHashMap.newKeySet();
  private final AtomicInteger deliveries = new AtomicInteger();
  private final AtomicInteger badSignatures = new AtomicInteger();

  static String connection(String user) {
    return "connection " + user;
  }

  static String device(String user, String device) {
    return "device " + user + " " + device;
  }

  /** Names a historical pull by the end of its range, which is different for each run. */
  static String pull(String user, String resource, Instant rangeEnd) {
    return "pull " + user + " " + resource + " " + rangeEnd;
  }

  void expect(String name) {
    expected.add(name);
  }

  /** Removes an expectation. */
  void unexpect(String name) {
    expected.remove(name);
  }

  /** Records a delivery with a valid signature. */
  void received(String messageId, String name) {
    deliveries.incrementAndGet();
    messages.add(messageId);
    received.computeIfAbsent(name, n -> ConcurrentHashMap.newKeySet()).add(messageId);
  }

  void badSignature() {
    badSignatures.incrementAndGet();
  }

  int expected() {
    return expected.size();
  }

  /** Returns the number of expected events that were received. */
  int receivedCount() {
    return (int) expected.stream().filter(received::containsKey).count();
  }

  List<String> missing() {
    return expected.stream().filter(name -> !received.containsKey(name)).sorted().toList();
  }

  /** Returns the number of messages beyond the expected events, mainly daily data of polls. */
  int unexpectedCount() {
    return messages.size() - receivedCount();
  }

  /** Returns the number of repeated deliveries of a message. */
  int duplicates() {
    return deliveries.get() - messages.size();
  }

  /** Returns the historical pulls that several messages with different IDs announced. */
  List<String> announcedTwice() {
    return received.entrySet().stream()
        .filter(e -> e.getKey().startsWith("pull ") && e.getValue().size() > 1)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  int badSignatures() {
    return badSignatures.get();
  }

  /** Returns the number of all deliveries. */
  int deliveries() {
    return deliveries.get();
  }
}
