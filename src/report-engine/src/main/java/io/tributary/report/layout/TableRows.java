package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the lines below a table heading into rows and panels. */
final class TableRows {
  private static final String RANGE = ".*(?:[<>\u2264\u2265]\\s*\\d|\\d\\s*[-\u2013]\\s*\\d).*";

  private final List<ClassifiedLine> lines;
  private final PanelSection section;
  private final double widestName;
  private final double pitch;
  private final boolean scanned;

  /**
   * @param body lines below the heading
   * @param columns with their learned extents
   */
  TableRows(List<TextLine> body, List<TableColumn> columns, PanelSection section) {
    this.section = section;
    List<ClassifiedLine> placedLines = new ArrayList<>();
    boolean talking = false;
    boolean marks = AbnormalSign.isUsed(body);
    for (TextLine line : body) {
      ClassifiedLine placed = ClassifiedLine.of(line, columns, talking, marks);
      talking = placed.role() == ClassifiedLine.Role.REMARK;
      placedLines.add(placed);
    }
    this.lines = WrappedRows.join(placedLines);
    this.widestName = Math.max(widest(), roomForNames(columns));
    this.pitch = ColumnFit.linePitch(body);
    this.scanned = body.stream().flatMap(l -> l.words().stream()).anyMatch(w -> w.confidence() < 1);
  }

  private double widest() {
    return lines.stream()
        .filter(p -> p.role() == ClassifiedLine.Role.RESULT)
        .flatMap(p -> p.cell(ColumnKind.NAME).stream())
        .mapToDouble(TextRun::right)
        .max()
        .orElse(0);
  }

  /** Names are not wrapped before they come near the next column. */
  private static double roomForNames(List<TableColumn> columns) {
    for (int i = 0; i + 1 < columns.size(); i++) {
      TableColumn name = columns.get(i);
      if (name.kind() == ColumnKind.NAME) {
        return name.left() + 0.7 * (columns.get(i + 1).left() - name.left());
      }
    }
    return 0;
  }

  List<RowDraft> rows() {
    List<RowDraft> rows = new ArrayList<>();
    int last = -1;
    RowDraft row = null;
    for (int i = 0; i <= lines.size(); i++) {
      boolean result = i < lines.size() && lines.get(i).role() == ClassifiedLine.Role.RESULT;
      if (!result && i < lines.size()) {
        continue;
      }
      RowDraft next = i < lines.size() ? lines.get(i).draft().orElse(null) : null;
      distributeLines(last, i, row, next);
      if (next != null) {
        next.panel(section.panel()).specimen(section.specimen());
        lines.get(i).cell(ColumnKind.SPECIMEN).ifPresent(s -> next.specimen(Optional.of(s)));
        rows.add(next);
      }
      row = next;
      last = i;
    }
    return rows;
  }

  private void distributeLines(int last, int next, RowDraft above, RowDraft below) {
    int cut = splitPosition(last, next);
    boolean open = last >= 0;
    List<ClassifiedLine> before = new ArrayList<>();
    boolean named = true;
    for (int i = last + 1; i < next; i++) {
      ClassifiedLine line = lines.get(i);
      if (NonResultFilter.isRangeLabel(line.line().text())) {
        continue;
      }
      switch (line.role()) {
        case NOISE -> open = false;
        case REMARK -> {
          addRemark(line, open ? above : null);
          named &= line.method().isEmpty();
          open = open && line.method().isPresent();
        }
        case RESULT -> throw new IllegalStateException("unexpected result row between two results");
        case PART -> {
          boolean method = line.cell(ColumnKind.NAME).flatMap(PanelHeadings::method).isPresent();
          boolean more =
              named || line.cell(ColumnKind.NAME).isEmpty() || method || line.hasOnlyRange();
          named &= !method;
          boolean lower =
              below != null
                  && i == next - 1
                  && !method
                  && lines.get(next).cell(ColumnKind.NAME).isEmpty();
          boolean ours =
              open
                  && more
                  && !lower
                  && !isSampleHeading(i, above)
                  && (i < cut || method)
                  && belongsAbove(i, last);
          if (ours && addToRow(line, above)) {
            continue;
          }
          if (below != null && isFirstNamePart(i, next) || below != null && lacksName(next)) {
            before.add(line);
          } else if (section.heading(line)) {
            before.clear();
            open = false;
          } else if (open && above != null && line.hasOnlyRange()) {
            add(line, above);
          }
        }
      }
    }
    for (ClassifiedLine line : before.reversed()) {
      line.cell(ColumnKind.NAME).ifPresent(below::nameBefore);
      line.cell(ColumnKind.RANGE).ifPresent(below::rangeBefore);
    }
  }

  /**
   * Checks whether a test name has a specimen of its own below it at the same edge.
   *
   * <p>Such a name heads the following rows, however close it is to the row above. The check
   * applies to scans, whose lines are not level; in a text layer the gap is conclusive.
   */
  private boolean isSampleHeading(int i, RowDraft above) {
    TextLine line = lines.get(i).line();
    boolean sampled =
        i + 1 < lines.size()
            && PanelHeadings.specimen(lines.get(i + 1).line().run()).isPresent()
            && lines.get(i + 1).line().box().left() < line.box().left() + line.charWidth();
    return sampled
        && scanned
        && above != null
        && above.hasCompleteRange()
        && above.name().filter(n -> TestNames.isKnown(n.text())).isPresent()
        && above.name().filter(n -> TestNames.isContinuation(n.text(), line.text())).isEmpty()
        && TestNames.isKnown(line.text());
  }

  private static void addRemark(ClassifiedLine line, RowDraft above) {
    if (above == null) {
      return;
    }
    line.method().ifPresentOrElse(above::method, () -> above.note(line.line().run()));
  }

  private boolean lacksName(int next) {
    return lines.get(next).cell(ColumnKind.NAME).isEmpty()
        && lines.get(next - 1).role() == ClassifiedLine.Role.PART;
  }

  /**
   * Returns the position of the widest gap between two results; lines after it belong to the lower
   * one.
   */
  private int splitPosition(int last, int next) {
    if (last < 0) {
      return last + 1;
    }
    if (next >= lines.size()) {
      return next;
    }
    int at = next;
    double most = 0;
    double least = Double.MAX_VALUE;
    for (int i = last + 1; i <= next; i++) {
      double gap = lines.get(i).line().middle() - lines.get(i - 1).line().middle();
      least = Math.min(least, gap);
      if (gap > most * 1.02) {
        most = gap;
        at = i;
      }
    }
    boolean scanned = lines.get(next).line().words().stream().anyMatch(w -> w.confidence() < 1);
    return most > (scanned ? 1.28 : 1.15) * least ? at : next;
  }

  /** Checks whether a line is close enough to the previous one to be part of the same row. */
  private boolean belongsAbove(int i, int last) {
    double gap = lines.get(i).line().middle() - lines.get(i - 1).line().middle();
    double height = lines.get(last).line().height();
    return gap < Math.max(2.2 * height, 1.3 * Math.min(pitch, 2.5 * height));
  }

  private boolean addToRow(ClassifiedLine line, RowDraft above) {
    if (above == null) {
      return line.hasOnlyRange() || !section.looksLikeHeading(line, widestName);
    }
    if (line.hasOnlyRange() || line.cell(ColumnKind.NAME).isEmpty()) {
      add(line, above);
      return true;
    }
    TextRun name = line.cell(ColumnKind.NAME).get();
    Optional<TextRun> sample = PanelHeadings.specimen(line.line().run());
    if (sample.isPresent() && isIndented(line, above)) {
      above.specimen(sample);
      return true;
    }
    Optional<TextRun> method = PanelHeadings.method(name);
    if (method.isPresent()) {
      boolean range = line.cell(ColumnKind.RANGE).filter(r -> r.text().matches(RANGE)).isPresent();
      Optional<TextRun> whole = range ? Optional.empty() : PanelHeadings.method(line.line().run());
      above.method(whole.orElse(method.get()));
      if (whole.isEmpty()) {
        add(line, above);
      }
      return true;
    }
    String text = name.text().strip();
    if (UnitPatterns.isUnit(text)) {
      above.units(RangeCells.withoutLabel(name).orElse(name));
      return true;
    }
    Optional<String> before = above.name().map(TextRun::text);
    if (before.isPresent() && section.isMethodLine(line, above.name().get(), widestName)) {
      above.method(name);
      return true;
    }
    if (before.isEmpty()
        || !line.hasOnlyNames()
        || !section.continuesName(line, above.name().get(), widestName)) {
      return false;
    }
    above.name(name);
    add(line, above);
    return true;
  }

  private static boolean isIndented(ClassifiedLine line, RowDraft above) {
    double sign = line.line().charWidth();
    return above.name().filter(n -> line.line().box().left() > n.left() + 0.8 * sign).isPresent()
        || line.line().text().endsWith(".");
  }

  private static void add(ClassifiedLine line, RowDraft above) {
    boolean more = NonResultFilter.isClassRange(line.line().text()) && above.hasCompleteRange();
    line.cell(ColumnKind.RANGE).filter(r -> !more).ifPresent(above::range);
    line.cell(ColumnKind.UNIT).filter(u -> UnitPatterns.isUnit(u.text())).ifPresent(above::units);
    line.cell(ColumnKind.METHOD).ifPresent(above::method);
    if (line.cell(ColumnKind.RANGE).isEmpty()) {
      line.cell(ColumnKind.VALUE)
          .filter(v -> UnitPatterns.isUnit(v.text()))
          .ifPresent(above::units);
    }
  }

  /** Checks whether a line with only a name is the first part of the name below it. */
  private boolean isFirstNamePart(int i, int next) {
    ClassifiedLine line = lines.get(i);
    ClassifiedLine result = lines.get(next);
    if (line.cell(ColumnKind.NAME).isEmpty()) {
      return line.hasOnlyRange();
    }
    double gap = result.line().middle() - line.line().middle();
    if (gap > 2.2 * line.line().height() * (next - i)) {
      return false;
    }
    return result.cell(ColumnKind.NAME).isEmpty() && next - i == 1
        || result.cell(ColumnKind.NAME).isPresent()
            && line.hasOnlyNames()
            && section.continuesName(result, line.cell(ColumnKind.NAME).get(), widestName)
            && !section.looksLikeHeading(line, widestName);
  }
}
