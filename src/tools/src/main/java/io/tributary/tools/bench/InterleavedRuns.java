package io.tributary.tools.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Measures a figure and its ceiling alternately, so that variations of the machine affect both. */
final class InterleavedRuns {
  private final int rounds;
  private final PrintStream out;

  InterleavedRuns(int rounds, PrintStream out) {
    this.rounds = rounds;
    this.out = out;
  }

  /** Prints the median of a figure without a ceiling. */
  void measureAlone(String name, Measurement figure) {
    figure.perSecond();
    List<Double> figures = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      figures.add(figure.perSecond());
    }
    out.printf(Locale.ROOT, "%-32s %,12.0f%n", name, median(figures));
  }

  int count() {
    return rounds;
  }

  /**
   * Compares durations in milliseconds; the ratio is the factor by which the figure takes longer.
   */
  void compareMillis(String name, Measurement figure, Measurement other) {
    figure.perSecond();
    other.perSecond();
    List<Double> figures = new ArrayList<>();
    List<Double> others = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      figures.add(figure.perSecond());
      others.add(other.perSecond());
    }
    out.printf(
        Locale.ROOT,
        "%-32s %,12.2f  ceiling %,12.2f  factor %.2f%n",
        name,
        median(figures),
        median(others),
        median(figures) / median(others));
  }

  /** Measurement that returns a rate per second. */
  interface Measurement {
    double perSecond();
  }

  /**
   * Prints the median of the figure, the median of the ceiling, their ratio, and the smallest and
   * largest ratio of a round. A warm-up round is discarded.
   */
  void compare(String name, Measurement figure, Measurement ceiling) {
    figure.perSecond();
    ceiling.perSecond();
    List<Double> figures = new ArrayList<>();
    List<Double> ceilings = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      boolean figureFirst = i % 2 == 0;
      double a = figureFirst ? figure.perSecond() : ceiling.perSecond();
      double b = figureFirst ? ceiling.perSecond() : figure.perSecond();
      figures.add(figureFirst ? a : b);
      ceilings.add(figureFirst ? b : a);
      ratios.add(figures.getLast() / ceilings.getLast());
    }
    double f = median(figures);
    double c = median(ceilings);
    out.printf(
        Locale.ROOT,
        "%-32s %,12.0f  ceiling %,12.0f  ratio %.2f (%.2f..%.2f)%n",
        name,
        f,
        c,
        f / c,
        ratios.stream().mapToDouble(d -> d).min().orElseThrow(),
        ratios.stream().mapToDouble(d -> d).max().orElseThrow());
  }

  /** Returns the rate per second since the given time. */
  static double rate(long things, long sinceNanos) {
    return things / ((System.nanoTime() - sinceNanos) / 1e9);
  }

  static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(d -> d).sorted().toArray();
    int n = sorted.length;
    return n % 2 == 1 ? sorted[n / 2] : Arrays.stream(sorted, n / 2 - 1, n / 2 + 1).sum() / 2;
  }
}
