package io.tributary.report.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.report.page.TextSpan;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Metadata of a report: patient, laboratory, dates and specimen number.
 *
 * @param evidence source texts by JSON field name
 */
public record DraftMetadata(
    Optional<String> firstName,
    Optional<String> lastName,
    Optional<String> dob,
    PatientSex gender,
    Optional<String> labName,
    Optional<String> dateReported,
    Optional<String> dateCollected,
    Optional<String> specimenNumber,
    Map<String, TextSpan> evidence) {
  public DraftMetadata {
    evidence = Collections.unmodifiableMap(new LinkedHashMap<>(evidence));
  }

  /** Returns the JSON for clients. */
  public ObjectNode toClientJson() {
    return Json.object()
        .put("patient_first_name", firstName.orElse(null))
        .put("patient_last_name", lastName.orElse(null))
        .put("dob", dob.orElse(null))
        .put("gender", gender.wireName())
        .put("lab_name", labName.orElse(null))
        .put("date_reported", dateReported.orElse(null))
        .put("date_collected", dateCollected.orElse(null))
        .put("specimen_number", specimenNumber.orElse(null));
  }

  ObjectNode evidenceJson() {
    ObjectNode out = Json.object();
    evidence.forEach((k, p) -> out.set(k, PrintedJson.write(p)));
    return out;
  }

  /**
   * @param wire client JSON
   * @param evidence source texts as stored in a draft; may be missing
   */
  public static DraftMetadata fromJson(JsonNode wire, JsonNode evidence) {
    Map<String, TextSpan> places = new LinkedHashMap<>();
    evidence.properties().forEach(e -> places.put(e.getKey(), PrintedJson.read(e.getValue())));
    return new DraftMetadata(
        PrintedJson.text(wire, "patient_first_name"),
        PrintedJson.text(wire, "patient_last_name"),
        PrintedJson.text(wire, "dob"),
        PrintedJson.text(wire, "gender").map(PatientSex::fromWireName).orElse(PatientSex.OTHER),
        PrintedJson.text(wire, "lab_name"),
        PrintedJson.text(wire, "date_reported"),
        PrintedJson.text(wire, "date_collected"),
        PrintedJson.text(wire, "specimen_number"),
        places);
  }
}
