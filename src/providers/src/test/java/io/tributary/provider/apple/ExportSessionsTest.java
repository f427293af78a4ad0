package io.tributary.provider.apple;

import static io.tributary.provider.apple.ImportedExport.from;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.WorkoutSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nights and workouts of an export. */
class ExportSessionsTest {
  private static String stage(String from, String to, String value) {
    return ExportXml.watch(
        "CategoryTypeIdentifierSleepAnalysis",
        null,
        "2026-03-02 " + from + " +0100",
        "2026-03-02 " + to + " +0100",
        "HKCategoryValueSleepAnalysis" + value);
  }

  @Test
  void stagesWithShortGapsAreOneSleep() {
    ImportedExport in =
        from(
            stage("00:00:00", "06:00:00", "InBed"),
            stage("00:10:00", "02:00:00", "AsleepCore"),
            stage("02:00:00", "03:00:00", "AsleepDeep"),
            stage("03:30:00", "05:00:00", "AsleepREM"),
            stage("05:00:00", "05:30:00", "Awake"),
            ExportXml.watch(
                "QuantityTypeIdentifierHeartRate",
                "count/min",
                "2026-03-02 01:00:00 +0100",
                "2026-03-02 01:00:00 +0100",
                "50"),
            ExportXml.watch(
                "QuantityTypeIdentifierHeartRate",
                "count/min",
                "2026-03-02 02:00:00 +0100",
                "2026-03-02 02:00:00 +0100",
                "60"),
            ExportXml.watch(
                "QuantityTypeIdentifierAppleSleepingWristTemperature",
                "degC",
                "2026-03-02 00:30:00 +0100",
                "2026-03-02 05:00:00 +0100",
                "35.5"),
            // more than an hour later: a separate nap
            stage("13:00:00", "13:40:00", "AsleepUnspecified"));
    List<SleepSummary> sleeps = in.all(SleepSummary.class);
    assertEquals(2, sleeps.size());
    SleepSummary night = sleeps.getFirst();
    assertEquals(Instant.parse("2026-03-01T23:00:00Z"), night.bedtimeStart());
    assertEquals(Instant.parse("2026-03-02T05:00:00Z"), night.bedtimeStop());
    assertEquals(6 * 3600, night.duration());
    assertEquals(110 * 60, night.light());
    assertEquals(3600, night.deep());
    assertEquals(5400, night.rem());
    assertEquals(1800, night.awake());
    assertEquals(110 * 60 + 3600 + 5400, night.total());
    assertEquals(600, night.latency());
    assertEquals(55, night.hrAverage());
    assertEquals(50, night.hrLowest());
    assertEquals(35.5, night.skinTemperature());
    assertEquals(LocalDate.of(2026, 3, 2), night.calendarDate());
    assertEquals(2400, sleeps.getLast().total());
    SleepCycleSummary cycle = in.all(SleepCycleSummary.class).getFirst();
    assertEquals(
        List.of(SleepStage.LIGHT, SleepStage.DEEP, SleepStage.REM, SleepStage.AWAKE),
        cycle.stageType());
    assertEquals(List.of(600, 7200, 12600, 18000), cycle.stageStartOffsetSecond());
    assertEquals(night.providerKey(), cycle.sleepKey());
  }

  @Test
  void timeInBedAloneIsNoSleep() {
    assertTrue(from(stage("00:00:00", "06:00:00", "InBed")).all(SleepSummary.class).isEmpty());
  }

  @Test
  void aWorkoutTakesItsStatisticsAndTheSamples() {
    WorkoutSummary w =
        from(
                ExportXml.watch(
                    "QuantityTypeIdentifierHeartRate",
                    "count/min",
                    "2026-03-02 07:10:00 +0100",
                    "2026-03-02 07:10:00 +0100",
                    "150"),
                ExportXml.workout(
                    ExportXml.meta("HKIndoorWorkout", "1")
                        + ExportXml.meta("HKElevationAscended", "1200 cm")
                        + "<WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\""
                        + " average=\"148.6\" minimum=\"90\" maximum=\"171\""
                        + " unit=\"count/min\"/><WorkoutStatistics"
                        + " type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" sum=\"300\""
                        + " unit=\"kcal\"/><WorkoutStatistics"
                        + " type=\"HKQuantityTypeIdentifierDistanceWalkingRunning\" sum=\"5.4\""
                        + " unit=\"km\"/><WorkoutRoute sourceName=\"x\"><FileReference"
                        + " path=\"/workout-routes/a.gpx\"/></WorkoutRoute>"))
            .only(WorkoutSummary.class);
    assertEquals("indoor_running", w.sport().slug());
    assertEquals(149, w.averageHr());
    assertEquals(171, w.maxHr());
    assertEquals(5400, w.distance());
    assertEquals(1800, w.movingTime());
    assertEquals(3, w.averageSpeed());
    assertEquals(300, w.calories());
    assertEquals(12, w.totalElevationGain());
    assertEquals(LocalDate.of(2026, 3, 2), w.calendarDate());
    // 150 of 220 - 39: above 80 percent
    assertEquals(List.of(0, 0, 0, 0, 60, 0), w.hrZones());
  }

  @Test
  void totalsOfOldWorkoutsCountWhereThereAreNoStatistics() {
    WorkoutSummary w =
        from("<Workout workoutActivityType=\"HKWorkoutActivityTypeCycling\" duration=\"1\""
                + " durationUnit=\"hr\" totalDistance=\"10\" totalDistanceUnit=\"mi\""
                + " totalEnergyBurned=\"1000\" totalEnergyBurnedUnit=\"kJ\" sourceName=\"iPhone\""
                + " startDate=\"2014-03-02 07:00:00 +0100\" endDate=\"2014-03-02 08:00:00"
                + " +0100\"/>")
            .only(WorkoutSummary.class);
    assertEquals("cycling", w.sport().slug());
    assertEquals(16093.44, w.distance(), 1e-9);
    assertEquals(1000 / 4.184, w.calories(), 1e-9);
    assertEquals(3600, w.movingTime());
  }
}
