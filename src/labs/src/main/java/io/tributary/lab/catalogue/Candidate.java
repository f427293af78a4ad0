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
record Candidate(CompendiumEntry entry, Relation relation, double confidence, String reason) {
  private static final Comparator<Candidate> BEST =
      Comparator.comparing(Candidate::relation)
          .thenComparing(Comparator.comparingDouble(Candidate::confidence).reversed())
          .thenComparing(
              Comparator.comparingDouble((Candidate c) -> c.entry().popularity()).reversed())
          .thenComparingInt(c -> c.entry().id());

  /** Those that share something with the set. */
  static List<Candidate> measuring(LoincSet wanted, Collection<CompendiumEntry> entries) {
    return entries.stream()
        .map(
            e -> {
              Relation r = wanted.to(e.set());
              // A result that is not coded could be anything: the sets are then not the same.
              Relation honest = r == Relation.EXACT && e.hash() == null ? Relation.SUPERSET : r;
              return new Candidate(e, honest, wanted.likeness(e.set()), honest.reason());
            })
        .filter(c -> c.relation() != Relation.SUGGESTED)
        .sorted(BEST)
        .toList();
  }

  /** Those that are called alike, which says little. */
  static List<Candidate> called(String name, Collection<CompendiumEntry> entries) {
    return entries.stream()
        .map(e -> new Candidate(e, Relation.SUGGESTED, e.namedBy(name) / 2, e.reason(name)))
        .sorted(BEST)
        .toList();
  }

  ObjectNode json() {
    return entry.json(relation, confidence, reason);
  }
}
