package io.tributary.simulators.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.protocol.ResultValue;
import io.tributary.lab.protocol.hl7.Hl7Profile;
import io.tributary.lab.protocol.hl7.OruReader;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that generated laboratory messages parse completely and contain the requested results. */
class ResultTextTest {
  private static final String ORDER =
      String.join(
          "\r",
          "MSH|^~\\&|TRIBUTARY|1234567890|SIMULATOR|tamberline|20260101||OML^O21^OML_O21|C1|T|2.5.1",
          "PID|1||user-1^^^TRIBUTARY^PI||Example^Ada||19900517|F|||1"
              + " Main^^Phoenix^AZ^85004^US|||||||1234567890",
          "ORC|NW|S1-1||S1",
          "OBR|1|S1-1||001^Panel^L",
          "ORC|NW|S1-2||S1",
          "OBR|2|S1-2||002^Other^L",
          "");
  private static final String EXPECTED =
      """
      "expected":[{"test":"001","code":"a","name":"One","loinc":"2276-4","unit":"mg/dL"},
                  {"test":"001","code":"b","name":"Two","loinc":"","unit":""},
                  {"test":"002","code":"c","name":"Three","loinc":"","unit":""}]
      """;

  private static LabReport report(String script) {
    byte[] raw = ORDER.getBytes(StandardCharsets.UTF_8);
    SimOrder order = new SimOrder(SimOrder.Message.read(raw), raw);
    byte[] text =
        new Hl7ResultWriter(
                order,
                ResultScript.read(new JsonObject(script)),
                "M1",
                Instant.parse("2026-01-02T03:04:05Z"))
            .write();
    LabReport report = new OruReader(Hl7Profile.defaults("T", "S", "x")).read(text);
    assertEquals(List.of(), report.left());
    return report;
  }

  private static LabReport.Panel panel(LabReport report, int n) {
    return report.subjects().getFirst().panels().get(n);
  }

  private static Observation first(LabReport report) {
    return panel(report, 0).observations().getFirst();
  }

  @Test
  void finalResultsHaveTheNumbersOfTheOrderAndNoDocument() {
    LabReport report = report("{" + EXPECTED + "}");
    assertEquals("SIMULATOR/tamberline", report.origin().sender());
    assertEquals("T", report.origin().processingId());
    LabReport.Subject subject = report.subjects().getFirst();
    assertEquals("Ada", subject.name().given());
    assertEquals("1234567890", subject.accountNumber());
    assertEquals("S1", panel(report, 0).group());
    assertEquals("S1-2", panel(report, 1).placer());
    assertEquals(PanelStatus.FINAL, panel(report, 1).status());
    assertEquals(2, panel(report, 0).observations().size());
    assertEquals("2276-4", first(report).code().codeIn("LN").orElseThrow());
    assertEquals(Interpretation.NORMAL, first(report).interpretation().orElseThrow());
    assertEquals("05D0000000", first(report).performer().clia());
  }

  @Test
  void eachTypeIsReadAsWhatItIs() {
    LabReport report =
        report(
            "{\"types\":[\"range\",\"comment\"],\"interpretation\":\"critical\"," + EXPECTED + "}");
    assertEquals(ResultValue.Kind.RANGE, first(report).value().kind().orElseThrow());
    assertEquals(Interpretation.CRITICAL, first(report).interpretation().orElseThrow());
    Observation second = panel(report, 0).observations().get(1);
    assertEquals(ResultValue.Kind.COMMENT, second.value().kind().orElseThrow());
    assertEquals(Interpretation.NORMAL, second.interpretation().orElseThrow());
    assertEquals(
        ResultValue.Kind.CODED,
        first(report("{\"types\":[\"coded_value\"]}")).value().kind().orElseThrow());
  }

  @Test
  void aPartialMessageHoldsAPart() {
    LabReport report = report("{\"status\":\"partial\"," + EXPECTED + "}");
    assertEquals(PanelStatus.PARTIAL, panel(report, 0).status());
    assertEquals(1, panel(report, 0).observations().size());
    assertEquals(0, panel(report, 1).observations().size());
    assertEquals(ResultAction.PARTIAL, first(report).action());
    String both = "{\"status\":\"partial\",\"missing\":true}";
    assertEquals(ResultAction.PARTIAL, first(report(both)).action());
  }

  @Test
  void aMissingResultSaysWhy() {
    LabReport report = report("{\"missing\":true," + EXPECTED + "}");
    Observation missing = panel(report, 1).observations().getFirst();
    assertEquals(ResultAction.MISSING, missing.action());
    assertEquals(List.of("Quantity not sufficient"), missing.notes());
  }

  @Test
  void aCorrectionDiffers() {
    Observation before = first(report("{" + EXPECTED + "}"));
    Observation after = first(report("{\"status\":\"corrected\"," + EXPECTED + "}"));
    assertNotEquals(before.value().displayText(), after.value().displayText());
    assertEquals(ResultAction.CORRECTION, after.action());
  }

  @Test
  void whatIsToFitNobodyFitsNobody() {
    LabReport report = report("{\"unmatched\":true}");
    assertFalse(panel(report, 0).group().equals("S1"));
    assertEquals("Unheard", report.subjects().getFirst().name().family());
  }

  @Test
  void wrongOptionsAndScriptsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> LabOptions.parse("--colour", "red"));
    assertThrows(IllegalArgumentException.class, () -> LabOptions.parse("--drop-rate", "2"));
    assertThrows(IllegalArgumentException.class, () -> LabOptions.parse("--port"));
    assertThrows(IllegalArgumentException.class, () -> report("{\"interpretation\":\"odd\"}"));
    assertEquals(0.5, LabOptions.parse("--busy-rate", "0.5").faults().busy());
  }
}
