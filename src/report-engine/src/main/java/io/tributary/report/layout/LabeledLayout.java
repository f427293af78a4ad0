package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads pages on which test, result, units and range each follow a label. */
final class LabeledLayout {
  private record Pair(ColumnKind kind, TextRun text) {}

  private LabeledLayout() {}

  /** Returns the results; empty if the page lacks a label for a test or for a result. */
  static List<RowDraft> rows(List<TextLine> page, PanelSection section) {
    List<RowDraft> rows = new ArrayList<>();
    Optional<TextRun> name = Optional.empty();
    RowDraft row = null;
    for (Pair pair : pairs(page)) {
      switch (pair.kind()) {
        case NAME -> {
          name = Optional.of(pair.text());
          row = null;
        }
        case VALUE -> {
          Optional<ValueCell> value = ValueCell.parse(pair.text());
          boolean known = value.filter(v -> v.isNumeric() || v.isQualitative()).isPresent();
          if (row == null && name.isPresent() && known) {
            row = new RowDraft(value.get(), 0.88).name(name.get());
            rows.add(row.panel(section.panel()));
          }
        }
        case UNIT ->
            add(row, pair.text(), UnitPatterns.isUnit(pair.text().text()), RowDraft::units);
        case RANGE ->
            add(row, pair.text(), TextPatterns.hasDigit(pair.text().text()), RowDraft::range);
        case FLAG -> add(row, pair.text(), TokenType.isFlag(pair.text().text()), RowDraft::flag);
        case SPECIMEN -> {
          if (row != null) {
            row.specimen(Optional.of(pair.text()));
          }
        }
        case OUT, PREVIOUS, METHOD, LOINC, OTHER -> {}
      }
    }
    return rows.stream().filter(RowDraft::isSupported).toList();
  }

  private static void add(
      RowDraft row,
      TextRun text,
      boolean fits,
      java.util.function.BiConsumer<RowDraft, TextRun> to) {
    if (row != null && fits) {
      to.accept(row, text);
    }
  }

  private static List<Pair> pairs(List<TextLine> page) {
    List<Pair> pairs = new ArrayList<>();
    for (TextLine line : page) {
      List<TextRun> cells = line.cells();
      for (int i = 0; i < cells.size(); i++) {
        TextRun cell = cells.get(i);
        int colon = cell.text().indexOf(':');
        Optional<ColumnKind> kind =
            colon < 1 ? Optional.empty() : kind(cell.text().substring(0, colon));
        Optional<TextRun> text =
            colon + 1 < cell.text().length()
                ? cell.substring(colon + 1, cell.text().length())
                : Optional.of(i + 1).filter(k -> k < cells.size()).map(cells::get);
        if (kind.isPresent() && text.isPresent()) {
          pairs.add(new Pair(kind.get(), stripped(text.get())));
        }
      }
    }
    return pairs;
  }

  private static TextRun stripped(TextRun text) {
    int from = text.text().length() - text.text().stripLeading().length();
    return text.substring(from, text.text().length()).orElse(text);
  }

  private static Optional<ColumnKind> kind(String label) {
    if (label.strip().matches("(?i)lab test|test|test name|analyte|component")) {
      return Optional.of(ColumnKind.NAME);
    }
    return MetadataLabels.label(label) ? Optional.empty() : HeaderWords.exactKind(label.strip());
  }
}
