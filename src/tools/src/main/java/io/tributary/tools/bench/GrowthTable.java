package io.tributary.tools.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figures by fill level of the database, compared with those of the empty one. */
final class GrowthTable {
  /** Goal: the largest accepted factor relative to the empty database. */
  private static final double MAX_FACTOR = 1.3;

  /**
   * Measured figure.
   *
   * @param ceiling ceiling measured at the same time; 0 for none
   * @param better whether a higher value is better
   */
  record Figure(double value, double ceiling, boolean better) {}

  private final PrintStream out;
  private final List<String> levels = new ArrayList<>();
  private final Map<String, List<Figure>> rows = new LinkedHashMap<>();

  GrowthTable(PrintStream out) {
    this.out = out;
  }

  void startLevel(String name) {
    levels.add(name);
  }

  /** Adds a figure of the current level and prints it. */
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

  /** Prints a figure that is not compared. */
  void note(String name, double value) {
    out.printf(Locale.ROOT, "  %-10s %-44s %,12.2f%n", levels.getLast(), name, value);
  }

  /**
   * Returns the factor by which a figure is worse than on the empty database.
   *
   * <p>If the figure has a ceiling that was lower than on the empty database, the machine was
   * slower, and the expected value is reduced in proportion. A higher ceiling is ignored, because a
   * faster client does not make the service worse.
   */
  private static double slowdown(Figure empty, Figure full) {
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
        double times = slowdown(empty, f);
        over += times > MAX_FACTOR ? 1 : 0;
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
        "x: factor worse than the empty database, adjusted where the ceiling was lower; figures"
            + " above %.1f: %d%n",
        MAX_FACTOR,
        over);
  }
}
