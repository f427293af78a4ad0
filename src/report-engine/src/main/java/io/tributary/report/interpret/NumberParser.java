package io.tributary.report.interpret;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses numbers with the conventions of one report.
 *
 * <p>The decimal separator is determined once per report from all values and ranges. Numbers with
 * only one interpretation are counted for each separator, and the majority decides; {@code 4.91}
 * counts once, {@code 1,234.5} with both separators twice. Without any such number the country of
 * the laboratory decides. Otherwise the point is assumed. As long as there is no evidence, a number
 * such as {@code 250.000} is ambiguous.
 *
 * @param decimalComma whether the decimal separator is a comma
 * @param certain whether there was evidence; otherwise {@code 250.000} may be thousands
 */
record NumberParser(boolean decimalComma, boolean certain) {
  NumberParser(boolean comma) {
    this(comma, true);
  }

  /** Number: sign, digits with points and commas, power of ten. */
  static final String NUMBER =
      "[+-]?(?:\\d++(?:[.,]\\d++)*+|[.,]\\d++)(?:\\s?[eE][+-]?\\d{1,2}|\\s?[xX*]\\s?10\\s?[\\^*eE]\\s?[+-]?\\d{1,2})?";

  /** Maximum length of a measured number. */
  private static final int MAX_LENGTH = 40;

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

  /**
   * Number with a decimal point for certain. Three digits after a point may be thousands, unless
   * the number starts with 0.
   */
  private static final Pattern POINT =
      Pattern.compile(
          "(?<![\\d.,])(?:0\\.\\d+|\\d{4,}\\.\\d+|\\d+\\.(?:\\d{1,2}|\\d{4,}))(?![\\d.,])");

  private static final Pattern POINTS_FIRST =
      Pattern.compile(
          "(?<![\\d.,])\\d{1,3}(?:\\.\\d{3})+,\\d+(?![\\d.,])|(?<![\\d.,])\\d{1,3}(?:\\.\\d{3}){2,}(?![\\d.,])");
  private static final Pattern COMMAS_FIRST =
      Pattern.compile(
          "(?<![\\d.,])\\d{1,3}(?:,\\d{3})+\\.\\d+(?![\\d.,])|(?<![\\d.,])\\d{1,3}(?:,\\d{3}){2,}(?![\\d.,])");

  /** Number with one point that may be a decimal or thousands separator. */
  private static final Pattern AMBIGUOUS_POINT =
      Pattern.compile("(?<![\\d.,])[1-9]\\d{0,2}\\.\\d{3}(?![\\d.,])");

  /** Number with one comma that may be a decimal or thousands separator. */
  private static final Pattern AMBIGUOUS_COMMA =
      Pattern.compile("(?<![\\d.,])[1-9]\\d{0,2},\\d{3}(?![\\d.,])");

  /** Round number, as thousands mostly are. */
  private static final Pattern ROUND_THOUSANDS = Pattern.compile("\\d,\\d{3}(?<=[05]0)");

  /**
   * Urine specific gravity, which has a decimal point everywhere. Where decimal commas are usual,
   * thousands have the same form.
   */
  private static final String SPECIFIC_GRAVITY = "1\\.0\\d\\d";

  private static final Pattern SPECIFIC_GRAVITY_WITHIN =
      Pattern.compile("(?<![\\d.,])" + SPECIFIC_GRAVITY + "(?![\\d.,]*\\d)");
  private static final Pattern SPECIFIC_GRAVITY_RANGE =
      Pattern.compile(
          "[(\\[]?" + SPECIFIC_GRAVITY + "\\s*(?:-|to)\\s*" + SPECIFIC_GRAVITY + "[)\\]]?");

  /** Derives the conventions from all texts of a report with numbers. */
  static NumberParser detect(Iterable<String> texts) {
    return detect(texts, "");
  }

  /**
   * Derives the conventions from all texts of a report with numbers, and from the laboratory
   * address if they are inconclusive.
   */
  static NumberParser detect(Iterable<String> texts, String address) {
    int commas = 0;
    int points = 0;
    for (String t : texts) {
      commas += count(COMMA, t) + count(SMALL, t) + 2 * count(POINTS_FIRST, t);
      points += count(POINT, t) + 2 * count(COMMAS_FIRST, t);
    }
    if (commas == points) {
      boolean abroad = commas == 0 && Country.usesDecimalComma(address);
      // Many laboratories in these countries print points, so the country alone is no proof.
      return new NumberParser(abroad, !abroad && commas == 0 && Country.usesDecimalPoint(address));
    }
    return new NumberParser(commas > points);
  }

  /** Checks whether a text contains a number that may be a thousand times larger. */
  boolean isAmbiguous(String text) {
    String plain = CharacterNormalizer.normalize(text);
    return !certain && (AMBIGUOUS_POINT.matcher(plain).find() || hasAmbiguousComma(plain));
  }

  /** Checks a value together with its range, which may identify it as a specific gravity. */
  boolean isAmbiguous(String value, String range) {
    boolean density =
        decimalComma
            && !isSpecificGravityRange(range)
            && (SPECIFIC_GRAVITY_WITHIN.matcher(value).find()
                || SPECIFIC_GRAVITY_WITHIN.matcher(range).find());
    return density || isAmbiguous(value) || isAmbiguous(range);
  }

  private static boolean isSpecificGravityRange(String range) {
    return SPECIFIC_GRAVITY_RANGE.matcher(CharacterNormalizer.normalize(range)).matches();
  }

  private boolean hasAmbiguousComma(String text) {
    // Without evidence, commas separate thousands, as is usual in English.
    return AMBIGUOUS_COMMA.matcher(text).find()
        && (decimalComma || !ROUND_THOUSANDS.matcher(text).find());
  }

  private static int count(Pattern p, String text) {
    return (int) p.matcher(text).results().count();
  }

  /**
   * Checks whether a text may be a urine specific gravity, which has a decimal point everywhere.
   */
  static boolean isSpecificGravity(String text) {
    return text.matches(SPECIFIC_GRAVITY);
  }

  /** Returns empty if the text is not a number. */
  Optional<BigDecimal> parse(String text) {
    return parse(text, isSpecificGravity(text));
  }

  /**
   * @param point whether a single point is a decimal point for certain
   */
  Optional<BigDecimal> parse(String text, boolean point) {
    if (text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    Matcher m = PARTS.matcher(text.strip());
    if (!m.matches() || m.group(2).isEmpty()) {
      return Optional.empty();
    }
    Optional<String> digits = normalizeDigits(m.group(2), point);
    if (digits.isEmpty()) {
      return Optional.empty();
    }
    String power = m.group(3) != null ? m.group(3) : m.group(4);
    try {
      BigDecimal n = new BigDecimal((m.group(1).equals("-") ? "-" : "") + digits.get());
      return Optional.of(
          stripZeros(power == null ? n : n.scaleByPowerOfTen(Integer.parseInt(power))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the digits with a decimal point and no thousands separators, or empty if the text is
   * not a number.
   */
  private Optional<String> normalizeDigits(String text, boolean point) {
    boolean hasComma = text.contains(",");
    boolean hasPoint = text.contains(".");
    if (!hasComma && !hasPoint) {
      return Optional.of(text);
    }
    if (decimalComma && !point && GROUPED_BY_POINTS.matcher(text).matches()) {
      return Optional.of(text.replace(".", "").replace(',', '.'));
    }
    boolean grouped = GROUPED.matcher(text).matches() && !text.startsWith("0,");
    if (grouped && !(decimalComma && !hasPoint) || INDIAN.matcher(text).matches()) {
      return Optional.of(text.replace(",", ""));
    }
    if (hasComma && hasPoint || text.chars().filter(c -> c == ',' || c == '.').count() > 1) {
      return Optional.empty();
    }
    return Optional.of(text.replace(',', '.'));
  }

  /** Counts the printed decimals. */
  int countDecimals(String text) {
    Matcher m = Pattern.compile(decimalComma ? ",(\\d+)" : "[.](\\d+)").matcher(text);
    return m.find() ? m.group(1).length() : 0;
  }

  /** Removes trailing zeros and exponents. */
  static BigDecimal stripZeros(BigDecimal n) {
    BigDecimal stripped = n.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
