package io.tributary.provider.apple;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * View of a byte range in the scanner's buffer, valid until the scanner advances. A file has
 * hundreds of millions of attribute values, and few of them are needed as strings.
 */
final class ByteSlice {
  private static final double[] POWERS_OF_TEN = new double[23];

  static {
    POWERS_OF_TEN[0] = 1;
    for (int i = 1; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = POWERS_OF_TEN[i - 1] * 10;
    }
  }

  byte[] bytes;
  int from;
  int to;

  void set(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  int length() {
    return to - from;
  }

  boolean contentEquals(byte[] text) {
    return Arrays.equals(bytes, from, to, text, 0, text.length);
  }

  @Override
  public String toString() {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  byte[] copy() {
    return Arrays.copyOfRange(bytes, from, to);
  }

  static int hash(byte[] b, int from, int to) {
    int h = to - from;
    for (int i = from; i < to; i++) {
      h = 31 * h + b[i];
    }
    return h ^ h >>> 15;
  }

  /** Parses a decimal number; returns NaN for anything else. */
  double toDouble() {
    int i = from;
    boolean negative = i < to && bytes[i] == '-';
    if (negative || i < to && bytes[i] == '+') {
      i++;
    }
    long digits = 0;
    int count = 0;
    int fraction = -1;
    int seen = 0;
    for (; i < to; i++) {
      int b = bytes[i];
      if (b >= '0' && b <= '9') {
        seen++;
        if (count > 0 || b != '0') {
          count++;
        }
        if (count > 15) {
          return parseDecimal();
        }
        digits = digits * 10 + (b - '0');
        if (fraction >= 0) {
          fraction++;
        }
      } else if (b == '.' && fraction < 0) {
        fraction = 0;
      } else {
        return parseDecimal();
      }
    }
    if (seen == 0 || fraction >= POWERS_OF_TEN.length) {
      return parseDecimal();
    }
    // Both operands are exact, so the quotient is the nearest double, as a parser would return it.
    double value = fraction > 0 ? digits / POWERS_OF_TEN[fraction] : digits;
    return negative ? -value : value;
  }

  /** Parses exponents and long fractions. */
  private double parseDecimal() {
    for (int i = from; i < to; i++) {
      int b = bytes[i];
      if (!(b >= '0' && b <= '9' || b == '.' || b == '-' || b == '+' || b == 'e' || b == 'E')) {
        return Double.NaN;
      }
    }
    try {
      double value = Double.parseDouble(toString());
      return Double.isFinite(value) ? value : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
