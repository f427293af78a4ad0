package io.tributary.lab.insurance;

import java.util.Arrays;
import java.util.List;

/**
 * Set of codes that an ICD-10-CM reference denotes: a code with its descendants, a range of them,
 * and conditions on further characters. Codes have no point.
 *
 * <p>Text form: {@code E08}, {@code E08-E13}, {@code E08-E13/62} (62 follows the first three
 * characters), {@code T36-T50#56=1234} (the fifth or sixth character is one of 1234).
 *
 * @param suffix characters that must follow the category; empty = any
 * @param positions positions of which one must hold a character of {@code chars}; empty = none
 */
record IcdPattern(String low, String high, String suffix, String positions, String chars) {
  static IcdPattern parse(String text) {
    String codes = text;
    String rest = "";
    String places = "";
    String chars = "";
    int hash = codes.indexOf('#');
    if (hash >= 0) {
      int is = codes.indexOf('=', hash);
      places = codes.substring(hash + 1, is);
      chars = codes.substring(is + 1);
      codes = codes.substring(0, hash);
    }
    int slash = codes.indexOf('/');
    if (slash >= 0) {
      rest = codes.substring(slash + 1);
      codes = codes.substring(0, slash);
    }
    int dash = codes.indexOf('-');
    return dash < 0
        ? new IcdPattern(codes, codes, rest, places, chars)
        : new IcdPattern(codes.substring(0, dash), codes.substring(dash + 1), rest, places, chars);
  }

  /** Parses several patterns, separated by spaces. */
  static List<IcdPattern> parseAll(String text) {
    return text.isEmpty()
        ? List.of()
        : Arrays.stream(text.split(" ")).map(IcdPattern::parse).toList();
  }

  boolean matches(String code) {
    return low.compareTo(prefix(code, low)) <= 0
        && high.compareTo(prefix(code, high)) >= 0
        && (suffix.isEmpty() || code.length() > 3 && code.startsWith(suffix, 3))
        && (positions.isEmpty() || positions.chars().anyMatch(p -> hasCharAt(code, p - '0')));
  }

  /**
   * Prefix of the code with the length of the bound, because all descendants of a bound belong to
   * the range.
   */
  private static String prefix(String code, String bound) {
    return code.length() > bound.length() ? code.substring(0, bound.length()) : code;
  }

  private boolean hasCharAt(String code, int place) {
    return code.length() >= place && chars.indexOf(code.charAt(place - 1)) >= 0;
  }
}
