package io.tributary.report.layout;

import java.util.Optional;

/** Sex of a patient, for sex-specific ranges. */
enum RangeSex {
  MALE,
  FEMALE;

  static Optional<RangeSex> of(String text) {
    String plain = TextPatterns.lower(text.strip());
    if (plain.matches("(?:f|female|woman|girl)\\b.*")) {
      return Optional.of(FEMALE);
    }
    return plain.matches("(?:m|male|man|boy)\\b.*") ? Optional.of(MALE) : Optional.empty();
  }
}
