package io.tributary.lab.wire.hl7;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.wire.Coded;
import io.tributary.lab.wire.LabReport;
import io.tributary.lab.wire.LabReport.Interpretation;
import io.tributary.lab.wire.LabReport.Observation;
import io.tributary.lab.wire.LabReport.Panel;
import io.tributary.lab.wire.LabReport.PanelStatus;
import io.tributary.lab.wire.LabReport.ResultAction;
import io.tributary.lab.wire.LabReport.Subject;
import io.tributary.lab.wire.LabReport.Why;
import io.tributary.lab.wire.PersonName;
import io.tributary.lab.wire.ResultValue;
import io.tributary.lab.wire.Sex;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReportReaderTest {
  private static final String HEAD =
      "MSH|^~\\&|LIS|LAB|WE|ACC1|20260203040506-0500||ORU^R01^ORU_R01|M7|P|2.5.1||||||UNICODE"
          + " UTF-8";
  private static final String PATIENT =
      "PID|1|EXT9|u-1^^^WE^PI~MRN7^^^LAB^MR|SMP-1|O\\T\\Neil^Shea^B||19800229|F||||||||||ACC1";

  private static final String WHOLE =
      String.join(
          "\r",
          HEAD,
          "SFT|whatever",
          PATIENT,
          "NTE|1||about the patient",
          "PV1|1|O",
          "ORC|RE|S1-1|F1|S1",
          "OBR|1|||CBC^Blood count^L^58410-2^CBC"
              + " panel^LN|||20260202080000-0500||||O|||20260202120000-0500"
              + "||1234567893^House^Gregory||||||20260203040000-0500|||F",
          "NTE|1|L|about the test",
          "OBX|1|NM|718-7^Hemoglobin^LN^HGB^Hemoglobin^L|1|13.20|g/dL|12.0-16.0|N|||F|||20260202|05D1^Lab"
              + " A^CLIA||||||||Lab A, Inc^^^^^CLIA^^^^05D0642827|1 Main St^^Phoenix^AZ^85004"
              + "^US|^Curie^Marie",
          "NTE|1|L|first line",
          "NTE|2|L|second \\.br\\third",
          "OBX|2|SN|PLT^Platelets^L||>^1000|10*3/uL|150-400|HH~A|||P",
          "OBX|3|CWE|TYPE^Blood type^L||A^Group A^L||||||C",
          "OBX|4|TX|CMT^Comment^L||a ^ b & c~next||||||F",
          "OBX|5|NM|RBC^Red cells^L||\"\"||||||X",
          "SPM|1|SMP-1&WE^ACC9&LIS||BLD^Whole blood^HL70487|||||||||||||20260202075500-0500"
              + "|20260202120000-0500|||QS^not sufficient^HL70490~RH|||CLOT^Clotted^HL70493",
          "NTE|1|L|about the sample",
          "OBX|1|ST|VOL^Volume^L||2 ml||||||F",
          "ORC|RE|S1-2|F2|S1",
          "OBR|2|S1-2|F2|TSH^Thyrotropin^L|||||||||||||||||||||I",
          "ZPS|1|Lab A",
          "");

  private final ReportReader reader = new ReportReader(Hl7Profile.usual("WE", "LIS", "LAB"));

  private LabReport read(String... segments) {
    return reader.read(String.join("\r", segments).getBytes(UTF_8));
  }

  /** The only result of a message around this segment. */
  private Observation result(String obx) {
    LabReport report = read(HEAD, PATIENT, "OBR|1|S1-1|F1|X^x^L" + "|".repeat(21) + "F", obx);
    return report.subjects().getFirst().panels().getFirst().observations().getFirst();
  }

  private ResultValue value(String type, String text) {
    return result("OBX|1|" + type + "|C^c^L||" + text + "||||||F").value();
  }

  @Test
  void whatNoDatabaseStoresIsNoPartOfAText() {
    assertEquals("ab", value("ST", "a\\X00\\b").shown());
    assertEquals("ab", value("ST", "a\0b").shown());
  }

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
    assertEquals(Optional.of("58410-2"), first.code().in("LN"));
    assertEquals("CBC", first.code().local());
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
    assertEquals("HGB", hgb.code().local());
    assertEquals(Optional.of("718-7"), hgb.code().in("LN"));
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
    assertEquals(new ResultValue.Codes(List.of(Coded.of("A", "Group A", "L"))), all.get(2).value());
    assertEquals(ResultAction.CORRECTION, all.get(2).action());
    assertEquals(new ResultValue.Text("a ^ b & c\nnext"), all.get(3).value());
    assertEquals(new ResultValue.Absent(), all.get(4).value());
    assertEquals(ResultAction.MISSING, all.get(4).action());
    assertEquals(Optional.empty(), all.get(4).interpretation());
  }

  @Test
  void aSampleIsReadWithItsRejection() {
    LabReport.Sample sample =
        read(WHOLE).subjects().getFirst().panels().getFirst().samples().getFirst();
    assertEquals("SMP-1", sample.id());
    assertEquals("ACC9", sample.labId());
    assertEquals("BLD", sample.type().code());
    assertEquals(Optional.of(Instant.parse("2026-02-02T12:55:00Z")), sample.collectedAt());
    assertEquals(List.of("QS", "RH"), sample.rejections().stream().map(Coded::code).toList());
    assertEquals("CLOT", sample.conditions().getFirst().code());
    assertEquals(List.of("about the sample"), sample.notes());
    assertEquals("VOL", sample.observations().getFirst().code().code());
  }

  @Test
  void whatIsUnknownIsKept() {
    assertEquals(
        List.of(new LabReport.Left(21, "ZPS", Why.UNKNOWN, "ZPS|1|Lab A")), read(WHOLE).left());
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
  void aFileThatDoesNotDecodeIsKeptAsItCame() {
    String obx = "OBX|1|ED|C^c^L||^application^PDF^Base64^A||||||F";
    LabReport report = read(HEAD, PATIENT, "OBR|1|S1-1", obx);
    assertEquals(List.of(new LabReport.Left(4, "OBX", Why.MALFORMED, obx)), report.left());
    assertEquals(
        new ResultValue.Absent(),
        report.subjects().getFirst().panels().getFirst().observations().getFirst().value());
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
      assertEquals(expected, reader.read(WHOLE.replace("\r", end).getBytes(UTF_8)));
    }
  }

  @Test
  void theCharacterSetIsTheHeadersElseTheProfiles() {
    String name = "PID|1||u||M\u00FCller^J\u00F6rg";
    String bare = HEAD.replace("UNICODE UTF-8", "");
    assertEquals("M\u00FCller", family(reader.read((HEAD + "\r" + name).getBytes(UTF_8))));
    assertEquals("M\u00FCller", family(reader.read((bare + "\r" + name).getBytes(ISO_8859_1))));
    assertEquals(
        "M\u00FCller", family(reader.read((bare + "8859/15\r" + name).getBytes(ISO_8859_1))));
  }

  private static String family(LabReport report) {
    return report.subjects().getFirst().name().family();
  }

  @Test
  void olderVersionsAndOtherDelimitersAreRead() {
    LabReport report =
        reader.read(
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
  void severalPatientsStayApart() {
    LabReport report =
        read(
            HEAD,
            "PID|1||a||One^A",
            "OBR|1|S1-1",
            "OBX|1|ST|C||x",
            "PID|2||b||Two^B",
            "OBX|1|ST|C||y",
            "OBR|1|S2-1",
            "OBX|1|ST|C||z");
    assertEquals(2, report.subjects().size());
    assertEquals("S2-1", report.subjects().get(1).panels().getFirst().placer());
    assertEquals(1, report.subjects().get(0).panels().getFirst().observations().size());
    assertEquals(Why.MISPLACED, report.left().getFirst().why());
    assertEquals("OBX|1|ST|C||y", report.left().getFirst().text());
  }

  @Test
  void resultsOfNobodyAreNotGivenToAnybody() {
    String flood = "PID|1||b||" + "^".repeat(30_000);
    LabReport report =
        read(HEAD, "PID|1||a||One^A", "OBR|1|S1-1", flood, "OBR|1|S2-1", "OBX|1|ST|C||z");
    assertEquals(2, report.subjects().size());
    assertEquals(PersonName.NONE, report.subjects().get(1).name());
    assertEquals("S2-1", report.subjects().get(1).panels().getFirst().placer());
    assertEquals(Why.MALFORMED, report.left().getFirst().why());
    report = read(HEAD, "OBR|1|S2-1", "OBX|1|ST|C||z");
    assertEquals(PersonName.NONE, report.subjects().getFirst().name());
    report = read(HEAD, "PID|1||a||One^A", HEAD, "OBR|1|S9-1");
    assertEquals(List.of(), report.subjects().getFirst().panels());
    assertEquals("S9-1", report.subjects().get(1).panels().getFirst().placer());
  }

  @Test
  void resultsOfATestThatCannotBeReadGoToNoOther() {
    LabReport report =
        read(
            HEAD,
            PATIENT,
            "OBR|1|S1-1",
            "OBX|1|ST|A||x",
            "OBR|2|S1-2" + "~".repeat(30_000),
            "OBX|1|ST|B||y",
            "NTE|1||z");
    assertEquals(
        List.of("A"),
        report.subjects().getFirst().panels().getFirst().observations().stream()
            .map(o -> o.code().code())
            .toList());
    assertEquals(
        List.of(Why.MALFORMED, Why.MISPLACED, Why.MISPLACED),
        report.left().stream().map(LabReport.Left::why).toList());
  }

  @Test
  void repeatedSegmentsStayRepeated() {
    LabReport report =
        read(HEAD, PATIENT, "OBR|1|S1-1", "OBX|1|NM|A||1", "OBX|1|NM|A||1", "OBR|1|S1-1");
    assertEquals(2, report.subjects().getFirst().panels().size());
    assertEquals(2, report.subjects().getFirst().panels().getFirst().observations().size());
  }

  @Test
  void brokenLinesAreKept() {
    LabReport report =
        read(
            HEAD, PATIENT, "OBR|1|S1-1", "OBX|1|TX|A||first half", "second half", "ab", "nte|1||x");
    assertEquals(3, report.left().size());
    assertEquals("second half", report.left().getFirst().text());
  }

  @Test
  void onlyResultsAreRead() {
    Hl7Fault fault =
        assertThrows(Hl7Fault.class, () -> read(HEAD.replace("ORU^R01^ORU_R01", "ADT^A01")));
    assertEquals(ErrorCode.UNSUPPORTED_TYPE, fault.code());
    assertThrows(Hl7Fault.class, () -> read("PID|1"));
  }

  @Test
  void aMessageCutAnywhereIsReadOrRefused() {
    byte[] whole = WHOLE.getBytes(UTF_8);
    int read = 0;
    for (int n = 0; n < whole.length; n++) {
      byte[] part = Arrays.copyOf(whole, n);
      try {
        reader.read(part);
        read++;
      } catch (Hl7Fault e) {
        assertTrue(n < HEAD.length(), "cut at " + n);
      }
    }
    assertTrue(read > 1000);
  }

  @Test
  void aSpoiltMessageIsReadOrRefusedAndNothingIsLost() {
    Random random = new Random(5);
    byte[] whole = WHOLE.getBytes(UTF_8);
    for (int i = 0; i < 2000; i++) {
      byte[] bad = whole.clone();
      for (int k = 0; k < 1 + random.nextInt(8); k++) {
        int at = HEAD.length() + random.nextInt(bad.length - HEAD.length());
        bad[at] = (byte) "|^~\\&\rX9\u0000\u00FF".charAt(random.nextInt(10));
      }
      assertEquals("M7", reader.read(bad).origin().controlId());
    }
  }

  @Test
  void aFloodOfSegmentsIsRefused() {
    String flood = HEAD + "\r" + "NTE|1\r".repeat(100_001);
    assertThrows(Hl7Fault.class, () -> reader.read(flood.getBytes(UTF_8)));
  }

  @Test
  void aHugeFileIsRead() {
    byte[] pdf = new byte[8 << 20];
    new Random(1).nextBytes(pdf);
    String data = Base64.getEncoder().encodeToString(pdf);
    ResultValue.Document file =
        assertInstanceOf(
            ResultValue.Document.class, value("ED", "^application^PDF^Base64^" + data));
    assertEquals(pdf.length, file.bytes().length);
  }

  @Test
  void timesOfAllPrecisionsAreRead() {
    String zone = "20260203040506.1234-0500";
    assertEquals(
        Optional.of(Instant.parse("2026-02-03T09:05:06Z")), Hl7Times.instant(zone, ZoneOffset.UTC));
    assertEquals(
        Optional.of(Instant.parse("2026-01-01T00:00:00Z")),
        Hl7Times.instant("2026", ZoneOffset.UTC));
    assertEquals(
        Optional.of(Instant.parse("2026-02-03T11:05:00Z")),
        Hl7Times.instant("202602030405", ZoneId.of("America/Phoenix")));
    for (String bad : List.of("", "0", "20261301", "2026020325", "yesterday", "20260203+9900")) {
      assertEquals(Optional.empty(), Hl7Times.instant(bad, ZoneOffset.UTC), bad);
    }
    assertEquals(Optional.empty(), Hl7Times.day("202602"));
    assertEquals(Optional.empty(), Hl7Times.day("20260230"));
    assertEquals(Optional.of(LocalDate.of(2026, 2, 3)), Hl7Times.day("202602030405"));
  }
}
