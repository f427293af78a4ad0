package io.tributary.report.interpret;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.report.loinc.LoincMatch;
import io.tributary.report.page.TextSpan;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Interpreted result of one row.
 *
 * @param value as printed
 * @param loincStatus empty if LOINC matching is disabled
 * @param evidence source texts
 * @param unitsUcum the unit in UCUM, if known
 * @param confidence reading confidence, 0 to 1
 * @param warnings reasons why the result may be wrong; empty if there are none
 */
public record DraftResult(
    String testName,
    String value,
    Optional<ValueKind> type,
    Optional<String> units,
    ReportedRange bounds,
    Optional<String> panel,
    SampleType sampleType,
    MeasurementKind kind,
    Sensitivity sensitivity,
    Optional<Interpretation> interpretation,
    Optional<Boolean> aboveMax,
    Optional<Boolean> belowMin,
    Optional<MatchStatus> loincStatus,
    List<LoincMatch> loincMatches,
    Map<RowField, TextSpan> evidence,
    Optional<String> unitsUcum,
    double confidence,
    List<WarningReason> warnings) {
  public DraftResult {
    loincMatches = List.copyOf(loincMatches);
    evidence = evidence.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(evidence));
    warnings = List.copyOf(warnings);
  }

  public boolean hasWarnings() {
    return !warnings.isEmpty();
  }

  /** Returns a copy with the given warnings. */
  DraftResult withWarnings(List<WarningReason> others) {
    return new DraftResult(
        testName,
        value,
        type,
        units,
        bounds,
        panel,
        sampleType,
        kind,
        sensitivity,
        interpretation,
        aboveMax,
        belowMin,
        loincStatus,
        loincMatches,
        evidence,
        unitsUcum,
        confidence,
        others);
  }

  /** Returns the JSON for clients. */
  public ObjectNode toClientJson() {
    ObjectNode out =
        Json.object()
            .put("test_name", testName)
            .put("value", value)
            .put("type", type.map(ValueKind::wireName).orElse(null))
            .put("units", units.orElse(null))
            .put("min_reference_range", bounds.min().orElse(null))
            .put("max_reference_range", bounds.max().orElse(null))
            .put("source_panel_name", panel.orElse(null))
            .put("sample_type", sampleType.wireName())
            .put("measurement_kind", kind.wireName())
            .put("sensitivity", sensitivity.wireName())
            .put("interpretation", interpretation.map(Interpretation::wireName).orElse(null))
            .put("is_above_max_range", aboveMax.orElse(null))
            .put("is_below_min_range", belowMin.orElse(null))
            .put("loinc_match_status", loincStatus.map(MatchStatus::wireName).orElse(null));
    out.set("loinc_matches", loincStatus.isPresent() ? matches() : null);
    return out;
  }

  private ArrayNode matches() {
    ArrayNode out = Json.array();
    for (LoincMatch m : loincMatches) {
      ObjectNode match =
          Json.object()
              .put("loinc_code", m.code())
              .put("loinc_name", m.name())
              .put("display_name", m.displayName());
      ArrayNode aliases = match.putArray("aliases");
      m.aliases().forEach(aliases::add);
      out.add(match.put("confidence_score", PrintedJson.rounded(m.score(), 1000)));
    }
    return out;
  }

  /** Returns the JSON stored in a draft, with positions and warnings. */
  public ObjectNode toJson() {
    ObjectNode out = toClientJson();
    ObjectNode places = out.putObject("evidence");
    evidence.forEach((f, p) -> places.set(f.wireName(), PrintedJson.write(p)));
    out.put("units_ucum", unitsUcum.orElse(null))
        .put("confidence", PrintedJson.rounded(confidence, 1000));
    ArrayNode why = out.putArray("doubts");
    warnings.forEach(d -> why.add(d.wireName()));
    return out;
  }
}
