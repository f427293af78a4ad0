package io.tributary.report.loinc;

import java.util.List;
import java.util.Map;

/** What people of the team said before, as evidence. */
final class TeamSynonymEvidence {
  private static final double OTHERS = 0.8;

  private TeamSynonymEvidence() {}

  /** Raises the codes that were told for such a row, and lowers the others. */
  static void by(
      List<Synonyms.Synonym> told,
      LoincQuery query,
      Map<String, LoincTerm> known,
      Map<LoincTerm, Double> scores) {
    double best = 0;
    for (Synonyms.Synonym s : told) {
      LoincTerm term = known.get(s.loincCode());
      if (term != null && sameUnit(s, query)) {
        best = Math.max(best, raise(term, s, query, scores));
      }
    }
    if (best > 0) {
      double strongest = best;
      scores.replaceAll(
          (t, score) -> score < strongest ? Math.min(score, OTHERS * strongest) : score);
    }
  }

  private static boolean sameUnit(Synonyms.Synonym s, LoincQuery query) {
    String theirs = UnitText.read(s.unit()).map(UcumUnit::kind).orElse("");
    String ours = UnitText.read(query.unit()).map(UcumUnit::kind).orElse("");
    return theirs.equals(ours);
  }

  private static double raise(
      LoincTerm term, Synonyms.Synonym s, LoincQuery query, Map<LoincTerm, Double> scores) {
    Specimen theirs = Specimen.read(s.specimen());
    Specimen ours = Specimen.read(query.specimen() + " " + query.panel());
    boolean same = theirs == ours || theirs.isBlood() && ours.isBlood();
    double score = (same ? 0.95 : 0.84) + Math.min(0.03, 0.01 * (s.times() - 1));
    scores.merge(term, score, Math::max);
    return score;
  }
}
