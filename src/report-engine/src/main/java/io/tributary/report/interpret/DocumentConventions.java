package io.tributary.report.interpret;

import io.tributary.report.interpret.RowInterpreter.Read;
import io.tributary.report.page.TextSpan;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Conventions of a scanned report, used to detect misread rows that deviate from them.
 *
 * <p>Tracks the decimal separator of the document and whether it prints units. If many rows of a
 * page are impossible, the remaining rows of that page are less trustworthy too.
 */
final class DocumentConventions {
  /**
   * Number with a decimal separator. Exactly three digits after it are excluded, because they may
   * be thousands.
   */
  private static final Pattern DECIMAL =
      Pattern.compile(
          "(?<![\\d.,])(?:\\d{1,3}([.,])(?:\\d{1,2}|\\d{4,})|0([.,])\\d{3})(?![\\d.,])");

  private static final int ENOUGH = 5;
  private static final int TIMES = 5;

  /** Minimum fraction of measured rows that must have a unit. */
  private static final double MOST = 0.7;

  /** Unit kinds that may be printed without a unit. */
  private static final Set<String> BARE = Set.of("", "1", "H", "M/M", "N/N", "V/V", "M/N", "N/M");

  /**
   * Warnings that indicate misread digits. {@code SUM_OFF} is excluded, because any one of several
   * members may be wrong.
   */
  private static final Set<WarningReason> IMPOSSIBLE =
      EnumSet.of(
          WarningReason.FLAG_CONTRADICTS,
          WarningReason.FAR_FROM_RANGE,
          WarningReason.POINT_MISSING,
          WarningReason.RANGE_ODD,
          WarningReason.IMPLAUSIBLE,
          WarningReason.LETTERS_IN_VALUE);

  private static final int SEVERAL = 3;
  private static final double MANY = 0.06;

  private final Map<Character, Integer> signs = new HashMap<>();
  private final Function<Read, String> kinds;
  private int withUnit;
  private int withoutUnit;

  /**
   * @param rows rows of scanned pages
   * @param kinds returns the kind of unit in which the row's LOINC code is measured
   */
  DocumentConventions(List<Read> rows, Function<Read, String> kinds) {
    this.kinds = kinds;
    for (Read r : rows) {
      for (String text : List.of(r.row().value().text(), range(r))) {
        Matcher m = DECIMAL.matcher(text);
        while (m.find()) {
          signs.merge(sign(m), 1, Integer::sum);
        }
      }
      if (isNumber(r) && r.row().units().isPresent()) {
        withUnit++;
      } else if (needsUnit(r)) {
        withoutUnit++;
      }
    }
  }

  private static char sign(Matcher m) {
    return (m.group(1) == null ? m.group(2) : m.group(1)).charAt(0);
  }

  private static String range(Read r) {
    return r.row().range().map(TextSpan::text).orElse("");
  }

  private static boolean isNumber(Read r) {
    return switch (r.value()) {
      case ParsedValue.Number v -> true;
      case ParsedValue.Limit v -> true;
      case ParsedValue.Span v -> true;
      case ParsedValue.Other v -> false;
    };
  }

  private boolean needsUnit(Read r) {
    return isNumber(r)
        && r.row().units().isEmpty()
        && r.unit().isEmpty()
        && !BARE.contains(kinds.apply(r));
  }

  /** Checks whether the row lacks a unit although nearly all other measured rows have one. */
  boolean lacksUnit(Read r) {
    return withUnit >= ENOUGH && withUnit >= MOST * (withUnit + withoutUnit) && needsUnit(r);
  }

  /**
   * Checks whether the decimal separator differs from nearly all others, or, if there are too few
   * others, from the one in the same row.
   */
  boolean isOtherSign(Read r, String text) {
    Matcher m = DECIMAL.matcher(text);
    while (m.find()) {
      char other = sign(m) == '.' ? ',' : '.';
      boolean beside = has(other, r.row().value().text()) || has(other, range(r));
      if (isUsual(other, sign(m)) || beside && !isUsual(sign(m), other)) {
        return true;
      }
    }
    return false;
  }

  private boolean isUsual(char sign, char other) {
    return signs.getOrDefault(sign, 0) >= Math.max(ENOUGH, TIMES * signs.getOrDefault(other, 0));
  }

  private static boolean has(char sign, String text) {
    return DECIMAL.matcher(text).results().anyMatch(m -> m.group().indexOf(sign) >= 0);
  }

  /**
   * Checks whether enough rows of a page are impossible that its other numbers may be wrong as
   * well.
   */
  static boolean isMuddled(Collection<? extends Collection<WarningReason>> page) {
    long odd = page.stream().filter(d -> d.stream().anyMatch(IMPOSSIBLE::contains)).count();
    return odd >= SEVERAL && odd >= MANY * page.size();
  }
}
