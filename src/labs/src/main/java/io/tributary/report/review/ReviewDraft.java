package io.tributary.report.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.loinc.Synonyms.Synonym;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Draft of a report during its review: the recognized results with the reviewers' corrections.
 *
 * <p>Each result has a stable {@code row} number that survives sorting, so that it stays linked to
 * its position on the page. {@code revision} counts the saves. A code that a reviewer has set is
 * marked with {@code loinc_set}; approved reports teach these codes as synonyms.
 */
final class ReviewDraft {
  private static final List<String> PRESERVED_FIELDS =
      List.of("evidence", "units_ucum", "confidence");

  private static final int MAX_SYNONYM_LENGTH = 300;

  private static final int MAX_SYNONYM_UNIT_LENGTH = 100;

  /**
   * Name, unit and specimen form one index key, and a PostgreSQL index entry holds at most about
   * 2,700 bytes.
   */
  private static final int MAX_SYNONYM_KEY_BYTES = 2000;

  private final ObjectNode tree;

  private ReviewDraft(ObjectNode tree) {
    this.tree = tree;
  }

  /** Parses a stored draft; one that was never saved gets row numbers and revision 0. */
  static ReviewDraft of(JsonNode stored) {
    ObjectNode tree = stored.deepCopy();
    int next = 0;
    for (JsonNode result : tree.withArray("results")) {
      ObjectNode r = (ObjectNode) result;
      if (!r.has("row")) {
        r.put("row", next);
      }
      next = Math.max(next, r.get("row").intValue() + 1);
    }
    if (!tree.has("next_row")) {
      tree.put("next_row", next).put("revision", 0);
    }
    return new ReviewDraft(tree);
  }

  ObjectNode tree() {
    return tree;
  }

  int revision() {
    return tree.get("revision").intValue();
  }

  int size() {
    return tree.get("results").size();
  }

  /** Returns exactly the fields that clients receive. */
  ObjectNode data() {
    ObjectNode out = Json.object();
    ObjectNode metadata = out.putObject("metadata");
    JsonNode own = tree.path("metadata");
    ReviewedData.METADATA_FIELDS.forEach(name -> metadata.set(name, own.get(name)));
    metadata.put("gender", own.path("gender").asText("other"));
    ArrayNode results = out.putArray("results");
    tree.get("results").forEach(r -> results.add(clientFields(r)));
    return out;
  }

  private static ObjectNode clientFields(JsonNode result) {
    ObjectNode out = Json.object();
    ReviewedData.RESULT_FIELDS.forEach(name -> out.set(name, result.get(name)));
    return out;
  }

  /**
   * Returns the draft after a save.
   *
   * @param data as {@link ReviewedData} read it
   */
  ReviewDraft withData(ObjectNode data) {
    ObjectNode out = tree.deepCopy();
    int next = out.get("next_row").intValue();
    out.set("metadata", data.get("metadata"));
    ArrayNode results = out.putArray("results");
    Map<ObjectNode, JsonNode> before = matched(data.withArray("results"));
    for (JsonNode sent : data.withArray("results")) {
      ObjectNode r = clientFields(sent);
      JsonNode old = before.get(sent);
      r.put("row", old == null ? next++ : old.get("row").intValue());
      carryOver(r, (ObjectNode) sent, old);
      results.add(r);
    }
    return new ReviewDraft(out.put("next_row", next).put("revision", revision() + 1));
  }

  private static void carryOver(ObjectNode r, ObjectNode sent, JsonNode old) {
    r.putObject("evidence");
    r.putNull("units_ucum");
    r.put("confidence", 1);
    r.putArray("doubts");
    boolean checked = sent.path("checked").asBoolean(old == null);
    if (old != null) {
      PRESERVED_FIELDS.forEach(name -> r.set(name, old.get(name)));
      r.set("doubts", old.path("doubts").isArray() ? old.get("doubts") : Json.array());
      if (!Objects.equals(old.get("units"), r.get("units"))) {
        r.putNull("units_ucum");
      }
      checked |= sent.path("checked").isMissingNode() && old.path("checked").asBoolean();
    }
    r.put("checked", checked);
    if (sent.has("units_ucum")) {
      r.set("units_ucum", sent.get("units_ucum"));
    }
    JsonNode printed =
        sent.has("printed") || old == null ? sent.get("printed") : old.get("printed");
    if (printed != null) {
      r.set("printed", printed);
    }
    String code = settledCode(r);
    boolean set = old != null && code != null && (old.has("loinc_set") || !isCode(old, code));
    if (set || old == null && code != null) {
      r.put("loinc_set", code);
    }
  }

  /**
   * Returns whether the result was already settled on this code, by the interpreter or an earlier
   * save.
   */
  private static boolean isCode(JsonNode result, String code) {
    return code.equals(settledCode(result));
  }

  /** Returns the code that the result is settled on; null if there are only candidates. */
  static String settledCode(JsonNode result) {
    return result.path("loinc_match_status").asText().equals("auto_match")
        ? result.at("/loinc_matches/0/loinc_code").textValue()
        : null;
  }

  /** Matches each sent result to its previous one: by row if given, otherwise by content. */
  private Map<ObjectNode, JsonNode> matched(ArrayNode sent) {
    List<JsonNode> free = new ArrayList<>();
    tree.get("results").forEach(free::add);
    Map<ObjectNode, JsonNode> out = new IdentityHashMap<>();
    Map<Integer, JsonNode> rows = new HashMap<>();
    free.forEach(r -> rows.put(r.get("row").intValue(), r));
    Set<Integer> taken = new HashSet<>();
    for (JsonNode s : sent) {
      JsonNode old = s.has("row") ? rows.get(s.get("row").intValue()) : null;
      if (old != null && taken.add(old.get("row").intValue())) {
        out.put((ObjectNode) s, old);
      }
    }
    free.removeIf(r -> taken.contains(r.get("row").intValue()));
    matchByFields(sent, free, out, List.of("test_name", "value"));
    matchByFields(sent, free, out, List.of("test_name"));
    return out;
  }

  private static void matchByFields(
      ArrayNode sent, List<JsonNode> free, Map<ObjectNode, JsonNode> out, List<String> fields) {
    for (JsonNode s : sent) {
      if (s.has("row") || out.containsKey(s)) {
        continue;
      }
      Predicate<JsonNode> same =
          old -> fields.stream().allMatch(f -> Objects.equals(old.get(f), s.get(f)));
      free.stream()
          .filter(same)
          .findFirst()
          .ifPresent(
              old -> {
                out.put((ObjectNode) s, old);
                free.remove(old);
              });
    }
  }

  /** Returns a printed text that the result derives from, as corrected; "" if there is none. */
  static String printedText(JsonNode result, String name) {
    String corrected = result.path("printed").path(name).textValue();
    return corrected == null
        ? result.path("evidence").path(name).path("text").asText("")
        : corrected;
  }

  /**
   * Returns whether the name is short enough to be a synonym; whole paragraphs would not recur in
   * other reports.
   */
  private static boolean isSynonymName(JsonNode r) {
    String name = r.get("test_name").textValue();
    String unit = r.path("units_ucum").asText("");
    String specimen = printedText(r, "specimen");
    return name.length() <= MAX_SYNONYM_LENGTH
        && unit.length() <= MAX_SYNONYM_UNIT_LENGTH
        && specimen.length() <= MAX_SYNONYM_LENGTH
        && bytes(Synonyms.normalize(name)) + bytes(unit) + bytes(specimen) <= MAX_SYNONYM_KEY_BYTES;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Returns the synonyms that reviewers have taught with this draft. */
  List<Synonym> synonyms() {
    List<Synonym> out = new ArrayList<>();
    for (JsonNode r : tree.get("results")) {
      String code = settledCode(r);
      if (code != null && code.equals(r.path("loinc_set").textValue()) && isSynonymName(r)) {
        out.add(
            new Synonym(
                r.get("test_name").textValue(),
                r.path("units_ucum").asText(""),
                printedText(r, "specimen"),
                code,
                1));
      }
    }
    return List.copyOf(out);
  }
}
