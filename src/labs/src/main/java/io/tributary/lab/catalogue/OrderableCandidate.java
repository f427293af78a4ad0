package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * What stands for a wanted set in a lab, best first.
 *
 * @param reason why, as the API says it
 */
record OrderableCandidate(
    CompendiumEntry entry, MatchRelation relation, double confidence, String reason) {
  private static final Comparator<OrderableCandidate> BEST =
      Comparator.comparing(OrderableCandidate::relation)
          .thenComparing(Comparator.comparingDouble(OrderableCandidate::confidence).reversed())
          .thenComparing(
              Comparator.comparingDouble((OrderableCandidate c) -> c.entry().popularity())
                  .reversed())
          .thenComparingInt(c -> c.entry().id());

  /** Those that share something with the set. */
  static List<OrderableCandidate> measuring(LoincSet wanted, Collection<CompendiumEntry> entries) {
    return entries.stream()
        .map(
            e -> {
              MatchRelation r = wanted.to(e.set());
              // A result that is not coded could be anything: the sets are then not the same.
              MatchRelation honest =
                  r == MatchRelation.EXACT && e.hash() == null ? MatchRelation.SUPERSET : r;
              return new OrderableCandidate(e, honest, wanted.likeness(e.set()), honest.reason());
            })
        .filter(c -> c.relation() != MatchRelation.SUGGESTED)
        .sorted(BEST)
        .toList();
  }

  /** Those that are called alike, which says little. */
  static List<OrderableCandidate> called(String name, Collection<CompendiumEntry> entries) {
    return entries.stream()
        .map(
            e ->
                new OrderableCandidate(
                    e, MatchRelation.SUGGESTED, e.namedBy(name) / 2, e.reason(name)))
        .sorted(BEST)
        .toList();
  }

  ObjectNode json() {
    return entry.json(relation, confidence, reason);
  }
}
