package io.tributary.tools.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Printed content of a report, as the reference for scoring.
 *
 * @param layout name of the layout
 * @param metadata data about the patient, the laboratory and the report
 */
record GroundTruth(String layout, Metadata metadata, List<Row> rows) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Correct texts of each field; no entry for a field that is not printed. */
  record Metadata(Map<String, List<String>> fields) {
    static final List<String> NAMES =
        List.of(
            "patient_first_name",
            "patient_last_name",
            "dob",
            "gender",
            "lab_name",
            "date_reported",
            "date_collected",
            "specimen_number");
  }

  /**
   * Result row.
   *
   * @param range range as printed, or empty
   * @param bounds acceptable pairs of low and high, the best first; null for a missing bound
   * @param interpretation empty if it is debatable
   * @param loincs correct codes, the best first
   * @param optional whether the row may be omitted without penalty
   */
  record Row(
      String name,
      String value,
      String units,
      String range,
      List<Bounds> bounds,
      String flag,
      List<String> panels,
      String specimen,
      List<String> loincs,
      String type,
      Optional<String> interpretation,
      boolean optional) {}

  record Bounds(Double low, Double high) {}

  ObjectNode toJson() {
    ObjectNode node = JSON.createObjectNode();
    node.put("layout", layout);
    ObjectNode about = node.putObject("metadata");
    metadata.fields().forEach((k, v) -> v.forEach(about.putArray(k)::add));
    ArrayNode all = node.putArray("rows");
    for (Row r : rows) {
      all.add(row(r));
    }
    return node;
  }

  private static ObjectNode row(Row r) {
    ObjectNode node = JSON.createObjectNode();
    node.put("name", r.name());
    node.put("value", r.value());
    node.put("units", r.units());
    node.put("range", r.range());
    ArrayNode bounds = node.putArray("bounds");
    for (Bounds b : r.bounds()) {
      bounds.addObject().put("min", b.low()).put("max", b.high());
    }
    node.put("flag", r.flag());
    r.panels().forEach(node.putArray("panel")::add);
    node.put("specimen", r.specimen());
    r.loincs().forEach(node.putArray("loinc")::add);
    node.put("type", r.type());
    node.put("interpretation", r.interpretation().orElse(null));
    node.put("optional", r.optional());
    return node;
  }

  static GroundTruth fromJson(JsonNode node) {
    Map<String, List<String>> about = new LinkedHashMap<>();
    node.get("metadata").properties().forEach(e -> about.put(e.getKey(), texts(e.getValue())));
    List<Row> rows = new ArrayList<>();
    for (JsonNode r : node.get("rows")) {
      rows.add(row(r));
    }
    return new GroundTruth(node.path("layout").asText(""), new Metadata(about), rows);
  }

  /** Reads a row; a handwritten file may contain only its name and value. */
  private static Row row(JsonNode r) {
    List<Bounds> bounds = new ArrayList<>();
    for (JsonNode b : r.path("bounds")) {
      bounds.add(new Bounds(number(b.get("min")), number(b.get("max"))));
    }
    if (bounds.isEmpty()) {
      bounds.add(new Bounds(number(r.get("min")), number(r.get("max"))));
    }
    return new Row(
        r.get("name").asText(),
        r.get("value").asText(),
        r.path("units").asText(""),
        r.path("range").asText(""),
        List.copyOf(bounds),
        r.path("flag").asText(""),
        texts(r.path("panel")),
        r.path("specimen").asText("unknown"),
        texts(r.path("loinc")),
        r.path("type").asText(""),
        Optional.ofNullable(r.path("interpretation").textValue()),
        r.path("optional").asBoolean());
  }

  private static Double number(JsonNode node) {
    return node == null || node.isNull() ? null : node.asDouble();
  }

  private static List<String> texts(JsonNode node) {
    if (node.isTextual()) {
      return node.asText().isEmpty() ? List.of() : List.of(node.asText());
    }
    List<String> texts = new ArrayList<>();
    node.forEach(t -> texts.add(t.asText()));
    return List.copyOf(texts);
  }

  void write(Path file) throws IOException {
    Files.writeString(
        file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(toJson()) + "\n");
  }

  static GroundTruth read(Path file) throws IOException {
    return fromJson(JSON.readTree(Files.readAllBytes(file)));
  }
}
