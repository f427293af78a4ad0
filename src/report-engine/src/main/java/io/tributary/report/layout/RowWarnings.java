package io.tributary.report.layout;

import java.util.Optional;
import java.util.regex.Pattern;

/** What makes a row less sure than its places say: that its value may be something else. */
final class RowWarnings {
  /** Too little for a result to be given. */
  private static final double HELD = 0.3;

  /** A number that is no part of the range behind it. */
  private static final Pattern TWO_NUMBERS =
      Pattern.compile("\\d[\\d.,]*\\s+\\d[\\d.,]*\\s*-\\s*\\d.*");

  private static final Pattern BRACKETED = Pattern.compile("[(\\[]\\s*(.*\\d.*?)\\s*[)\\]]");

  private RowWarnings() {}

  /** Lessens a row of a table by what stands in its cells. */
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
      // a number that has no column of its own may be the result
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
   * The share of trust that is left to a row of any page.
   *
   * @param units what was read for them
   * @param ranged whether a range stands beside the value
   */
  static double left(TextRun name, ValueCell value, Optional<TextRun> units, boolean ranged) {
    boolean word = !value.numeric() && !value.quality();
    boolean foreign = word && BilingualHeaders.foreign(name.text());
    boolean sign = AbnormalSign.open(value.value().text());
    return foreign || sign || !ranged && range(value.value().text(), units) ? HELD : 1;
  }

  /**
   * Whether a value is a range by all its looks: bounds in brackets, or two numbers. Two numbers
   * with a unit are what is seen in a field of a microscope.
   */
  private static boolean range(String value, Optional<TextRun> units) {
    boolean bracketed =
        BRACKETED.matcher(value).matches()
            && (TextPatterns.span(value) || TextPatterns.range(value));
    return bracketed
        || TextPatterns.span(value) && !TextPatterns.plainNumber(value) && units.isEmpty();
  }
}
