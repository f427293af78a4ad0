package io.tributary.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A page whose tables have no headings. */
final class FreePage {
  private static final java.util.Set<String> KITCHEN =
      java.util.Set.of(
          "g", "mg", "kg", "mcg", "ug", "min", "minutes", "unit", "units", "l", "s", "sec", "m",
          "mm", "cm", "iu", "cells", "copies");

  private FreePage() {}

  static List<RowDraft> rows(List<Line> page, Section section) {
    List<RowDraft> labelled = Labelled.rows(page, section);
    if (!labelled.isEmpty()) {
      return labelled;
    }
    Section apart = new Section();
    List<RowDraft> cards = Cards.rows(page, apart);
    if (cards.size() > 1 && cards.size() > lines(page, new Section()).size()) {
      return Cards.rows(page, section);
    }
    return lines(page, section);
  }

  private static List<RowDraft> lines(List<Line> page, Section section) {
    double x = Sides.second(page);
    if (x == Double.POSITIVE_INFINITY) {
      return side(page, section);
    }
    List<RowDraft> rows =
        new ArrayList<>(side(Sides.between(page, Double.NEGATIVE_INFINITY, x), section));
    rows.addAll(side(Sides.between(page, x, Double.POSITIVE_INFINITY), section));
    return rows;
  }

  private static List<RowDraft> side(List<Line> all, Section section) {
    List<Line> lines = History.cut(Interpretation.cut(all));
    List<RowDraft> rows = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      Optional<Blocks> block = Blocks.of(line);
      Optional<FreeRows.Found> found =
          block.isPresent() ? FreeRows.of(block.get()) : FreeRows.of(line);
      int more = found.isPresent() ? beneath(lines, i, block, found.get()) : 0;
      if (found.filter(FreePage::sure).isPresent()) {
        i += more;
        RowDraft row = found.get().row();
        row.panel(section.panel()).specimen(section.specimen());
        rows.add(row);
        continue;
      }
      if (Noise.line(line)) {
        continue;
      }
      Optional<Run> method = Panels.method(line.run());
      if (method.isPresent() && !rows.isEmpty()) {
        rows.getLast().method(method.get());
      } else if (heads(line) && Panels.word(line.text())
          || Panels.specimen(line.run()).isPresent()) {
        section.heading(line);
      }
    }
    return rows;
  }

  private static int beneath(
      List<Line> lines, int at, Optional<Blocks> block, FreeRows.Found found) {
    int more = block.map(b -> b.add(lines, at, found.row())).orElse(0);
    return more > 0 ? more : Beneath.add(lines, at, found);
  }

  /** Whether a line has one text, or another one in brackets behind it. */
  private static boolean heads(Line line) {
    List<Run> cells = line.cells();
    return cells.size() == 1 || cells.size() == 2 && cells.get(1).text().matches("\\(.*\\)");
  }

  /** Without a heading above it, a line needs a unit or a range that only results have. */
  private static boolean sure(FreeRows.Found found) {
    String value = found.row().value().value().text();
    if (!found.row().ranged()
        && (Signs.span(value)
            || value.matches("(?i)(?:below|above|under|over|up to|less|more|greater).*"))) {
      return false;
    }
    boolean known = Names.known(found.name().text());
    boolean unit =
        found.row().unitText().filter(u -> !KITCHEN.contains(Signs.lower(u))).isPresent();
    if (found.row().ranged()) {
      return unit || known;
    }
    return known && (unit || found.row().value().quality());
  }
}
