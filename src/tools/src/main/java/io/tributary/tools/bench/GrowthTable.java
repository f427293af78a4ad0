package io.tributary.tools.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figures by how full the database was, and how they compare with those of the empty one. */
final class GrowthTable {
  /** The goal: at most so many times the figure of the empty database. */
  private static final double GOAL = 1.3;

  /**
   * One figure.
   *
   * @param ceiling of the same minute, 0 for none
   * @param better whether more is better
   */
  record Figure(double value, double ceiling, boolean better) {}

  private final PrintStream out;
  private final List<String> levels = new ArrayList<>();
  private final Map<String, List<Figure>> rows = new LinkedHashMap<>();

  GrowthTable(PrintStream out) {
    this.out = out;
  }

  void level(String name) {
    levels.add(name);
  }

  /** Notes a figure of the newest level and tells it at once. */
  void add(String name, double value, double ceiling, boolean better) {
    rows.computeIfAbsent(name, n -> new ArrayList<>()).add(new Figure(value, ceiling, better));
    out.printf(
        Locale.ROOT,
        "  %-10s %-44s %,12.2f%s%n",
        levels.getLast(),
        name,
        value,
        ceiling == 0
            ? ""
            : String.format(
                Locale.ROOT, "  ceiling %,12.2f  ratio %.2f", ceiling, value / ceiling));
  }

  /** Something that is told but not compared. */
  void note(String name, double value) {
    out.printf(Locale.ROOT, "  %-10s %-44s %,12.2f%n", levels.getLast(), name, value);
  }

  /**
   * How many times worse than when empty. Where there is a ceiling and it was lower than that of
   * the empty one's minute, the machine was slower and less is asked for; one that was higher tells
   * of a client that had become quicker, which makes no service worse.
   */
  private static double worse(Figure empty, Figure full) {
    double machine = empty.ceiling() == 0 ? 1 : Math.min(1, full.ceiling() / empty.ceiling());
    double asked = empty.value() * machine;
    return empty.better() ? asked / full.value() : full.value() / empty.value();
  }

  void print() {
    out.println();
    out.print(String.format("%-44s", ""));
    for (String level : levels) {
      out.printf("%22s", level);
    }
    out.println();
    int over = 0;
    for (var row : rows.entrySet()) {
      out.printf("%-44s", row.getKey());
      Figure empty = row.getValue().getFirst();
      for (Figure f : row.getValue()) {
        double times = worse(empty, f);
        over += times > GOAL ? 1 : 0;
        out.printf(
            Locale.ROOT,
            "%,13.2f %s",
            f.value(),
            f == empty ? "        " : String.format(Locale.ROOT, "(x%5.2f)", times));
      }
      out.println();
    }
    out.printf(
        Locale.ROOT,
        "x: times worse than empty, less asked for where the ceiling of the minute was lower; over"
            + " %.1f: %d%n",
        GOAL,
        over);
  }
}
