package io.tributary.report.table;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Rows whose name or range takes two lines while the value stands in the middle between them, as
 * tables of web pages have it: the lines above and beneath share the height of the value's line.
 */
final class HalfLines {
  private HalfLines() {}

  /** Gives such halves to their results, and leaves the other lines as they are. */
  static List<Placed> joined(List<Placed> lines) {
    List<Placed> all = new ArrayList<>();
    int done = 0;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).draft().isEmpty()) {
        continue;
      }
      Placed result = lines.get(i);
      int first = i;
      while (first > done && half(lines.get(first - 1), result, lines.get(first))) {
        first--;
      }
      int last = i;
      while (last + 1 < lines.size() && half(lines.get(last + 1), result, lines.get(last))) {
        last++;
      }
      all.addAll(lines.subList(done, first));
      all.add(
          first == last
              ? result
              : whole(result, lines.subList(first, i), lines.subList(i + 1, last + 1)));
      done = last + 1;
      i = last;
    }
    all.addAll(lines.subList(done, lines.size()));
    return all;
  }

  private static boolean half(Placed line, Placed result, Placed neighbour) {
    boolean only =
        line.found().cells().keySet().stream().allMatch(k -> k == Kind.NAME || k == Kind.RANGE);
    boolean free = line.cell(Kind.NAME).isEmpty() || result.cell(Kind.NAME).isEmpty();
    return line.role() == Placed.Role.PART
        && only
        && free
        && line.line().halfBeside(neighbour.line());
  }

  private static Placed whole(Placed result, List<Placed> above, List<Placed> beneath) {
    RowDraft row = result.draft().orElseThrow();
    Map<Kind, Run> cells = new EnumMap<>(result.found().cells());
    for (Placed line : above.reversed()) {
      line.cell(Kind.NAME).ifPresent(n -> cells.merge(Kind.NAME, n, (old, run) -> run.with(old)));
      line.cell(Kind.NAME).ifPresent(row::nameBefore);
      line.cell(Kind.RANGE).ifPresent(row::rangeBefore);
    }
    for (Placed line : beneath) {
      line.cell(Kind.NAME).ifPresent(n -> cells.merge(Kind.NAME, n, Run::with));
      line.cell(Kind.NAME).ifPresent(row::name);
      line.cell(Kind.RANGE).ifPresent(row::range);
    }
    Assignment found =
        new Assignment(result.line(), cells, result.found().chosen(), result.found().cost());
    return new Placed(result.line(), found, result.role(), result.draft());
  }
}
