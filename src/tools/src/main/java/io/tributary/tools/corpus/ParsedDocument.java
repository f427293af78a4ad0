package io.tributary.tools.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.RawRow;
import io.tributary.report.page.TextSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Content that was read from a report.
 *
 * @param metadata values by field, without those that were not found
 * @param interpreted whether the texts were also interpreted
 */
record ParsedDocument(
    Map<String, String> metadata, List<Row> rows, int pages, boolean interpreted) {
  /**
   * Result that was read; texts are empty if nothing was found.
   *
   * @param withheld whether the service would withhold the result
   */
  record Row(
      String name,
      String value,
      String units,
      String range,
      GroundTruth.Bounds bounds,
      String flag,
      String interpretation,
      String panel,
      String specimen,
      String type,
      List<String> loincs,
      boolean autoMatch,
      boolean withheld,
      String doubts) {}

  /** Returns the result for an unreadable document. */
  static ParsedDocument empty() {
    return new ParsedDocument(Map.of(), List.of(), 0, true);
  }

  /** Converts a draft as parsing jobs store it. */
  static ParsedDocument of(JsonNode draft) {
    Map<String, String> about = new LinkedHashMap<>();
    draft
        .path("metadata")
        .properties()
        .forEach(
            e -> {
              if (e.getValue().isTextual()) {
                about.put(e.getKey(), e.getValue().asText());
              }
            });
    List<Row> rows = new ArrayList<>();
    for (JsonNode r : draft.path("results")) {
      rows.add(row(r));
    }
    return new ParsedDocument(about, List.copyOf(rows), draft.path("sheets").size(), true);
  }

  private static Row row(JsonNode r) {
    List<String> loincs = new ArrayList<>();
    r.path("loinc_matches").forEach(m -> loincs.add(m.path("loinc_code").asText()));
    List<String> doubts = new ArrayList<>();
    r.path("doubts").forEach(d -> doubts.add(d.asText()));
    JsonNode evidence = r.path("evidence");
    return new Row(
        text(r, "test_name"),
        text(r, "value"),
        text(r, "units"),
        evidence.path("range").path("text").asText(""),
        new GroundTruth.Bounds(number(r, "min_reference_range"), number(r, "max_reference_range")),
        evidence.path("flag").path("text").asText(""),
        text(r, "interpretation"),
        text(r, "source_panel_name"),
        text(r, "sample_type"),
        text(r, "type"),
        List.copyOf(loincs),
        r.path("loinc_match_status").asText("").equals("auto_match"),
        !doubts.isEmpty(),
        String.join(",", doubts));
  }

  private static String text(JsonNode r, String field) {
    return Optional.ofNullable(r.path(field).textValue()).orElse("");
  }

  private static Double number(JsonNode r, String field) {
    JsonNode n = r.path(field);
    return n.isNumber() ? n.asDouble() : null;
  }

  /** Converts a report before its interpretation. */
  static ParsedDocument of(RawReport report) {
    Map<String, String> about = new LinkedHashMap<>();
    report.about().forEach((k, v) -> about.put(k.name(), v.text()));
    List<Row> rows = new ArrayList<>();
    for (RawRow r : report.rows()) {
      rows.add(
          new Row(
              r.name().text(),
              r.value().text(),
              text(r.units()),
              text(r.range()),
              new GroundTruth.Bounds(null, null),
              text(r.flag()),
              "",
              text(r.panel()),
              text(r.specimen()),
              "",
              List.of(),
              false,
              false,
              ""));
    }
    return new ParsedDocument(about, List.copyOf(rows), report.sheets().size(), false);
  }

  private static String text(Optional<TextSpan> printed) {
    return printed.map(TextSpan::text).orElse("");
  }
}
