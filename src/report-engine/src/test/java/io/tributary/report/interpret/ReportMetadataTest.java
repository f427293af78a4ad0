package io.tributary.report.interpret;

import static io.tributary.report.interpret.ReportFixtures.MEANING;
import static io.tributary.report.interpret.ReportFixtures.report;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.Page;
import io.tributary.report.page.RawReport.MetadataField;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The patient and the dates of a report. */
class ReportMetadataTest {
  @Test
  void aDayThatThereIsNotStaysAsItIsPrinted() {
    Map<MetadataField, String> about =
        Map.of(MetadataField.BIRTH_DATE, "1980-02-30", MetadataField.DATE_COLLECTED, "2024-05-25");
    ParsedReport draft =
        MEANING.interpret(
            report(Page.Source.TEXT_LAYER, about, "", "Glucose|95|mg/dL|65-99|"), Synonyms.NONE);
    assertEquals("1980-02-30", draft.metadata().toClientJson().get("dob").asText());
    assertEquals(1, draft.results().size());
  }

  @Test
  void aReportSaysWhoseItIs() {
    Map<MetadataField, String> about =
        Map.of(
            MetadataField.PATIENT_NAME, "Mrs. Jane Doe",
            MetadataField.BIRTH_DATE, "03/04/1980",
            MetadataField.DATE_COLLECTED, "25/05/2024 08:00",
            MetadataField.DATE_REPORTED, "26/05/2024",
            MetadataField.LAB_NAME, "Some Laboratory",
            MetadataField.SPECIMEN_NUMBER, "X-123");
    ParsedReport draft =
        MEANING.interpret(
            report(Page.Source.TEXT_LAYER, about, "", "Glucose|95|mg/dL|65-99|"), Synonyms.NONE);
    JsonNode m = draft.metadata().toClientJson();
    assertEquals("Jane", m.get("patient_first_name").asText());
    assertEquals("Doe", m.get("patient_last_name").asText());
    assertEquals("1980-04-03", m.get("dob").asText());
    assertEquals("female", m.get("gender").asText());
    assertEquals("2024-05-25", m.get("date_collected").asText());
    assertEquals("2024-05-26", m.get("date_reported").asText());
    assertEquals("Some Laboratory", m.get("lab_name").asText());
    assertEquals("X-123", m.get("specimen_number").asText());
    assertEquals(1, draft.toJson().at("/metadata_evidence/dob/page").asInt());
  }

  @Test
  void aFieldForTheForenameMayHoldBothNames() {
    Map<MetadataField, String> about = Map.of(MetadataField.PATIENT_FIRST_NAME, "Singh, Grace");
    DraftMetadata m =
        MEANING
            .interpret(report(Page.Source.TEXT_LAYER, about, "", "Glucose|95|||"), Synonyms.NONE)
            .metadata();
    assertEquals(Optional.of("Grace"), m.firstName());
    assertEquals(Optional.of("Singh"), m.lastName());
  }

  @Test
  void theDistanceOfTwoDatesTellsTheirOrder() {
    Map<MetadataField, String> about =
        Map.of(
            MetadataField.DATE_COLLECTED, "03/04/2024", MetadataField.DATE_REPORTED, "05/04/2024");
    ParsedReport draft =
        MEANING.interpret(
            report(Page.Source.TEXT_LAYER, about, "", "Glucose|95|||"), Synonyms.NONE);
    assertEquals(Optional.of("2024-04-03"), draft.metadata().dateCollected());
    assertEquals(PatientSex.OTHER, draft.metadata().gender());
  }
}
