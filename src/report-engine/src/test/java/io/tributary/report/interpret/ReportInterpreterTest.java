package io.tributary.report.interpret;

import static io.tributary.report.interpret.ReportFixtures.MEANING;
import static io.tributary.report.interpret.ReportFixtures.one;
import static io.tributary.report.interpret.ReportFixtures.report;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.Page;
import io.tributary.report.page.RawReport;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Interpretation of report rows. */
class ReportInterpreterTest {
  @Test
  void aRowHasAllThatFollowsFromItsTexts() {
    DraftResult r = one("LIPID PANEL", "LDL Chol Calc (NIH)|162|mg/dL|<100|H");
    JsonNode wire = Json.parse(Json.bytes(r.toClientJson()));
    assertEquals("LDL Chol Calc (NIH)", wire.get("test_name").asText());
    assertEquals("162", wire.get("value").asText());
    assertEquals("numeric", wire.get("type").asText());
    assertEquals("mg/dL", wire.get("units").asText());
    assertTrue(wire.get("min_reference_range").isNull());
    assertEquals(100, wire.get("max_reference_range").asInt());
    assertEquals("LIPID PANEL", wire.get("source_panel_name").asText());
    assertEquals("serum_plasma_blood", wire.get("sample_type").asText());
    assertEquals("calculated", wire.get("measurement_kind").asText());
    assertEquals("unknown", wire.get("sensitivity").asText());
    assertEquals("abnormal", wire.get("interpretation").asText());
    assertTrue(wire.get("is_above_max_range").asBoolean());
    assertTrue(wire.get("is_below_min_range").isNull());
    assertEquals("auto_match", wire.get("loinc_match_status").asText());
    assertEquals("13457-7", wire.at("/loinc_matches/0/loinc_code").asText());
    assertTrue(wire.at("/loinc_matches/0/confidence_score").isNumber());
  }

  @Test
  void withoutAMatcherNothingIsSaidOfCodes() {
    ParsedReport draft =
        new ReportInterpreter(null, Thresholds.DEFAULT)
            .interpret(
                report(Page.Source.TEXT_LAYER, Map.of(), "", "Glucose|95|mg/dL|65-99|"),
                Synonyms.NONE);
    JsonNode wire = draft.toClientJson(true).at("/results/0");
    assertTrue(wire.get("loinc_match_status").isNull());
    assertTrue(wire.get("loinc_matches").isNull());
  }

  @Test
  void aTestNobodyKnowsHasNoCodes() {
    JsonNode wire = one("", "Quux Marker|3|mg/L||").toClientJson();
    assertEquals("no_match", wire.get("loinc_match_status").asText());
    assertEquals(0, wire.get("loinc_matches").size());
  }

  @Test
  void wordsTellSpecimenKindAndSensitivity() {
    assertEquals(SampleType.URINE, one("Urinalysis", "Glucose|Negative||Negative|").sampleType());
    assertEquals(SampleType.URINE, one("", "WBC|0-5|/HPF|0-5|").sampleType());
    assertEquals(SampleType.STOOL, one("Stool", "Calprotectin|40|ug/g|<50|").sampleType());
    assertEquals(SampleType.UNKNOWN, one("", "Quux|4|||").sampleType());
    assertEquals(MeasurementKind.RATIO, one("", "BUN/Creatinine Ratio|15|(calc)|6-22|").kind());
    assertEquals(MeasurementKind.CALCULATED, one("", "eGFR|90|mL/min/1.73m2|>59|").kind());
    assertEquals(MeasurementKind.DIRECT, one("", "LDL Cholesterol, Direct|90|mg/dL||").kind());
    assertEquals(MeasurementKind.UNKNOWN, one("", "Bilirubin, Direct|0.1|mg/dL||").kind());
    assertEquals(Sensitivity.SENSITIVE, one("", "hs-CRP|0.5|mg/L|<3|").sensitivity());
    assertEquals(Sensitivity.UNKNOWN, one("", "CRP|0.5|mg/L|<3|").sensitivity());
  }

  @Test
  void aRangeTellsTheCodeWhereNoUnitIsPrinted() {
    assertEquals("770-8", code("CBC", "Neutrophils|66||40-74|"));
    assertEquals("751-8", code("CBC", "Neutrophils|4.1||1.8-7.0|"));
    assertEquals("2160-0", code("", "Creatinine|0.9||0.6-1.2|"));
    assertEquals("14682-9", code("", "Creatinine|80||59-104|"));
  }

  private static String code(String panel, String line) {
    return one(panel, line).loincMatches().getFirst().code();
  }

  @Test
  void theWorkStopsBetweenRowsWhenItIsTold() {
    RawReport report =
        report(Page.Source.TEXT_LAYER, Map.of(), "", "Glucose|95|||", "Sodium|140|||");
    int[] rows = new int[1];
    assertThrows(
        java.util.concurrent.CancellationException.class,
        () ->
            MEANING.interpret(
                report,
                Synonyms.NONE,
                () -> {
                  if (++rows[0] == 2) {
                    throw new java.util.concurrent.CancellationException();
                  }
                }));
    assertEquals(2, rows[0]);
  }
}
