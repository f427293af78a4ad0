package io.tributary.report.page;

import java.util.List;
import java.util.Optional;

/**
 * Printed content of one result without interpretation.
 *
 * @param panel heading above the row
 * @param specimen heading, column or remark that names the specimen
 * @param method measurement method, if printed
 * @param loinc LOINC code, if printed
 * @param notes remarks about the result
 * @param confidence that the texts belong together, 0 to 1
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

  /** Truncates texts that are too long. If any was, the row gets confidence 0. */
  RawRow truncateTexts() {
    RawRow out =
        new RawRow(
            name.truncate(RawReport.MAX_TEXT_LENGTH),
            value.truncate(RawReport.MAX_LIST_LENGTH),
            text(units),
            range.map(p -> p.truncate(RawReport.MAX_LIST_LENGTH)),
            text(flag),
            text(panel),
            text(specimen),
            text(method),
            text(loinc),
            notes.stream().map(p -> p.truncate(RawReport.MAX_LIST_LENGTH)).toList(),
            0);
    return out.equals(withoutConfidence()) ? this : out;
  }

  private RawRow withoutConfidence() {
    return new RawRow(name, value, units, range, flag, panel, specimen, method, loinc, notes, 0);
  }

  private static Optional<TextSpan> text(Optional<TextSpan> printed) {
    return printed.map(p -> p.truncate(RawReport.MAX_TEXT_LENGTH));
  }
}
