package io.tributary.lab.result;

import io.tributary.lab.protocol.NumericText;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numeric meaning of a text: a single number, a one-sided range or a two-sided range. An absent
 * bound means that the range is unbounded on that side.
 */
public record NumericRange(Optional<Bound> low, Optional<Bound> high) {
  private static final String NUMBER = "[+-]?(?:\\d{1,30}(?:\\.\\d{0,30})?|\\.\\d{1,30})";
  private static final Pattern ONE_SIDED = Pattern.compile("([<>])(=|OR=)?(" + NUMBER + ")");
  private static final Pattern TWO_SIDED = Pattern.compile("(" + NUMBER + ")-(" + NUMBER + ")");

  /**
   * Bound of a range.
   *
   * @param inclusive whether the number itself belongs to the range
   */
  public record Bound(BigDecimal at, boolean inclusive) {}

  /** Parses a text; empty for words, ratios and ranges with reversed bounds. */
  public static Optional<NumericRange> parse(String text) {
    String bare = normalize(text);
    Optional<BigDecimal> number = NumericText.parseNumber(bare);
    if (number.isPresent()) {
      Bound only = new Bound(number.get(), true);
      return Optional.of(new NumericRange(Optional.of(only), Optional.of(only)));
    }
    return parseBounds(bare);
  }

  /** Parses like {@link #parse}, but a single number is not a range. */
  static Optional<NumericRange> parseRange(String text) {
    return parseBounds(normalize(text));
  }

  private static Optional<NumericRange> parseBounds(String bare) {
    Matcher one = ONE_SIDED.matcher(bare);
    if (one.matches()) {
      Optional<Bound> end = Optional.of(new Bound(decimal(one.group(3)), one.group(2) != null));
      return Optional.of(
          one.group(1).equals("<")
              ? new NumericRange(Optional.empty(), end)
              : new NumericRange(end, Optional.empty()));
    }
    Matcher two = TWO_SIDED.matcher(bare);
    if (!two.matches()) {
      return Optional.empty();
    }
    Bound low = new Bound(decimal(two.group(1)), true);
    Bound high = new Bound(decimal(two.group(2)), true);
    return low.at().compareTo(high.at()) > 0
        ? Optional.empty()
        : Optional.of(new NumericRange(Optional.of(low), Optional.of(high)));
  }

  private static BigDecimal decimal(String text) {
    return NumericText.parseNumber(text).orElseThrow();
  }

  private static String normalize(String text) {
    return text.replaceAll("[\\s\\u00a0\\u2009\\u202f]", "")
        .replace("\u2264", "<=")
        .replace("\u2265", ">=")
        .replace('\u2013', '-')
        .replace('\u2014', '-')
        .replace('\u2212', '-')
        .toUpperCase(Locale.ROOT);
  }

  /**
   * Returns whether this range lies completely below the value. Empty when the value overlaps the
   * upper bound or there is none.
   */
  public Optional<Boolean> isBelow(NumericRange value) {
    return high.flatMap(end -> isBeyond(end, value.low, value.high, 1));
  }

  /** Returns whether this range lies completely above the value, analogous to {@link #isBelow}. */
  public Optional<Boolean> isAbove(NumericRange value) {
    return low.flatMap(end -> isBeyond(end, value.high, value.low, -1));
  }

  /**
   * @param near bound of the value that is nearer to the inside of the range
   * @param sign 1 to test above the range, -1 to test below it
   */
  private static Optional<Boolean> isBeyond(
      Bound end, Optional<Bound> near, Optional<Bound> far, int sign) {
    if (near.isPresent()) {
      int order = near.get().at().compareTo(end.at()) * sign;
      if (order > 0 || order == 0 && !(near.get().inclusive() && end.inclusive())) {
        return Optional.of(true);
      }
    }
    if (far.isPresent()) {
      int order = far.get().at().compareTo(end.at()) * sign;
      if (order < 0 || order == 0 && (end.inclusive() || !far.get().inclusive())) {
        return Optional.of(false);
      }
    }
    return Optional.empty();
  }
}
