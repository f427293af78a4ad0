package io.tributary.provider.apple;

import java.util.List;

/** XML elements of an export, as a phone writes them. */
final class ExportXml {
  /** A timestamp for elements whose time is irrelevant, and one ten minutes later. */
  static final String AT = "2026-03-02 07:48:11 +0100";

  static final String LATER = "2026-03-02 07:58:11 +0100";

  static final String HEAD =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!-- HealthKit Export Version: 12: a person's data -->
      <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
      <!ATTLIST HealthData
        locale CDATA #REQUIRED
      >
      <!ATTLIST Record type CDATA #REQUIRED
      <!ATTLIST Broken
        startDate CDATA #IMPLIED
      ]>
      <HealthData locale="en_DE">
       <ExportDate value="2026-03-20 10:00:00 +0100"/>
       <Me HKCharacteristicTypeIdentifierDateOfBirth="1986-05-17" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet"/>
      """;
  static final String TAIL = "</HealthData>\n";

  private static final String WATCH =
      "sourceName=\"Ann&apos;s Apple Watch\" sourceVersion=\"10.3\""
          + " device=\"&lt;&lt;HKDevice: 0x2830&gt;, name:Apple Watch, manufacturer:Apple Inc.,"
          + " model:Watch, hardware:Watch6,1, software:10.3&gt;\"";
  private static final String PHONE =
      "sourceName=\"iPhone\" sourceVersion=\"17.2\" device=\"&lt;&lt;HKDevice: 0x99&gt;,"
          + " name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone13,2,"
          + " software:17.2&gt;\"";

  private ExportXml() {}

  static String file(List<String> elements) {
    return HEAD + String.join("\n", elements) + TAIL;
  }

  static String watch(String type, String unit, String from, String to, String value) {
    return record(WATCH, type, unit, from, to, value, "");
  }

  static String phone(String type, String unit, String from, String to, String value) {
    return record(PHONE, type, unit, from, to, value, "");
  }

  static String app(String type, String unit, String from, String to, String value, String inner) {
    return record("sourceName=\"Diary\"", type, unit, from, to, value, inner);
  }

  static String watch(
      String type, String unit, String from, String to, String value, String inner) {
    return record(WATCH, type, unit, from, to, value, inner);
  }

  static String meta(String key, String value) {
    return "<MetadataEntry key=\"" + key + "\" value=\"" + value + "\"/>";
  }

  private static String record(
      String source, String type, String unit, String from, String to, String value, String inner) {
    return "<Record type=\"HK"
        + type
        + "\" "
        + source
        + (unit == null ? "" : " unit=\"" + unit + "\"")
        + " creationDate=\""
        + to
        + "\" startDate=\""
        + from
        + "\" endDate=\""
        + to
        + "\""
        + (value == null ? "" : " value=\"" + value + "\"")
        + (inner.isEmpty() ? "/>" : ">" + inner + "</Record>");
  }

  static String workout(String inner) {
    return "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"30\""
        + " durationUnit=\"min\" "
        + WATCH
        + " startDate=\"2026-03-02 07:00:00 +0100\" endDate=\"2026-03-02 07:31:00 +0100\">"
        + inner
        + "</Workout>";
  }
}
