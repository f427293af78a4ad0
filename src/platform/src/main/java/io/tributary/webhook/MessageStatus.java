package io.tributary.webhook;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Status of a message at an endpoint. A message being sent counts as pending. */
public enum MessageStatus {
  /** Waiting for its first or next attempt, or for an earlier message of the same user. */
  PENDING("pending", "held"),
  DELIVERED("delivered"),
  FAILED("failed"),

  /** The endpoint was disabled or deleted, or the payload was removed, before the delivery. */
  CANCELED("canceled");

  private final List<String> states;

  MessageStatus(String... states) {
    this.states = List.of(states);
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the values of column delivery.state for this status. */
  String[] states() {
    return states.toArray(String[]::new);
  }

  /**
   * Returns whether index delivery_undelivered contains the messages with this status and few
   * others.
   */
  boolean isUndelivered() {
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
