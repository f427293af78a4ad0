package io.tributary.report.loinc;

import java.util.List;
import java.util.Map;

/**
 * Adjusts match scores by earlier decisions of the team's reviewers.
 *
 * <p>Only decisions for the same kind of unit count. A confirmed code scores 0.95 for the same
 * specimen (all blood specimens count as the same) and 0.84 for another one, plus 0.01 for each
 * further confirmation up to 0.03. Codes below the best such score are capped at 0.8 of it.
 */
final class TeamSynonymEvidence {
  private static final double OTHER_CODES_FACTOR = 0.8;

  private TeamSynonymEvidence() {}

  /** Raises confirmed codes and lowers the others. */
  static void apply(
      List<Synonyms.Synonym> told,
      LoincQuery query,
      Map<String, LoincTerm> known,
      Map<LoincTerm, Double> scores) {
    double best = 0;
    for (Synonyms.Synonym s : told) {
      LoincTerm term = known.get(s.loincCode());
      if (term != null && sameUnit(s, query)) {
        best = Math.max(best, raiseScore(term, s, query, scores));
      }
    }
    if (best > 0) {
      double strongest = best;
      scores.replaceAll(
          (t, score) ->
              score < strongest ? Math.min(score, OTHER_CODES_FACTOR * strongest) : score);
    }
  }

  private static boolean sameUnit(Synonyms.Synonym s, LoincQuery query) {
    String theirs = UnitParser.parse(s.unit()).map(UcumUnit::kind).orElse("");
    String ours = UnitParser.parse(query.unit()).map(UcumUnit::kind).orElse("");
    return theirs.equals(ours);
  }

  private static double raiseScore(
      LoincTerm term, Synonyms.Synonym s, LoincQuery query, Map<LoincTerm, Double> scores) {
    Specimen theirs = Specimen.parse(s.specimen());
    Specimen ours = Specimen.parse(query.specimen() + " " + query.panel());
    boolean same = theirs == ours || theirs.isBlood() && ours.isBlood();
    double score = (same ? 0.95 : 0.84) + Math.min(0.03, 0.01 * (s.times() - 1));
    scores.merge(term, score, Math::max);
    return score;
  }
}
