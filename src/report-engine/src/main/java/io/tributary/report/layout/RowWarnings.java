package io.tributary.report.layout;

import java.util.Optional;
import java.util.regex.Pattern;

/** Reduces the confidence of rows whose value may be something else. */
final class RowWarnings {
  /** Factor too low for a result to be released. */
  private static final double HELD = 0.3;

  /** Number that is not part of the range after it. */
  private static final Pattern TWO_NUMBERS =
      Pattern.compile("\\d[\\d.,]*\\s+\\d[\\d.,]*\\s*-\\s*\\d.*");

  private static final Pattern BRACKETED = Pattern.compile("[(\\[]\\s*(.*\\d.*?)\\s*[)\\]]");

  private RowWarnings() {}

  static void cells(RowDraft row, ColumnAssignment found, ValueCell value) {
    boolean two =
        found
                .cell(ColumnKind.RANGE)
                .filter(r -> TWO_NUMBERS.matcher(r.text()).matches())
                .isPresent()
            || value.numeric()
                && found
                    .cell(ColumnKind.NAME)
                    .filter(n -> TestNames.withResult(n.text()))
                    .isPresent();
    if (two) {
      // A number without a column of its own may be the result.
      row.lessSure(0.4);
    }
    boolean known =
        value.quality()
            || found.cell(ColumnKind.NAME).filter(n -> TestNames.known(n.text())).isPresent();
    if (!value.numeric() && !known) {
      row.lessSure(0.8);
    }
  }

  /**
   * Returns the factor that remains for a row of any page.
   *
   * @param units text read as units
   * @param ranged whether a range accompanies the value
   */
  static double left(TextRun name, ValueCell value, Optional<TextRun> units, boolean ranged) {
    boolean word = !value.numeric() && !value.quality();
    boolean foreign = word && BilingualHeaders.foreign(name.text());
    boolean sign = AbnormalSign.open(value.value().text());
    return foreign || sign || !ranged && range(value.value().text(), units) ? HELD : 1;
  }

  /**
   * Checks whether a value looks like a range: limits in brackets, or two numbers.
   *
   * <p>Two numbers with a unit are a count per microscope field.
   */
  private static boolean range(String value, Optional<TextRun> units) {
    boolean bracketed =
        BRACKETED.matcher(value).matches()
            && (TextPatterns.span(value) || TextPatterns.range(value));
    return bracketed
        || TextPatterns.span(value) && !TextPatterns.plainNumber(value) && units.isEmpty();
  }
}
