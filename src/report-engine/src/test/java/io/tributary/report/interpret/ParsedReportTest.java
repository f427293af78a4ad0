package io.tributary.report.interpret;

import static io.tributary.report.interpret.ReportFixtures.MEANING;
import static io.tributary.report.interpret.ReportFixtures.report;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.Page;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.RawReport.MetadataField;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Parsed reports that are stored and corrected row by row. */
class ParsedReportTest {
  @Test
  void aDraftComesBackAsItWasWritten() {
    ParsedReport draft =
        MEANING.interpret(
            report(
                Page.Source.OCR,
                Map.of(MetadataField.PATIENT_NAME, "A B"),
                "CBC",
                "Hemoglobin|1l.2|g/dL|12.0-15.5|L|0.55",
                "WBC|5.8|x10E3/uL|3.4-10.8|"),
            Synonyms.NONE);
    JsonNode json = Json.parse(Json.bytes(draft.toJson()));
    assertEquals(json, Json.parse(Json.bytes(ParsedReport.fromJson(json).toJson())));
    assertEquals("ocr", json.at("/sheets/0/source").asText());
    assertEquals("10*3/uL", json.at("/results/1/units_ucum").asText());
    assertTrue(draft.hasWarnings());
    assertEquals(1, draft.countResultsWithWarnings());
    assertEquals(1, draft.toClientJson(false).get("results").size());
    assertEquals(2, draft.toClientJson(true).get("results").size());
    assertFalse(draft.toClientJson(true).at("/results/0").has("doubts"));
  }

  @Test
  void aCorrectedRowIsMadeAnewAndLeavesNoDoubt() {
    ParsedReport draft =
        MEANING.interpret(
            report(Page.Source.OCR, Map.of(), "", "Potassium|491|mmol/L|3.5-5.3||0.2"),
            Synonyms.NONE);
    DraftResult before = draft.results().getFirst();
    DraftResult after =
        MEANING.reinterpretRow(
            draft,
            before,
            new ReviewedRow("Potassium", "4.91", "mmol/L", "3.5-5.3", "", "", "", ""),
            Synonyms.NONE);
    assertEquals(List.of(), after.warnings());
    assertEquals(Interpretation.NORMAL, after.interpretation().orElseThrow());
    assertEquals(
        before.evidence().get(RowField.VALUE).box(), after.evidence().get(RowField.VALUE).box());
    assertEquals("4.91", after.evidence().get(RowField.VALUE).text());
    DraftResult added =
        MEANING.reinterpretRow(
            draft, null, new ReviewedRow("Sodium", "140", "", "", "", "", "", ""), Synonyms.NONE);
    assertEquals(Optional.empty(), added.units());
    assertEquals(
        Json.parse(Json.bytes(added.toJson())),
        Json.parse(Json.bytes(DraftReader.readResult(added.toJson()).toJson())));
  }

  @Test
  void aCorrectedRowIsReadAsTheReportWasRead() {
    Map<MetadataField, String> german = Map.of(MetadataField.LAB_ADDRESS, "10115 Berlin, Germany");
    ReviewedRow now =
        new ReviewedRow("Platelets", "250.000", "/uL", "150.000 - 400.000", "", "", "", "");
    RawReport paper =
        report(Page.Source.TEXT_LAYER, german, "", "Platelets|250.000|/uL|150.000 - 400.000|");
    ParsedReport draft = MEANING.interpret(paper, Synonyms.NONE);
    assertEquals(List.of(WarningReason.NUMBER_UNCLEAR), draft.results().getFirst().warnings());
    ParsedReport stored = ParsedReport.fromJson(Json.parse(Json.bytes(draft.toJson())));
    DraftResult again =
        MEANING.reinterpretRow(stored, stored.results().getFirst(), now, Synonyms.NONE);
    assertEquals("400000", again.bounds().max().orElseThrow().toPlainString());
    assertFalse(draft.toClientJson(true).has("decimal_comma"));
    ObjectNode old = draft.toJson();
    old.remove(List.of("decimal_comma", "decimal_sure"));
    DraftResult without =
        MEANING.reinterpretRow(ParsedReport.fromJson(old), null, now, Synonyms.NONE);
    assertEquals("400", without.bounds().max().orElseThrow().toPlainString());
    RawReport decimals =
        report(
            Page.Source.TEXT_LAYER,
            Map.of(),
            "",
            "Platelets|250.000|/uL||",
            "Potassium|4,1|mmol/L||");
    ParsedReport told = MEANING.interpret(decimals, Synonyms.NONE);
    ParsedReport alone =
        new ParsedReport(
            told.sheets(),
            told.metadata(),
            told.results().subList(0, 1),
            told.decimalComma(),
            told.decimalCertain());
    DraftResult left = MEANING.reinterpretRow(alone, null, now, Synonyms.NONE);
    assertEquals(
        "400000", left.bounds().max().orElseThrow().toPlainString(), "though its witness is gone");
  }
}
