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
public record PrintedRow(
    Printed name,
    Printed value,
    Optional<Printed> units,
    Optional<Printed> range,
    Optional<Printed> flag,
    Optional<Printed> panel,
    Optional<Printed> specimen,
    Optional<Printed> method,
    Optional<Printed> loinc,
    List<Printed> notes,
    double confidence) {
  public PrintedRow {
    notes = List.copyOf(notes);
  }

  /** With no text longer than one may be, and no confidence where one was. */
  PrintedRow fitted() {
    PrintedRow out =
        new PrintedRow(
            name.upTo(PrintedReport.LONGEST_TEXT),
            value.upTo(PrintedReport.LONGEST_LIST),
            text(units),
            range.map(p -> p.upTo(PrintedReport.LONGEST_LIST)),
            text(flag),
            text(panel),
            text(specimen),
            text(method),
            text(loinc),
            notes.stream().map(p -> p.upTo(PrintedReport.LONGEST_LIST)).toList(),
            0);
    return out.equals(unsure()) ? this : out;
  }

  private PrintedRow unsure() {
    return new PrintedRow(
        name, value, units, range, flag, panel, specimen, method, loinc, notes, 0);
  }

  private static Optional<Printed> text(Optional<Printed> printed) {
    return printed.map(p -> p.upTo(PrintedReport.LONGEST_TEXT));
  }
}
