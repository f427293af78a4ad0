package io.tributary.lab.protocol.fhir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.fhir.FhirResourceValidator;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.protocol.LabReport.Subject;
import io.tributary.lab.protocol.LabReport.UnreadReason;
import io.tributary.lab.protocol.ResultValue;
import io.tributary.lab.protocol.Sex;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that FHIR results are read completely and that no part is dropped silently. */
class ReportBundleTest {
  private static final FhirProfile PROFILE =
      FhirProfile.defaults("https://tributary.example.com/lab", "fernholt");
  private static final ReportBundle READER = new ReportBundle(PROFILE);

  private static LabReport read(String json) {
    return READER.read(json.getBytes(UTF_8));
  }

  private static Panel panel(LabReport report, int n) {
    return report.subjects().getFirst().panels().get(n);
  }

  /** Builds a report with one observation. */
  private static String one(String observation) {
    return """
    {"resourceType":"DiagnosticReport","status":"final","code":{"text":"T"},
     "contained":[{"resourceType":"Observation","id":"o","status":"final",
       "code":{"coding":[{"code":"X1"}]},%s}],
     "result":[{"reference":"#o"}]}
    """
        .formatted(observation);
  }

  private static Observation only(String observation) {
    return panel(read(one(observation)), 0).observations().getFirst();
  }

  static final String WHOLE =
      """
      {"resourceType":"Bundle","type":"collection","timestamp":"2026-03-01T10:00:00Z",
       "identifier":{"system":"https://lab.example.com/msg","value":"M-7"},
       "entry":[
       {"fullUrl":"urn:uuid:11111111-1111-4111-8111-111111111111","resource":{
         "resourceType":"Patient","identifier":[{"system":"https://tributary.example.com/lab/patient",
          "value":"u-1"}],"name":[{"family":"Hall","given":["Shea","Ann"]}],"gender":"female",
          "birthDate":"1980-02-29"}},
       {"fullUrl":"https://lab.example.com/fhir/Organization/L","resource":{
         "resourceType":"Organization","id":"L","name":"Fern Laboratory",
         "identifier":[{"system":"urn:oid:2.16.840.1.113883.4.7","value":"05D0000000"}],
         "address":[{"line":["1 Way"],"city":"Tempe","state":"AZ","postalCode":"85281"}],
         "contact":[{"purpose":{"text":"Medical director"},"name":{"family":"Doe","given":["Jane"]}}]}},
       {"fullUrl":"https://lab.example.com/fhir/Practitioner/P","resource":{
         "resourceType":"Practitioner","id":"P","name":[{"family":"House","given":["Gregory"]}],
         "identifier":[{"system":"http://hl7.org/fhir/sid/us-npi","value":"1234567893"}]}},
       {"fullUrl":"https://lab.example.com/fhir/ServiceRequest/1","resource":{
         "resourceType":"ServiceRequest","id":"1","status":"active","intent":"order",
         "identifier":[{"system":"https://tributary.example.com/lab/test","value":"S1-1"}],
         "requisition":{"value":"S1"},"code":{"coding":[{"code":"005009","display":"CBC"}]},
         "requester":{"reference":"Practitioner/P"},
         "subject":{"reference":"urn:uuid:11111111-1111-4111-8111-111111111111"}}},
       {"fullUrl":"https://lab.example.com/fhir/Specimen/9","resource":{
         "resourceType":"Specimen","id":"9","identifier":[{"value":"S1"}],
         "accessionIdentifier":{"value":"A-77"},
         "type":{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/v2-0487","code":"SER"}]},
         "receivedTime":"2026-02-27T08:00:00Z",
         "collection":{"collectedDateTime":"2026-02-26T15:00:00-07:00"},
         "note":[{"text":"clear"}]}},
       {"fullUrl":"https://lab.example.com/fhir/Observation/1","resource":{
         "resourceType":"Observation","id":"1","status":"final",
         "code":{"coding":[{"system":"http://loinc.org","code":"718-7","display":"Hgb"},
           {"system":"https://lab.example.com/codes","code":"HGB","display":"Hemoglobin"}]},
         "valueQuantity":{"value":13.50,"unit":"g/dL","system":"http://unitsofmeasure.org","code":"g/dL"},
         "referenceRange":[{"low":{"value":12.0},"high":{"value":16.0}}],
         "interpretation":[{"coding":[
           {"system":"http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation","code":"N"}]}],
         "note":[{"text":"twice\\nmeasured"}],
         "effectiveDateTime":"2026-02-28T12:00:00Z",
         "performer":[{"reference":"Organization/L"}]}},
       {"fullUrl":"https://lab.example.com/fhir/Observation/2","resource":{
         "resourceType":"Observation","id":"2","status":"cancelled",
         "code":{"coding":[{"code":"PLT"}],"text":"Platelets"},
         "dataAbsentReason":{"text":"Quantity not sufficient"}}},
       {"fullUrl":"https://lab.example.com/fhir/DiagnosticReport/5","resource":{
         "resourceType":"DiagnosticReport","id":"5","status":"final",
         "identifier":[{"system":"https://lab.example.com/acc","value":"F-5"}],
         "basedOn":[{"reference":"ServiceRequest/1"}],
         "code":{"coding":[{"system":"http://loinc.org","code":"58410-2"}]},
         "subject":{"reference":"urn:uuid:11111111-1111-4111-8111-111111111111"},
         "issued":"2026-02-28T20:00:00Z","performer":[{"reference":"Organization/L"}],
         "specimen":[{"reference":"Specimen/9"}],
         "result":[{"reference":"Observation/1"},{"reference":"Observation/2"}],
         "conclusion":"All well",
         "presentedForm":[{"contentType":"application/pdf","data":"JVBERi0=","title":"Report"}]}}
       ]}
      """;

  @Test
  void everythingOfAReportIsRead() {
    assertEquals(List.of(), FhirResourceValidator.withoutOwnCodes().errors(WHOLE));
    LabReport report = read(WHOLE);
    assertEquals(List.of(), report.left());
    assertEquals("05D0000000", report.origin().sender());
    assertEquals("M-7", report.origin().controlId());
    assertEquals(Optional.of(Instant.parse("2026-02-28T20:00:00Z")), report.origin().sentAt());
    Subject who = report.subjects().getFirst();
    assertEquals("Hall", who.name().family());
    assertEquals("Shea", who.name().given());
    assertEquals("Ann", who.name().middle());
    assertEquals(Sex.FEMALE, who.sex());
    assertEquals("1980-02-29", who.birthDate().orElseThrow().toString());
    assertEquals("u-1", who.ids().getFirst().value());
    Panel p = panel(report, 0);
    assertEquals("S1", p.group());
    assertEquals("S1-1", p.placer());
    assertEquals("F-5", p.filler());
    assertEquals("005009", p.code().localCode());
    assertEquals(PanelStatus.FINAL, p.status());
    assertEquals(Optional.of(Instant.parse("2026-02-26T22:00:00Z")), p.collectedAt());
    assertEquals(Optional.of(Instant.parse("2026-02-27T08:00:00Z")), p.receivedAt());
    assertEquals(Optional.of(Instant.parse("2026-02-28T20:00:00Z")), p.reportedAt());
    assertEquals("1234567893", p.provider().npi());
    assertEquals(List.of("All well"), p.notes());
    assertEquals("S1", p.samples().getFirst().id());
    assertEquals("A-77", p.samples().getFirst().labId());
    assertEquals(List.of("clear"), p.samples().getFirst().notes());
    assertEquals(3, p.observations().size());
    Observation hgb = p.observations().get(0);
    assertEquals("HGB", hgb.code().localCode());
    assertEquals(Optional.of("718-7"), hgb.code().codeIn("LN"));
    assertEquals("13.50", hgb.value().displayText());
    assertEquals("g/dL", hgb.unit());
    assertEquals("12.0-16.0", hgb.referenceRange());
    assertEquals(Optional.of(Interpretation.NORMAL), hgb.interpretation());
    assertEquals(List.of("twice", "measured"), hgb.notes());
    assertEquals("Fern Laboratory", hgb.performer().name());
    assertEquals("05D0000000", hgb.performer().clia());
    assertEquals("Doe", hgb.performer().director().family());
    assertEquals("Tempe", hgb.performer().address().city());
    Observation plt = p.observations().get(1);
    assertEquals(ResultAction.MISSING, plt.action());
    assertEquals(List.of("Quantity not sufficient"), plt.notes());
    ResultValue.Document file = (ResultValue.Document) p.observations().get(2).value();
    assertEquals("application/pdf", file.mediaType());
    assertArrayEquals("%PDF-".getBytes(UTF_8), file.bytes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "\"valueQuantity\":{\"value\":5.10,\"unit\":\"mg\"};NUMERIC;5.10;mg",
        "\"valueQuantity\":{\"value\":100,\"comparator\":\">\",\"code\":\"mg\"};RANGE;>100;mg",
        "\"valueInteger\":7;NUMERIC;7;``",
        "\"valueRange\":{\"low\":{\"value\":3,\"unit\":\"x\"},\"high\":{\"value\":5}};RANGE;3-5;x",
        "\"valueRange\":{\"high\":{\"value\":5}};RANGE;<=5;``",
        "\"valueRatio\":{\"numerator\":{\"value\":1},\"denominator\":{\"value\":128}};COMMENT;1:128;``",
        "\"valueString\":\"Not seen\";COMMENT;Not seen;``",
        "\"valueString\":\" 4.2 \";NUMERIC;4.2;``",
        "\"valueBoolean\":true;COMMENT;true;``",
        "\"valueCodeableConcept\":{\"coding\":[{\"code\":\"POS\",\"display\":\"Positive\"}]};CODED;Positive;``",
        "\"valueCodeableConcept\":{\"text\":\"Reactive\"};COMMENT;Reactive;``",
      })
  void eachKindOfValueIsRead(String field, String kind, String shown, String unit) {
    Observation o = only(field);
    assertEquals(ResultValue.Kind.valueOf(kind), o.value().kind().orElseThrow());
    assertEquals(shown, o.value().displayText());
    assertEquals(unit, o.unit());
    assertEquals(ResultAction.FINAL, o.action());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"valueQuantity\":{\"value\":1e999999999}",
        "\"valueQuantity\":{\"value\":\"five\"}",
        "\"valueSampledData\":{\"data\":\"1 2\"}",
        "\"valueRatio\":{\"numerator\":{\"value\":1}}"
      })
  void aValueThatCannotBeReadIsKept(String field) {
    LabReport report = read(one(field));
    assertEquals(1, report.left().size());
    assertEquals(UnreadReason.MALFORMED, report.left().getFirst().why());
    assertTrue(panel(report, 0).observations().getFirst().value() instanceof ResultValue.Absent);
  }

  @ParameterizedTest
  @CsvSource({
    "registered,PENDING",
    "preliminary,PARTIAL",
    "final,FINAL",
    "amended,CORRECTION",
    "corrected,CORRECTION",
    "cancelled,MISSING",
    "entered-in-error,WITHDRAW",
    "unknown,PARTIAL"
  })
  void theStatusOfAResultSaysWhatToDo(String status, ResultAction action) {
    String json =
        one("\"valueString\":\"x\"")
            .replace(
                "\"id\":\"o\",\"status\":\"final\"", "\"id\":\"o\",\"status\":\"" + status + "\"");
    assertEquals(action, panel(read(json), 0).observations().getFirst().action());
  }

  @ParameterizedTest
  @CsvSource({
    "registered,NONE",
    "partial,PARTIAL",
    "preliminary,PARTIAL",
    "final,FINAL",
    "amended,FINAL",
    "corrected,FINAL",
    "appended,FINAL",
    "cancelled,ALL_MISSING",
    "entered-in-error,NONE",
    "unknown,PARTIAL"
  })
  void theStatusOfAReportSaysHowFarItIs(String status, PanelStatus expected) {
    String json =
        one("\"valueString\":\"x\"")
            .replace("Report\",\"status\":\"final", "Report\",\"status\":\"" + status);
    assertEquals(expected, panel(read(json), 0).status());
    if (status.equals("entered-in-error")) {
      assertEquals(ResultAction.WITHDRAW, panel(read(json), 0).observations().getFirst().action());
    }
  }

  @Test
  void anAbsentValueSaysWhy() {
    assertEquals(
        ResultAction.MISSING,
        only("\"dataAbsentReason\":{\"coding\":[{\"code\":\"not-performed\"}]}").action());
    assertEquals(
        ResultAction.PENDING,
        only("\"dataAbsentReason\":{\"coding\":[{\"code\":\"temp-unknown\"}]}").action());
    assertEquals(
        List.of("Hemolyzed"), only("\"dataAbsentReason\":{\"text\":\"Hemolyzed\"}").notes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"high\":{\"value\":5}};<=5",
        "{\"low\":{\"value\":5}};>=5",
        "{\"high\":{\"value\":5},\"text\":\"<5\"};<5",
        "{\"text\":\"Negative\"};Negative",
        "{\"type\":{\"coding\":[{\"code\":\"critical\"}]},\"text\":\"x\"},"
            + "{\"type\":{\"coding\":[{\"code\":\"normal\"}]},\"low\":{\"value\":1},\"high\":{\"value\":2}};1-2"
      })
  void whatIsUsualIsRead(String ranges, String shown) {
    String field = "\"valueInteger\":1,\"referenceRange\":[" + ranges + "]";
    assertEquals(shown, only(field).referenceRange());
  }

  @Test
  void partsOfAResultAreResults() {
    Panel p =
        panel(
            read(
                one(
                    """
                    "component":[{"code":{"coding":[{"code":"A"}]},"valueInteger":1},
                     {"code":{"coding":[{"code":"B"}]},"dataAbsentReason":{"text":"none"}}]
                    """)),
            0);
    assertEquals(
        List.of("A", "B"), p.observations().stream().map(o -> o.code().localCode()).toList());
    assertEquals(ResultAction.MISSING, p.observations().get(1).action());
  }

  private static String several(String requests) {
    return """
    {"resourceType":"Bundle","type":"batch","entry":[
    {"resource":{"resourceType":"ServiceRequest","id":"1","status":"completed",
      "identifier":[{"type":{"coding":[{"code":"PLAC"}]},"value":"S1-1"}],
      "requisition":{"value":"S1"},"code":{"coding":[{"code":"T1"}]}}},
    {"resource":{"resourceType":"ServiceRequest","id":"2","status":"active",
      "requisition":{"value":"S1"},"code":{"coding":[{"code":"T2"}]}}},
    {"resource":{"resourceType":"Observation","id":"g","status":"final",
      "code":{"coding":[{"code":"T2"}]},
      "hasMember":[{"reference":"Observation/m"},{"reference":"Observation/m"}]}},
    {"resource":{"resourceType":"Observation","id":"m","status":"preliminary",
      "code":{"coding":[{"code":"M"}]},"valueInteger":1,"hasMember":[{"reference":"Observation/g"}]}},
    {"resource":{"resourceType":"Observation","id":"n","status":"final",
      "code":{"coding":[{"code":"N"}]},"valueInteger":2,
      "basedOn":[{"reference":"ServiceRequest/1"}]}},
    {"resource":{"resourceType":"Observation","id":"s","status":"final",
      "code":{"coding":[{"code":"S"}]},"valueInteger":3}},
    {"resource":{"resourceType":"Observation","id":"stray","status":"final",
      "code":{"coding":[{"code":"Y"}]},"valueInteger":3}},
    {"resource":{"resourceType":"Basic","code":{"text":"?"}}},
    {"resource":{"resourceType":"DiagnosticReport","status":"partial",
      "code":{"coding":[{"code":"ALL"}]},
      "basedOn":[%s],
      "result":[{"reference":"Observation/g"},{"reference":"Observation/n"},
        {"reference":"Observation/s"},{"reference":"Observation/away"}]}}]}
    """
        .formatted(requests);
  }

  @Test
  void aReportOnSeveralTestsIsAnAnswerToEach() {
    LabReport report =
        read(
            several(
                "{\"reference\":\"ServiceRequest/1\"},"
                    + "{\"reference\":\"https://x.example.com/ServiceRequest/2/_history/3\"}"));
    List<Panel> panels = report.subjects().getFirst().panels();
    assertEquals(
        List.of("T1", "T2", "ALL"), panels.stream().map(p -> p.code().localCode()).toList());
    assertEquals(
        List.of(List.of("N"), List.of("M"), List.of("S")),
        panels.stream()
            .map(p -> p.observations().stream().map(o -> o.code().localCode()).toList())
            .toList());
    assertEquals(PanelStatus.FINAL, panels.get(0).status());
    assertEquals(PanelStatus.PARTIAL, panels.get(1).status());
    assertEquals("S1-1", panels.get(0).placer());
    assertEquals("S1", panels.get(1).group());
    assertEquals(
        List.of(UnreadReason.MALFORMED, UnreadReason.MISPLACED, UnreadReason.UNKNOWN),
        report.left().stream().map(LabReport.UnreadPart::why).toList());
    assertEquals(
        List.of(9, 7, 8), report.left().stream().map(LabReport.UnreadPart::segment).toList());
  }

  @Test
  void anOrderIsAlsoKnownByItsNumberAlone() {
    String base = "{\"identifier\":{\"system\":\"https://tributary.example.com/lab/";
    Panel placer = panel(read(several(base + "test\",\"value\":\"S9-2\"}}")), 0);
    assertEquals("S9-2", placer.placer());
    Panel group = panel(read(several(base + "requisition\",\"value\":\"S9\"}}")), 0);
    assertEquals("S9", group.group());
    assertEquals("ALL", group.code().localCode());
  }

  @Test
  void resultsOfOneCodeAreToldApartUnlessOneIsTakenBack() {
    String json =
        """
        {"resourceType":"DiagnosticReport","status":"final","code":{"text":"Culture"},
         "contained":[
         {"resourceType":"Observation","id":"a","status":"final","code":{"text":"C"},"valueString":"x"},
         {"resourceType":"Observation","id":"b","status":"%s","code":{"text":"C"},"valueString":"y"}],
         "result":[{"reference":"#a"},{"reference":"#b"}]}
        """;
    assertEquals(
        List.of("", "2"),
        panel(read(json.formatted("final")), 0).observations().stream()
            .map(Observation::subId)
            .toList());
    assertEquals(1, panel(read(json.formatted("entered-in-error")), 0).observations().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "no json;STRUCTURE",
        "[];STRUCTURE",
        "``;STRUCTURE",
        "{\"resourceType\":\"Patient\"};NOT_SUPPORTED",
        "{\"resourceType\":\"Bundle\",\"entry\":{}};STRUCTURE",
        "{\"resourceType\":\"Bundle\",\"type\":\"collection\"};REQUIRED",
        "{\"resourceType\":\"DiagnosticReport\"};REQUIRED"
      })
  void whatIsNoReportIsRefused(String body, FhirFault.Kind kind) {
    FhirFault fault = assertThrows(FhirFault.class, () -> read(body == null ? "" : body));
    assertEquals(kind, fault.kind());
  }

  @Test
  void productionTakesNoTestData() {
    String json =
        "{\"resourceType\":\"DiagnosticReport\",\"meta\":{\"security\":[{\"code\":\"HTEST\"}]},"
            + "\"status\":\"final\"}";
    FhirFault fault = assertThrows(FhirFault.class, () -> read(json));
    assertEquals(FhirFault.Kind.BUSINESS_RULE, fault.kind());
  }
}
