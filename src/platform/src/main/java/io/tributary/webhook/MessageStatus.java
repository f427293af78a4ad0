package io.tributary.webhook;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where a message stands at an endpoint: webhooks.md §8. One under way counts as pending. */
public enum MessageStatus {
  /** It waits for its first or next attempt, or for an earlier message of its user. */
  PENDING("pending", "held"),
  DELIVERED("delivered"),
  FAILED("failed"),

  /** The endpoint was disabled or deleted, or the payload removed, before it was delivered. */
  CANCELED("canceled");

  private final List<String> states;

  MessageStatus(String... states) {
    this.states = List.of(states);
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it is in column delivery.state. */
  String[] states() {
    return states.toArray(String[]::new);
  }

  /** Whether index delivery_lost holds exactly these and few others. */
  boolean lost() {
    return this == FAILED || this == CANCELED;
  }

  public static Optional<MessageStatus> of(String wire) {
    return Arrays.stream(values()).filter(s -> s.wire().equals(wire)).findFirst();
  }

  static MessageStatus ofState(String state) {
    return Arrays.stream(values())
        .filter(s -> s.states.contains(state))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("delivery state: " + state));
  }

  public static List<String> wires() {
    return Arrays.stream(values()).map(MessageStatus::wire).toList();
  }
}
