package io.tributary.report.interpret;

import io.tributary.report.loinc.LoincMatch;
import java.util.List;

/**
 * Confidence thresholds for LOINC matches and readings.
 *
 * @param autoMatchScore minimum score of a match that needs no review
 * @param minLead minimum lead of that match over the second
 * @param reviewScore minimum score of a match that is shown
 * @param minReadingConfidence minimum confidence of a text without a warning
 */
public record Thresholds(
    double autoMatchScore, double minLead, double reviewScore, double minReadingConfidence) {
  public static final Thresholds DEFAULT = new Thresholds(0.85, 0.10, 0.50, 0.60);

  public Thresholds {
    for (double d : new double[] {autoMatchScore, minLead, reviewScore, minReadingConfidence}) {
      if (!(d >= 0 && d <= 1)) {
        throw new IllegalArgumentException("a threshold must be between 0 and 1: " + d);
      }
    }
    if (reviewScore > autoMatchScore) {
      throw new IllegalArgumentException(
          "the review threshold must not exceed the automatic match threshold");
    }
  }

  /**
   * @param candidates best first
   */
  MatchStatus classify(List<LoincMatch> candidates) {
    if (candidates.isEmpty() || candidates.getFirst().score() < reviewScore) {
      return MatchStatus.NO_MATCH;
    }
    double best = candidates.getFirst().score();
    double second = candidates.size() > 1 ? candidates.get(1).score() : 0;
    // Tolerance for rounding, so that 0.95 leads 0.85 by 0.10.
    return best >= autoMatchScore && best - second >= minLead - 1e-9
        ? MatchStatus.AUTO_MATCH
        : MatchStatus.NEEDS_REVIEW;
  }
}
