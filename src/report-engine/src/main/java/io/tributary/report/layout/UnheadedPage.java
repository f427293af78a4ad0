package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a page whose tables have no headings. */
final class UnheadedPage {
  private static final java.util.Set<String> FOOD_WORDS =
      java.util.Set.of(
          "g", "mg", "kg", "mcg", "ug", "min", "minutes", "unit", "units", "l", "s", "sec", "m",
          "mm", "cm", "iu", "cells", "copies");

  private UnheadedPage() {}

  static List<RowDraft> rows(List<TextLine> page, PanelSection section) {
    List<RowDraft> labelled = LabeledLayout.rows(page, section);
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
    double x = PageColumns.secondResultStart(page);
    if (x == Double.POSITIVE_INFINITY) {
      return readColumn(page, section);
    }
    List<RowDraft> rows =
        new ArrayList<>(readColumn(PageColumns.clip(page, Double.NEGATIVE_INFINITY, x), section));
    rows.addAll(readColumn(PageColumns.clip(page, x, Double.POSITIVE_INFINITY), section));
    return rows;
  }

  private static List<RowDraft> readColumn(List<TextLine> all, PanelSection section) {
    List<TextLine> lines = PreviousResults.remove(LegendFilter.removeLegends(all));
    List<RowDraft> rows = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      TextLine line = lines.get(i);
      Optional<LabelBlocks> block = LabelBlocks.of(line);
      Optional<UnheadedRows.DetectedRow> found =
          block.isPresent() ? UnheadedRows.of(block.get()) : UnheadedRows.of(line);
      int more = found.isPresent() ? addLinesBelow(lines, i, block, found.get()) : 0;
      if (found.filter(UnheadedPage::isCertain).isPresent()) {
        i += more;
        RowDraft row = found.get().row();
        row.panel(section.panel()).specimen(section.specimen());
        rows.add(row);
        continue;
      }
      if (NonResultFilter.isNonResultLine(line)) {
        continue;
      }
      Optional<TextRun> method = PanelHeadings.method(line.run());
      if (method.isPresent() && !rows.isEmpty()) {
        rows.getLast().method(method.get());
      } else if (isHeading(line) && PanelHeadings.isPossibleHeading(line.text())
          || PanelHeadings.specimen(line.run()).isPresent()) {
        section.heading(line);
      }
    }
    return rows;
  }

  private static int addLinesBelow(
      List<TextLine> lines, int at, Optional<LabelBlocks> block, UnheadedRows.DetectedRow found) {
    int more = block.map(b -> b.addRangeLines(lines, at, found.row())).orElse(0);
    return more > 0 ? more : NextLineRange.add(lines, at, found);
  }

  private static boolean isHeading(TextLine line) {
    List<TextRun> cells = line.cells();
    return cells.size() == 1 || cells.size() == 2 && cells.get(1).text().matches("\\(.*\\)");
  }

  /** Requires a result-specific unit or range, because no heading confirms the line. */
  private static boolean isCertain(UnheadedRows.DetectedRow found) {
    String value = found.row().value().value().text();
    if (!found.row().hasRange()
        && (TextPatterns.isSpan(value)
            || value.matches("(?i)(?:below|above|under|over|up to|less|more|greater).*"))) {
      return false;
    }
    boolean known = TestNames.isKnown(found.name().text());
    boolean unit =
        found.row().unitText().filter(u -> !FOOD_WORDS.contains(TextPatterns.lower(u))).isPresent();
    if (found.row().hasRange()) {
      return unit || known;
    }
    return known && (unit || found.row().value().isQualitative());
  }
}
