package io.tributary.report.layout;

import java.util.Optional;
import java.util.regex.Pattern;

/** Reduces the confidence of rows whose value may be something else. */
final class RowWarnings {
  /** Factor too low for a result to be released. */
  private static final double WITHHELD_FACTOR = 0.3;

  /** Number that is not part of the range after it. */
  private static final Pattern TWO_NUMBERS =
      Pattern.compile("\\d[\\d.,]*\\s+\\d[\\d.,]*\\s*-\\s*\\d.*");

  private static final Pattern BRACKETED = Pattern.compile("[(\\[]\\s*(.*\\d.*?)\\s*[)\\]]");

  private RowWarnings() {}

  static void applyCellWarnings(RowDraft row, ColumnAssignment found, ValueCell value) {
    boolean two =
        found
                .cell(ColumnKind.RANGE)
                .filter(r -> TWO_NUMBERS.matcher(r.text()).matches())
                .isPresent()
            || value.isNumeric()
                && found
                    .cell(ColumnKind.NAME)
                    .filter(n -> TestNames.endsWithResult(n.text()))
                    .isPresent();
    if (two) {
      // A number without a column of its own may be the result.
      row.reduceConfidence(0.4);
    }
    boolean known =
        value.isQualitative()
            || found.cell(ColumnKind.NAME).filter(n -> TestNames.isKnown(n.text())).isPresent();
    if (!value.isNumeric() && !known) {
      row.reduceConfidence(0.8);
    }
  }

  /**
   * Returns the factor that remains for a row of any page.
   *
   * @param units text read as units
   * @param ranged whether a range accompanies the value
   */
  static double confidenceFactor(
      TextRun name, ValueCell value, Optional<TextRun> units, boolean ranged) {
    boolean word = !value.isNumeric() && !value.isQualitative();
    boolean foreign = word && BilingualHeaders.isForeignScript(name.text());
    boolean sign = AbnormalSign.isAmbiguous(value.value().text());
    return foreign || sign || !ranged && range(value.value().text(), units) ? WITHHELD_FACTOR : 1;
  }

  /**
   * Checks whether a value looks like a range: limits in brackets, or two numbers.
   *
   * <p>Two numbers with a unit are a count per microscope field.
   */
  private static boolean range(String value, Optional<TextRun> units) {
    boolean bracketed =
        BRACKETED.matcher(value).matches()
            && (TextPatterns.isSpan(value) || TextPatterns.isRange(value));
    return bracketed
        || TextPatterns.isSpan(value) && !TextPatterns.isPlainNumber(value) && units.isEmpty();
  }
}
