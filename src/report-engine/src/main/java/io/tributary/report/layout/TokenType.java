package io.tributary.report.layout;

/** Possible type of a single word. */
enum TokenType {
  NUMBER,
  RANGE,
  UNIT,
  FLAG,
  QUALITY,
  TEXT,
  DATE,
  SIGN,
  MARK;

  private static final PhraseList FLAGS = PhraseList.of("flags");
  private static final PhraseList QUALITIES = PhraseList.of("qualitative");

  static TokenType of(String text) {
    if (TextPatterns.isNumeric(text)) {
      return NUMBER;
    }
    if (TextPatterns.isDate(text)) {
      return DATE;
    }
    if (TextPatterns.isSpan(text)) {
      return RANGE;
    }
    if (TextPatterns.isComparator(text) || TextPatterns.isDash(text)) {
      return SIGN;
    }
    if (isFlag(text)) {
      return FLAG;
    }
    if (UnitPatterns.isUnit(text)) {
      return UNIT;
    }
    if (TextPatterns.isValue(text)) {
      return NUMBER;
    }
    if (isQualitativeResult(text)) {
      return QUALITY;
    }
    if (text.matches("[*\\u2191\\u2193]*[<>]?\\d[\\d.,]*[*\\u2191\\u2193]*(?:HH|LL|H|L|A)?[*!]*")) {
      return NUMBER;
    }
    if (TextPatterns.hasLetter(text)) {
      return TEXT;
    }
    return text.matches("[(\\[]?[<>\\u2264\\u2265]?\\d.*") ? RANGE : MARK;
  }

  static boolean isFlag(String text) {
    String bare = text.strip().replaceAll("^[(\\[]|[)\\]]$", "");
    return FLAGS.contains(bare)
        || bare.matches("[*\\u2191\\u2193\\u25b2\\u25bc\\u2b06\\u2b07\\u2197\\u2198!^+]{1,3}");
  }

  static boolean hasClosedBrackets(String flag) {
    return flag.matches("[(\\[].*[)\\]]|[^(\\[].*");
  }

  static boolean isQualitativeResult(String text) {
    return QUALITIES.contains(text) || text.matches("[1-4]\\s?\\+|\\+{1,4}|\\+[1-4]");
  }
}
