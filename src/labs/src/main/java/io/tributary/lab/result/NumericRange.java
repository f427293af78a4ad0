package io.tributary.lab.result;

import io.tributary.lab.protocol.NumericText;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbers a text stands for: one, all above or below one, or all between two. An absent bound
 * means that there is no end on that side.
 */
public record NumericRange(Optional<Bound> low, Optional<Bound> high) {
  private static final String NUMBER = "[+-]?(?:\\d{1,30}(?:\\.\\d{0,30})?|\\.\\d{1,30})";
  private static final Pattern ONE_SIDED = Pattern.compile("([<>])(=|OR=)?(" + NUMBER + ")");
  private static final Pattern TWO_SIDED = Pattern.compile("(" + NUMBER + ")-(" + NUMBER + ")");

  /**
   * One end.
   *
   * @param inclusive whether the number itself belongs to it
   */
  public record Bound(BigDecimal at, boolean inclusive) {}

  /** Empty for words, ratios, and ranges whose ends are the wrong way round. */
  public static Optional<NumericRange> read(String text) {
    String bare = bare(text);
    Optional<BigDecimal> number = NumericText.number(bare);
    if (number.isPresent()) {
      Bound only = new Bound(number.get(), true);
      return Optional.of(new NumericRange(Optional.of(only), Optional.of(only)));
    }
    return ends(bare);
  }

  /** As {@link #read}, but a number alone is no range. */
  static Optional<NumericRange> range(String text) {
    return ends(bare(text));
  }

  private static Optional<NumericRange> ends(String bare) {
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
    return NumericText.number(text).orElseThrow();
  }

  private static String bare(String text) {
    return text.replaceAll("[\\s\\u00a0\\u2009\\u202f]", "")
        .replace("\u2264", "<=")
        .replace("\u2265", ">=")
        .replace('\u2013', '-')
        .replace('\u2014', '-')
        .replace('\u2212', '-')
        .toUpperCase(Locale.ROOT);
  }

  /**
   * Whether the value lies above this range; empty when some of what it may be does and some does
   * not, or there is no upper end.
   */
  public Optional<Boolean> isBelow(NumericRange value) {
    return high.flatMap(end -> beyond(end, value.low, value.high, 1));
  }

  /** Whether the value lies below this range; as {@link #isBelow}. */
  public Optional<Boolean> isAbove(NumericRange value) {
    return low.flatMap(end -> beyond(end, value.high, value.low, -1));
  }

  /**
   * @param near the end of the value that comes first from inside the range
   * @param sign 1 when beyond means more, -1 when it means less
   */
  private static Optional<Boolean> beyond(
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
