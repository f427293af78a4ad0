package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Markers of all labs that measure the same set of LOINC codes, possibly under different names.
 *
 * @param entries markers of all labs, the most popular first; never empty
 */
record LoincSetGroup(String hash, List<CompendiumEntry> entries, double confidence) {
  private static final int MAX_ALIASES = 20;
  private static final Comparator<CompendiumEntry> BY_POPULARITY =
      Comparator.comparingDouble(CompendiumEntry::popularity)
          .reversed()
          .thenComparingInt(CompendiumEntry::id);
  static final Comparator<LoincSetGroup> BY_CONFIDENCE =
      Comparator.comparingDouble(LoincSetGroup::confidence)
          .reversed()
          .thenComparing(Comparator.comparingDouble(LoincSetGroup::popularity).reversed())
          .thenComparing(LoincSetGroup::hash);

  LoincSetGroup {
    entries = entries.stream().sorted(BY_POPULARITY).toList();
  }

  /** Groups the entries by LOINC set; entries without a complete set are omitted. */
  static List<LoincSetGroup> groupBySet(Collection<CompendiumEntry> entries) {
    Map<String, List<CompendiumEntry>> sets = new LinkedHashMap<>();
    entries.stream()
        .filter(e -> e.hash() != null)
        .forEach(e -> sets.computeIfAbsent(e.hash(), k -> new ArrayList<>()).add(e));
    return sets.entrySet().stream()
        .map(s -> new LoincSetGroup(s.getKey(), s.getValue(), 1))
        .toList();
  }

  LoincSetGroup withNameScore(String query) {
    double best = entries.stream().mapToDouble(e -> e.nameScore(query)).max().orElse(0);
    return new LoincSetGroup(hash, entries, best);
  }

  LoincSet set() {
    return entries.getFirst().set();
  }

  String name() {
    return entries.getFirst().name();
  }

  double popularity() {
    return entries.getFirst().popularity();
  }

  ObjectNode json() {
    Set<String> aliases = new LinkedHashSet<>();
    Set<String> cpt = new TreeSet<>();
    Set<String> codes = new TreeSet<>();
    for (CompendiumEntry e : entries) {
      aliases.add(e.name());
      aliases.addAll(e.aliases());
      cpt.addAll(e.cptCodes());
      codes.add(e.providerId());
    }
    aliases.remove(name());
    ObjectNode out =
        Json.object()
            .put("loinc_set_hash", hash)
            .put("display_name", name())
            .put("popularity_score", popularity())
            .put("confidence", CompendiumEntry.round(confidence));
    CompendiumEntry.putArray(out, "aliases", aliases.stream().limit(MAX_ALIASES).toList());
    CompendiumEntry.putArray(out, "cpt_codes", cpt);
    CompendiumEntry.putArray(out, "loinc_codes", set().codes());
    CompendiumEntry.putArray(out, "loinc_components", entries.getFirst().components());
    CompendiumEntry.putArray(out, "loinc_groups", List.of());
    CompendiumEntry.putArray(out, "provider_ids", codes);
    return out;
  }
}
