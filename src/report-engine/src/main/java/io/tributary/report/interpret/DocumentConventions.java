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
 * What a scanned report does elsewhere: which sign its decimals have, and whether it prints units.
 * A row that does otherwise was misread. And where many numbers of a page cannot be, the others are
 * less sure too.
 */
final class DocumentConventions {
  /** Not between thousands, as three figures after it might be. */
  private static final Pattern DECIMAL =
      Pattern.compile(
          "(?<![\\d.,])(?:\\d{1,3}([.,])(?:\\d{1,2}|\\d{4,})|0([.,])\\d{3})(?![\\d.,])");

  private static final int ENOUGH = 5;
  private static final int TIMES = 5;

  /** Of the rows that are measured in a unit. */
  private static final double MOST = 0.7;

  /** Kinds of units of what may be printed without any. */
  private static final Set<String> BARE = Set.of("", "1", "H", "M/M", "N/N", "V/V", "M/N", "N/M");

  /** What tells that figures were taken for others; of a sum that is off it may be one of many. */
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
   * @param rows of scanned pages
   * @param kinds the kind of unit that a row's code is measured in
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

  /** Measured in a unit, and none read, where nearly all others have theirs. */
  boolean lacksUnit(Read r) {
    return withUnit >= ENOUGH && withUnit >= MOST * (withUnit + withoutUnit) && needsUnit(r);
  }

  /**
   * A number whose decimals have another sign than nearly all others, or than those beside it where
   * there are not so many.
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

  /** Whether so many rows of a page cannot be that its other numbers may be wrong as well. */
  static boolean isMuddled(Collection<? extends Collection<WarningReason>> page) {
    long odd = page.stream().filter(d -> d.stream().anyMatch(IMPOSSIBLE::contains)).count();
    return odd >= SEVERAL && odd >= MANY * page.size();
  }
}
