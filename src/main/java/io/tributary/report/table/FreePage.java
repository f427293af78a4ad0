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

  private static List<RowDraft> side(List<Line> lines, Section section) {
    List<RowDraft> rows = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      Optional<FreeRows.Found> found = FreeRows.of(line).filter(FreePage::sure);
      if (found.isPresent()) {
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
      } else if (line.cells().size() == 1 && Panels.word(line.text())
          || Panels.specimen(line.run()).isPresent()) {
        section.heading(line);
      }
    }
    return rows;
  }

  /** Without a heading above it, a line needs a unit or a range that only results have. */
  private static boolean sure(FreeRows.Found found) {
    boolean known = Names.known(found.name().text());
    boolean unit =
        found.row().unitText().filter(u -> !KITCHEN.contains(Signs.lower(u))).isPresent();
    if (found.ranged()) {
      return unit || known;
    }
    return known && (unit || found.row().value().quality());
  }
}
