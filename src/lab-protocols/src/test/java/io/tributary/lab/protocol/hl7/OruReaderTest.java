package io.tributary.lab.protocol.hl7;

import static io.tributary.lab.protocol.hl7.Hl7TestReports.HEAD;
import static io.tributary.lab.protocol.hl7.Hl7TestReports.PATIENT;
import static io.tributary.lab.protocol.hl7.Hl7TestReports.READER;
import static io.tributary.lab.protocol.hl7.Hl7TestReports.WHOLE;
import static io.tributary.lab.protocol.hl7.Hl7TestReports.family;
import static io.tributary.lab.protocol.hl7.Hl7TestReports.read;
import static io.tributary.lab.protocol.hl7.Hl7TestReports.value;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.protocol.LabReport.Subject;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.ResultValue;
import io.tributary.lab.protocol.Sex;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Checks that reports are read completely for every HL7 version, delimiter set and character set.
 */
class OruReaderTest {
  @Test
  void whoSaysItIsRead() {
    LabReport report = read(WHOLE);
    assertEquals("LIS/LAB", report.origin().sender());
    assertEquals("ACC1", report.origin().receiver());
    assertEquals("M7", report.origin().controlId());
    assertEquals(Optional.of(Instant.parse("2026-02-03T09:05:06Z")), report.origin().sentAt());
    assertEquals("P", report.origin().processingId());
  }

  @Test
  void thePatientIsRead() {
    Subject who = read(WHOLE).subjects().getFirst();
    assertEquals(
        List.of(
            new LabReport.Identifier("EXT9", "", "PID-2"),
            new LabReport.Identifier("u-1", "WE", "PI"),
            new LabReport.Identifier("MRN7", "LAB", "MR"),
            new LabReport.Identifier("SMP-1", "", "PID-4")),
        who.ids());
    assertEquals(new PersonName("O&Neil", "Shea", "B", ""), who.name());
    assertEquals(Optional.of(LocalDate.of(1980, 2, 29)), who.birthDate());
    assertEquals(Sex.FEMALE, who.sex());
    assertEquals("ACC1", who.accountNumber());
    assertEquals(List.of("about the patient"), who.notes());
  }

  @Test
  void testsTakeTheirNumbersFromEitherSegment() {
    List<Panel> panels = read(WHOLE).subjects().getFirst().panels();
    assertEquals(2, panels.size());
    Panel first = panels.getFirst();
    assertEquals("S1-1", first.placer());
    assertEquals("F1", first.filler());
    assertEquals("S1", first.group());
    assertEquals("RE", first.control());
    assertEquals(Optional.of("58410-2"), first.code().codeIn("LN"));
    assertEquals("CBC", first.code().localCode());
    assertEquals(Optional.of(Instant.parse("2026-02-02T13:00:00Z")), first.collectedAt());
    assertEquals(Optional.of(Instant.parse("2026-02-02T17:00:00Z")), first.receivedAt());
    assertEquals(Optional.of(Instant.parse("2026-02-03T09:00:00Z")), first.reportedAt());
    assertEquals("1234567893", first.provider().npi());
    assertEquals(PersonName.of("Gregory", "House"), first.provider().name());
    assertEquals(PanelStatus.FINAL, first.status());
    assertEquals(List.of("about the test"), first.notes());
    assertEquals(5, first.observations().size());
    assertEquals(PanelStatus.NONE, panels.get(1).status());
    assertEquals("S1-2", panels.get(1).placer());
    assertEquals(List.of(), panels.get(1).observations());
  }

  @Test
  void aResultIsReadWhole() {
    Observation hgb = read(WHOLE).subjects().getFirst().panels().getFirst().observations().get(0);
    assertEquals("NM", hgb.valueType());
    assertEquals("HGB", hgb.code().localCode());
    assertEquals(Optional.of("718-7"), hgb.code().codeIn("LN"));
    assertEquals("1", hgb.subId());
    ResultValue.Numeric value = assertInstanceOf(ResultValue.Numeric.class, hgb.value());
    assertEquals("13.20", value.text());
    assertEquals("13.20", value.number().toPlainString());
    assertEquals("g/dL", hgb.unit());
    assertEquals("12.0-16.0", hgb.referenceRange());
    assertEquals(List.of("N"), hgb.flags());
    assertEquals(Optional.of(Interpretation.NORMAL), hgb.interpretation());
    assertEquals(ResultAction.FINAL, hgb.action());
    assertEquals(Optional.of(Instant.parse("2026-02-02T00:00:00Z")), hgb.observedAt());
    assertEquals("Lab A, Inc", hgb.performer().name());
    assertEquals("05D0642827", hgb.performer().clia());
    assertEquals("85004", hgb.performer().address().zip());
    assertEquals(PersonName.of("Marie", "Curie"), hgb.performer().director());
    assertEquals(List.of("first line", "second \nthird"), hgb.notes());
  }

  @Test
  void everyKindOfResultIsRead() {
    List<Observation> all = read(WHOLE).subjects().getFirst().panels().getFirst().observations();
    assertEquals(new ResultValue.Structured(">", "1000", "", ""), all.get(1).value());
    assertEquals(Optional.of(ResultValue.Kind.RANGE), all.get(1).value().kind());
    assertEquals(Optional.of(Interpretation.CRITICAL), all.get(1).interpretation());
    assertEquals(List.of("HH", "A"), all.get(1).flags());
    assertEquals(ResultAction.PARTIAL, all.get(1).action());
    assertEquals(
        new ResultValue.Codes(List.of(CodedValue.of("A", "Group A", "L"))), all.get(2).value());
    assertEquals(ResultAction.CORRECTION, all.get(2).action());
    assertEquals(new ResultValue.Text("a ^ b & c\nnext"), all.get(3).value());
    assertEquals(new ResultValue.Absent(), all.get(4).value());
    assertEquals(ResultAction.MISSING, all.get(4).action());
    assertEquals(Optional.empty(), all.get(4).interpretation());
  }

  @Test
  void aSampleIsReadWithItsRejection() {
    LabReport.ReportSample sample =
        read(WHOLE).subjects().getFirst().panels().getFirst().samples().getFirst();
    assertEquals("SMP-1", sample.id());
    assertEquals("ACC9", sample.labId());
    assertEquals("BLD", sample.type().code());
    assertEquals(Optional.of(Instant.parse("2026-02-02T12:55:00Z")), sample.collectedAt());
    assertEquals(List.of("QS", "RH"), sample.rejections().stream().map(CodedValue::code).toList());
    assertEquals("CLOT", sample.conditions().getFirst().code());
    assertEquals(List.of("about the sample"), sample.notes());
    assertEquals("VOL", sample.observations().getFirst().code().code());
  }

  @Test
  void numbersAreNumbersAndWordsAreWords() {
    assertEquals(Optional.of(ResultValue.Kind.NUMERIC), value("NM", "-0.5").kind());
    assertEquals(Optional.of(ResultValue.Kind.NUMERIC), value("ST", " 7 ").kind());
    assertEquals(new ResultValue.Text("<0.01"), value("NM", "<0.01"));
    assertEquals(Optional.of(ResultValue.Kind.RANGE), value("NM", "<0.01").kind());
    assertEquals(Optional.of(ResultValue.Kind.RANGE), value("ST", "3 - 5").kind());
    assertEquals(Optional.of(ResultValue.Kind.COMMENT), value("ST", "1:128").kind());
    assertEquals(Optional.of(ResultValue.Kind.COMMENT), value("SN", "^1^:^128").kind());
    assertEquals(Optional.of(ResultValue.Kind.RANGE), value("SN", "^3^-^5").kind());
    assertEquals(Optional.of(ResultValue.Kind.NUMERIC), value("SN", "^3").kind());
    assertEquals(Optional.of(ResultValue.Kind.COMMENT), value("ST", "-").kind());
    assertEquals(Optional.of(ResultValue.Kind.COMMENT), value("NM", "1e9999999").kind());
    assertEquals(new ResultValue.Text("pending"), value("NM", "pending"));
    assertEquals(new ResultValue.Absent(), value("SN", "^"));
    assertEquals(new ResultValue.Absent(), value("CWE", "^^"));
  }

  @Test
  void typesNobodyKnowsAreWords() {
    assertEquals(new ResultValue.Text("x^y"), value("QQ", "x^y"));
    assertEquals(new ResultValue.Text("x"), value("", "x"));
    assertEquals(new ResultValue.Text("20260101"), value("DT", "20260101"));
  }

  @Test
  void filesAreDecoded() {
    byte[] pdf = "%PDF-1.7 x".getBytes(UTF_8);
    String data = Base64.getEncoder().encodeToString(pdf);
    ResultValue.Document file =
        assertInstanceOf(
            ResultValue.Document.class, value("ED", "LIS^application^PDF^Base64^" + data));
    assertEquals("application/pdf", file.mediaType());
    assertEquals("%PDF-1.7 x", new String(file.bytes(), UTF_8));
    assertEquals(
        new ResultValue.Pointer("https://lab.example/1.pdf", "application/pdf"),
        value("RP", "https://lab.example/1.pdf^LIS^AP^PDF"));
    file = assertInstanceOf(ResultValue.Document.class, value("ED", "^TX^plain^A^a\\F\\b"));
    assertEquals("a|b", new String(file.bytes(), UTF_8));
    assertEquals("text/plain", file.mediaType());
  }

  @Test
  void aCorrectedReportKeepsItsNumbersAndSaysSo() {
    LabReport report =
        read(
            HEAD,
            PATIENT,
            "OBR|1|S1-1|F1|X^x^L" + "|".repeat(21) + "C",
            "OBX|1|NM|A^a^L||5||||||C",
            "OBX|2|NM|B^b^L||6||||||W",
            "OBX|3|NM|D^d^L||7||||||D");
    Panel panel = report.subjects().getFirst().panels().getFirst();
    assertEquals("C", panel.statusCode());
    assertEquals(PanelStatus.FINAL, panel.status());
    assertEquals(
        List.of(ResultAction.CORRECTION, ResultAction.WITHDRAW, ResultAction.DELETE),
        panel.observations().stream().map(Observation::action).toList());
  }

  @Test
  void lineEndsOfAllKindsAreTaken() {
    LabReport expected = read(WHOLE);
    for (String end : List.of("\n", "\r\n", "\r\r\n")) {
      assertEquals(expected, READER.read(WHOLE.replace("\r", end).getBytes(UTF_8)));
    }
  }

  @Test
  void theCharacterSetIsTheHeadersElseTheProfiles() {
    String name = "PID|1||u||M\u00FCller^J\u00F6rg";
    String bare = HEAD.replace("UNICODE UTF-8", "");
    assertEquals("M\u00FCller", family(READER.read((HEAD + "\r" + name).getBytes(UTF_8))));
    assertEquals("M\u00FCller", family(READER.read((bare + "\r" + name).getBytes(ISO_8859_1))));
    assertEquals(
        "M\u00FCller", family(READER.read((bare + "8859/15\r" + name).getBytes(ISO_8859_1))));
  }

  @Test
  void olderVersionsAndOtherDelimitersAreRead() {
    LabReport report =
        READER.read(
            ("MSH#*+!%#LIS#LAB#WE#ACC###ORU*R01#M7#P#2.3\rPID#1##u#SMP#Doe*Jo\r"
                    + "OBR#1#S1-1#F1#X*x#######################F\rOBX#1#ST#A*a##p!F!q|r######F")
                .getBytes(UTF_8));
    Panel panel = report.subjects().getFirst().panels().getFirst();
    assertEquals("Doe", family(report));
    assertEquals("X", panel.code().code());
    assertEquals(new ResultValue.Text("p#q|r"), panel.observations().getFirst().value());
    assertEquals(List.of(), report.left());
  }

  @Test
  void timesOfAllPrecisionsAreRead() {
    String zone = "20260203040506.1234-0500";
    assertEquals(
        Optional.of(Instant.parse("2026-02-03T09:05:06Z")),
        Hl7Times.parseInstant(zone, ZoneOffset.UTC));
    assertEquals(
        Optional.of(Instant.parse("2026-01-01T00:00:00Z")),
        Hl7Times.parseInstant("2026", ZoneOffset.UTC));
    assertEquals(
        Optional.of(Instant.parse("2026-02-03T11:05:00Z")),
        Hl7Times.parseInstant("202602030405", ZoneId.of("America/Phoenix")));
    for (String bad : List.of("", "0", "20261301", "2026020325", "yesterday", "20260203+9900")) {
      assertEquals(Optional.empty(), Hl7Times.parseInstant(bad, ZoneOffset.UTC), bad);
    }
    assertEquals(Optional.empty(), Hl7Times.parseDate("202602"));
    assertEquals(Optional.empty(), Hl7Times.parseDate("20260230"));
    assertEquals(Optional.of(LocalDate.of(2026, 2, 3)), Hl7Times.parseDate("202602030405"));
  }
}
