package io.tributary.lab.result;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Status of a result under review. */
enum ReviewStatus {
  MATCHED,
  PENDING_CUSTOMER_REVIEW,
  PENDING_OPS_REVIEW,
  RESOLVED;

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<ReviewStatus> fromWireName(String text) {
    return Arrays.stream(values()).filter(s -> s.wireName().equals(text)).findFirst();
  }
}
