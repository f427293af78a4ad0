package io.tributary.report.interpret;

import io.tributary.report.interpret.RangeSelector.PrintedLimits;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses printed reference ranges.
 *
 * <p>Powers of ten are separated from the numbers first, then the part for the patient's sex and
 * age is selected, and from the remaining ranges the one to compare with is chosen.
 */
final class RangeParser {
  /** Number that is not part of a titer. */
  private static final String SINGLE_NUMBER =
      "(?<!\\d:)(?<!\\d: )(" + NumberParser.NUMBER + ")(?![\\d.,]*\\s?:\\s?\\d)";

  private static final String SIGNED = "\\(?" + SINGLE_NUMBER + "\\)?";

  /** Interval or one-sided limit. */
  static final Pattern EXPRESSION =
      Pattern.compile(
          "(?:between\\s+)?(?<![\\d.,])"
              + SIGNED
              + "\\s*%?\\s*(?:-|to|until|thru|through|and|~|\\.\\.+|…)\\s*"
              + SIGNED
              + "(?![\\d.,]*\\d)"
              + "|(<\\s*(?:or\\s*)?=|>\\s*(?:or\\s*)?=|=\\s*<|=\\s*>|<|>)\\s*"
              + SINGLE_NUMBER
              + "|\\b(less than or equal to|less than|lower than|not more than|no more than|up"
              + " ?to|below|under|maximum|max\\.?)\\s*:?\\s*"
              + SINGLE_NUMBER
              + "|\\b(greater than or equal to|greater than|more than|higher than|at"
              + " least|above|over|minimum|min\\.?)\\s*:?\\s*"
              + SINGLE_NUMBER
              + "|(?<![\\d.,])"
              + SINGLE_NUMBER
              + "\\s*(?:or|and|&)\\s*(more|greater|above|higher|over|less|lower|below|under)\\b");

  /** Reference to a note. */
  private static final Pattern NOTE =
      Pattern.compile(
          "\\b(?:notes?|ref|see)\\b\\.?\\s*[#(\\[]?\\s*\\d{1,2}(?!\\s*[-<>%]|[\\d.,]*\\d)");

  /** Maximum length of a range; longer texts are remarks. */
  private static final int MAX_LENGTH = 400;

  private final NumberParser numbers;
  private final PatientSex sex;
  private final Optional<Integer> years;

  /**
   * @param years age, if known
   */
  RangeParser(NumberParser numbers, PatientSex sex, Optional<Integer> years) {
    this.numbers = numbers;
    this.sex = sex;
    this.years = years;
  }

  /**
   * Context of a range within its row.
   *
   * @param about name and remarks, which may state collection conditions
   */
  record RowContext(String about, String printed, ParsedValue value, Optional<String> units) {
    static final RowContext NOTHING =
        new RowContext("", "", new ParsedValue.Other(ValueKind.COMMENT), Optional.empty());
  }

  /**
   * Returns only what can be parsed without ambiguity. The lower limit may be above the upper one.
   */
  ReportedRange parse(String printed, RowContext row) {
    if (printed.length() > MAX_LENGTH) {
      return ReportedRange.EMPTY;
    }
    String text = CharacterNormalizer.normalize(printed).toLowerCase(Locale.ROOT);
    UnitExponents powers = new UnitExponents(text);
    String own = SexSpecificRange.select(powers.rangeWithoutPowers(), sex, years);
    ReportedRange bounds = new RangeSelector(own, findRanges(own), row.about).select();
    return powers.scaleToValue(bounds, row.units, row.printed, row.value);
  }

  /** Checks whether a printed range contains a number other than in a unit or a note reference. */
  static boolean hasNumber(String printed) {
    if (printed.length() > MAX_LENGTH) {
      return printed.chars().anyMatch(Character::isDigit);
    }
    String text =
        new UnitExponents(CharacterNormalizer.normalize(printed).toLowerCase(Locale.ROOT))
            .rangeWithoutPowers();
    return NOTE.matcher(text).replaceAll(" ").chars().anyMatch(Character::isDigit);
  }

  /** Checks whether the printed range lists several classes instead of one plain range. */
  boolean isClassList(String printed) {
    return printed.length() <= MAX_LENGTH
        && findRanges(CharacterNormalizer.normalize(printed).toLowerCase(Locale.ROOT)).size() > 1;
  }

  private List<PrintedLimits> findRanges(String text) {
    List<PrintedLimits> out = new ArrayList<>();
    Matcher m = EXPRESSION.matcher(text);
    while (m.find()) {
      toRange(m).ifPresent(b -> out.add(new PrintedLimits(b, m.start(), m.end())));
    }
    return out;
  }

  private Optional<ReportedRange> toRange(Matcher m) {
    if (m.group(1) != null) {
      // Both ends use one format: 1.000-2.500 means thousands, 1.005-1.030 a specific gravity.
      boolean density =
          NumberParser.isSpecificGravity(m.group(1)) && NumberParser.isSpecificGravity(m.group(2));
      Optional<BigDecimal> a = numbers.parse(m.group(1), density);
      Optional<BigDecimal> b = numbers.parse(m.group(2), density);
      return a.isPresent() && b.isPresent()
          ? Optional.of(ReportedRange.between(a.get(), b.get()))
          : Optional.empty();
    }
    if (m.group(3) != null) {
      boolean upper = m.group(3).contains("<");
      return oneSided(m.group(4), upper);
    }
    if (m.group(5) != null) {
      return oneSided(m.group(6), true);
    }
    if (m.group(7) != null) {
      return oneSided(m.group(8), false);
    }
    boolean upper = List.of("less", "lower", "below", "under").contains(m.group(10));
    return oneSided(m.group(9), upper);
  }

  private Optional<ReportedRange> oneSided(String number, boolean upper) {
    return numbers
        .parse(number, false)
        .map(n -> upper ? ReportedRange.upTo(n) : ReportedRange.from(n));
  }
}
