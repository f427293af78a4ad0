package io.tributary.report.interpret;

import io.tributary.report.loinc.LoincMatch;
import java.util.List;

/**
 * Confidence thresholds for LOINC matches and readings.
 *
 * @param autoMatch minimum score of a match that needs no review
 * @param margin minimum lead of that match over the second
 * @param needsReview minimum score of a match that is shown
 * @param reading minimum confidence of a text without a warning
 */
public record Thresholds(double autoMatch, double margin, double needsReview, double reading) {
  public static final Thresholds DEFAULT = new Thresholds(0.85, 0.10, 0.50, 0.60);

  public Thresholds {
    for (double d : new double[] {autoMatch, margin, needsReview, reading}) {
      if (!(d >= 0 && d <= 1)) {
        throw new IllegalArgumentException("a threshold is from 0 to 1: " + d);
      }
    }
    if (needsReview > autoMatch) {
      throw new IllegalArgumentException("a code is seen before it is sure");
    }
  }

  /**
   * @param candidates best first
   */
  MatchStatus status(List<LoincMatch> candidates) {
    if (candidates.isEmpty() || candidates.getFirst().score() < needsReview) {
      return MatchStatus.NO_MATCH;
    }
    double best = candidates.getFirst().score();
    double second = candidates.size() > 1 ? candidates.get(1).score() : 0;
    // Tolerance for rounding, so that 0.95 leads 0.85 by 0.10.
    return best >= autoMatch && best - second >= margin - 1e-9
        ? MatchStatus.AUTO_MATCH
        : MatchStatus.NEEDS_REVIEW;
  }
}
