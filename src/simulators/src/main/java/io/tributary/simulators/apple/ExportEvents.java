package io.tributary.simulators.apple;

import static io.tributary.simulators.apple.ExportRecords.HOUR;
import static io.tributary.simulators.apple.ExportRecords.MINUTE;

import java.io.IOException;
import java.util.List;
import java.util.Random;

/** Nights, hours, readings in pairs, workouts and the rings of a day. */
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
      Random dice = records.dice(40, day);
      long from = records.start(day) + dice.nextInt(HOUR);
      records.category(SourceDevice.PHONE, "SleepAnalysis", from, from + 7 * HOUR, value + "InBed");
    }
    for (int day = 0; day < records.days; day++) {
      Random dice = records.dice(40, day);
      long at = records.start(day) + dice.nextInt(HOUR) + 10 * MINUTE;
      for (int i = 0; i < 24; i++) {
        long to = at + 5 * MINUTE + dice.nextInt(20 * MINUTE);
        records.category(
            SourceDevice.WATCH, "SleepAnalysis", at, to, value + stages[i % stages.length]);
        at = to;
      }
    }
  }

  void standing() throws IOException {
    for (int day = 0; day < records.days; day++) {
      Random dice = records.dice(50, day);
      for (int hour = 0; hour < 24; hour++) {
        long at = records.start(day) + (long) hour * HOUR;
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

  /** Each value stands in the file twice: by itself, and in its correlation. */
  void pressure() throws IOException {
    for (String type : List.of("BloodPressureSystolic", "BloodPressureDiastolic")) {
      for (int day = 0; day < records.days; day += 7) {
        pressure(type, day);
      }
    }
    for (int day = 0; day < records.days; day += 7) {
      long at = records.start(day) + 8 * HOUR;
      out.add(" <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\"")
          .add(SourceDevice.DIARY.attributes)
          .add(" startDate=\"")
          .time(at)
          .add("\" endDate=\"")
          .time(at)
          .add("\">")
          .line();
      pressure("BloodPressureSystolic", day);
      pressure("BloodPressureDiastolic", day);
      out.add(" </Correlation>").line();
    }
  }

  private void pressure(String type, int day) throws IOException {
    long at = records.start(day) + 8 * HOUR;
    int spread = records.dice(60, day).nextInt(20);
    records.quantity(
        SourceDevice.DIARY, type, "mmHg", at, at, (type.endsWith("Systolic") ? 110 : 70) + spread);
  }

  void workouts() throws IOException {
    for (int day : records.workouts()) {
      long from = records.start(day) + 18 * HOUR;
      long to = from + 40 * MINUTE;
      out.add(" <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"40\"")
          .add(" durationUnit=\"min\"")
          .add(SourceDevice.WATCH.attributes)
          .add(" startDate=\"")
          .time(from)
          .add("\" endDate=\"")
          .time(to)
          .add("\">")
          .line();
      out.add("  <MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>").line();
      out.add("  <MetadataEntry key=\"HKElevationAscended\" value=\"4200 cm\"/>").line();
      statistics(
          "HeartRate", " average=\"148.2\" minimum=\"121\" maximum=\"171\" unit=\"count/min\"");
      statistics("ActiveEnergyBurned", " sum=\"412.5\" unit=\"kcal\"");
      statistics("DistanceWalkingRunning", " sum=\"7.31\" unit=\"km\"");
      out.add("  <WorkoutRoute").add(SourceDevice.WATCH.attributes).add(" startDate=\"").time(from);
      out.add("\" endDate=\"").time(to).add("\">").line();
      out.add("   <FileReference path=\"")
          .add(ExportFiles.route(records.date(day)))
          .add("\"/>")
          .line();
      out.add("  </WorkoutRoute>").line();
      out.add(" </Workout>").line();
    }
  }

  private void statistics(String type, String figures) throws IOException {
    out.add("  <WorkoutStatistics type=\"HKQuantityTypeIdentifier").add(type).add("\"");
    out.add(figures).add("/>").line();
  }

  void rings() throws IOException {
    for (int day = 0; day < records.days; day++) {
      out.add(" <ActivitySummary dateComponents=\"").add(records.date(day).toString());
      out.add("\" activeEnergyBurned=\"").add(300L + records.dice(70, day).nextInt(300));
      out.add("\" activeEnergyBurnedGoal=\"400\" activeEnergyBurnedUnit=\"kcal\"");
      out.add(" appleExerciseTime=\"30\" appleStandHours=\"11\"/>").line();
    }
  }
}
