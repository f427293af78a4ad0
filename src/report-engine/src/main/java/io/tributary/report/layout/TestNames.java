package io.tributary.report.layout;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognizes and cleans names of tests. */
final class TestNames {
  private static final PhraseList TESTS = PhraseList.of("tests");
  private static final Pattern COUNTED = Pattern.compile("^\\d{1,2}[.)]\\s+(?=\\p{L})");
  private static final Pattern DATED =
      Pattern.compile(
          "^\\d{1,4}[/.-]\\d{1,2}[/.-]\\d{2,4},?\\s+(?:\\d{1,2}:\\d{2}(?::\\d{2})?\\s*(?:[AaPp][Mm])?\\s+)?(?=\\p{L})");
  private static final Pattern MARKS =
      Pattern.compile(
          "(?:\\s*[*\\u2020\\u2021\\u00a7\\u00b9\\u00b2\\u00b3:]+|(?<=[\\p{L})])\\s?[\\u00b0\\u00ba][\\d!?'\"\\u2018\\u2019\\u201c\\u201d]{0,2}|\\s0\\d|\\s\\[\\d\\]|\\s\\(\\d\\))$");
  private static final Pattern UNIT_IN_NAME =
      Pattern.compile("^(.*\\S)\\s*(?:,\\s*|[(\\[]\\s*)([^()\\[\\],]+?)\\s*[)\\]]?$");
  private static final Pattern RESULT_LAST =
      Pattern.compile(
          ".*\\s(?:\\d+[.,]\\d+|(?i:negative|positive|(?:not"
              + " )?detected|(?:non-?)?reactive|normal|abnormal|present|absent))$");
  private static final Pattern BULLET =
      Pattern.compile("^[*\\u2022\\u25cf\\u00b7\\u2020\\u203a>-]+\\s*(?=\\p{L})");

  private TestNames() {}

  static boolean isKnown(String text) {
    return TESTS.containsPhraseOf(text);
  }

  static boolean isContinuation(String name, String beneath) {
    String above = name.strip();
    String text = beneath.strip();
    boolean open =
        above.lastIndexOf('(') > above.lastIndexOf(')')
            || above.matches(".*(?:[,/-]|\\b(?i:of|and|by|to|with|for|in|total|non))$");
    return open
        || text.startsWith("(")
        || Character.isLowerCase(text.charAt(0))
        || TESTS.contains(above + " " + text);
  }

  /**
   * Checks whether a text may name a test: it contains a word or is a known name, and is no code.
   */
  static boolean canBeName(String text) {
    return isKnown(text) || text.matches(".*\\p{L}{3}.*") && !text.matches(".*\\d{4}.*");
  }

  /** Checks whether a name ends with a word or number that may be the result. */
  static boolean endsWithResult(String name) {
    return RESULT_LAST.matcher(name).matches();
  }

  /** Removes row numbers and footnote references from a name. */
  static Optional<TextRun> clean(TextRun name) {
    int from = 0;
    int to = name.text().length();
    Matcher dated = DATED.matcher(name.text());
    if (dated.find()) {
      from = dated.end();
    }
    Matcher counted = COUNTED.matcher(name.text());
    Matcher bullet = BULLET.matcher(name.text());
    if (counted.find()) {
      from = counted.end();
    } else if (bullet.find()) {
      from = bullet.end();
    }
    Matcher marks = MARKS.matcher(name.text().substring(0, to));
    while (marks.find()) {
      to = marks.start();
      marks = MARKS.matcher(name.text().substring(0, to));
    }
    return name.substring(from, to);
  }

  /** Name split from the unit at its end. */
  record NameWithUnit(TextRun name, TextRun unit) {}

  static Optional<NameWithUnit> unit(TextRun name) {
    Matcher m = UNIT_IN_NAME.matcher(name.text());
    if (!m.matches()
        || !UnitPatterns.isUnit(m.group(2)) && !m.group(2).equals("mL")
        || m.group(2).length() < 2 && !m.group(2).equals("%")) {
      return Optional.empty();
    }
    Optional<TextRun> rest = name.substring(0, m.end(1));
    Optional<TextRun> unit = name.substring(m.start(2), m.end(2));
    return rest.isPresent() && unit.isPresent()
        ? Optional.of(new NameWithUnit(rest.get(), unit.get()))
        : Optional.empty();
  }
}
