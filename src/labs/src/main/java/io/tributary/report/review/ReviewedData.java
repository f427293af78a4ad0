package io.tributary.report.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.http.JsonFields;
import io.tributary.report.page.RawReport;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Strict reader of corrected {@code data}: reports values of the wrong type, values outside of
 * their enumeration, and unknown names. Absent nullable fields become null.
 */
final class ReviewedData {
  static final int MAX_RESULTS = RawReport.MAX_ROWS;

  /** Text limits equal those of the reader, so that every recognized text can be saved. */
  static final int MAX_TEXT_LENGTH = RawReport.MAX_TEXT_LENGTH;

  static final int MAX_LONG_TEXT_LENGTH = RawReport.MAX_LIST_LENGTH;

  static final List<String> GENDERS = List.of("male", "female", "other");
  static final List<String> TYPES =
      List.of("numeric", "range", "comment", "boolean", "duration", "percentage", "ratio");
  static final List<String> SAMPLES =
      List.of(
          "urine", "serum_plasma_blood", "capillary_blood", "stool", "saliva", "other", "unknown");
  static final List<String> KINDS = List.of("direct", "calculated", "ratio", "unknown");
  static final List<String> SENSITIVITIES = List.of("sensitive", "insensitive", "unknown");
  static final List<String> INTERPRETATIONS = List.of("normal", "abnormal", "critical", "unknown");

  /** Nullable text fields of the metadata. */
  static final List<String> METADATA_FIELDS =
      List.of(
          "patient_first_name",
          "patient_last_name",
          "dob",
          "lab_name",
          "date_reported",
          "date_collected",
          "specimen_number");

  /** Fields of a result in the API, in order. */
  static final List<String> RESULT_FIELDS =
      List.of(
          "test_name",
          "value",
          "type",
          "units",
          "min_reference_range",
          "max_reference_range",
          "source_panel_name",
          "sample_type",
          "measurement_kind",
          "sensitivity",
          "interpretation",
          "is_above_max_range",
          "is_below_min_range",
          "loinc_match_status",
          "loinc_matches");

  /** Printed texts that a result derives from and that have no field of their own. */
  static final List<String> PRINTED_FIELDS = List.of("range", "flag", "specimen", "method");

  /**
   * Additional fields of a draft. Evidence, confidence and doubts may be sent back but are ignored.
   */
  private static final Set<String> DRAFT_FIELDS =
      Set.of(
          "row",
          "checked",
          "printed",
          "units_ucum",
          "evidence",
          "confidence",
          "doubts",
          "loinc_set");

  private ReviewedData() {}

  /**
   * Returns {@code {metadata, results}}; each result has {@code row} and {@code checked} if they
   * were sent.
   */
  static ObjectNode read(JsonFields data) {
    rejectUnknown(data, Set.of("metadata", "results"));
    ObjectNode out = Json.object();
    out.set("metadata", data.requiredObject("metadata").map(ReviewedData::metadata).orElse(null));
    ArrayNode results = out.putArray("results");
    Optional<List<JsonFields>> sent = data.objects("results", MAX_RESULTS);
    if (sent.isEmpty() && data.raw("results").isEmpty()) {
      data.addError("results", "Field required", "missing");
    }
    if (sent.filter(List::isEmpty).isPresent() && data.raw("results").get().isEmpty()) {
      data.addError("results", "List should have at least 1 item", "too_short");
    }
    sent.orElse(List.of()).forEach(r -> results.add(result(r)));
    return out;
  }

  private static ObjectNode metadata(JsonFields in) {
    rejectUnknown(in, plus(METADATA_FIELDS, "gender"));
    ObjectNode out = Json.object();
    METADATA_FIELDS.forEach(name -> out.put(name, in.text(name, MAX_TEXT_LENGTH).orElse(null)));
    return out.put("gender", choice(in, "gender", GENDERS).orElse("other"));
  }

  /** Reads one result; its faults are reported with those of the request. */
  static ObjectNode result(JsonFields in) {
    rejectUnknown(in, RESULT_FIELDS, DRAFT_FIELDS);
    ObjectNode out = Json.object();
    out.put("test_name", requiredNonBlank(in, "test_name", MAX_TEXT_LENGTH));
    out.put("value", requiredNonBlank(in, "value", MAX_LONG_TEXT_LENGTH));
    out.put("type", choice(in, "type", TYPES).orElse(null));
    out.put("units", in.text("units", MAX_TEXT_LENGTH).orElse(null));
    out.set("min_reference_range", number(in, "min_reference_range"));
    out.set("max_reference_range", number(in, "max_reference_range"));
    out.put("source_panel_name", in.text("source_panel_name", MAX_TEXT_LENGTH).orElse(null));
    out.put("sample_type", choice(in, "sample_type", SAMPLES).orElse("unknown"));
    out.put("measurement_kind", choice(in, "measurement_kind", KINDS).orElse("unknown"));
    out.put("sensitivity", choice(in, "sensitivity", SENSITIVITIES).orElse("unknown"));
    out.put("interpretation", choice(in, "interpretation", INTERPRETATIONS).orElse(null));
    out.put("is_above_max_range", in.flag("is_above_max_range").orElse(null));
    out.put("is_below_min_range", in.flag("is_below_min_range").orElse(null));
    LoincFields.read(in, out);
    in.integer("row", 0, Integer.MAX_VALUE).ifPresent(row -> out.put("row", row));
    in.flag("checked").ifPresent(checked -> out.put("checked", checked));
    in.text("units_ucum", MAX_TEXT_LENGTH).ifPresent(units -> out.put("units_ucum", units));
    in.object("printed").ifPresent(printed -> out.set("printed", printed(printed)));
    return out;
  }

  private static ObjectNode printed(JsonFields in) {
    rejectUnknown(in, Set.copyOf(PRINTED_FIELDS));
    ObjectNode out = Json.object();
    PRINTED_FIELDS.forEach(
        name ->
            in.text(name, name.equals("range") ? MAX_LONG_TEXT_LENGTH : MAX_TEXT_LENGTH)
                .ifPresent(text -> out.put(name, text)));
    return out;
  }

  private static String requiredNonBlank(JsonFields in, String name, int most) {
    String text = in.requiredText(name, 1, most);
    if (text != null && text.isBlank()) {
      in.addError(name, "String should not be blank", "string_too_short");
    }
    return text;
  }

  static Optional<String> choice(JsonFields in, String name, List<String> allowed) {
    return in.choice(name, w -> Optional.of(w).filter(allowed::contains), allowed);
  }

  private static JsonNode number(JsonFields in, String name) {
    JsonNode v = in.raw(name).orElse(null);
    if (v == null || v.isNumber() && Double.isFinite(v.doubleValue())) {
      return v;
    }
    in.addError(name, "Input should be a valid number", "float_type");
    return null;
  }

  private static Set<String> plus(List<String> names, String more) {
    Set<String> out = new HashSet<>(names);
    out.add(more);
    return out;
  }

  private static void rejectUnknown(JsonFields in, List<String> names, Set<String> more) {
    Set<String> all = new HashSet<>(more);
    all.addAll(names);
    rejectUnknown(in, all);
  }

  /** Rejects unknown field names, because a misspelled name must not silently clear a field. */
  static void rejectUnknown(JsonFields in, Set<String> names) {
    in.node()
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!names.contains(name)) {
                in.addError(name, "Extra inputs are not permitted", "extra_forbidden");
              }
            });
  }
}
