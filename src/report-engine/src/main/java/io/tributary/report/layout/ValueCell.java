package io.tributary.report.layout;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Value of a result cell with the texts printed beside it.
 *
 * @param rest remaining unknown text
 */
record ValueCell(
    TextRun value,
    Optional<TextRun> flag,
    Optional<TextRun> units,
    Optional<TextRun> range,
    Optional<TextRun> rest) {
  private static final PhraseList NONE = PhraseList.of("no-value");
  private static final String ARROWS = "\\u2191\\u2193\\u25b2\\u25bc\\u2b06\\u2b07\\u2197\\u2198";
  private static final Pattern FLAG_BEFORE =
      Pattern.compile(
          "^([*!]{1,2}(?:HH|LL|H|L|A)(?=[\\s\\d<>])|[*!"
              + ARROWS
              + "]{1,3}|(?:HI|LO|ABN)(?=\\s)|(?:HH|LL|H|L|A)(?=[\\s<>])|\\((?:HH|LL|H|L|A)\\)|(?:HH|LL|H|L)(?=\\d+[.,]\\d|\\d{2,}(?!\\S)))"
              + "\\s*(?=[<>\\d.\\u2264\\u2265])");
  private static final Pattern EQUALS = Pattern.compile("^[=:]\\s*(?=\\S)");
  private static final Pattern VALUE =
      Pattern.compile("^(" + TextPatterns.VALUE + ")(?!\\d|[.,:]\\d)");
  private static final Pattern NEXT_FLAG =
      Pattern.compile(
          "^\\s*([(\\[]?(?:[*!"
              + ARROWS
              + "]{1,3}|(?i:critical high|critical low|very high|very low|high|low"
              + "|abnormal|critical|panic|normal|borderline)|HH|LL|HI|LO|H|L|A|C|N)[*!]?[)\\]]?)(?=$|[\\s,;(])");
  private static final Pattern SIGN_FLAG = Pattern.compile("^\\s+(\\+{1,3}|[-\\u2212]{1,3})$");
  private static final Pattern NEXT_RANGE = Pattern.compile("^\\s*([(\\[].*\\d.*[)\\]])\\s*$");
  private static final Pattern PARTED =
      Pattern.compile("^(\\d{1,3}(?: \\d{3})+(?:[.,]\\d+)?)(?:\\s+(?:HH|LL|H|L|[*]))?$");
  private static final Pattern MEASURED = Pattern.compile("^(.*\\p{L}+)\\s+(/\\S+)$");
  private static final Pattern SHARE =
      Pattern.compile("^\\s*[(\\[]\\s*\\d+(?:[.,]\\d+)?\\s*%?\\s*[)\\]]");

  /** Lowercase letters are hours, capitals are flags. */
  private static final Pattern HOURS = Pattern.compile("^\\s*(h|hrs?)(?=$|\\s)");

  private static final Pattern BARE_PERCENT = Pattern.compile("^\\s*(%)");

  /** Returns empty if the cell holds no value. */
  static Optional<ValueCell> parse(TextRun cell) {
    if (isNoResult(cell.text())) {
      return Optional.empty();
    }
    String text = cell.text();
    Matcher sign = EQUALS.matcher(text);
    if (sign.find()) {
      return cell.substring(sign.end(), text.length()).flatMap(ValueCell::parse);
    }
    Matcher parted = PARTED.matcher(text);
    if (parted.matches() && isTightlySpaced(cell)) {
      return cell.substring(0, parted.end(1))
          .map(v -> after(cell, v, Optional.empty(), parted.end(1)));
    }
    Matcher before = FLAG_BEFORE.matcher(text);
    Optional<TextRun> flag = Optional.empty();
    int at = 0;
    if (before.find()) {
      flag = cell.substring(before.start(1), before.end(1));
      at = before.end();
    }
    Matcher value = VALUE.matcher(text.substring(at));
    if (value.find()) {
      int end = at + value.end(1);
      Optional<TextRun> number = cell.substring(at, end);
      if (number.isPresent() && !hasTrailingLetters(text.substring(end))) {
        return Optional.of(after(cell, number.get(), flag, end));
      }
    }
    return parseWords(cell);
  }

  /**
   * Checks whether letters that are no unit and no flag follow directly, which makes the number
   * part of an identifier.
   */
  private static boolean hasTrailingLetters(String rest) {
    return !rest.isEmpty()
        && Character.isLetter(rest.charAt(0))
        && unitLength(rest) == 0
        && !NEXT_FLAG.matcher(rest).find()
        && rest.matches("\\p{L}+\\d.*");
  }

  private static boolean isTightlySpaced(TextRun cell) {
    double sign = cell.box().width() / Math.max(1, cell.text().length());
    for (int i = 1; i < cell.words().size(); i++) {
      if (cell.words().get(i).box().left() - cell.words().get(i - 1).box().right() > 1.3 * sign) {
        return false;
      }
    }
    return true;
  }

  static boolean isNoResult(String text) {
    return !text.matches(".*[\\p{L}\\p{N}+].*")
        || NONE.contains(text)
        || NONE.contains(text.replaceAll("[*()\\[\\]]", ""))
        || text.matches(
            "(?i)(?:see\\b|refer\\b|test not|not"
                + " performed|pending|unable|insufficient|specimen|sample|cancel).*");
  }

  private static ValueCell after(TextRun cell, TextRun number, Optional<TextRun> before, int from) {
    Optional<TextRun> flag = before;
    Optional<TextRun> units = Optional.empty();
    Optional<TextRun> range = Optional.empty();
    int at = from;
    String text = cell.text();
    while (at < text.length()) {
      String left = text.substring(at);
      Matcher nextFlag = NEXT_FLAG.matcher(left);
      Matcher percent = BARE_PERCENT.matcher(left);
      Matcher share = SHARE.matcher(left);
      Matcher hours = HOURS.matcher(left);
      Matcher nextRange = NEXT_RANGE.matcher(left);
      Matcher sign = SIGN_FLAG.matcher(left);
      if (flag.isEmpty() && sign.matches()) {
        flag = cell.substring(at + sign.start(1), at + sign.end(1));
        at = text.length();
      } else if (flag.isEmpty()
          && nextFlag.find()
          && TokenType.hasClosedBrackets(nextFlag.group(1))) {
        flag = cell.substring(at + nextFlag.start(1), at + nextFlag.end(1));
        at += nextFlag.end(1);
      } else if (units.isEmpty() && hours.find()) {
        units = cell.substring(at + hours.start(1), at + hours.end(1));
        at += hours.end(1);
      } else if (units.isEmpty() && unitLength(left) > 0) {
        units = cell.substring(at, at + unitLength(left));
        at += unitLength(left);
      } else if (units.isEmpty() && percent.find()) {
        units = cell.substring(at, at + percent.end());
        at += percent.end();
      } else if (share.find()) {
        // The same result as a percentage, or the previous result.
        at += share.end();
      } else if (nextRange.find()) {
        range = cell.substring(at, text.length());
        at = text.length();
      } else {
        break;
      }
    }
    return new ValueCell(number, flag, units, range, cell.substring(at, text.length()));
  }

  static int unitLength(String text) {
    int start = text.length() - text.stripLeading().length();
    int best = 0;
    for (int end = start + 1; end <= Math.min(text.length(), start + 28); end++) {
      boolean whole = end == text.length() || " ,;(".indexOf(text.charAt(end)) >= 0;
      if (whole && UnitPatterns.isUnit(text.substring(start, end))) {
        best = end;
      }
    }
    return best;
  }

  private static Optional<ValueCell> parseWords(TextRun cell) {
    String text = cell.text();
    Optional<TextRun> flag = Optional.empty();
    Optional<TextRun> value = Optional.of(cell);
    Matcher last =
        Pattern.compile(
                "\\s([(\\[]?(?:HH|LL|H|L|A|ABN|\\*+|(?i:abnormal)|[" + ARROWS + "])[*!]?[)\\]]?)$")
            .matcher(text);
    Matcher first =
        Pattern.compile("^([*!" + ARROWS + "]{1,3}(?=\\s*\\p{L})|ABN(?=\\s+[\\p{L}+]))\\s*")
            .matcher(text);
    boolean letter = last.find() && "HHLLA".contains(last.group(1));
    boolean flagged =
        last.reset().find()
            && (!letter || TokenType.isQualitativeResult(text.substring(0, last.start(1)).strip()));
    boolean mark = flagged && last.group(1).startsWith("*");
    if (flagged
        && (mark || !TokenType.isQualitativeResult(text))
        && !BloodGroup.isBloodGroup(text)) {
      flag = cell.substring(last.start(1), last.end(1));
      value = cell.substring(0, last.start(1));
    } else if (first.find()) {
      flag = cell.substring(first.start(1), first.end(1));
      value = cell.substring(first.end(), text.length());
    }
    Optional<TextRun> found = flag;
    Matcher measured = MEASURED.matcher(text);
    if (flag.isEmpty()
        && measured.matches()
        && UnitPatterns.isUnit(measured.group(2))
        && TokenType.isQualitativeResult(measured.group(1))) {
      Optional<TextRun> units = cell.substring(measured.start(2), measured.end(2));
      return cell.substring(0, measured.end(1))
          .map(v -> new ValueCell(v, found, units, Optional.empty(), Optional.empty()));
    }
    return value
        .filter(v -> !isNoResult(v.text()))
        .map(v -> new ValueCell(v, found, Optional.empty(), Optional.empty(), Optional.empty()));
  }

  boolean isNumeric() {
    return TextPatterns.isValue(value.text()) || TextPatterns.isNumeric(value.text());
  }

  boolean isQualitative() {
    return TokenType.isQualitativeResult(value.text());
  }
}
