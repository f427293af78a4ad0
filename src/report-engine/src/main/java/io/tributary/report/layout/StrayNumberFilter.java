package io.tributary.report.layout;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Recognizes table lines with a number in the value column that are not results. */
final class StrayNumberFilter {
  /** A range cell that states that there is no range still belongs to a result. */
  private static final Pattern NO_RANGE =
      Pattern.compile("(?i)^(?:not? (?:est|range|ref)|none? (?:est|known)|n/?[ae]\\b|see )");

  private static final Pattern DOSE =
      Pattern.compile(
          "(?i).*\\b(?:daily|twice|weekly|tablets?|capsules?|bedtime|as"
              + " needed|expires|expiry|lot)\\b.*");

  private StrayNumberFilter() {}

  /**
   * Checks whether a line lacks unit, range, flag and known name in a table whose lines have units
   * and ranges.
   */
  static boolean isStrayNumber(RowDraft row, ColumnAssignment found, List<TableColumn> columns) {
    Optional<String> range = found.cell(ColumnKind.RANGE).map(TextRun::text);
    if (range.filter(r -> DOSE.matcher(r).matches()).isPresent()) {
      return true;
    }
    Optional<TextRun> name = found.cell(ColumnKind.NAME);
    boolean others =
        columns.stream().anyMatch(c -> c.kind() == ColumnKind.RANGE)
            && columns.stream().anyMatch(c -> c.kind() == ColumnKind.UNIT);
    boolean ranged =
        range.filter(StrayNumberFilter::isRange).isPresent() || row.value().range().isPresent();
    boolean flagged =
        found.cell(ColumnKind.FLAG).filter(f -> TokenType.isFlag(f.text())).isPresent();
    return others
        && row.value().isNumeric()
        && !row.value().isQualitative()
        && !row.unit()
        && !ranged
        && !flagged
        && row.value().flag().isEmpty()
        && name.filter(n -> !TestNames.isKnown(n.text()) && TestNames.unit(n).isEmpty())
            .isPresent();
  }

  private static boolean isRange(String range) {
    boolean some =
        TextPatterns.isRange(range)
            || TextPatterns.isSpan(range)
            || RangeCells.isLabeledRange(range);
    return NO_RANGE.matcher(range).find() || some && !TextPatterns.isPlainNumber(range);
  }
}
