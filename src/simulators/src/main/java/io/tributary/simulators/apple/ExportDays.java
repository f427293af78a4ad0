package io.tributary.simulators.apple;

import static io.tributary.simulators.apple.ExportRecords.HOUR;

import java.io.IOException;

/**
 * Writes the health data of a person with a phone and a watch that both count the same steps.
 * Records are grouped by type and sorted by time within each type, as in a real export.
 */
final class ExportDays {
  private static final String HEAD =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!-- HealthKit Export Version: 13 -->
      <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
      <!ATTLIST HealthData
        locale CDATA #REQUIRED
      >
      <!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
      <!ATTLIST Record
        type          CDATA #REQUIRED
        unit          CDATA #IMPLIED
        value         CDATA #IMPLIED
        sourceName    CDATA #REQUIRED
        startDate     CDATA #REQUIRED
        endDate       CDATA #REQUIRED
      >
      ]>
      <HealthData locale="en_DE">
      """;

  private final ExportRecords records;

  ExportDays(ExportRecords records) {
    this.records = records;
  }

  void write() throws IOException {
    ExportWriter out = records.out;
    out.add(HEAD)
        .add(" <ExportDate value=\"")
        .time(records.startOfDay(records.days) + 9 * HOUR)
        .add("\"/>")
        .endLine();
    out.add(
            " <Me HKCharacteristicTypeIdentifierDateOfBirth=\"1986-05-17\""
                + " HKCharacteristicTypeIdentifierBiologicalSex=\"HKBiologicalSexFemale\""
                + " HKCharacteristicTypeIdentifierBloodType=\"HKBloodTypeNotSet\"/>")
        .endLine();
    ExportMeasures measures = new ExportMeasures(records);
    measures.scale();
    measures.heart();
    measures.measures();
    measures.movement("StepCount", "count", 1, true);
    measures.movement("DistanceWalkingRunning", "km", 0.00075, false);
    measures.energy("BasalEnergyBurned", 1.1, 15);
    measures.energy("ActiveEnergyBurned", 0.6, 4);
    measures.food();
    ExportEvents events = new ExportEvents(records);
    events.sleep();
    events.standHours();
    events.bloodPressure();
    events.workouts();
    events.activityRings();
    out.add("</HealthData>").endLine();
  }
}
