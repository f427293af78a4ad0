package io.tributary.report.interpret;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers as they are printed in one report.
 *
 * @param comma whether the comma stands before the decimals
 * @param sure whether anything told so; else {@code 250.000} may be thousands
 */
record NumberParser(boolean comma, boolean sure) {
  NumberParser(boolean comma) {
    this(comma, true);
  }

  /** A number: sign, digits with points and commas, power of ten. */
  static final String NUMBER =
      "[+-]?(?:\\d++(?:[.,]\\d++)*+|[.,]\\d++)(?:\\s?[eE][+-]?\\d{1,2}|\\s?[xX*]\\s?10\\s?[\\^*eE]\\s?[+-]?\\d{1,2})?";

  /** Longer texts are no numbers that anybody measured. */
  private static final int LONGEST = 40;

  private static final Pattern PARTS =
      Pattern.compile(
          "([+-]?)(\\d*(?:[.,]\\d+)*)(?:\\s?[eE]([+-]?\\d{1,2})|\\s?[xX*]\\s?10\\s?[\\^*eE]\\s?([+-]?\\d{1,2}))?");
  private static final Pattern GROUPED = Pattern.compile("\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?");
  private static final Pattern INDIAN = Pattern.compile("\\d{1,2}(?:,\\d{2})+,\\d{3}(?:\\.\\d+)?");
  private static final Pattern GROUPED_BY_POINTS =
      Pattern.compile("[1-9]\\d{0,2}(?:\\.\\d{3})+(?:,\\d+)?");
  private static final Pattern COMMA =
      Pattern.compile("(?<![\\d.,])\\d{1,4},(?:\\d{1,2}|\\d{4,})(?![\\d.,])");
  private static final Pattern SMALL = Pattern.compile("(?<![\\d.,])0,\\d+(?![\\d.,])");

  /** Three digits behind a point may be thousands, unless nought stands before it. */
  private static final Pattern POINT =
      Pattern.compile(
          "(?<![\\d.,])(?:0\\.\\d+|\\d{4,}\\.\\d+|\\d+\\.(?:\\d{1,2}|\\d{4,}))(?![\\d.,])");

  private static final Pattern POINTS_FIRST =
      Pattern.compile(
          "(?<![\\d.,])\\d{1,3}(?:\\.\\d{3})+,\\d+(?![\\d.,])|(?<![\\d.,])\\d{1,3}(?:\\.\\d{3}){2,}(?![\\d.,])");
  private static final Pattern COMMAS_FIRST =
      Pattern.compile(
          "(?<![\\d.,])\\d{1,3}(?:,\\d{3})+\\.\\d+(?![\\d.,])|(?<![\\d.,])\\d{1,3}(?:,\\d{3}){2,}(?![\\d.,])");

  /** One point that may stand before decimals or between thousands. */
  private static final Pattern OPEN =
      Pattern.compile("(?<![\\d.,])[1-9]\\d{0,2}\\.\\d{3}(?![\\d.,])");

  /** One comma, likewise. */
  private static final Pattern OPEN_COMMA =
      Pattern.compile("(?<![\\d.,])[1-9]\\d{0,2},\\d{3}(?![\\d.,])");

  /** Thousands are mostly round. */
  private static final Pattern ROUND = Pattern.compile("\\d,\\d{3}(?<=[05]0)");

  /** A density of urine has a point everywhere; so have thousands where a comma is usual. */
  private static final String DENSITY = "1\\.0\\d\\d";

  private static final Pattern DENSITY_WITHIN =
      Pattern.compile("(?<![\\d.,])" + DENSITY + "(?![\\d.,]*\\d)");
  private static final Pattern DENSITIES =
      Pattern.compile("[(\\[]?" + DENSITY + "\\s*(?:-|to)\\s*" + DENSITY + "[)\\]]?");

  /** By the evidence of all texts of a report that hold numbers. */
  static NumberParser of(Iterable<String> texts) {
    return of(texts, "");
  }

  /**
   * By the evidence of all texts of a report that hold numbers; where they say nothing, by where it
   * comes from.
   */
  static NumberParser of(Iterable<String> texts, String address) {
    int commas = 0;
    int points = 0;
    for (String t : texts) {
      commas += count(COMMA, t) + count(SMALL, t) + 2 * count(POINTS_FIRST, t);
      points += count(POINT, t) + 2 * count(COMMAS_FIRST, t);
    }
    if (commas == points) {
      boolean abroad = commas == 0 && Country.writesCommas(address);
      // Many laboratories abroad print points, so that the country makes nothing sure there.
      return new NumberParser(abroad, !abroad && commas == 0 && Country.writesPoints(address));
    }
    return new NumberParser(commas > points);
  }

  /** Whether a text has a number that may be a thousand times as much. */
  boolean isOpen(String text) {
    String plain = CharacterNormalizer.plain(text);
    return !sure && (OPEN.matcher(plain).find() || mixed(plain));
  }

  /** The same of a value with its range, which may tell that it is a density. */
  boolean isOpen(String value, String range) {
    boolean density =
        comma
            && !isDensities(range)
            && (DENSITY_WITHIN.matcher(value).find() || DENSITY_WITHIN.matcher(range).find());
    return density || isOpen(value) || isOpen(range);
  }

  private static boolean isDensities(String range) {
    return DENSITIES.matcher(CharacterNormalizer.plain(range)).matches();
  }

  private boolean mixed(String text) {
    // Without any evidence commas part thousands, as nearly everywhere where English is written.
    return OPEN_COMMA.matcher(text).find() && (comma || !ROUND.matcher(text).find());
  }

  private static int count(Pattern p, String text) {
    return (int) p.matcher(text).results().count();
  }

  /** Whether a text may be a density of urine, which has a point everywhere. */
  static boolean isDensity(String text) {
    return text.matches(DENSITY);
  }

  /** Empty if it is none. */
  Optional<BigDecimal> read(String text) {
    return read(text, isDensity(text));
  }

  /**
   * @param point whether the point, if there is but one, stands before decimals for certain
   */
  Optional<BigDecimal> read(String text, boolean point) {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    Matcher m = PARTS.matcher(text.strip());
    if (!m.matches() || m.group(2).isEmpty()) {
      return Optional.empty();
    }
    Optional<String> digits = digits(m.group(2), point);
    if (digits.isEmpty()) {
      return Optional.empty();
    }
    String power = m.group(3) != null ? m.group(3) : m.group(4);
    try {
      BigDecimal n = new BigDecimal((m.group(1).equals("-") ? "-" : "") + digits.get());
      return Optional.of(plain(power == null ? n : n.scaleByPowerOfTen(Integer.parseInt(power))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** With a point before the decimals and nothing else; empty if it can be no number. */
  private Optional<String> digits(String text, boolean point) {
    boolean hasComma = text.contains(",");
    boolean hasPoint = text.contains(".");
    if (!hasComma && !hasPoint) {
      return Optional.of(text);
    }
    if (comma && !point && GROUPED_BY_POINTS.matcher(text).matches()) {
      return Optional.of(text.replace(".", "").replace(',', '.'));
    }
    boolean grouped = GROUPED.matcher(text).matches() && !text.startsWith("0,");
    if (grouped && !(comma && !hasPoint) || INDIAN.matcher(text).matches()) {
      return Optional.of(text.replace(",", ""));
    }
    if (hasComma && hasPoint || text.chars().filter(c -> c == ',' || c == '.').count() > 1) {
      return Optional.empty();
    }
    return Optional.of(text.replace(',', '.'));
  }

  /** How many decimals are printed. */
  int decimals(String text) {
    Matcher m = Pattern.compile(comma ? ",(\\d+)" : "[.](\\d+)").matcher(text);
    return m.find() ? m.group(1).length() : 0;
  }

  /** Without needless noughts and without an exponent of its own. */
  static BigDecimal plain(BigDecimal n) {
    BigDecimal stripped = n.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
