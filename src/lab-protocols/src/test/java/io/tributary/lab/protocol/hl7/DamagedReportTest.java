package io.tributary.lab.protocol.hl7;

import static io.tributary.lab.protocol.hl7.Hl7TestReports.HEAD;
import static io.tributary.lab.protocol.hl7.Hl7TestReports.PATIENT;
import static io.tributary.lab.protocol.hl7.Hl7TestReports.READER;
import static io.tributary.lab.protocol.hl7.Hl7TestReports.WHOLE;
import static io.tributary.lab.protocol.hl7.Hl7TestReports.read;
import static io.tributary.lab.protocol.hl7.Hl7TestReports.value;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.UnreadReason;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.ResultValue;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Damaged, unknown and unassignable results: kept or rejected, and never assigned to another
 * patient.
 */
class DamagedReportTest {
  @Test
  void whatNoDatabaseStoresIsNoPartOfAText() {
    assertEquals("ab", value("ST", "a\\X00\\b").displayText());
    assertEquals("ab", value("ST", "a\0b").displayText());
  }

  @Test
  void whatIsUnknownIsKept() {
    assertEquals(
        List.of(new LabReport.UnreadPart(21, "ZPS", UnreadReason.UNKNOWN, "ZPS|1|Lab A")),
        read(WHOLE).left());
  }

  @Test
  void aFileThatDoesNotDecodeIsKeptAsItCame() {
    String obx = "OBX|1|ED|C^c^L||^application^PDF^Base64^A||||||F";
    LabReport report = read(HEAD, PATIENT, "OBR|1|S1-1", obx);
    assertEquals(
        List.of(new LabReport.UnreadPart(4, "OBX", UnreadReason.MALFORMED, obx)), report.left());
    assertEquals(
        new ResultValue.Absent(),
        report.subjects().getFirst().panels().getFirst().observations().getFirst().value());
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
    assertEquals(UnreadReason.MISPLACED, report.left().getFirst().why());
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
    assertEquals(UnreadReason.MALFORMED, report.left().getFirst().why());
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
        List.of(UnreadReason.MALFORMED, UnreadReason.MISPLACED, UnreadReason.MISPLACED),
        report.left().stream().map(LabReport.UnreadPart::why).toList());
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
        READER.read(part);
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
      assertEquals("M7", READER.read(bad).origin().controlId());
    }
  }

  @Test
  void aFloodOfSegmentsIsRefused() {
    String flood = HEAD + "\r" + "NTE|1\r".repeat(100_001);
    assertThrows(Hl7Fault.class, () -> READER.read(flood.getBytes(UTF_8)));
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
}
