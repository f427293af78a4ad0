package io.tributary.report.meaning;

import java.math.BigDecimal;

/** Numbers as they are printed. */
final class Numbers {
  private Numbers() {}

  /** Without needless noughts and without an exponent of its own. */
  static BigDecimal plain(BigDecimal n) {
    BigDecimal stripped = n.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
