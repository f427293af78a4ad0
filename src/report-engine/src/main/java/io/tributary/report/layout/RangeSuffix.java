package io.tributary.report.layout;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Range with the unit, flag and other text that may follow it. */
record RangeSuffix(
    TextRun range, Optional<TextRun> units, Optional<TextRun> flag, Optional<TextRun> rest) {
  private static final Pattern RANGE =
      Pattern.compile(
          "^[(\\[]?\\s*(?:(?i:reference|ref|normal|range|nl|rr|ri)[a-zA-Z. ]*[:=]?\\s*)?(?:"
              + TextPatterns.NUMBER
              + "\\s*\\S{0,12}?\\s*"
              + TextPatterns.DASH
              + "\\s*"
              + TextPatterns.NUMBER
              + "|"
              + TextPatterns.COMPARATOR
              + "\\s*"
              + TextPatterns.NUMBER
              + ")");
  private static final Pattern FLAG =
      Pattern.compile(
          "^\\s*[,;]?\\s*([(\\[]?(?:HH|LL|H|L|A|\\*{1,2}|[\\u2191\\u2193]{1,2}|(?i:high|low|critical|abnormal|normal))[)\\]]?)(?=$|\\s)");

  static RangeSuffix of(TextRun run) {
    String text = run.text();
    Matcher m = RANGE.matcher(text);
    int end = m.find() ? m.end() : text.length();
    while (end < text.length() && ")]".indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    Optional<TextRun> units = Optional.empty();
    int unit = ValueCell.unitLength(text.substring(end));
    int after = end;
    if (unit > 0) {
      units =
          run.substring(end, end + unit)
              .flatMap(u -> u.substring(0, u.text().replaceAll("[)\\]]$", "").length()));
      after = end + unit;
    }
    while (after < text.length() && ")]".indexOf(text.charAt(after)) >= 0) {
      after++;
    }
    if (text.startsWith("(") && text.indexOf(')') > after) {
      after = text.indexOf(')') + 1;
    }
    TextRun range = run.substring(0, after).orElse(run);
    Matcher flag = FLAG.matcher(text.substring(after));
    Optional<TextRun> mark = Optional.empty();
    if (flag.find()) {
      mark = run.substring(after + flag.start(1), after + flag.end(1));
      after += flag.end();
    }
    return new RangeSuffix(range, units, mark, run.substring(after, text.length()));
  }
}
