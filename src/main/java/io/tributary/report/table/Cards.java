package io.tributary.report.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Pages on which each test has a box of its own: its name, beneath it the value, and the range. */
final class Cards {
  private static final double NEAR = 4.5;

  private final List<Line> lines;
  private final List<Run> cells = new ArrayList<>();

  private Cards(List<Line> lines) {
    this.lines = lines;
    lines.stream()
        .filter(l -> !Noise.line(l) && !Noise.prose(l))
        .forEach(l -> cells.addAll(l.cells()));
  }

  private record Card(Run name, Run place, RowDraft row) {}

  static List<RowDraft> rows(List<Line> lines, Section section) {
    return new Cards(lines).read(section);
  }

  private List<RowDraft> read(Section section) {
    List<Card> cards = new ArrayList<>();
    for (Run cell : cells) {
      Optional<ValueCell> value = value(cell);
      Optional<Run> name = value.isPresent() ? above(cell) : Optional.empty();
      if (name.isPresent()) {
        RowDraft row = new RowDraft(value.get(), 0.85).name(name.get());
        cards.add(new Card(name.get(), cell, row));
      }
    }
    for (Run cell : cells) {
      if (range(cell)) {
        nearest(cell, cards).filter(c -> !c.row().ranged()).ifPresent(c -> c.row().range(cell));
      }
    }
    List<Card> whole = cards.stream().filter(c -> c.row().ranged() || c.row().unit()).toList();
    if (whole.size() < 2) {
      return List.of();
    }
    return ordered(whole, section);
  }

  private List<RowDraft> ordered(List<Card> cards, Section section) {
    List<Card> sorted = new ArrayList<>(cards);
    sorted.sort(
        Comparator.comparingInt((Card c) -> lineOf(c.name()))
            .thenComparingDouble(c -> c.name().left()));
    List<RowDraft> rows = new ArrayList<>();
    int at = 0;
    for (Card card : sorted) {
      while (at < lines.size() && lines.get(at).box().bottom() < card.name().box().top() + 1) {
        Line line = lines.get(at++);
        boolean named =
            cards.stream()
                .anyMatch(
                    c ->
                        line.box().top() <= c.name().box().top()
                            && c.name().box().top() <= line.box().bottom());
        if (!named
            && line.cells().size() == 1
            && !Noise.line(line)
            && !Noise.prose(line)
            && !range(line.run())
            && value(line.run()).isEmpty()) {
          section.heading(line);
        }
      }
      rows.add(card.row().panel(section.panel()).specimen(section.specimen()));
    }
    while (at < lines.size()) {
      Line line = lines.get(at++);
      if (line.cells().size() == 1
          && Panels.word(line.text())
          && !Noise.line(line)
          && !Noise.prose(line)) {
        section.heading(line);
      }
    }
    return rows;
  }

  private int lineOf(Run cell) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).words().contains(cell.words().getFirst())) {
        return i;
      }
    }
    return lines.size();
  }

  /** A number with its unit, or a word that is a result, and nothing else. */
  private static Optional<ValueCell> value(Run cell) {
    if (range(cell)) {
      return Optional.empty();
    }
    return ValueCell.of(cell)
        .filter(v -> v.rest().isEmpty())
        .filter(
            v ->
                v.numeric() && (v.units().isPresent() || Signs.numeric(v.value().text()))
                    || v.quality() && !Sort.flag(v.value().text()));
  }

  private static boolean range(Run cell) {
    return Ranges.labelled(cell.text()) || Signs.span(cell.text());
  }

  private static boolean beneath(Run upper, Run lower) {
    boolean left = Math.abs(upper.left() - lower.left()) < 14;
    boolean middle = Math.abs(upper.left() + upper.right() - lower.left() - lower.right()) < 24;
    return left || middle;
  }

  private Optional<Run> above(Run value) {
    double height = value.box().height();
    return cells.stream()
        .filter(c -> c.box().bottom() < value.box().top() + 0.35 * height && beneath(c, value))
        .filter(c -> value.box().top() - c.box().bottom() < NEAR * height)
        .max(Comparator.comparingDouble(c -> c.box().top()))
        .filter(c -> !range(c) && !Noise.noName(c.text()) && value(c).isEmpty());
  }

  private static Optional<Card> nearest(Run range, List<Card> cards) {
    return cards.stream()
        .filter(
            c ->
                c.name().box().top() < range.box().top()
                    && (beneath(c.place(), range) || beneath(c.name(), range)))
        .filter(c -> range.box().top() - c.name().box().top() < 9 * c.name().box().height())
        .max(Comparator.comparingDouble(c -> c.name().box().top()));
  }
}
