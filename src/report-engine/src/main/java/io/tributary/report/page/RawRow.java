package io.tributary.report.page;

import java.util.List;
import java.util.Optional;

/**
 * One result as it stands on the paper, nothing interpreted.
 *
 * @param panel heading above it
 * @param specimen heading, column or remark that names what was examined
 * @param method of the examination, if printed
 * @param loinc a LOINC code, if printed
 * @param notes remarks that belong to it
 * @param confidence 0 to 1 that these texts belong together
 */
public record RawRow(
    TextSpan name,
    TextSpan value,
    Optional<TextSpan> units,
    Optional<TextSpan> range,
    Optional<TextSpan> flag,
    Optional<TextSpan> panel,
    Optional<TextSpan> specimen,
    Optional<TextSpan> method,
    Optional<TextSpan> loinc,
    List<TextSpan> notes,
    double confidence) {
  public RawRow {
    notes = List.copyOf(notes);
  }

  /** With no text longer than one may be, and no confidence where one was. */
  RawRow fitted() {
    RawRow out =
        new RawRow(
            name.upTo(RawReport.LONGEST_TEXT),
            value.upTo(RawReport.LONGEST_LIST),
            text(units),
            range.map(p -> p.upTo(RawReport.LONGEST_LIST)),
            text(flag),
            text(panel),
            text(specimen),
            text(method),
            text(loinc),
            notes.stream().map(p -> p.upTo(RawReport.LONGEST_LIST)).toList(),
            0);
    return out.equals(unsure()) ? this : out;
  }

  private RawRow unsure() {
    return new RawRow(name, value, units, range, flag, panel, specimen, method, loinc, notes, 0);
  }

  private static Optional<TextSpan> text(Optional<TextSpan> printed) {
    return printed.map(p -> p.upTo(RawReport.LONGEST_TEXT));
  }
}
