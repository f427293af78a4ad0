package io.tributary.lab.protocol.hl7;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.ResultValue;

/** Laboratory reports for tests, and helpers that parse them. */
final class Hl7TestReports {
  static final String HEAD =
      "MSH|^~\\&|LIS|LAB|WE|ACC1|20260203040506-0500||ORU^R01^ORU_R01|M7|P|2.5.1||||||UNICODE"
          + " UTF-8";

  static final String PATIENT =
      "PID|1|EXT9|u-1^^^WE^PI~MRN7^^^LAB^MR|SMP-1|O\\T\\Neil^Shea^B||19800229|F||||||||||ACC1";

  static final String WHOLE =
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

  static final OruReader READER = new OruReader(Hl7Profile.defaults("WE", "LIS", "LAB"));

  private Hl7TestReports() {}

  static LabReport read(String... segments) {
    return READER.read(String.join("\r", segments).getBytes(UTF_8));
  }

  /** Returns the only result of a message with this OBX segment. */
  static Observation result(String obx) {
    LabReport report = read(HEAD, PATIENT, "OBR|1|S1-1|F1|X^x^L" + "|".repeat(21) + "F", obx);
    return report.subjects().getFirst().panels().getFirst().observations().getFirst();
  }

  static ResultValue value(String type, String text) {
    return result("OBX|1|" + type + "|C^c^L||" + text + "||||||F").value();
  }

  static String family(LabReport report) {
    return report.subjects().getFirst().name().family();
  }
}
