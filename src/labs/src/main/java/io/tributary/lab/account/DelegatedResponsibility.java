package io.tributary.lab.account;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the customer does by itself of what a physician must do. */
public enum DelegatedResponsibility {
  NOT_DELEGATED(false, false),
  RESULT_DELEGATED(false, true),
  ORDER_DELEGATED(true, false),
  FULLY_DELEGATED(true, true);

  private final boolean orders;
  private final boolean followsUp;

  DelegatedResponsibility(boolean orders, boolean followsUp) {
    this.orders = orders;
    this.followsUp = followsUp;
  }

  /** As in JSON and in the database. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<DelegatedResponsibility> of(String wire) {
    return Arrays.stream(values()).filter(f -> f.wire().equals(wire)).findFirst();
  }

  static List<String> words() {
    return Arrays.stream(values()).map(DelegatedResponsibility::wire).toList();
  }

  /** Whether each order must name the customer's physician; else the platform's steps in. */
  public boolean needsPhysician() {
    return orders;
  }

  /** Whether the customer calls the patient after a critical result; else the platform does. */
  public boolean customerFollowsUp() {
    return followsUp;
  }
}
