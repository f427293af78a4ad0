package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * A marker in the form in which the compendium compares it.
 *
 * @param hash hash of the LOINC set; null when some of the marker's results have no LOINC code
 */
record CompendiumEntry(
    int id,
    int lab,
    String slug,
    String providerId,
    String name,
    List<String> aliases,
    List<String> cptCodes,
    LoincSet set,
    String hash,
    double popularity,
    List<String> components,
    List<String> resultNames) {

  static CompendiumEntry read(Row r) {
    return new CompendiumEntry(
        r.getInteger("id"),
        r.getInteger("lab_id"),
        r.getString("lab_slug"),
        r.getString("provider_id"),
        r.getString("name"),
        RowMapping.texts(r, "aliases"),
        RowMapping.texts(r, "cpt_codes"),
        LoincSet.of(RowMapping.texts(r, "loinc_codes")),
        r.getString("loinc_set_hash"),
        r.getDouble("popularity"),
        RowMapping.texts(r, "components"),
        RowMapping.texts(r, "result_names"));
  }

  /** Score from 0 to 1 of how well the query matches the names. */
  double nameScore(String query) {
    String q = Trigrams.fold(query).strip();
    String n = Trigrams.fold(name);
    List<String> others = aliases.stream().map(Trigrams::fold).toList();
    if (n.equals(q)) {
      return 1;
    }
    if (others.contains(q) || providerId.equalsIgnoreCase(q)) {
      return 0.95;
    }
    if (n.startsWith(q)) {
      return 0.85;
    }
    if (n.contains(q)) {
      return 0.75;
    }
    if (others.stream().anyMatch(a -> a.contains(q))) {
      return 0.7;
    }
    List<String> words = Arrays.asList(q.split("\\s+"));
    String all = n + "\n" + String.join("\n", others);
    long found = words.stream().filter(all::contains).count();
    return 0.6 * found / words.size();
  }

  /** Reason code of a name match: the marker's name or one of its aliases. */
  String nameMatchReason(String query) {
    return Trigrams.fold(name).contains(Trigrams.fold(query).strip())
        ? "NAME_MATCH"
        : "SYNONYM_MATCH";
  }

  ObjectNode json(MatchRelation relation, double confidence, String reason) {
    ObjectNode out =
        Json.object()
            .put("marker_id", id)
            .put("lab_id", lab)
            .put("lab_slug", slug)
            .put("provider_id", providerId)
            .put("name", name)
            .put("loinc_set_hash", hash == null ? set.hash() : hash)
            .put("relation", WireEnum.wireName(relation))
            .put("confidence", round(confidence))
            .put("marker_popularity_score", popularity);
    putArray(out, "loinc_codes", set.codes());
    putArray(out, "loinc_components", components);
    putArray(out, "loinc_groups", List.of());
    putArray(out, "cpt_codes", cptCodes);
    putArray(out, "result_names", resultNames);
    putArray(out, "reason_codes", List.of(reason));
    return out;
  }

  static void putArray(ObjectNode out, String name, Collection<String> values) {
    values.forEach(out.putArray(name)::add);
  }

  static double round(double n) {
    return Math.round(n * 10_000) / 10_000.0;
  }
}
