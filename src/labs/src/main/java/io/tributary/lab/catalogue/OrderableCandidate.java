package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * A marker of a lab that can replace a wanted set.
 *
 * @param reason reason code in the API
 */
record OrderableCandidate(
    CompendiumEntry entry, MatchRelation relation, double confidence, String reason) {
  private static final Comparator<OrderableCandidate> BEST_FIRST =
      Comparator.comparing(OrderableCandidate::relation)
          .thenComparing(Comparator.comparingDouble(OrderableCandidate::confidence).reversed())
          .thenComparing(
              Comparator.comparingDouble((OrderableCandidate c) -> c.entry().popularity())
                  .reversed())
          .thenComparingInt(c -> c.entry().id());

  /** Candidates that share codes with the wanted set, best first. */
  static List<OrderableCandidate> byLoincSet(LoincSet wanted, Collection<CompendiumEntry> entries) {
    return entries.stream()
        .map(
            e -> {
              MatchRelation r = wanted.relationTo(e.set());
              // A result without a LOINC code could measure anything, so the sets are not
              // identical.
              MatchRelation honest =
                  r == MatchRelation.EXACT && e.hash() == null ? MatchRelation.SUPERSET : r;
              return new OrderableCandidate(
                  e, honest, wanted.similarity(e.set()), honest.reasonCode());
            })
        .filter(c -> c.relation() != MatchRelation.SUGGESTED)
        .sorted(BEST_FIRST)
        .toList();
  }

  /** Candidates with a similar name; a weak match, so its confidence is halved. */
  static List<OrderableCandidate> byName(String name, Collection<CompendiumEntry> entries) {
    return entries.stream()
        .map(
            e ->
                new OrderableCandidate(
                    e, MatchRelation.SUGGESTED, e.nameScore(name) / 2, e.nameMatchReason(name)))
        .sorted(BEST_FIRST)
        .toList();
  }

  ObjectNode json() {
    return entry.json(relation, confidence, reason);
  }
}
