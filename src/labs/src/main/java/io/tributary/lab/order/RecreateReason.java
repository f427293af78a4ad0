package io.tributary.lab.order;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reason for recreating an order. */
enum RecreateReason {
  /** Another laboratory performs the tests, so the old order's account does not apply. */
  INCORRECT_LAB,
  INCORRECT_TESTS,
  INCORRECT_ACCOUNT,
  OTHER;

  static List<String> wireNames() {
    return Arrays.stream(values()).map(Enum::name).toList();
  }

  static Optional<RecreateReason> fromWireName(String word) {
    return Arrays.stream(values()).filter(r -> r.name().equals(word)).findFirst();
  }
}
