package io.tributary.lab.result;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where a result that waits for a decision stands. */
enum ReviewStatus {
  MATCHED,
  PENDING_CUSTOMER_REVIEW,
  PENDING_OPS_REVIEW,
  RESOLVED;

  /** As it is written in JSON. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<ReviewStatus> of(String text) {
    return Arrays.stream(values()).filter(s -> s.text().equals(text)).findFirst();
  }
}
