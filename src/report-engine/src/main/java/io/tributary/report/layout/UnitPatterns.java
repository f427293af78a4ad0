package io.tributary.report.layout;

import java.util.regex.Pattern;

/** Recognizes units. */
final class UnitPatterns {
  private static final PhraseList ALONE = PhraseList.of("units");
  private static final PhraseList PARTS = PhraseList.of("unit-parts");
  private static final PhraseList TESTS = PhraseList.of("tests");
  private static final Pattern TEN =
      Pattern.compile(
          "(?i)[x\\u00d7*]?\\s*10\\s*(?:[\\^*e]|\\*\\*|exp)?\\s*[-\\d\\u00b9\\u00b2\\u00b3\\u2070-\\u2079]{1,2}"
              + "(?:\\s*(?:cells?)?\\s*/\\s?[\\p{L}\\u00b5\\u03bc.]+\\d?)?");
  private static final Pattern EXPONENT =
      Pattern.compile("(?i)[x\\u00d7*]\\s?e\\d{1,2}\\s?/\\s?[\\p{L}\\u00b5\\u03bc]+");
  private static final String TEN_BEFORE =
      "(?i)^[x\\u00d7*]?\\s*10\\s*[\\^*e]?\\s*[\\d\\u00b9\\u00b2\\u00b3\\u2070-\\u2079]{1,2}\\s*";

  private UnitPatterns() {}

  static boolean isUnit(String text) {
    String unit = clean(text);
    if (unit.isEmpty() || unit.length() > 30 || unit.matches(".*[<>=:\\u2264\\u2265].*|.*[(\\[]")) {
      return false;
    }
    if (ALONE.contains(unit) || unit.equals("%")) {
      return true;
    }
    if (TEN.matcher(unit).matches()
        && (unit.contains("/") || unit.matches("(?i)[x\\u00d7*].*|10[\\^*].*"))) {
      return true;
    }
    return EXPONENT.matcher(unit).matches() || isCompound(unit);
  }

  /** Unit in parentheses after a word, which belongs to a test name whatever that word is. */
  private static final Pattern NAMED = Pattern.compile("\\p{L}{4,}[^/]*[(\\[][^)\\]]*/.*");

  private static boolean isCompound(String unit) {
    if (NAMED.matcher(unit).matches()) {
      return false;
    }
    String text = unit.replaceFirst(TEN_BEFORE, "").replace(" per ", "/");
    if (text.startsWith("per ")) {
      text = "/" + text.substring(4);
    }
    if (!text.contains("/") || TextPatterns.isDate(unit) || unit.matches("[\\d./]+")) {
      return false;
    }
    String[] parts = text.split("/", -1);
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i].strip();
      boolean nothingBefore = i == 0 && part.isEmpty();
      boolean numberFirst = i == 0 && !part.isEmpty() && Character.isDigit(part.charAt(0));
      if (numberFirst || !nothingBefore && !isUnitPart(part)) {
        return false;
      }
    }
    return parts.length > 1 && parts.length <= 4;
  }

  private static boolean isUnitPart(String part) {
    String bare = part.replaceAll("[\\u00b2\\u00b3^]", "").replaceAll("^[\\d.,]+\\s*", "").strip();
    if (part.matches("1[.,]73|100|24|10\\^?\\d{1,2}")) {
      return true;
    }
    if (PARTS.contains(part)
        || PARTS.contains(part.replace(" ", ""))
        || !bare.isEmpty() && PARTS.contains(bare)) {
      return true;
    }
    String first = bare.split("[ (]", 2)[0].replaceAll("\\d+$", "");
    String rest = bare.substring(Math.min(bare.length(), first.length())).strip();
    return PARTS.contains(first)
        && (rest.isEmpty()
            || !TokenType.isFlag(rest)
                && rest.length() > 1
                && (PARTS.contains(rest) || TESTS.containsPhraseOf(rest)));
  }

  private static String clean(String text) {
    return text.strip()
        .replaceAll("\\s*\\^\\s*", "^")
        .replace('\u03bc', 'u')
        .replace('\u00b5', 'u')
        .replace("\u2215", "/")
        .replaceAll("^[(\\[]|[)\\],;]$", "")
        .replaceAll("(?<=[a-zA-Z])\\.$", "");
  }
}
