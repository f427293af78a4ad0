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
    if (TextPatterns.numeric(text)) {
      return NUMBER;
    }
    if (TextPatterns.date(text)) {
      return DATE;
    }
    if (TextPatterns.span(text)) {
      return RANGE;
    }
    if (TextPatterns.comparator(text) || TextPatterns.dash(text)) {
      return SIGN;
    }
    if (flag(text)) {
      return FLAG;
    }
    if (UnitPatterns.is(text)) {
      return UNIT;
    }
    if (TextPatterns.value(text)) {
      return NUMBER;
    }
    if (quality(text)) {
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

  static boolean flag(String text) {
    String bare = text.strip().replaceAll("^[(\\[]|[)\\]]$", "");
    return FLAGS.has(bare)
        || bare.matches("[*\\u2191\\u2193\\u25b2\\u25bc\\u2b06\\u2b07\\u2197\\u2198!^+]{1,3}");
  }

  static boolean closed(String flag) {
    return flag.matches("[(\\[].*[)\\]]|[^(\\[].*");
  }

  static boolean quality(String text) {
    return QUALITIES.has(text) || text.matches("[1-4]\\s?\\+|\\+{1,4}|\\+[1-4]");
  }
}
