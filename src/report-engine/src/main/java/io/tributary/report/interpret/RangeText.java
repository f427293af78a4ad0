package io.tributary.report.interpret;

import io.tributary.report.interpret.RangeChoice.Piece;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reference ranges as they are printed. */
final class RangeText {
  /** A number that is no part of a titre. */
  private static final String N =
      "(?<!\\d:)(?<!\\d: )(" + NumberParser.NUMBER + ")(?![\\d.,]*\\s?:\\s?\\d)";

  private static final String SIGNED = "\\(?" + N + "\\)?";

  /** From one number to another, or to one side of a number. */
  static final Pattern EXPRESSION =
      Pattern.compile(
          "(?:between\\s+)?(?<![\\d.,])"
              + SIGNED
              + "\\s*%?\\s*(?:-|to|until|thru|through|and|~|\\.\\.+|…)\\s*"
              + SIGNED
              + "(?![\\d.,]*\\d)"
              + "|(<\\s*(?:or\\s*)?=|>\\s*(?:or\\s*)?=|=\\s*<|=\\s*>|<|>)\\s*"
              + N
              + "|\\b(less than or equal to|less than|lower than|not more than|no more than|up"
              + " ?to|below|under|maximum|max\\.?)\\s*:?\\s*"
              + N
              + "|\\b(greater than or equal to|greater than|more than|higher than|at"
              + " least|above|over|minimum|min\\.?)\\s*:?\\s*"
              + N
              + "|(?<![\\d.,])"
              + N
              + "\\s*(?:or|and|&)\\s*(more|greater|above|higher|over|less|lower|below|under)\\b");

  /** Where more is said of a range. */
  private static final Pattern NOTE =
      Pattern.compile(
          "\\b(?:notes?|ref|see)\\b\\.?\\s*[#(\\[]?\\s*\\d{1,2}(?!\\s*[-<>%]|[\\d.,]*\\d)");

  /** Longer texts are remarks. */
  private static final int LONGEST = 400;

  private final NumberParser numbers;
  private final PatientSex sex;
  private final Optional<Integer> years;

  /**
   * @param years of age, if known
   */
  RangeText(NumberParser numbers, PatientSex sex, Optional<Integer> years) {
    this.numbers = numbers;
    this.sex = sex;
    this.years = years;
  }

  /**
   * What a row says beside its range.
   *
   * @param about name and remarks, which may tell under what conditions a specimen was taken
   */
  record Beside(String about, String printed, ParsedValue value, Optional<String> units) {
    static final Beside NOTHING =
        new Beside("", "", new ParsedValue.Other(ValueKind.COMMENT), Optional.empty());
  }

  /** Only what can be read beyond doubt; its lower end may be above its upper one. */
  ReportedRange read(String printed, Beside row) {
    if (printed.length() > LONGEST) {
      return ReportedRange.NONE;
    }
    String text = CharacterNormalizer.plain(printed).toLowerCase(Locale.ROOT);
    UnitExponents powers = new UnitExponents(text);
    String own = SexSpecificRange.of(powers.without(), sex, years);
    ReportedRange bounds = new RangeChoice(own, pieces(own), row.about).bounds();
    return powers.scaled(bounds, row.units, row.printed, row.value);
  }

  /** Whether a printed range has a number of its own: not in a unit, nor that of a note. */
  static boolean hasNumber(String printed) {
    if (printed.length() > LONGEST) {
      return printed.chars().anyMatch(Character::isDigit);
    }
    String text =
        new UnitExponents(CharacterNormalizer.plain(printed).toLowerCase(Locale.ROOT)).without();
    return NOTE.matcher(text).replaceAll(" ").chars().anyMatch(Character::isDigit);
  }

  /** Whether the printed range lists what values mean, and is no plain range. */
  boolean isList(String printed) {
    return printed.length() <= LONGEST
        && pieces(CharacterNormalizer.plain(printed).toLowerCase(Locale.ROOT)).size() > 1;
  }

  private List<Piece> pieces(String text) {
    List<Piece> out = new ArrayList<>();
    Matcher m = EXPRESSION.matcher(text);
    while (m.find()) {
      bounds(m).ifPresent(b -> out.add(new Piece(b, m.start(), m.end())));
    }
    return out;
  }

  private Optional<ReportedRange> bounds(Matcher m) {
    if (m.group(1) != null) {
      // Both ends are written alike: 1.000-2.500 is thousands where 1.005-1.030 is a density.
      boolean density = NumberParser.isDensity(m.group(1)) && NumberParser.isDensity(m.group(2));
      Optional<BigDecimal> a = numbers.read(m.group(1), density);
      Optional<BigDecimal> b = numbers.read(m.group(2), density);
      return a.isPresent() && b.isPresent()
          ? Optional.of(ReportedRange.between(a.get(), b.get()))
          : Optional.empty();
    }
    if (m.group(3) != null) {
      boolean upper = m.group(3).contains("<");
      return one(m.group(4), upper);
    }
    if (m.group(5) != null) {
      return one(m.group(6), true);
    }
    if (m.group(7) != null) {
      return one(m.group(8), false);
    }
    boolean upper = List.of("less", "lower", "below", "under").contains(m.group(10));
    return one(m.group(9), upper);
  }

  private Optional<ReportedRange> one(String number, boolean upper) {
    return numbers
        .read(number, false)
        .map(n -> upper ? ReportedRange.upTo(n) : ReportedRange.from(n));
  }
}
