package io.tributary.lab.result;

import static io.tributary.lab.result.TestReports.at;
import static io.tributary.lab.result.TestReports.observation;
import static io.tributary.lab.result.TestReports.panel;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.protocol.ResultValue;
import io.tributary.lab.result.OrderedMarkers.Expected;
import io.tributary.lab.result.OrderedMarkers.OrderedMarker;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ResultHistoryTest {
  private static final OrderedMarker LIPIDS =
      new OrderedMarker(
          1,
          "Lipid Panel",
          "lipid-panel",
          "007600",
          List.of(
              new Expected("Cholesterol", "cholesterol", "0201", true, "2093-3", "chol"),
              new Expected("Triglycerides", "triglycerides", "0202", true, "2571-8", "trig"),
              new Expected("Comment", "comment", "0299", false, "", "")));
  private static final OrderedMarker GLUCOSE =
      new OrderedMarker(
          2,
          "Glucose",
          "glucose",
          "000483",
          List.of(new Expected("Glucose", "glucose", "000483", true, "2345-7", "glucose")));
  private static final OrderedMarkers ORDERED = new OrderedMarkers(List.of(LIPIDS, GLUCOSE));

  private static Map<String, String> values(ResultHistory ledger) {
    return OrderResult.evaluate(ledger, ORDERED, "S1").results().stream()
        .collect(Collectors.toMap(Biomarker::providerId, Biomarker::result));
  }

  private static OrderResult findings(ResultHistory ledger) {
    return OrderResult.evaluate(ledger, ORDERED, "S1");
  }

  @Test
  void messagesAreMergedAndTheNewestWinsInWhateverOrderTheyCome() {
    var first = List.of(panel("007600", PanelStatus.PARTIAL, observation("0201", "180")));
    var second =
        List.of(
            panel(
                "007600",
                PanelStatus.FINAL,
                observation("0201", "185"),
                observation("0202", "90")));
    ResultHistory inTurn = ResultHistory.EMPTY.merge(first, at(1)).merge(second, at(2));
    ResultHistory late = ResultHistory.EMPTY.merge(second, at(2)).merge(first, at(1));
    assertEquals(Map.of("0201", "185", "0202", "90"), values(inTurn));
    assertEquals(values(inTurn), values(late));
    assertEquals(PanelStatus.FINAL, late.panels().getFirst().status());
  }

  @Test
  void aValueThatWasSaidAgainIsNotOverruledByWhatWasSaidInBetween() {
    var a = List.of(panel("007600", PanelStatus.PARTIAL, observation("0201", "180")));
    var b = List.of(panel("007600", PanelStatus.PARTIAL, observation("0201", "999")));
    ResultHistory ledger = ResultHistory.EMPTY.merge(a, at(1)).merge(a, at(3)).merge(b, at(2));
    assertEquals("180", values(ledger).get("0201"));
  }

  @Test
  void theSameMessageTwiceChangesNothing() {
    var message = List.of(panel("007600", PanelStatus.FINAL, observation("0201", "180")));
    ResultHistory once = ResultHistory.EMPTY.merge(message, at(1));
    assertEquals(once, once.merge(message, at(1)));
  }

  @Test
  void aResultIsKnownByTestCodeAndSubId() {
    ResultHistory ledger =
        ResultHistory.EMPTY.merge(
            List.of(
                panel(
                    "CULT",
                    PanelStatus.FINAL,
                    observation("ORG", "1", "E. coli"),
                    observation("ORG", "2", "P. mirabilis")),
                panel("000483", PanelStatus.FINAL, observation("ORG", "1", "none"))),
            at(1));
    assertEquals(3, findings(ledger).results().size());
  }

  @Test
  void linesOfOneTextAreOneResult() {
    ResultHistory ledger =
        ResultHistory.EMPTY.merge(
            List.of(
                panel(
                    "007600",
                    PanelStatus.FINAL,
                    observation("0299", "First line."),
                    observation("0299", "Second line."))),
            at(1));
    assertEquals("First line.\nSecond line.", values(ledger).get("0299"));
  }

  @Test
  void whatIsTakenBackIsGoneAndStaysGone() {
    var told = List.of(panel("007600", PanelStatus.FINAL, observation("0201", "180")));
    for (ResultAction action : List.of(ResultAction.DELETE, ResultAction.WITHDRAW)) {
      var back =
          List.of(
              panel(
                  "007600",
                  PanelStatus.FINAL,
                  TestReports.with(observation("0201", "180"), action)));
      assertFalse(
          values(ResultHistory.EMPTY.merge(told, at(1)).merge(back, at(2))).containsKey("0201"));
      assertFalse(
          values(ResultHistory.EMPTY.merge(back, at(2)).merge(told, at(1))).containsKey("0201"));
    }
  }

  @Test
  void whatIsPendingOrNotAskedIsNoResult() {
    var message =
        List.of(
            panel(
                "007600",
                PanelStatus.PARTIAL,
                TestReports.with(observation("0201", "180"), ResultAction.IGNORE),
                TestReports.with(observation("0202", "90"), ResultAction.PENDING)));
    assertTrue(ResultHistory.EMPTY.merge(message, at(1)).pieces().isEmpty());
  }

  @Test
  void resultsAreFinalOnceEveryOrderedTestIs() {
    var lipids =
        panel("007600", PanelStatus.FINAL, observation("0201", "1"), observation("0202", "2"));
    ResultHistory one = ResultHistory.EMPTY.merge(List.of(lipids), at(1));
    assertFalse(findings(one).complete());
    assertTrue(findings(one).missing().isEmpty(), "nothing is missing while it may come");
    ResultHistory both =
        one.merge(List.of(panel("000483", PanelStatus.FINAL, observation("000483", "95"))), at(2));
    assertTrue(findings(both).complete());
    ResultHistory given = one.merge(List.of(panel("000483", PanelStatus.ALL_MISSING)), at(2));
    assertTrue(findings(given).complete());
    assertEquals(List.of("000483"), codes(given));
    ResultHistory open = one.merge(List.of(panel("000483", PanelStatus.NONE)), at(2));
    assertFalse(findings(open).complete());
  }

  @Test
  void aLaboratoryMayAnswerUnderOtherCodesThanItWasAsked() {
    var all =
        panel(
            "PANEL-X",
            PanelStatus.FINAL,
            observation("0201", "1"),
            observation("0202", "2"),
            observation("000483", "95"));
    ResultHistory ledger = ResultHistory.EMPTY.merge(List.of(all), at(1));
    assertTrue(findings(ledger).complete());
    assertEquals(List.of(), codes(ledger));
  }

  private static List<String> codes(ResultHistory ledger) {
    return findings(ledger).missing().stream().map(Completeness.MissingBiomarker::code).toList();
  }

  @Test
  void whatIsRequiredAndDoesNotComeIsMissingWithTheLaboratorysReason() {
    var lipids =
        panel(
            "007600",
            PanelStatus.FINAL,
            observation("0201", "180"),
            TestReports.missing("0202", "Specimen hemolyzed"));
    var glucose = panel("000483", PanelStatus.ALL_MISSING, List.of("QNS"));
    OrderResult f = findings(ResultHistory.EMPTY.merge(List.of(lipids, glucose), at(1)));
    assertEquals(
        List.of(
            FailureType.COLLECTION_PROCESS_FAILURE, FailureType.QUANTITY_NOT_SUFFICIENT_FAILURE),
        f.missing().stream().map(Completeness.MissingBiomarker::failure).toList());
    JsonNode first = f.missingJson().get(0);
    assertEquals("Triglycerides", first.get("name").textValue());
    assertEquals("Specimen hemolyzed", first.get("note").textValue());
    assertEquals("2571-8", first.get("loinc").textValue());
    assertEquals("trig", first.get("loinc_slug").textValue());
    assertEquals("007600", first.at("/source_markers/0/provider_id").textValue());
    assertEquals("QNS", f.missingJson().get(1).get("note").textValue());
    assertEquals(1, f.results().size());
  }

  @Test
  void aFinalResultWithoutAValueIsMissing() {
    var glucose =
        panel(
            "000483",
            PanelStatus.FINAL,
            TestReports.observation(
                CodedValue.of("000483", "Glucose", "L"),
                "",
                new ResultValue.Absent(),
                "",
                "",
                List.of(),
                Optional.empty(),
                ResultAction.FINAL,
                List.of("laboratory accident")));
    OrderedMarkers only = new OrderedMarkers(List.of(GLUCOSE));
    OrderResult f =
        OrderResult.evaluate(ResultHistory.EMPTY.merge(List.of(glucose), at(1)), only, "S1");
    assertTrue(f.complete());
    assertTrue(f.results().isEmpty());
    assertEquals(FailureType.INTERNAL_LAB_FAILURE, f.missing().getFirst().failure());
  }

  @Test
  void anOrderWithoutMarkersIsFinalWithItsTests() {
    OrderedMarkers nothing = new OrderedMarkers(List.of());
    var done = panel("A", PanelStatus.FINAL, observation("A1", "1"));
    var open = panel("B", PanelStatus.PARTIAL, observation("B1", "1"));
    assertTrue(
        OrderResult.evaluate(ResultHistory.EMPTY.merge(List.of(done), at(1)), nothing, "S")
            .complete());
    assertFalse(
        OrderResult.evaluate(ResultHistory.EMPTY.merge(List.of(done, open), at(1)), nothing, "S")
            .complete());
    assertFalse(OrderResult.evaluate(ResultHistory.EMPTY, nothing, "S").complete());
  }

  @Test
  void valuesHaveTheTypesOfTheContract() {
    var message =
        List.of(
            panel(
                "X",
                PanelStatus.FINAL,
                TestReports.numeric("n", "5.40", "%", "4.0-5.6", Optional.empty()),
                observation("r", ">2000"),
                observation("c", "Clear"),
                TestReports.observation(
                    CodedValue.of("k", "Blood type", "L"),
                    "",
                    new ResultValue.Codes(List.of(CodedValue.of("112144000", "A", "SCT"))),
                    "",
                    "",
                    List.of(),
                    Optional.empty(),
                    ResultAction.FINAL,
                    List.of()),
                TestReports.observation(
                    CodedValue.of("86038987", "Signal", "L"),
                    "",
                    new ResultValue.Codes(
                        List.of(CodedValue.of("DETECTED", "Signal detected", "L"))),
                    "",
                    "",
                    List.of(),
                    Optional.empty(),
                    ResultAction.FINAL,
                    List.of())));
    Map<String, JsonNode> by = new java.util.HashMap<>();
    findings(ResultHistory.EMPTY.merge(message, at(1)))
        .resultsJson()
        .forEach(r -> by.put(r.get("provider_id").textValue(), r));
    assertEquals("numeric", by.get("n").get("type").textValue());
    assertEquals("5.40", by.get("n").get("result").textValue());
    assertEquals(0, new BigDecimal("5.4").compareTo(by.get("n").get("value").decimalValue()));
    assertTrue(by.get("n").get("notes").isNull());
    assertEquals("range", by.get("r").get("type").textValue());
    assertEquals(-1, by.get("r").get("value").intValue());
    assertEquals(">2000", by.get("r").get("notes").textValue());
    assertEquals("comment", by.get("c").get("type").textValue());
    assertEquals("Clear", by.get("c").get("notes").textValue());
    assertEquals("comment", by.get("k").get("type").textValue());
    assertEquals("A", by.get("k").get("result").textValue());
    assertEquals("coded_value", by.get("86038987").get("type").textValue());
    assertEquals("DETECTED", by.get("86038987").get("result").textValue());
    assertEquals("critical", by.get("86038987").get("interpretation").textValue());
    assertTrue(by.get("n").get("source_markers").isNull(), "nobody asked");
  }

  @Test
  void resultsAreNamedByTheCatalogueAndFlaggedByTheirRange() {
    var message =
        List.of(
            panel(
                "007600",
                PanelStatus.FINAL,
                TestReports.numeric("0201", "240", "mg/dL", "100-199", Optional.empty()),
                TestReports.numeric(
                    "0202", "600", "mg/dL", "<150", Optional.of(Interpretation.CRITICAL))));
    OrderResult f = findings(ResultHistory.EMPTY.merge(message, at(1)));
    JsonNode chol = f.resultsJson().get(0);
    assertEquals("Cholesterol", chol.get("name").textValue());
    assertEquals("cholesterol", chol.get("slug").textValue());
    assertEquals("2093-3", chol.get("loinc").textValue());
    assertEquals("chol", chol.get("loinc_slug").textValue());
    assertEquals("abnormal", chol.get("interpretation").textValue());
    assertTrue(chol.get("is_above_max_range").booleanValue());
    assertFalse(chol.get("is_below_min_range").booleanValue());
    assertEquals(1, chol.get("source_markers").size());
    assertEquals(1, chol.at("/source_markers/0/marker_id").intValue());
    assertEquals("S1", chol.get("source_sample_id").textValue());
    assertEquals(Interpretation.CRITICAL, f.interpretation());
    assertEquals(java.util.Set.of("0202"), f.criticalCodes());
  }

  @Test
  void whatIsStoredReadsBackAsItWas() {
    ResultHistory ledger =
        ResultHistory.EMPTY.merge(
            List.of(
                panel(
                    "007600",
                    PanelStatus.FINAL,
                    TestReports.numeric("0201", "240", "mg/dL", "100-199", Optional.empty()),
                    TestReports.missing("0202", "é Łódź \u2265"))),
            at(1));
    assertEquals(ledger, Json.read(Json.bytes(ledger), ResultHistory.class));
  }

  @Test
  void theLaterOrderOfATransactionSuppliesWhatTheFirstLacked() {
    var subject =
        new OrderResultView.Subject(
            "Ann Lee", LocalDate.of(1980, 1, 1), "u", "Lab", "A1", "S1", true);
    ResultHistory first =
        ResultHistory.EMPTY.merge(
            List.of(
                panel(
                    "007600",
                    PanelStatus.FINAL,
                    observation("0201", "180"),
                    TestReports.missing("0202", "QNS")),
                panel("000483", PanelStatus.FINAL, observation("000483", "95"))),
            at(1));
    ResultHistory second =
        ResultHistory.EMPTY.merge(
            List.of(
                panel(
                    "007600",
                    PanelStatus.FINAL,
                    observation("0201", "182"),
                    observation("0202", "90"))),
            at(5));
    JsonNode merged =
        TransactionResults.merge(
            List.of(
                OrderResultView.of(subject, first, ORDERED).json(),
                OrderResultView.of(subject, second, new OrderedMarkers(List.of(LIPIDS))).json()));
    Map<String, String> values = new java.util.TreeMap<>();
    merged
        .get("results")
        .forEach(r -> values.put(r.get("provider_id").textValue(), r.get("result").textValue()));
    assertEquals(Map.of("0201", "182", "0202", "90", "000483", "95"), values);
    assertEquals(0, merged.get("missing_results").size());
    assertEquals("final", merged.at("/metadata/status").textValue());
  }

  @Test
  void metadataAreTextsAsTheContractHasThem() {
    var subject =
        new OrderResultView.Subject(
            "Ann Lee", LocalDate.of(1980, 1, 1), "u-1", "Lab", "A1", "S1", true);
    JsonNode m =
        OrderResultView.of(
                subject,
                ResultHistory.EMPTY.merge(
                    List.of(panel("000483", PanelStatus.PARTIAL, observation("000483", "95"))),
                    at(1)),
                ORDERED)
            .metadata();
    assertEquals("1980-01-01", m.get("dob").textValue());
    assertEquals("46", m.get("age").textValue());
    assertEquals("partial", m.get("status").textValue());
    assertEquals("F-000483", m.get("specimen_number").textValue());
    assertEquals("Ann Lee", m.get("patient").textValue());
    assertEquals("u-1", m.get("patient_id").textValue());
    assertEquals("05D0000000", m.get("clia_#").textValue());
    assertEquals("05D0000000", m.get("clia_number").textValue());
    assertEquals("Gregory House", m.get("provider").textValue());
    m.forEach(v -> assertTrue(v.isTextual() || v.isNull(), v.toString()));
  }
}
