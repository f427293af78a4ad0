package io.tributary.report.table;

import java.util.Optional;

/** The sex of a patient, for ranges that differ by it. */
enum Sex {
  MALE,
  FEMALE;

  static Optional<Sex> of(String text) {
    String plain = Signs.lower(text.strip());
    if (plain.matches("(?:f|female|woman|girl)\\b.*")) {
      return Optional.of(FEMALE);
    }
    return plain.matches("(?:m|male|man|boy)\\b.*") ? Optional.of(MALE) : Optional.empty();
  }
}
