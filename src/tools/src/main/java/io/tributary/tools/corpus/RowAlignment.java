package io.tributary.tools.corpus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Aligns the printed rows with the rows that were read, by order, name and value. */
final class RowAlignment {
  /** Printed row and its reading; one of them may be missing. */
  record Pair(Optional<GroundTruth.Row> truth, Optional<ParsedDocument.Row> read) {}

  private static final double MIN_SIMILARITY = 0.9;

  private RowAlignment() {}

  static List<Pair> of(List<GroundTruth.Row> truths, List<ParsedDocument.Row> reads) {
    double[][] weight = new double[truths.size()][reads.size()];
    for (int i = 0; i < truths.size(); i++) {
      for (int j = 0; j < reads.size(); j++) {
        weight[i][j] = similarity(truths.get(i), reads.get(j));
      }
    }
    int[] partner = alignInOrder(weight, truths.size(), reads.size());
    boolean[] taken = new boolean[reads.size()];
    for (int p : partner) {
      if (p >= 0) {
        taken[p] = true;
      }
    }
    alignOutOfOrder(weight, partner, taken);
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < truths.size(); i++) {
      pairs.add(
          new Pair(
              Optional.of(truths.get(i)),
              partner[i] < 0 ? Optional.empty() : Optional.of(reads.get(partner[i]))));
    }
    for (int j = 0; j < reads.size(); j++) {
      if (!taken[j]) {
        pairs.add(new Pair(Optional.empty(), Optional.of(reads.get(j))));
      }
    }
    return pairs;
  }

  /**
   * Returns the similarity of two rows; 0 if it is below {@link #MIN_SIMILARITY}, which means that
   * they are unrelated.
   */
  private static double similarity(GroundTruth.Row t, ParsedDocument.Row r) {
    double name = TextEquivalence.similarity(t.name(), r.name());
    double value =
        TextEquivalence.values(t.value(), r.value())
            ? 1
            : 0.6 * TextEquivalence.similarity(t.value(), r.value());
    double unit = TextEquivalence.units(t.units(), r.units()) ? 0.2 : 0;
    double sum = 1.4 * name + 0.6 * value + unit;
    return name < 0.3 || sum < MIN_SIMILARITY ? 0 : sum;
  }

  private static int[] alignInOrder(double[][] weight, int n, int m) {
    double[][] best = new double[n + 1][m + 1];
    for (int i = n - 1; i >= 0; i--) {
      for (int j = m - 1; j >= 0; j--) {
        double both = weight[i][j] > 0 ? weight[i][j] + best[i + 1][j + 1] : 0;
        best[i][j] = Math.max(both, Math.max(best[i + 1][j], best[i][j + 1]));
      }
    }
    int[] partner = new int[n];
    Arrays.fill(partner, -1);
    int i = 0;
    int j = 0;
    while (i < n && j < m) {
      if (weight[i][j] > 0 && best[i][j] == weight[i][j] + best[i + 1][j + 1]) {
        partner[i++] = j++;
      } else if (best[i][j] == best[i + 1][j]) {
        i++;
      } else {
        j++;
      }
    }
    return partner;
  }

  /**
   * Pairs the remaining rows regardless of their order, because a row read at another position was
   * still read.
   */
  private static void alignOutOfOrder(double[][] weight, int[] partner, boolean[] taken) {
    for (int i = 0; i < partner.length; i++) {
      int best = -1;
      for (int j = 0; partner[i] < 0 && j < taken.length; j++) {
        boolean better = best < 0 || weight[i][j] > weight[i][best];
        best = !taken[j] && weight[i][j] > 1.5 && better ? j : best;
      }
      if (best >= 0) {
        partner[i] = best;
        taken[best] = true;
      }
    }
  }
}
