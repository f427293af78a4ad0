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
  static Optional<ValueCell> of(TextRun cell) {
    if (none(cell.text())) {
      return Optional.empty();
    }
    String text = cell.text();
    Matcher sign = EQUALS.matcher(text);
    if (sign.find()) {
      return cell.part(sign.end(), text.length()).flatMap(ValueCell::of);
    }
    Matcher parted = PARTED.matcher(text);
    if (parted.matches() && close(cell)) {
      return cell.part(0, parted.end(1)).map(v -> after(cell, v, Optional.empty(), parted.end(1)));
    }
    Matcher before = FLAG_BEFORE.matcher(text);
    Optional<TextRun> flag = Optional.empty();
    int at = 0;
    if (before.find()) {
      flag = cell.part(before.start(1), before.end(1));
      at = before.end();
    }
    Matcher value = VALUE.matcher(text.substring(at));
    if (value.find()) {
      int end = at + value.end(1);
      Optional<TextRun> number = cell.part(at, end);
      if (number.isPresent() && !glued(text.substring(end))) {
        return Optional.of(after(cell, number.get(), flag, end));
      }
    }
    return worded(cell);
  }

  /**
   * Checks whether letters that are no unit and no flag follow directly, which makes the number
   * part of an identifier.
   */
  private static boolean glued(String rest) {
    return !rest.isEmpty()
        && Character.isLetter(rest.charAt(0))
        && unit(rest) == 0
        && !NEXT_FLAG.matcher(rest).find()
        && rest.matches("\\p{L}+\\d.*");
  }

  private static boolean close(TextRun cell) {
    double sign = cell.box().width() / Math.max(1, cell.text().length());
    for (int i = 1; i < cell.words().size(); i++) {
      if (cell.words().get(i).box().left() - cell.words().get(i - 1).box().right() > 1.3 * sign) {
        return false;
      }
    }
    return true;
  }

  static boolean none(String text) {
    return !text.matches(".*[\\p{L}\\p{N}+].*")
        || NONE.has(text)
        || NONE.has(text.replaceAll("[*()\\[\\]]", ""))
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
        flag = cell.part(at + sign.start(1), at + sign.end(1));
        at = text.length();
      } else if (flag.isEmpty() && nextFlag.find() && TokenType.closed(nextFlag.group(1))) {
        flag = cell.part(at + nextFlag.start(1), at + nextFlag.end(1));
        at += nextFlag.end(1);
      } else if (units.isEmpty() && hours.find()) {
        units = cell.part(at + hours.start(1), at + hours.end(1));
        at += hours.end(1);
      } else if (units.isEmpty() && unit(left) > 0) {
        units = cell.part(at, at + unit(left));
        at += unit(left);
      } else if (units.isEmpty() && percent.find()) {
        units = cell.part(at, at + percent.end());
        at += percent.end();
      } else if (share.find()) {
        // The same result as a percentage, or the previous result.
        at += share.end();
      } else if (nextRange.find()) {
        range = cell.part(at, text.length());
        at = text.length();
      } else {
        break;
      }
    }
    return new ValueCell(number, flag, units, range, cell.part(at, text.length()));
  }

  static int unit(String text) {
    int start = text.length() - text.stripLeading().length();
    int best = 0;
    for (int end = start + 1; end <= Math.min(text.length(), start + 28); end++) {
      boolean whole = end == text.length() || " ,;(".indexOf(text.charAt(end)) >= 0;
      if (whole && UnitPatterns.is(text.substring(start, end))) {
        best = end;
      }
    }
    return best;
  }

  private static Optional<ValueCell> worded(TextRun cell) {
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
            && (!letter || TokenType.quality(text.substring(0, last.start(1)).strip()));
    boolean mark = flagged && last.group(1).startsWith("*");
    if (flagged && (mark || !TokenType.quality(text)) && !BloodGroup.is(text)) {
      flag = cell.part(last.start(1), last.end(1));
      value = cell.part(0, last.start(1));
    } else if (first.find()) {
      flag = cell.part(first.start(1), first.end(1));
      value = cell.part(first.end(), text.length());
    }
    Optional<TextRun> found = flag;
    Matcher measured = MEASURED.matcher(text);
    if (flag.isEmpty()
        && measured.matches()
        && UnitPatterns.is(measured.group(2))
        && TokenType.quality(measured.group(1))) {
      Optional<TextRun> units = cell.part(measured.start(2), measured.end(2));
      return cell.part(0, measured.end(1))
          .map(v -> new ValueCell(v, found, units, Optional.empty(), Optional.empty()));
    }
    return value
        .filter(v -> !none(v.text()))
        .map(v -> new ValueCell(v, found, Optional.empty(), Optional.empty(), Optional.empty()));
  }

  boolean numeric() {
    return TextPatterns.value(value.text()) || TextPatterns.numeric(value.text());
  }

  boolean quality() {
    return TokenType.quality(value.text());
  }
}
