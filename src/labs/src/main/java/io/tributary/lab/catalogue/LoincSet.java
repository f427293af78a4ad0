package io.tributary.lab.catalogue;

import io.tributary.core.Encryption;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a marker measures, as the set of its LOINC codes: the same in every lab. */
record LoincSet(List<String> codes) {
  LoincSet {
    codes = List.copyOf(new TreeSet<>(codes));
  }

  static LoincSet of(Collection<String> codes) {
    return new LoincSet(List.copyOf(codes));
  }

  /** 16 hex digits over the sorted codes; empty sets have none. */
  String hash() {
    return HexFormat.of().formatHex(Encryption.sha256(String.join(",", codes)), 0, 8);
  }

  /** How another set stands to this one. */
  MatchRelation to(LoincSet other) {
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

  /** Shared codes to all codes, 0 to 1. */
  double likeness(LoincSet other) {
    Set<String> shared = new HashSet<>(codes);
    shared.retainAll(other.codes);
    int all = codes.size() + other.codes.size() - shared.size();
    return all == 0 ? 0 : (double) shared.size() / all;
  }
}
