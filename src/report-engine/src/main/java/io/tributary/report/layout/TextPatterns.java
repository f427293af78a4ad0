package io.tributary.report.layout;

import java.util.Locale;
import java.util.regex.Pattern;

/** Patterns for numbers, ranges, dates and comparators. */
final class TextPatterns {
  private static final String I = "(?:\\d{1,3}(?:[,'\\u2019\\u202f]\\d{3})+|\\d+)";
  static final String NUMBER =
      "[+\\u2212-]?(?:\\d{1,3}(?:\\.\\d{3})+,\\d+|"
          + I
          + "(?:[.,\\u00b7]\\d+)?|[.,]\\d+)(?:\\s?[x\\u00d7]\\s?10\\^?[-\\d]+(?!\\d|\\s?/)|[eE][+-]?\\d+)?";
  static final String COMPARATOR =
      "(?:[<>\\u2264\\u2265~=]=?|(?i:less than or equal to|greater than or equal to|less"
          + " than|greater than|more than|under|over|below|above|up to|upto))";
  static final String DASH = "(?:-{1,2}|[\\u2010-\\u2015\\u2212~]|(?i:to|through))";
  static final String VALUE =
      "(?:(?:[<>\\u2264\\u2265]\\s?)?1\\s?:\\s?\\d+"
          + "|\\d+(?:\\.\\d+)?\\s?/\\s?\\d+(?:\\.\\d+)?(?![\\d/])"
          + "|[1-4]\\s?\\+(?!\\d)|\\+[1-4](?![\\d.,])|\\+{1,4}(?![\\d/])|(?:"
          + COMPARATOR
          + "\\s*)?"
          + NUMBER
          + "(?:\\s*[-\\u2010-\\u2015\\u2212]\\s*\\d+(?:[.,]\\d+)?)?)";
  private static final Pattern NUMERIC =
      Pattern.compile("(?:" + COMPARATOR + "\\s*)?" + NUMBER + "%?");
  private static final Pattern VALUES = Pattern.compile(VALUE);
  private static final Pattern PLAIN = Pattern.compile(NUMBER);
  private static final Pattern COMPARATORS = Pattern.compile("[<>\\u2264\\u2265]=?");
  private static final Pattern DASHES = Pattern.compile("[-\\u2010-\\u2015\\u2212~]");
  private static final Pattern SPAN =
      Pattern.compile(
          "[(\\[]?\\s*" + NUMBER + "\\s*%?\\s*" + DASH + "\\s*" + NUMBER + "\\s*%?\\s*[)\\]]?,?;?");
  private static final Pattern RANGE =
      Pattern.compile(
          "(?i)(?:[(\\[])?(?:(?:ref|reference|normal|range|nl|interval|limits)[a-z .]*:?\\s*)?(?:"
              + NUMBER
              + "\\s*[^\\d\\s<>()+-]{0,12}\\s*"
              + DASH
              + "\\s*"
              + NUMBER
              + "|(?:"
              + COMPARATOR
              + "|or=|<or=)\\s*(?:or\\s*=\\s*)?"
              + NUMBER
              + "|"
              + NUMBER
              + "\\s*(?:or|and)\\s*(?:less|more|greater|higher|lower|above|below|over|under)"
              + ").*");
  private static final Pattern DATE =
      Pattern.compile(
          "(?i)\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{2,4},?|\\d{1,2}[-/"
              + " ]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-/"
              + " ,]?\\d{2,4}|(?:[01]?\\d|2[0-4]):[0-5]\\d(?::\\d{2})?(?:am|pm)?|\\d{4}-\\d\\d-\\d\\dT.*");

  private TextPatterns() {}

  static boolean isNumeric(String text) {
    return NUMERIC.matcher(text).matches();
  }

  static boolean isPlainNumber(String text) {
    return PLAIN.matcher(text).matches();
  }

  static boolean isValue(String text) {
    return VALUES.matcher(text).matches();
  }

  static boolean isComparator(String text) {
    return COMPARATORS.matcher(text).matches();
  }

  static boolean isDash(String text) {
    return DASHES.matcher(text).matches();
  }

  static boolean isSpan(String text) {
    return SPAN.matcher(text).matches();
  }

  static boolean isRange(String text) {
    return RANGE.matcher(text).matches();
  }

  static boolean isDate(String text) {
    return DATE.matcher(text).matches();
  }

  static boolean isMonth(String text) {
    return text.matches("(?i)(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?");
  }

  static boolean hasLetter(String text) {
    return text.chars().anyMatch(Character::isLetter);
  }

  static boolean hasDigit(String text) {
    return text.chars().anyMatch(Character::isDigit);
  }

  static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
