package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a page whose tables have no headings. */
final class FreePage {
  private static final java.util.Set<String> KITCHEN =
      java.util.Set.of(
          "g", "mg", "kg", "mcg", "ug", "min", "minutes", "unit", "units", "l", "s", "sec", "m",
          "mm", "cm", "iu", "cells", "copies");

  private FreePage() {}

  static List<RowDraft> rows(List<TextLine> page, PanelSection section) {
    List<RowDraft> labelled = LabelledLayout.rows(page, section);
    if (!labelled.isEmpty()) {
      return labelled;
    }
    PanelSection apart = new PanelSection();
    List<RowDraft> cards = CardLayout.rows(page, apart);
    if (cards.size() > 1 && cards.size() > lines(page, new PanelSection()).size()) {
      return CardLayout.rows(page, section);
    }
    return lines(page, section);
  }

  private static List<RowDraft> lines(List<TextLine> page, PanelSection section) {
    double x = PageColumns.second(page);
    if (x == Double.POSITIVE_INFINITY) {
      return side(page, section);
    }
    List<RowDraft> rows =
        new ArrayList<>(side(PageColumns.between(page, Double.NEGATIVE_INFINITY, x), section));
    rows.addAll(side(PageColumns.between(page, x, Double.POSITIVE_INFINITY), section));
    return rows;
  }

  private static List<RowDraft> side(List<TextLine> all, PanelSection section) {
    List<TextLine> lines = PreviousResults.cut(LegendFilter.cut(all));
    List<RowDraft> rows = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      TextLine line = lines.get(i);
      Optional<LabelBlocks> block = LabelBlocks.of(line);
      Optional<UnheadedRows.Found> found =
          block.isPresent() ? UnheadedRows.of(block.get()) : UnheadedRows.of(line);
      int more = found.isPresent() ? beneath(lines, i, block, found.get()) : 0;
      if (found.filter(FreePage::sure).isPresent()) {
        i += more;
        RowDraft row = found.get().row();
        row.panel(section.panel()).specimen(section.specimen());
        rows.add(row);
        continue;
      }
      if (NonResultFilter.line(line)) {
        continue;
      }
      Optional<TextRun> method = PanelHeadings.method(line.run());
      if (method.isPresent() && !rows.isEmpty()) {
        rows.getLast().method(method.get());
      } else if (heads(line) && PanelHeadings.word(line.text())
          || PanelHeadings.specimen(line.run()).isPresent()) {
        section.heading(line);
      }
    }
    return rows;
  }

  private static int beneath(
      List<TextLine> lines, int at, Optional<LabelBlocks> block, UnheadedRows.Found found) {
    int more = block.map(b -> b.add(lines, at, found.row())).orElse(0);
    return more > 0 ? more : NextLineRange.add(lines, at, found);
  }

  private static boolean heads(TextLine line) {
    List<TextRun> cells = line.cells();
    return cells.size() == 1 || cells.size() == 2 && cells.get(1).text().matches("\\(.*\\)");
  }

  /** Requires a result-specific unit or range, because no heading confirms the line. */
  private static boolean sure(UnheadedRows.Found found) {
    String value = found.row().value().value().text();
    if (!found.row().ranged()
        && (TextPatterns.span(value)
            || value.matches("(?i)(?:below|above|under|over|up to|less|more|greater).*"))) {
      return false;
    }
    boolean known = TestNames.known(found.name().text());
    boolean unit =
        found.row().unitText().filter(u -> !KITCHEN.contains(TextPatterns.lower(u))).isPresent();
    if (found.row().ranged()) {
      return unit || known;
    }
    return known && (unit || found.row().value().quality());
  }
}
