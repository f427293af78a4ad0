package io.tributary.report.table;

import java.util.Optional;
import java.util.regex.Pattern;

/** What makes a row less sure than its places say: that its value may be something else. */
final class Doubts {
  /** Too little for a result to be given. */
  private static final double HELD = 0.3;

  /** A number that is no part of the range behind it. */
  private static final Pattern TWO_NUMBERS =
      Pattern.compile("\\d[\\d.,]*\\s+\\d[\\d.,]*\\s*-\\s*\\d.*");

  private static final Pattern BRACKETED = Pattern.compile("[(\\[]\\s*(.*\\d.*?)\\s*[)\\]]");

  private Doubts() {}

  /** Lessens a row of a table by what stands in its cells. */
  static void cells(RowDraft row, Assignment found, ValueCell value) {
    boolean two =
        found.cell(Kind.RANGE).filter(r -> TWO_NUMBERS.matcher(r.text()).matches()).isPresent()
            || value.numeric()
                && found.cell(Kind.NAME).filter(n -> Names.withResult(n.text())).isPresent();
    if (two) {
      // a number that has no column of its own may be the result
      row.lessSure(0.4);
    }
    boolean known =
        value.quality() || found.cell(Kind.NAME).filter(n -> Names.known(n.text())).isPresent();
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
  static double left(Run name, ValueCell value, Optional<Run> units, boolean ranged) {
    boolean word = !value.numeric() && !value.quality();
    boolean foreign = word && SecondScript.foreign(name.text());
    boolean sign = LoneSign.open(value.value().text());
    return foreign || sign || !ranged && range(value.value().text(), units) ? HELD : 1;
  }

  /**
   * Whether a value is a range by all its looks: bounds in brackets, or two numbers. Two numbers
   * with a unit are what is seen in a field of a microscope.
   */
  private static boolean range(String value, Optional<Run> units) {
    boolean bracketed =
        BRACKETED.matcher(value).matches() && (Signs.span(value) || Signs.range(value));
    return bracketed || Signs.span(value) && !Signs.plainNumber(value) && units.isEmpty();
  }
}
