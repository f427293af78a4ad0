package io.tributary.report.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.report.loinc.LoincMatch;
import io.tributary.report.page.TextSpan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads results from JSON: from stored drafts, and from reviewers' submissions, which have no
 * positions.
 */
public final class DraftReader {
  private DraftReader() {}

  /**
   * @throws IllegalArgumentException if an enum value is unknown
   */
  public static DraftResult readResult(JsonNode n) {
    return new DraftResult(
        n.path("test_name").asText(),
        n.path("value").asText(),
        PrintedJson.text(n, "type").map(ValueKind::fromWireName),
        PrintedJson.text(n, "units"),
        new ReportedRange(number(n, "min_reference_range"), number(n, "max_reference_range")),
        PrintedJson.text(n, "source_panel_name"),
        PrintedJson.text(n, "sample_type").map(SampleType::fromWireName).orElse(SampleType.UNKNOWN),
        PrintedJson.text(n, "measurement_kind")
            .map(MeasurementKind::fromWireName)
            .orElse(MeasurementKind.UNKNOWN),
        PrintedJson.text(n, "sensitivity")
            .map(Sensitivity::fromWireName)
            .orElse(Sensitivity.UNKNOWN),
        PrintedJson.text(n, "interpretation").map(Interpretation::fromWireName),
        PrintedJson.flag(n, "is_above_max_range"),
        PrintedJson.flag(n, "is_below_min_range"),
        PrintedJson.text(n, "loinc_match_status").map(MatchStatus::fromWireName),
        readMatches(n.path("loinc_matches")),
        readEvidence(n.path("evidence")),
        PrintedJson.text(n, "units_ucum"),
        n.path("confidence").asDouble(1),
        readWarnings(n.path("doubts")));
  }

  private static Optional<BigDecimal> number(JsonNode n, String key) {
    return n.path(key).isNumber()
        ? Optional.of(NumberParser.stripZeros(n.path(key).decimalValue()))
        : Optional.empty();
  }

  private static List<LoincMatch> readMatches(JsonNode all) {
    List<LoincMatch> out = new ArrayList<>();
    for (JsonNode m : all) {
      List<String> aliases = new ArrayList<>();
      m.path("aliases").forEach(a -> aliases.add(a.asText()));
      out.add(
          new LoincMatch(
              m.path("loinc_code").asText(),
              m.path("loinc_name").asText(),
              m.path("display_name").asText(),
              aliases,
              m.path("confidence_score").asDouble()));
    }
    return out;
  }

  private static Map<RowField, TextSpan> readEvidence(JsonNode places) {
    Map<RowField, TextSpan> out = new EnumMap<>(RowField.class);
    for (RowField f : RowField.values()) {
      if (places.hasNonNull(f.wireName())) {
        out.put(f, PrintedJson.read(places.get(f.wireName())));
      }
    }
    return out;
  }

  private static List<WarningReason> readWarnings(JsonNode all) {
    List<WarningReason> out = new ArrayList<>();
    all.forEach(d -> out.add(WarningReason.fromWireName(d.asText())));
    return out;
  }
}
