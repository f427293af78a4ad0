package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Restores the exponent 12 in red cell count units of scans.
 *
 * <p>OCR easily reads the superscript as a ring, a 9 or a quotation mark. With a range from 2 to 8
 * beside the count, red cells per liter use no other power of ten.
 */
final class RedCellUnits {
  private static final double CORRECTED_CONFIDENCE = 0.75;

  private static final Pattern NAMED =
      Pattern.compile("(?i)\\W*(?:rbcs?|rcc|red (?:blood )?cells?|erythrocytes?)\\b.*");

  private static final Pattern OTHERS =
      Pattern.compile(
          "(?i).*\\b(?:nucleated|nrbc|distribution|width|sedimentation|folate|urine|fluid|csf)\\b.*");

  private static final Pattern POWER =
      Pattern.compile("([xX\u00d7*]?)\\s?[1lI][0O][^/\\p{L}]{1,4}/[Ll1I]");

  private static final Pattern RANGE =
      Pattern.compile("\\D*([2-8](?:[.,]\\d{1,2})?)\\D+([2-8](?:[.,]\\d{1,2})?)\\D*");

  private RedCellUnits() {}

  static TextRun correct(TextRun name, TextRun range, TextRun units) {
    Matcher power = POWER.matcher(units.text());
    boolean counted =
        units.confidence() < 1
            && power.matches()
            && NAMED.matcher(name.text()).matches()
            && !OTHERS.matcher(name.text()).matches()
            && RANGE.matcher(range.text()).matches();
    if (!counted || units.text().endsWith("10^12/L")) {
      return units;
    }
    Word w = units.words().getFirst();
    String text = power.group(1) + "10^12/L";
    return TextRun.of(
        units.page(),
        List.of(
            new Word(
                text, units.box(), Math.min(CORRECTED_CONFIDENCE, units.confidence()), w.bold())));
  }
}
