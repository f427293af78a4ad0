package io.tributary.report.interpret;

import static io.tributary.report.interpret.SmallReports.MEANING;
import static io.tributary.report.interpret.SmallReports.report;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.Page;
import io.tributary.report.page.RawReport.About;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whose a report is, and of when. */
class MetadataTest {
  @Test
  void aDayThatThereIsNotStaysAsItIsPrinted() {
    Map<About, String> about =
        Map.of(About.BIRTH_DATE, "1980-02-30", About.DATE_COLLECTED, "2024-05-25");
    ParsedReport draft =
        MEANING.of(
            report(Page.Source.TEXT_LAYER, about, "", "Glucose|95|mg/dL|65-99|"), Synonyms.NONE);
    assertEquals("1980-02-30", draft.metadata().wire().get("dob").asText());
    assertEquals(1, draft.results().size());
  }

  @Test
  void aReportSaysWhoseItIs() {
    Map<About, String> about =
        Map.of(
            About.PATIENT_NAME, "Mrs. Jane Doe",
            About.BIRTH_DATE, "03/04/1980",
            About.DATE_COLLECTED, "25/05/2024 08:00",
            About.DATE_REPORTED, "26/05/2024",
            About.LAB_NAME, "Some Laboratory",
            About.SPECIMEN_NUMBER, "X-123");
    ParsedReport draft =
        MEANING.of(
            report(Page.Source.TEXT_LAYER, about, "", "Glucose|95|mg/dL|65-99|"), Synonyms.NONE);
    JsonNode m = draft.metadata().wire();
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
    Map<About, String> about = Map.of(About.PATIENT_FIRST_NAME, "Singh, Grace");
    DraftMetadata m =
        MEANING
            .of(report(Page.Source.TEXT_LAYER, about, "", "Glucose|95|||"), Synonyms.NONE)
            .metadata();
    assertEquals(Optional.of("Grace"), m.firstName());
    assertEquals(Optional.of("Singh"), m.lastName());
  }

  @Test
  void theDistanceOfTwoDatesTellsTheirOrder() {
    Map<About, String> about =
        Map.of(About.DATE_COLLECTED, "03/04/2024", About.DATE_REPORTED, "05/04/2024");
    ParsedReport draft =
        MEANING.of(report(Page.Source.TEXT_LAYER, about, "", "Glucose|95|||"), Synonyms.NONE);
    assertEquals(Optional.of("2024-04-03"), draft.metadata().dateCollected());
    assertEquals(PatientSex.OTHER, draft.metadata().gender());
  }
}
