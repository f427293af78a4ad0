package io.tributary.report.table;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Lines of a table that have a number where results stand, and are none. */
final class Stray {
  /** A cell of ranges that says there is none is that of a result all the same. */
  private static final Pattern NONE =
      Pattern.compile("(?i)^(?:not? (?:est|range|ref)|none? (?:est|known)|n/?[ae]\\b|see )");

  private static final Pattern DOSE =
      Pattern.compile(
          "(?i).*\\b(?:daily|twice|weekly|tablets?|capsules?|bedtime|as"
              + " needed|expires|expiry|lot)\\b.*");

  private Stray() {}

  /**
   * Whether nothing says that a line is a result: no unit, no range, no flag, and no name that is
   * known, where others have units and ranges.
   */
  static boolean is(RowDraft row, Assignment found, List<Column> columns) {
    Optional<String> range = found.cell(Kind.RANGE).map(Run::text);
    if (range.filter(r -> DOSE.matcher(r).matches()).isPresent()) {
      return true;
    }
    Optional<Run> name = found.cell(Kind.NAME);
    boolean others =
        columns.stream().anyMatch(c -> c.kind() == Kind.RANGE)
            && columns.stream().anyMatch(c -> c.kind() == Kind.UNIT);
    boolean ranged = range.filter(Stray::bounds).isPresent() || row.value().range().isPresent();
    boolean flagged = found.cell(Kind.FLAG).filter(f -> Sort.flag(f.text())).isPresent();
    return others
        && row.value().numeric()
        && !row.value().quality()
        && !row.unit()
        && !ranged
        && !flagged
        && row.value().flag().isEmpty()
        && name.filter(n -> !Names.known(n.text()) && Names.unit(n).isEmpty()).isPresent();
  }

  private static boolean bounds(String range) {
    boolean some = Signs.range(range) || Signs.span(range) || Ranges.labelled(range);
    return NONE.matcher(range).find() || some && !Signs.plainNumber(range);
  }
}
