package io.tributary.lab.account;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Physician duties that the customer performs itself instead of the platform. */
public enum DelegatedResponsibility {
  NOT_DELEGATED(false, false),
  RESULT_DELEGATED(false, true),
  ORDER_DELEGATED(true, false),
  FULLY_DELEGATED(true, true);

  private final boolean customerOrders;
  private final boolean customerFollowsUp;

  DelegatedResponsibility(boolean orders, boolean followsUp) {
    this.customerOrders = orders;
    this.customerFollowsUp = followsUp;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<DelegatedResponsibility> fromWireName(String wire) {
    return Arrays.stream(values()).filter(f -> f.wireName().equals(wire)).findFirst();
  }

  static List<String> wireNames() {
    return Arrays.stream(values()).map(DelegatedResponsibility::wireName).toList();
  }

  /**
   * Returns whether each order must name the customer's physician. Otherwise the platform's
   * physician signs.
   */
  public boolean needsPhysician() {
    return customerOrders;
  }

  /**
   * Returns whether the customer calls the patient after a critical result. Otherwise the platform
   * does.
   */
  public boolean customerFollowsUp() {
    return customerFollowsUp;
  }
}
