package io.tributary.report.interpret;

import io.tributary.report.interpret.RowInterpreter.InterpretedRow;
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

  private static final int MIN_EVIDENCE = 5;
  private static final int MAJORITY_RATIO = 5;

  /** Minimum fraction of measured rows that must have a unit. */
  private static final double MIN_UNIT_SHARE = 0.7;

  /** Unit kinds that may be printed without a unit. */
  private static final Set<String> UNITLESS_KINDS =
      Set.of("", "1", "H", "M/M", "N/N", "V/V", "M/N", "N/M");

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

  private static final int MIN_IMPOSSIBLE_ROWS = 3;
  private static final double MIN_IMPOSSIBLE_SHARE = 0.06;

  private final Map<Character, Integer> separatorCounts = new HashMap<>();
  private final Function<InterpretedRow, String> unitKind;
  private int withUnit;
  private int withoutUnit;

  /**
   * @param rows rows of scanned pages
   * @param unitKind returns the kind of unit in which the row's LOINC code is measured
   */
  DocumentConventions(List<InterpretedRow> rows, Function<InterpretedRow, String> kinds) {
    this.unitKind = kinds;
    for (InterpretedRow r : rows) {
      for (String text : List.of(r.row().value().text(), range(r))) {
        Matcher m = DECIMAL.matcher(text);
        while (m.find()) {
          separatorCounts.merge(separator(m), 1, Integer::sum);
        }
      }
      if (isNumber(r) && r.row().units().isPresent()) {
        withUnit++;
      } else if (needsUnit(r)) {
        withoutUnit++;
      }
    }
  }

  private static char separator(Matcher m) {
    return (m.group(1) == null ? m.group(2) : m.group(1)).charAt(0);
  }

  private static String range(InterpretedRow r) {
    return r.row().range().map(TextSpan::text).orElse("");
  }

  private static boolean isNumber(InterpretedRow r) {
    return switch (r.value()) {
      case ParsedValue.Number v -> true;
      case ParsedValue.Limit v -> true;
      case ParsedValue.Span v -> true;
      case ParsedValue.Other v -> false;
    };
  }

  private boolean needsUnit(InterpretedRow r) {
    return isNumber(r)
        && r.row().units().isEmpty()
        && r.unit().isEmpty()
        && !UNITLESS_KINDS.contains(unitKind.apply(r));
  }

  /** Checks whether the row lacks a unit although nearly all other measured rows have one. */
  boolean lacksUnit(InterpretedRow r) {
    return withUnit >= MIN_EVIDENCE
        && withUnit >= MIN_UNIT_SHARE * (withUnit + withoutUnit)
        && needsUnit(r);
  }

  /**
   * Checks whether the decimal separator differs from nearly all others, or, if there are too few
   * others, from the one in the same row.
   */
  boolean hasUnusualSeparator(InterpretedRow r, String text) {
    Matcher m = DECIMAL.matcher(text);
    while (m.find()) {
      char other = separator(m) == '.' ? ',' : '.';
      boolean beside =
          containsSeparator(other, r.row().value().text()) || containsSeparator(other, range(r));
      if (isUsual(other, separator(m)) || beside && !isUsual(separator(m), other)) {
        return true;
      }
    }
    return false;
  }

  private boolean isUsual(char sign, char other) {
    return separatorCounts.getOrDefault(sign, 0)
        >= Math.max(MIN_EVIDENCE, MAJORITY_RATIO * separatorCounts.getOrDefault(other, 0));
  }

  private static boolean containsSeparator(char sign, String text) {
    return DECIMAL.matcher(text).results().anyMatch(m -> m.group().indexOf(sign) >= 0);
  }

  /**
   * Checks whether enough rows of a page are impossible that its other numbers may be wrong as
   * well.
   */
  static boolean isUnreliablePage(Collection<? extends Collection<WarningReason>> page) {
    long odd = page.stream().filter(d -> d.stream().anyMatch(IMPOSSIBLE::contains)).count();
    return odd >= MIN_IMPOSSIBLE_ROWS && odd >= MIN_IMPOSSIBLE_SHARE * page.size();
  }
}
