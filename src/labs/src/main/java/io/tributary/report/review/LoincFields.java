package io.tributary.report.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.http.JsonFields;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the LOINC fields of one result: candidates sorted by score, and a match status that is
 * consistent with them.
 */
final class LoincFields {
  static final List<String> STATUSES = List.of("auto_match", "needs_review", "no_match");
  private static final int MAX_MATCHES = 5;
  private static final int MAX_ALIASES = 100;
  private static final int MAX_TEXT_LENGTH = 500;
  private static final Pattern CODE = Pattern.compile("[0-9]{1,7}-[0-9]");
  private static final Set<String> NAMES =
      Set.of("loinc_code", "loinc_name", "display_name", "aliases", "confidence_score");

  private LoincFields() {}

  static void read(JsonFields in, ObjectNode out) {
    Optional<String> status = ReviewedData.choice(in, "loinc_match_status", STATUSES);
    Optional<List<JsonFields>> matches = in.objects("loinc_matches", MAX_MATCHES);
    out.put("loinc_match_status", status.orElse(null));
    if (matches.isEmpty() && !status.equals(Optional.of("no_match"))) {
      out.putNull("loinc_matches");
    } else {
      List<ObjectNode> read = matches.orElse(List.of()).stream().map(LoincFields::match).toList();
      ArrayNode list = out.putArray("loinc_matches");
      // The sort is stable, so among equal scores the selected candidate stays first.
      read.stream()
          .sorted(
              Comparator.comparingDouble(
                  (ObjectNode m) -> -m.path("confidence_score").doubleValue()))
          .forEach(list::add);
    }
    checkConsistency(in, status.orElse(null), matches.map(List::size).orElse(null));
  }

  private static void checkConsistency(JsonFields in, String status, Integer matches) {
    boolean sound =
        switch (status) {
          case null -> matches == null;
          case "no_match" -> matches == null || matches == 0;
          default -> matches != null && matches > 0;
        };
    if (!sound && in.raw("loinc_matches").map(JsonNode::isArray).orElse(true)) {
      in.addError(
          "loinc_matches",
          "auto_match and needs_review require at least one match, no_match requires none, and null"
              + " requires null",
          "value_error");
    }
  }

  private static ObjectNode match(JsonFields in) {
    ReviewedData.rejectUnknown(in, NAMES);
    ObjectNode out = Json.object();
    String code = in.requiredText("loinc_code", 1, 10);
    if (code != null && !CODE.matcher(code).matches()) {
      in.addError(
          "loinc_code", "Input should be a LOINC code, like 2345-7", "string_pattern_mismatch");
    }
    out.put("loinc_code", code);
    out.put("loinc_name", in.requiredText("loinc_name", 1, MAX_TEXT_LENGTH));
    out.put("display_name", in.text("display_name", MAX_TEXT_LENGTH).orElse(""));
    ArrayNode aliases = out.putArray("aliases");
    in.texts("aliases", MAX_ALIASES, MAX_TEXT_LENGTH).orElse(List.of()).forEach(aliases::add);
    JsonNode score = in.raw("confidence_score").orElse(null);
    if (score == null) {
      in.addError("confidence_score", "Field required", "missing");
    } else if (!score.isNumber() || !(score.doubleValue() >= 0 && score.doubleValue() <= 1)) {
      in.addError("confidence_score", "Input should be a number from 0 to 1", "float_type");
      score = null;
    }
    out.set("confidence_score", score);
    return out;
  }
}
