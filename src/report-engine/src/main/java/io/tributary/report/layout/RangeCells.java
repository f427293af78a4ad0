package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses cells with reference ranges. */
final class RangeCells {
  private static final Pattern SEXED =
      Pattern.compile(
          "(?i)\\b(adult\\s+)?(males?|females?|men|women|m|f)\\b\\s*[:=\\-]?\\s*(?=[<>\\u2264\\u2265(]?\\s*\\d|up"
              + " to|less|greater)");
  private static final Pattern LABEL =
      Pattern.compile(
          "(?i)^[(\\[]?\\s*(?:(?:reference|ref\\.?|normal|standard|expected|bio\\.?|healthy|optimal)\\s*(?:reference|ref\\.?)?\\s*(?:range|interval|int\\.?|values?|limits)?|range|nl)\\s*[:=]?\\s*(?=[<>\\u2264\\u2265\\d]|[.]\\d|(?:below|above|under|over|up"
              + " to|less|more|greater|at least|at most)\\b)");
  private static final Pattern NUMBERS = Pattern.compile("\\d(?:[\\d.,]*\\d)?");

  private RangeCells() {}

  /** Returns the part for a sex if it is known and each sex has one, otherwise the whole range. */
  static TextRun forSex(TextRun range, Optional<RangeSex> sex) {
    Matcher m = SEXED.matcher(range.text());
    List<int[]> parts = new ArrayList<>();
    List<RangeSex> whose = new ArrayList<>();
    while (m.find()) {
      if (!parts.isEmpty()) {
        parts.getLast()[1] = m.start();
      }
      parts.add(new int[] {m.end(), range.text().length()});
      whose.add(
          TextPatterns.lower(m.group(2)).matches("f.*|w.*") ? RangeSex.FEMALE : RangeSex.MALE);
    }
    if (sex.isEmpty()
        || whose.stream().filter(sex.get()::equals).count() != 1
        || whose.size() != 2) {
      return range;
    }
    int[] part = parts.get(whose.indexOf(sex.get()));
    String text = range.text().substring(part[0], part[1]).replaceAll("[\\s,;/(|]+$", "");
    return range.substring(part[0], part[0] + text.length()).orElse(range);
  }

  static Optional<TextRun> withoutLabel(TextRun range) {
    int from = 0;
    int to = range.text().length();
    Matcher label = LABEL.matcher(range.text());
    if (label.find() && !range.text().substring(label.end()).matches(".*\\p{L}{3,}\\s*:.*")) {
      from = label.end();
    }
    String text = range.text().substring(from, to);
    boolean opened = text.startsWith("(") || text.startsWith("[");
    boolean closed = text.endsWith(")") || text.endsWith("]");
    boolean balanced =
        text.chars().filter(c -> c == '(').count() == text.chars().filter(c -> c == ')').count();
    if (opened && closed && text.lastIndexOf('(') <= 0) {
      from++;
      to--;
    } else if (closed && !opened && !balanced) {
      to--;
    }
    String rest = range.text().substring(from, to);
    if (!rest.matches(".*[\\p{L}\\p{N}].*")) {
      return Optional.empty();
    }
    return range.substring(from, to);
  }

  static Optional<TextRun> unit(TextRun range) {
    Matcher m = NUMBERS.matcher(range.text());
    while (m.find()) {
      int end = m.end();
      if (m.start() > 0 && "x^*\u00d7/".indexOf(range.text().charAt(m.start() - 1)) >= 0) {
        return Optional.empty();
      }
      while (end < range.text().length()
          && ")] %".indexOf(range.text().charAt(end)) >= 0
          && range.text().charAt(end) != '%') {
        end++;
      }
      int length = ValueCell.unitLength(range.text().substring(end));
      if (length > 0) {
        return range.substring(end, end + length).map(RangeCells::unbracketed);
      }
    }
    return Optional.empty();
  }

  private static TextRun unbracketed(TextRun unit) {
    String text = unit.text();
    int from = text.startsWith("(") && text.indexOf(')') < 0 ? 1 : 0;
    int to = text.endsWith(")") && text.indexOf('(') < 0 ? text.length() - 1 : text.length();
    return unit.substring(from, to).orElse(unit);
  }

  static boolean isOnlyUnit(String text) {
    return UnitPatterns.isUnit(text.replaceAll("(?i)\\s*\\(?calc(?:ulated)?\\.?\\)?$", ""));
  }

  static boolean isLabeledRange(String text) {
    return LABEL.matcher(text).find();
  }

  /** Checks whether a text can be a range or a part of one that spans several lines. */
  static boolean canBeRange(String text) {
    return TextPatterns.isRange(text)
        || TextPatterns.isSpan(text)
        || TokenType.isQualitativeResult(text)
        || TextPatterns.hasDigit(text);
  }
}
