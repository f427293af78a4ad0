package io.tributary.simulators.apple;

import static io.tributary.simulators.apple.ExportRecords.HOUR;
import static io.tributary.simulators.apple.ExportRecords.MINUTE;

import java.io.IOException;
import java.util.List;
import java.util.Random;

/** Writes sleep, stand hours, blood pressure, workouts and activity rings of an export. */
final class ExportEvents {
  private final ExportRecords records;
  private final ExportWriter out;

  ExportEvents(ExportRecords records) {
    this.records = records;
    this.out = records.out;
  }

  void sleep() throws IOException {
    String value = "HKCategoryValueSleepAnalysis";
    String[] stages = {"AsleepCore", "AsleepDeep", "AsleepCore", "AsleepREM", "Awake"};
    for (int day = 0; day < records.days; day++) {
      Random dice = records.randomFor(40, day);
      long from = records.startOfDay(day) + dice.nextInt(HOUR);
      records.category(SourceDevice.PHONE, "SleepAnalysis", from, from + 7 * HOUR, value + "InBed");
    }
    for (int day = 0; day < records.days; day++) {
      Random dice = records.randomFor(40, day);
      long at = records.startOfDay(day) + dice.nextInt(HOUR) + 10 * MINUTE;
      for (int i = 0; i < 24; i++) {
        long to = at + 5 * MINUTE + dice.nextInt(20 * MINUTE);
        records.category(
            SourceDevice.WATCH, "SleepAnalysis", at, to, value + stages[i % stages.length]);
        at = to;
      }
    }
  }

  void standHours() throws IOException {
    for (int day = 0; day < records.days; day++) {
      Random dice = records.randomFor(50, day);
      for (int hour = 0; hour < 24; hour++) {
        long at = records.startOfDay(day) + (long) hour * HOUR;
        boolean stood = hour > 7 && dice.nextInt(4) > 0;
        records.category(
            SourceDevice.WATCH,
            "AppleStandHour",
            at,
            at + HOUR,
            "HKCategoryValueAppleStandHour" + (stood ? "Stood" : "Idle"));
      }
    }
  }

  /**
   * Writes each value twice, as the format requires: as a record of its own and inside its
   * correlation.
   */
  void bloodPressure() throws IOException {
    for (String type : List.of("BloodPressureSystolic", "BloodPressureDiastolic")) {
      for (int day = 0; day < records.days; day += 7) {
        bloodPressure(type, day);
      }
    }
    for (int day = 0; day < records.days; day += 7) {
      long at = records.startOfDay(day) + 8 * HOUR;
      out.add(" <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\"")
          .add(SourceDevice.DIARY.attributes)
          .add(" startDate=\"")
          .time(at)
          .add("\" endDate=\"")
          .time(at)
          .add("\">")
          .endLine();
      bloodPressure("BloodPressureSystolic", day);
      bloodPressure("BloodPressureDiastolic", day);
      out.add(" </Correlation>").endLine();
    }
  }

  private void bloodPressure(String type, int day) throws IOException {
    long at = records.startOfDay(day) + 8 * HOUR;
    int spread = records.randomFor(60, day).nextInt(20);
    records.quantity(
        SourceDevice.DIARY, type, "mmHg", at, at, (type.endsWith("Systolic") ? 110 : 70) + spread);
  }

  void workouts() throws IOException {
    for (int day : records.workoutDays()) {
      long from = records.startOfDay(day) + 18 * HOUR;
      long to = from + 40 * MINUTE;
      out.add(" <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"40\"")
          .add(" durationUnit=\"min\"")
          .add(SourceDevice.WATCH.attributes)
          .add(" startDate=\"")
          .time(from)
          .add("\" endDate=\"")
          .time(to)
          .add("\">")
          .endLine();
      out.add("  <MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>").endLine();
      out.add("  <MetadataEntry key=\"HKElevationAscended\" value=\"4200 cm\"/>").endLine();
      statistics(
          "HeartRate", " average=\"148.2\" minimum=\"121\" maximum=\"171\" unit=\"count/min\"");
      statistics("ActiveEnergyBurned", " sum=\"412.5\" unit=\"kcal\"");
      statistics("DistanceWalkingRunning", " sum=\"7.31\" unit=\"km\"");
      out.add("  <WorkoutRoute").add(SourceDevice.WATCH.attributes).add(" startDate=\"").time(from);
      out.add("\" endDate=\"").time(to).add("\">").endLine();
      out.add("   <FileReference path=\"")
          .add(ExportFiles.writeRoute(records.date(day)))
          .add("\"/>")
          .endLine();
      out.add("  </WorkoutRoute>").endLine();
      out.add(" </Workout>").endLine();
    }
  }

  private void statistics(String type, String figures) throws IOException {
    out.add("  <WorkoutStatistics type=\"HKQuantityTypeIdentifier").add(type).add("\"");
    out.add(figures).add("/>").endLine();
  }

  void activityRings() throws IOException {
    for (int day = 0; day < records.days; day++) {
      out.add(" <ActivitySummary dateComponents=\"").add(records.date(day).toString());
      out.add("\" activeEnergyBurned=\"").add(300L + records.randomFor(70, day).nextInt(300));
      out.add("\" activeEnergyBurnedGoal=\"400\" activeEnergyBurnedUnit=\"kcal\"");
      out.add(" appleExerciseTime=\"30\" appleStandHours=\"11\"/>").endLine();
    }
  }
}
