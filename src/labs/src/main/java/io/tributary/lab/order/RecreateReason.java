package io.tributary.lab.order;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Why an order is made again. */
enum RecreateReason {
  /** Another laboratory is to do it: the old one's account does not count. */
  INCORRECT_LAB,
  INCORRECT_TESTS,
  INCORRECT_ACCOUNT,
  OTHER;

  static List<String> words() {
    return Arrays.stream(values()).map(Enum::name).toList();
  }

  static Optional<RecreateReason> of(String word) {
    return Arrays.stream(values()).filter(r -> r.name().equals(word)).findFirst();
  }
}
