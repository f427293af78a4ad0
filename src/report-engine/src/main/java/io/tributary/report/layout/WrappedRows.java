package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Joins rows whose name or range takes two lines while the value is vertically centered between
 * them.
 *
 * <p>Tables of web pages have this layout: the lines above and below overlap the line of the value.
 */
final class WrappedRows {
  private WrappedRows() {}

  static List<ClassifiedLine> join(List<ClassifiedLine> lines) {
    List<ClassifiedLine> all = new ArrayList<>();
    int done = 0;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).draft().isEmpty()) {
        continue;
      }
      ClassifiedLine result = lines.get(i);
      int first = i;
      while (first > done && isHalfLine(lines.get(first - 1), result, lines.get(first))) {
        first--;
      }
      int last = i;
      while (last + 1 < lines.size() && isHalfLine(lines.get(last + 1), result, lines.get(last))) {
        last++;
      }
      all.addAll(lines.subList(done, first));
      all.add(
          first == last
              ? result
              : merge(result, lines.subList(first, i), lines.subList(i + 1, last + 1)));
      done = last + 1;
      i = last;
    }
    all.addAll(lines.subList(done, lines.size()));
    return all;
  }

  private static boolean isHalfLine(
      ClassifiedLine line, ClassifiedLine result, ClassifiedLine neighbour) {
    boolean only =
        line.found().cells().keySet().stream()
            .allMatch(k -> k == ColumnKind.NAME || k == ColumnKind.RANGE);
    boolean free = line.cell(ColumnKind.NAME).isEmpty() || result.cell(ColumnKind.NAME).isEmpty();
    return line.role() == ClassifiedLine.Role.PART
        && only
        && free
        && line.line().overlapsPartly(neighbour.line());
  }

  private static ClassifiedLine merge(
      ClassifiedLine result, List<ClassifiedLine> above, List<ClassifiedLine> beneath) {
    RowDraft row = result.draft().orElseThrow();
    Map<ColumnKind, TextRun> cells = new EnumMap<>(result.found().cells());
    for (ClassifiedLine line : above.reversed()) {
      line.cell(ColumnKind.NAME)
          .ifPresent(n -> cells.merge(ColumnKind.NAME, n, (old, run) -> run.with(old)));
      line.cell(ColumnKind.NAME).ifPresent(row::nameBefore);
      line.cell(ColumnKind.RANGE).ifPresent(row::rangeBefore);
    }
    for (ClassifiedLine line : beneath) {
      line.cell(ColumnKind.NAME).ifPresent(n -> cells.merge(ColumnKind.NAME, n, TextRun::with));
      line.cell(ColumnKind.NAME).ifPresent(row::name);
      line.cell(ColumnKind.RANGE).ifPresent(row::range);
    }
    ColumnAssignment found =
        new ColumnAssignment(result.line(), cells, result.found().chosen(), result.found().cost());
    return new ClassifiedLine(result.line(), found, result.role(), result.draft());
  }
}
