package io.tributary.lab.catalogue;

import io.tributary.core.Encryption;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Set of LOINC codes that a marker measures; comparable across labs. */
record LoincSet(List<String> codes) {
  LoincSet {
    codes = List.copyOf(new TreeSet<>(codes));
  }

  static LoincSet of(Collection<String> codes) {
    return new LoincSet(List.copyOf(codes));
  }

  /** Hash of 16 hex digits over the sorted codes. Not meaningful for an empty set. */
  String hash() {
    return HexFormat.of().formatHex(Encryption.sha256(String.join(",", codes)), 0, 8);
  }

  /** Relation of another set to this one. */
  MatchRelation relationTo(LoincSet other) {
    Set<String> shared = new HashSet<>(codes);
    shared.retainAll(other.codes);
    if (shared.isEmpty()) {
      return MatchRelation.SUGGESTED;
    }
    if (shared.size() == codes.size() && shared.size() == other.codes.size()) {
      return MatchRelation.EXACT;
    }
    if (shared.size() == codes.size()) {
      return MatchRelation.SUPERSET;
    }
    return shared.size() == other.codes.size() ? MatchRelation.SUBSET : MatchRelation.OVERLAP;
  }

  /** Jaccard similarity from 0 to 1: shared codes divided by the codes of both sets. */
  double similarity(LoincSet other) {
    Set<String> shared = new HashSet<>(codes);
    shared.retainAll(other.codes);
    int all = codes.size() + other.codes.size() - shared.size();
    return all == 0 ? 0 : (double) shared.size() / all;
  }
}
