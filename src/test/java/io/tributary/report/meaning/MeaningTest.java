package io.tributary.report.meaning;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.Json;
import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.Box;
import io.tributary.report.page.Page;
import io.tributary.report.page.Printed;
import io.tributary.report.page.PrintedReport;
import io.tributary.report.page.PrintedReport.About;
import io.tributary.report.page.PrintedRow;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whole reports: what they mean, and where they are doubted. */
class MeaningTest {
  private static final Meaning MEANING = new Meaning(LoincMatcher.bundled(), Thresholds.DEFAULT);

  /** Columns: name, value, units, range, flag; an optional sixth is the value's confidence. */
  private static PrintedRow row(String panel, String line) {
    String[] c = line.split("\\|", -1);
    double sure = c.length > 5 ? Double.parseDouble(c[5]) : 1;
    return new PrintedRow(
        printed(c[0], 1),
        printed(c[1], sure),
        some(c[2]),
        some(c[3]),
        some(c[4]),
        some(panel),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        1);
  }

  private static Printed printed(String text, double confidence) {
    return new Printed(text, 1, new Box(1, 2, 3, 4), confidence);
  }

  private static Optional<Printed> some(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(printed(text, 1));
  }

  private static PrintedReport report(
      Page.Source source, Map<About, String> about, String panel, String... lines) {
    Map<About, Printed> texts = new EnumMap<>(About.class);
    about.forEach((k, v) -> texts.put(k, printed(v, 1)));
    List<PrintedRow> rows = new ArrayList<>();
    for (String l : lines) {
      rows.add(row(panel, l));
    }
    return new PrintedReport(List.of(new PrintedReport.Sheet(1, 612, 792, source)), texts, rows);
  }

  private static List<Doubt> doubts(Page.Source source, String... lines) {
    Draft draft = MEANING.of(report(source, Map.of(), "", lines), Synonyms.NONE);
    return draft.results().getFirst().doubts();
  }

  private static DraftResult one(String panel, String line) {
    return MEANING
        .of(report(Page.Source.TEXT_LAYER, Map.of(), panel, line), Synonyms.NONE)
        .results()
        .getFirst();
  }

  @Test
  void aRowHasAllThatFollowsFromItsTexts() {
    DraftResult r = one("LIPID PANEL", "LDL Chol Calc (NIH)|162|mg/dL|<100|H");
    JsonNode wire = Json.parse(Json.bytes(r.wire()));
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
    Draft draft =
        new Meaning(null, Thresholds.DEFAULT)
            .of(
                report(Page.Source.TEXT_LAYER, Map.of(), "", "Glucose|95|mg/dL|65-99|"),
                Synonyms.NONE);
    JsonNode wire = draft.data(true).at("/results/0");
    assertTrue(wire.get("loinc_match_status").isNull());
    assertTrue(wire.get("loinc_matches").isNull());
  }

  @Test
  void aTestNobodyKnowsHasNoCodes() {
    JsonNode wire = one("", "Quux Marker|3|mg/L||").wire();
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
  void theRangeOfThePatientsSexIsTaken() {
    Map<About, String> she = Map.of(About.SEX, "F");
    DraftResult r =
        MEANING
            .of(
                report(
                    Page.Source.TEXT_LAYER,
                    she,
                    "CBC",
                    "Hb|12.5|g/dL|Male: 13.5-17.5 Female: 12.0-15.5|"),
                Synonyms.NONE)
            .results()
            .getFirst();
    assertEquals("12", r.bounds().min().orElseThrow().toPlainString());
    assertEquals(Interpretation.NORMAL, r.interpretation().orElseThrow());
  }

  @Test
  void aDayThatThereIsNotStaysAsItIsPrinted() {
    Map<About, String> about =
        Map.of(About.BIRTH_DATE, "1980-02-30", About.DATE_COLLECTED, "2024-05-25");
    Draft draft =
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
    Draft draft =
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
    Draft draft =
        MEANING.of(report(Page.Source.TEXT_LAYER, about, "", "Glucose|95|||"), Synonyms.NONE);
    assertEquals(Optional.of("2024-04-03"), draft.metadata().dateCollected());
    assertEquals(Gender.OTHER, draft.metadata().gender());
  }

  @Test
  void aDraftComesBackAsItWasWritten() {
    Draft draft =
        MEANING.of(
            report(
                Page.Source.OCR,
                Map.of(About.PATIENT_NAME, "A B"),
                "CBC",
                "Hemoglobin|1l.2|g/dL|12.0-15.5|L|0.55",
                "WBC|5.8|x10E3/uL|3.4-10.8|"),
            Synonyms.NONE);
    JsonNode json = Json.parse(Json.bytes(draft.toJson()));
    assertEquals(json, Json.parse(Json.bytes(Draft.fromJson(json).toJson())));
    assertEquals("ocr", json.at("/sheets/0/source").asText());
    assertEquals("10*3/uL", json.at("/results/1/units_ucum").asText());
    assertTrue(draft.doubtful());
    assertEquals(1, draft.doubtfulResults());
    assertEquals(1, draft.data(false).get("results").size());
    assertEquals(2, draft.data(true).get("results").size());
    assertFalse(draft.data(true).at("/results/0").has("doubts"));
  }

  @Test
  void textLayersAreDoubtedOnlyForContradictions() {
    Page.Source text = Page.Source.TEXT_LAYER;
    assertEquals(List.of(), doubts(text, "Ferritin|4910|ng/mL|30-400|H"));
    assertEquals(List.of(), doubts(text, "CRP|210|mg/L|<5|"));
    assertEquals(List.of(), doubts(text, "Glucose|99|mg/dL|65-99|H"));
    assertEquals(List.of(), doubts(text, "Quux|3|fish/pond|1-2|"));
    assertEquals(List.of(Doubt.RANGE_ODD), doubts(text, "Potassium|4.1|mmol/L|5.3-3.5|"));
    assertEquals(List.of(Doubt.FLAG_CONTRADICTS), doubts(text, "Potassium|2.1|mmol/L|3.5-5.3|H"));
    assertEquals(
        List.of(Doubt.FAR_FROM_RANGE),
        doubts(text, "Quux|491|mmol/L|3.5-5.3|", "Sodium|160|mmol/L|135-145|H"));
    assertEquals(List.of(Doubt.IMPLAUSIBLE), doubts(text, "Potassium|41|mmol/L|3.5-5.3|H"));
  }

  @Test
  void scansAreHeldAgainstAllTheyCanBeHeldAgainst() {
    Page.Source scan = Page.Source.OCR;
    Page.Source text = Page.Source.TEXT_LAYER;
    assertEquals(List.of(), doubts(scan, "Potassium|4.1|mmol/L|3.5-5.3||0.95"));
    assertEquals(
        List.of(Doubt.FAR_FROM_RANGE, Doubt.IMPLAUSIBLE, Doubt.POINT_MISSING),
        doubts(scan, "Potassium|491|mmol/L|3.5-5.3|"));
    assertEquals(
        List.of(Doubt.IMPLAUSIBLE, Doubt.POINT_MISSING),
        doubts(scan, "Potassium|49|mmol/L|3.5-5.3|H"));
    assertEquals(List.of(Doubt.FLAG_CONTRADICTS), doubts(scan, "Potassium|4.1|mmol/L|3.5-5.3|H"));
    assertEquals(List.of(Doubt.WEAK_VALUE), doubts(scan, "Potassium|4.1|mmol/L|3.5-5.3||0.5"));
    assertEquals(
        List.of(Doubt.FLAG_CONTRADICTS),
        doubts(scan, "Potassium|5.9|mmol/L|3.5-5.3|", "Sodium|150|mmol/L|135-145|H"));
    assertEquals(List.of(Doubt.LETTERS_IN_VALUE), doubts(scan, "Potassium|4.l|mmol/L|3.5-5.3|"));
    assertEquals(List.of(Doubt.LETTERS_IN_VALUE), doubts(scan, "Potassium|AL|mmol/L|3.5-5.3|"));
    assertEquals(List.of(Doubt.LETTERS_IN_VALUE), doubts(scan, "Potassium|O.1L|mmol/L|3.5-5.3|"));
    assertEquals(List.of(Doubt.RANGE_ODD), doubts(scan, "D-Dimer|< 0.50|mg/L FEU|<0.03|"));
    assertEquals(List.of(Doubt.WEAK_RANGE), doubts(scan, "Potassium|4.1|mmol/L|Q-5|"));
    assertEquals(List.of(Doubt.WEAK_VALUE), doubts(scan, "Rubella IgG|immune||Immune|"));
    assertEquals(List.of(Doubt.WEAK_NAME), doubts(scan, "3.5-5.2 Potassium|4.1|mmol/L|3.5-5.3|"));
    assertEquals(
        List.of(Doubt.WEAK_NAME), doubts(text, "Calcium Standard range: 8.7 - 10.2|9.3|mg/dL||"));
    assertEquals(List.of(), doubts(scan, "CA 19-9|12|U/mL|<37|"));
    assertEquals(List.of(Doubt.RANGE_ODD), doubts(scan, "BUN|15|mg/dL|1-25|"));
    assertEquals(List.of(), doubts(scan, "BUN|15|mg/dL|7-25|"));
    assertEquals(List.of(Doubt.UNIT_UNFIT), doubts(scan, "Potassium|4.1|fL|3.5-5.3|"));
  }

  @Test
  void whatDoesNotAddUpIsDoubtedWhereOneWasHardToRead() {
    String[] off = {
      "Neutrophils|58|%|40-70||0.72",
      "Lymphocytes|80|%|20-90|",
      "Monocytes|7|%|2-10|",
      "Eosinophils|4|%|1-6|",
      "Basophils|1|%|0-2|"
    };
    assertEquals(List.of(Doubt.SUM_OFF), doubts(Page.Source.OCR, off));
    assertEquals(List.of(), doubts(Page.Source.TEXT_LAYER, off));
    off[1] = "Lymphocytes|30|%|20-90|";
    off[0] = "Neutrophils|58|%|40-70||0.6";
    assertEquals(List.of(), doubts(Page.Source.OCR, off), "five that agree hold up a weak one");
  }

  @Test
  void doubtsNeverChangeAValue() {
    DraftResult r =
        MEANING
            .of(
                report(Page.Source.OCR, Map.of(), "", "Potassium|491|mmol/L|3.5-5.3||0.2"),
                Synonyms.NONE)
            .results()
            .getFirst();
    assertEquals("491", r.value());
    assertTrue(r.aboveMax().orElseThrow());
    assertEquals(0.2, r.confidence());
  }

  @Test
  void aCorrectedRowIsMadeAnewAndLeavesNoDoubt() {
    Draft draft =
        MEANING.of(
            report(Page.Source.OCR, Map.of(), "", "Potassium|491|mmol/L|3.5-5.3||0.2"),
            Synonyms.NONE);
    DraftResult before = draft.results().getFirst();
    DraftResult after =
        MEANING.again(
            draft,
            before,
            new Corrected("Potassium", "4.91", "mmol/L", "3.5-5.3", "", "", "", ""),
            Synonyms.NONE);
    assertEquals(List.of(), after.doubts());
    assertEquals(Interpretation.NORMAL, after.interpretation().orElseThrow());
    assertEquals(before.evidence().get(Field.VALUE).box(), after.evidence().get(Field.VALUE).box());
    assertEquals("4.91", after.evidence().get(Field.VALUE).text());
    DraftResult added =
        MEANING.again(
            draft, null, new Corrected("Sodium", "140", "", "", "", "", "", ""), Synonyms.NONE);
    assertEquals(Optional.empty(), added.units());
    assertEquals(
        Json.parse(Json.bytes(added.toJson())),
        Json.parse(Json.bytes(DraftReader.result(added.toJson()).toJson())));
  }

  @Test
  void aCorrectedRowIsReadAsTheReportWasRead() {
    Map<About, String> german = Map.of(About.LAB_ADDRESS, "10115 Berlin, Germany");
    Corrected now =
        new Corrected("Platelets", "250.000", "/uL", "150.000 - 400.000", "", "", "", "");
    PrintedReport paper =
        report(Page.Source.TEXT_LAYER, german, "", "Platelets|250.000|/uL|150.000 - 400.000|");
    Draft draft = MEANING.of(paper, Synonyms.NONE);
    assertEquals(List.of(Doubt.NUMBER_UNCLEAR), draft.results().getFirst().doubts());
    Draft stored = Draft.fromJson(Json.parse(Json.bytes(draft.toJson())));
    DraftResult again = MEANING.again(stored, stored.results().getFirst(), now, Synonyms.NONE);
    assertEquals("400000", again.bounds().max().orElseThrow().toPlainString());
    assertFalse(draft.data(true).has("decimal_comma"));
    ObjectNode old = draft.toJson();
    old.remove(List.of("decimal_comma", "decimal_sure"));
    DraftResult without = MEANING.again(Draft.fromJson(old), null, now, Synonyms.NONE);
    assertEquals("400", without.bounds().max().orElseThrow().toPlainString());
    PrintedReport decimals =
        report(
            Page.Source.TEXT_LAYER,
            Map.of(),
            "",
            "Platelets|250.000|/uL||",
            "Potassium|4,1|mmol/L||");
    Draft told = MEANING.of(decimals, Synonyms.NONE);
    Draft alone =
        new Draft(
            told.sheets(),
            told.metadata(),
            told.results().subList(0, 1),
            told.decimalComma(),
            told.decimalSure());
    DraftResult left = MEANING.again(alone, null, now, Synonyms.NONE);
    assertEquals(
        "400000", left.bounds().max().orElseThrow().toPlainString(), "though its witness is gone");
  }

  @Test
  void aValueWithRoomInItMayBeTwo() {
    Page.Source text = Page.Source.TEXT_LAYER;
    List<Doubt> unclear = List.of(Doubt.NUMBER_UNCLEAR);
    assertTrue(doubts(text, "Glucose|112 180|mg/dL|70-110|").containsAll(unclear));
    assertEquals(unclear, doubts(text, "Quux|112 180|||"));
    assertEquals(List.of(), doubts(text, "Quux|250 000||150 000-400 000|"));
    assertEquals(List.of(), doubts(text, "Quux|5 800||4000-11000|"));
    assertEquals(List.of(), doubts(text, "Quux|112\u202f180|||"));
    assertEquals(List.of(), doubts(text, "Quux|112'180|||"));
  }

  @Test
  void criticalIsNeverInferred() {
    DraftResult r = one("", "Potassium|6.9|mmol/L|3.5-5.3|C");
    assertEquals(Interpretation.ABNORMAL, r.interpretation().orElseThrow());
  }

  @Test
  void aNoteInPlaceOfARangeLeavesAValueNormal() {
    assertEquals(
        Interpretation.NORMAL,
        one("", "Potassium|4.1|mmol/L|See note 2|").interpretation().orElseThrow());
    assertEquals(
        Interpretation.UNKNOWN,
        one("", "Potassium|4.1|mmol/L|40 or 50|").interpretation().orElseThrow());
  }

  @Test
  void aLongRemarkIsNoMisreadNumber() {
    assertEquals(List.of(), doubts(Page.Source.TEXT_LAYER, "Quux|" + "1l".repeat(25) + "|||"));
  }

  @Test
  void theTableOfLimitsIsReadWhole() {
    assertTrue(Plausible.size() >= 80, "codes: " + Plausible.size());
  }

  @Test
  void theWorkStopsBetweenRowsWhenItIsTold() {
    PrintedReport report =
        report(Page.Source.TEXT_LAYER, Map.of(), "", "Glucose|95|||", "Sodium|140|||");
    int[] rows = new int[1];
    assertThrows(
        java.util.concurrent.CancellationException.class,
        () ->
            MEANING.of(
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
