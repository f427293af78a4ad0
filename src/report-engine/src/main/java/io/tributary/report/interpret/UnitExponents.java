package io.tributary.report.interpret;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Powers of ten after the numbers of a range.
 *
 * <p>They belong to the unit, whether they are printed once or after each number. Whether they
 * apply to the limits depends on the unit of the value: if the unit contains a power of ten, the
 * limits are used as printed. If the value is printed with one, the limits are scaled. Otherwise
 * the scale that brings the limits near the value is used, and no range if that is ambiguous. If
 * the numbers have different powers, each power belongs to its number and not to the unit.
 */
final class UnitExponents {
  private static final Pattern POWER =
      Pattern.compile(
          "\\s*[x*]\\s?10\\s?[\\^*e(]{1,2}\\s?(\\d{1,2})\\)?"
              + "|\\s*[x*]\\s?10(\\d{1,2})(?=\\s*(?:cells?)?\\s*/\\s*[a-zµμ])"
              + "|(?<![\\d.,])10\\s?[\\^*e]\\s?(\\d{1,2})(?=\\s*(?:cells?)?\\s*/\\s*[a-zµμ])"
              + "|(?<=\\d\\s)10(3|6|9|12)(?=\\s*(?:cells?)?\\s*/\\s*[a-zµμ])");
  private static final Pattern IN_UNIT =
      Pattern.compile(
          "(?i)10\\s?[\\^*e(³⁶⁹¹]|x\\s?10|^10\\d|\\b(?:k|thou\\w*|mil\\w*|lakhs?|lacs?)\\b");

  /** Factor beyond which a value cannot be in the same unit as the range. */
  private static final BigDecimal MAX_FACTOR = BigDecimal.TEN;

  private final String text;
  private final List<Integer> exponents;

  /**
   * @param text range text in lower case
   */
  UnitExponents(String text) {
    this.text = text;
    this.exponents = POWER.matcher(text).results().map(UnitExponents::exponent).toList();
  }

  private static int exponent(MatchResult m) {
    for (int i = 1; i <= m.groupCount(); i++) {
      if (m.group(i) != null) {
        return Integer.parseInt(m.group(i));
      }
    }
    throw new IllegalStateException("a power without an exponent");
  }

  /** Checks whether the numbers have different powers of ten, so that none belongs to the unit. */
  boolean hasDifferentPowers() {
    return exponents.stream().distinct().count() > 1;
  }

  /** Returns the range without its powers of ten. */
  String rangeWithoutPowers() {
    return hasDifferentPowers() ? text : POWER.matcher(text).replaceAll(" ");
  }

  /** Returns the limits in the unit of the value, or no limits if the unit is ambiguous. */
  ReportedRange scaleToValue(
      ReportedRange bounds, Optional<String> units, String printed, ParsedValue value) {
    if (exponents.isEmpty() || bounds.isEmpty()) {
      return bounds;
    }
    boolean inUnit = units.filter(u -> IN_UNIT.matcher(u).find()).isPresent();
    if (hasDifferentPowers()) {
      return inUnit ? ReportedRange.EMPTY : bounds;
    }
    if (inUnit || printed.isEmpty()) {
      return bounds;
    }
    ReportedRange larger = bounds.scaled(exponents.getFirst());
    Matcher own = POWER.matcher(CharacterNormalizer.normalize(printed).toLowerCase(Locale.ROOT));
    if (own.find()) {
      return larger;
    }
    if (!(value instanceof ParsedValue.Number n)) {
      return units.isEmpty() ? bounds : ReportedRange.EMPTY;
    }
    boolean small = isNear(bounds, n.number());
    boolean large = isNear(larger, n.number());
    if (small == large) {
      return ReportedRange.EMPTY;
    }
    return small ? bounds : larger;
  }

  private static boolean isNear(ReportedRange bounds, BigDecimal n) {
    boolean low = bounds.min().filter(m -> n.multiply(MAX_FACTOR).compareTo(m) < 0).isPresent();
    boolean high = bounds.max().filter(m -> n.compareTo(m.multiply(MAX_FACTOR)) > 0).isPresent();
    return !low && !high;
  }
}
