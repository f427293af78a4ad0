package io.tributary.report.layout;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Lines of a table that have a number where results stand, and are none. */
final class StrayNumberFilter {
  /** A cell of ranges that says there is none is that of a result all the same. */
  private static final Pattern NONE =
      Pattern.compile("(?i)^(?:not? (?:est|range|ref)|none? (?:est|known)|n/?[ae]\\b|see )");

  private static final Pattern DOSE =
      Pattern.compile(
          "(?i).*\\b(?:daily|twice|weekly|tablets?|capsules?|bedtime|as"
              + " needed|expires|expiry|lot)\\b.*");

  private StrayNumberFilter() {}

  /**
   * Whether nothing says that a line is a result: no unit, no range, no flag, and no name that is
   * known, where others have units and ranges.
   */
  static boolean is(RowDraft row, ColumnAssignment found, List<TableColumn> columns) {
    Optional<String> range = found.cell(ColumnKind.RANGE).map(TextRun::text);
    if (range.filter(r -> DOSE.matcher(r).matches()).isPresent()) {
      return true;
    }
    Optional<TextRun> name = found.cell(ColumnKind.NAME);
    boolean others =
        columns.stream().anyMatch(c -> c.kind() == ColumnKind.RANGE)
            && columns.stream().anyMatch(c -> c.kind() == ColumnKind.UNIT);
    boolean ranged =
        range.filter(StrayNumberFilter::bounds).isPresent() || row.value().range().isPresent();
    boolean flagged = found.cell(ColumnKind.FLAG).filter(f -> TokenType.flag(f.text())).isPresent();
    return others
        && row.value().numeric()
        && !row.value().quality()
        && !row.unit()
        && !ranged
        && !flagged
        && row.value().flag().isEmpty()
        && name.filter(n -> !TestNames.known(n.text()) && TestNames.unit(n).isEmpty()).isPresent();
  }

  private static boolean bounds(String range) {
    boolean some =
        TextPatterns.range(range) || TextPatterns.span(range) || RangeCells.labelled(range);
    return NONE.matcher(range).find() || some && !TextPatterns.plainNumber(range);
  }
}
