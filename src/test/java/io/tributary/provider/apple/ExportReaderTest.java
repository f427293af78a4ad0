package io.tributary.provider.apple;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.ActivitySummary;
import io.tributary.model.BodySummary;
import io.tributary.model.MealSummary;
import io.tributary.model.MenstrualCycleSummary;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedSummary;
import io.tributary.model.WorkoutSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Each kind of element becomes what the mapping says. */
class ExportReaderTest {
  private static final String AT = "2026-03-02 07:48:11 +0100";
  private static final String LATER = "2026-03-02 07:58:11 +0100";

  private static Imported of(String... elements) {
    return Imported.of(Xml.file(List.of(elements)));
  }

  private static Sample one(Resource resource, String type, String unit, String value) {
    return of(Xml.watch("QuantityTypeIdentifier" + type, unit, AT, LATER, value)).only(resource);
  }

  @Test
  void aRecordIsASampleOfItsInstantAndOffset() {
    Sample s = one(Resource.HEARTRATE, "HeartRate", "count/min", "61");
    assertEquals(Instant.parse("2026-03-02T06:48:11Z"), s.at());
    assertEquals(3600, s.offsetSeconds());
    assertEquals(61, s.value());
    assertEquals(SourceType.WATCH, s.source().type());
    assertNull(s.end());
    assertEquals(
        Instant.parse("2026-03-02T06:58:11Z"),
        one(Resource.STEPS, "StepCount", "count", "12").end());
  }

  @Test
  void unitsBecomeOurs() {
    assertEquals(
        418.4 / 4.184, value(Resource.CALORIES_ACTIVE, "ActiveEnergyBurned", "kJ", "418.4"));
    assertEquals(1609.344, value(Resource.DISTANCE, "DistanceWalkingRunning", "mi", "1"));
    assertEquals(1500, value(Resource.DISTANCE, "DistanceWalkingRunning", "km", "1.5"));
    assertEquals(45.359237, value(Resource.WEIGHT, "BodyMass", "lb", "100"), 1e-9);
    assertEquals(57, value(Resource.BLOOD_OXYGEN, "OxygenSaturation", "%", "0.57"));
    assertEquals(37, value(Resource.BODY_TEMPERATURE, "BodyTemperature", "degF", "98.6"), 1e-9);
    assertEquals(5, value(Resource.GLUCOSE, "BloodGlucose", "mg/dL", "90.09"), 1e-9);
    assertEquals(
        5.4, value(Resource.GLUCOSE, "BloodGlucose", "mmol&lt;180.1558800000541&gt;/L", "5.4"));
    assertEquals(250, value(Resource.WATER, "DietaryWater", "L", "0.25"));
    assertEquals(0.08, value(Resource.CAFFEINE, "DietaryCaffeine", "mg", "80"), 1e-12);
    assertEquals(41.5, value(Resource.VO2_MAX, "VO2Max", "mL/min·kg", "41.5"));
    assertEquals(80, value(Resource.WAIST_CIRCUMFERENCE, "WaistCircumference", "m", "0.8"), 1e-9);
  }

  private static double value(Resource resource, String type, String unit, String value) {
    return one(resource, type, unit, value).value();
  }

  @Test
  void theZoneOfTheMetadataBeatsThePrintedOffset() {
    Sample s =
        of(Xml.watch(
                "QuantityTypeIdentifierStepCount",
                "count",
                AT,
                LATER,
                "5",
                Xml.meta("HKTimeZone", "America/New_York")))
            .only(Resource.STEPS);
    assertEquals(-18000, s.offsetSeconds());
    assertEquals(Instant.parse("2026-03-02T06:48:11Z"), s.at());
  }

  @Test
  void whatCannotBeUsedIsCounted() {
    Imported in =
        of(
            Xml.watch("QuantityTypeIdentifierHeartRate", "furlong", AT, AT, "61"),
            Xml.watch("QuantityTypeIdentifierHeartRate", "count/min", AT, AT, "many"),
            Xml.watch(
                "QuantityTypeIdentifierHeartRate",
                "count/min",
                "2026-02-30 07:48:11 +0100",
                AT,
                "61"),
            Xml.watch("QuantityTypeIdentifierStepCount", "count", LATER, AT, "61"),
            Xml.watch("QuantityTypeIdentifierStepCount", "count", AT, LATER, "-3"),
            Xml.watch("QuantityTypeIdentifierAppleWalkingSteadiness", "%", AT, LATER, "1"));
    assertEquals(6, in.records);
    assertEquals(5, in.rejected);
    assertEquals(1, in.ignored);
    assertTrue(in.samples.isEmpty());
  }

  @Test
  void categoriesBecomeEventsAndLengths() {
    Imported in =
        of(
            Xml.watch("CategoryTypeIdentifierMindfulSession", null, AT, LATER, null),
            Xml.watch(
                "CategoryTypeIdentifierAppleStandHour",
                null,
                AT,
                LATER,
                "HKCategoryValueAppleStandHourStood"),
            Xml.watch(
                "CategoryTypeIdentifierHighHeartRateEvent",
                null,
                AT,
                LATER,
                "HKCategoryValueNotApplicable"),
            Xml.watch("CategoryTypeIdentifierHandwashingEvent", null, AT, LATER, null));
    assertEquals(10, in.only(Resource.MINDFULNESS_MINUTES).value());
    assertEquals("stood", in.only(Resource.STAND_HOUR).extras().type());
    assertEquals("high_heart_rate", in.only(Resource.HEART_RATE_ALERT).extras().type());
    assertEquals(1, in.only(Resource.HANDWASHING).value());
  }

  @Test
  void aCorrelationAndItsCopiesAtTopLevelAreOneBloodPressure() {
    String high = Xml.app("QuantityTypeIdentifierBloodPressureSystolic", "mmHg", AT, AT, "120", "");
    String low = Xml.app("QuantityTypeIdentifierBloodPressureDiastolic", "mmHg", AT, AT, "79", "");
    Imported in =
        of(
            high,
            low,
            "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"Diary\""
                + " startDate=\""
                + AT
                + "\" endDate=\""
                + AT
                + "\">"
                + high
                + low
                + "</Correlation>");
    Sample s = in.only(Resource.BLOOD_PRESSURE);
    assertEquals(120, s.value());
    assertEquals(79, s.extras().diastolic());
    assertEquals(4, in.records);
  }

  private static String stage(String from, String to, String value) {
    return Xml.watch(
        "CategoryTypeIdentifierSleepAnalysis",
        null,
        "2026-03-02 " + from + " +0100",
        "2026-03-02 " + to + " +0100",
        "HKCategoryValueSleepAnalysis" + value);
  }

  @Test
  void stagesWithShortGapsAreOneSleep() {
    Imported in =
        of(
            stage("00:00:00", "06:00:00", "InBed"),
            stage("00:10:00", "02:00:00", "AsleepCore"),
            stage("02:00:00", "03:00:00", "AsleepDeep"),
            stage("03:30:00", "05:00:00", "AsleepREM"),
            stage("05:00:00", "05:30:00", "Awake"),
            Xml.watch(
                "QuantityTypeIdentifierHeartRate",
                "count/min",
                "2026-03-02 01:00:00 +0100",
                "2026-03-02 01:00:00 +0100",
                "50"),
            Xml.watch(
                "QuantityTypeIdentifierHeartRate",
                "count/min",
                "2026-03-02 02:00:00 +0100",
                "2026-03-02 02:00:00 +0100",
                "60"),
            Xml.watch(
                "QuantityTypeIdentifierAppleSleepingWristTemperature",
                "degC",
                "2026-03-02 00:30:00 +0100",
                "2026-03-02 05:00:00 +0100",
                "35.5"),
            // more than an hour later: a nap of its own
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
    assertTrue(of(stage("00:00:00", "06:00:00", "InBed")).all(SleepSummary.class).isEmpty());
  }

  @Test
  void aWorkoutTakesItsStatisticsAndTheSamples() {
    WorkoutSummary w =
        of(
                Xml.watch(
                    "QuantityTypeIdentifierHeartRate",
                    "count/min",
                    "2026-03-02 07:10:00 +0100",
                    "2026-03-02 07:10:00 +0100",
                    "150"),
                Xml.workout(
                    Xml.meta("HKIndoorWorkout", "1")
                        + Xml.meta("HKElevationAscended", "1200 cm")
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
        of("<Workout workoutActivityType=\"HKWorkoutActivityTypeCycling\" duration=\"1\""
               + " durationUnit=\"hr\" totalDistance=\"10\" totalDistanceUnit=\"mi\""
               + " totalEnergyBurned=\"1000\" totalEnergyBurnedUnit=\"kJ\" sourceName=\"iPhone\""
               + " startDate=\"2014-03-02 07:00:00 +0100\" endDate=\"2014-03-02 08:00:00 +0100\"/>")
            .only(WorkoutSummary.class);
    assertEquals("cycling", w.sport().slug());
    assertEquals(16093.44, w.distance(), 1e-9);
    assertEquals(1000 / 4.184, w.calories(), 1e-9);
    assertEquals(3600, w.movingTime());
  }

  @Test
  void ofAQuarterOfAnHourTheWatchCountsElseThePhone() {
    Imported in =
        of(
            Xml.watch(
                "QuantityTypeIdentifierStepCount",
                "count",
                "2026-03-02 08:00:00 +0100",
                "2026-03-02 08:10:00 +0100",
                "100"),
            Xml.phone(
                "QuantityTypeIdentifierStepCount",
                "count",
                "2026-03-02 08:01:00 +0100",
                "2026-03-02 08:12:00 +0100",
                "140"),
            Xml.phone(
                "QuantityTypeIdentifierStepCount",
                "count",
                "2026-03-02 09:00:00 +0100",
                "2026-03-02 09:05:00 +0100",
                "30"),
            // over two quarters: half of it each
            Xml.phone(
                "QuantityTypeIdentifierStepCount",
                "count",
                "2026-03-02 10:10:00 +0100",
                "2026-03-02 10:20:00 +0100",
                "50"),
            Xml.watch(
                "QuantityTypeIdentifierStepCount",
                "count",
                "2026-03-02 10:15:00 +0100",
                "2026-03-02 10:16:00 +0100",
                "7"),
            Xml.watch(
                "QuantityTypeIdentifierRestingHeartRate",
                "count/min",
                "2026-03-02 00:00:00 +0100",
                "2026-03-02 10:00:00 +0100",
                "52"),
            Xml.watch(
                "QuantityTypeIdentifierHeartRate",
                "count/min",
                "2026-03-02 10:00:00 +0100",
                "2026-03-02 10:00:00 +0100",
                "70"),
            Xml.watch(
                "QuantityTypeIdentifierBasalEnergyBurned",
                "kcal",
                "2026-03-02 10:00:00 +0100",
                "2026-03-02 10:10:00 +0100",
                "12"),
            "<ActivitySummary dateComponents=\"2026-03-02\" activeEnergyBurned=\"400\""
                + " activeEnergyBurnedUnit=\"kcal\"/>");
    ActivitySummary day = in.only(ActivitySummary.class);
    assertEquals(100 + 30 + 25 + 7, day.steps());
    assertEquals(52, day.heartRate().restingBpm());
    assertEquals(70, day.heartRate().maxBpm());
    assertEquals(400, day.caloriesActive());
    assertEquals(412, day.caloriesTotal());
    assertEquals(3600, day.timezoneOffset());
    SourcedSummary s =
        in.summaries.stream()
            .filter(x -> x.summary() instanceof ActivitySummary)
            .findFirst()
            .orElseThrow();
    assertEquals(SourceType.MULTIPLE_SOURCES, s.source().type());
  }

  @Test
  void aWeighInHoldsAllThatOneInstantMeasured() {
    BodySummary body =
        of(
                Xml.app("QuantityTypeIdentifierBodyMass", "kg", AT, AT, "70.5", ""),
                Xml.app("QuantityTypeIdentifierBodyFatPercentage", "%", AT, AT, "0.21", ""),
                Xml.app("QuantityTypeIdentifierBodyMassIndex", "count", AT, AT, "22.1", ""))
            .only(BodySummary.class);
    assertEquals(70.5, body.weight());
    assertEquals(21, body.fat());
    assertEquals(22.1, body.bodyMassIndex());
  }

  @Test
  void nutrientsOfADayAreAMeal() {
    MealSummary meal =
        of(
                Xml.app("QuantityTypeIdentifierDietaryEnergyConsumed", "kcal", AT, AT, "300", ""),
                Xml.app(
                    "QuantityTypeIdentifierDietaryEnergyConsumed", "kJ", LATER, LATER, "418.4", ""),
                Xml.app("QuantityTypeIdentifierDietaryProtein", "g", AT, AT, "12", ""),
                Xml.app("QuantityTypeIdentifierDietarySodium", "g", AT, AT, "0.5", ""),
                Xml.app("QuantityTypeIdentifierDietaryFolate", "mcg", AT, AT, "80", ""),
                Xml.app("QuantityTypeIdentifierDietaryCarbohydrates", "g", AT, AT, "40", ""))
            .only(MealSummary.class);
    assertEquals("Diary", meal.name());
    assertEquals(400, meal.energy().value(), 1e-9);
    assertEquals(12, meal.macros().protein());
    assertEquals(40, meal.macros().carbs());
    assertEquals(500, meal.micros().minerals().get("sodium"));
    assertEquals(80, meal.micros().vitamins().get("folic_acid"), 1e-9);
  }

  private static String cycle(String type, String day, String value, String inner) {
    String at = day + " 12:00:00 +0100";
    return Xml.app("CategoryTypeIdentifier" + type, null, at, at, value, inner);
  }

  @Test
  void daysOfFlowMakeCycles() {
    String first = Xml.meta("HKMenstrualCycleStart", "1");
    String not = Xml.meta("HKMenstrualCycleStart", "0");
    List<MenstrualCycleSummary> cycles =
        of(
                cycle("MenstrualFlow", "2026-01-05", "HKCategoryValueMenstrualFlowMedium", first),
                cycle("MenstrualFlow", "2026-01-06", "HKCategoryValueVaginalBleedingHeavy", not),
                cycle("MenstrualFlow", "2026-01-08", "HKCategoryValueMenstrualFlowLight", not),
                cycle(
                    "OvulationTestResult",
                    "2026-01-18",
                    "HKCategoryValueOvulationTestResultLuteinizingHormoneSurge",
                    ""),
                cycle(
                    "SexualActivity",
                    "2026-01-19",
                    "HKCategoryValueNotApplicable",
                    Xml.meta("HKSexualActivityProtectionUsed", "1")),
                cycle(
                    "CervicalMucusQuality",
                    "2026-01-19",
                    "HKCategoryValueCervicalMucusQualityEggWhite",
                    ""),
                cycle(
                    "InfrequentMenstrualCycles", "2026-01-20", "HKCategoryValueNotApplicable", ""),
                Xml.app(
                    "QuantityTypeIdentifierBasalBodyTemperature",
                    "degC",
                    "2026-01-21 07:00:00 +0100",
                    "2026-01-21 07:00:00 +0100",
                    "36.6",
                    ""),
                cycle(
                    "MenstrualFlow",
                    "2026-02-02",
                    "HKCategoryValueMenstrualFlowUnspecified",
                    first))
            .all(MenstrualCycleSummary.class);
    assertEquals(2, cycles.size());
    MenstrualCycleSummary one = cycles.getFirst();
    assertEquals(LocalDate.of(2026, 1, 5), one.periodStart());
    assertEquals(LocalDate.of(2026, 1, 8), one.periodEnd());
    assertEquals(LocalDate.of(2026, 2, 1), one.cycleEnd());
    assertEquals(3, one.menstrualFlow().size());
    assertEquals("heavy", one.menstrualFlow().get(1).flow());
    assertEquals("luteinizing_hormone_surge", one.ovulationTest().getFirst().testResult());
    assertEquals(true, one.sexualActivity().getFirst().protectionUsed());
    assertEquals("egg_white", one.cervicalMucus().getFirst().quality());
    assertEquals("infrequent_menstrual_cycles", one.detectedDeviations().getFirst().deviation());
    assertEquals(36.6, one.basalBodyTemperature().getFirst().value());
    assertNull(cycles.getLast().cycleEnd());
  }

  @Test
  void characteristicsMakeTheProfile() {
    ProfileSummary p =
        of(
                Xml.app(
                    "QuantityTypeIdentifierHeight",
                    "cm",
                    "2020-01-01 07:00:00 +0100",
                    "2020-01-01 07:00:00 +0100",
                    "160",
                    ""),
                Xml.app(
                    "QuantityTypeIdentifierHeight",
                    "ft",
                    "2021-01-01 07:00:00 +0100",
                    "2021-01-01 07:00:00 +0100",
                    "5.5",
                    ""))
            .only(ProfileSummary.class);
    assertEquals(LocalDate.of(1986, 5, 17), p.birthDate());
    assertEquals(ProfileSummary.Sex.FEMALE, p.sex());
    assertEquals(168, p.height());
  }

  @Test
  void orderAndRepetitionChangeNothing() {
    Random random = new Random(11);
    List<String> elements = Mixed.elements(random, 400);
    String plain = Imported.of(Xml.file(elements)).everything();
    assertTrue(plain.lines().count() > 200, plain);
    for (int round = 0; round < 20; round++) {
      List<String> shuffled = new ArrayList<>(elements);
      for (int i = 0; i < 100; i++) {
        shuffled.add(elements.get(random.nextInt(elements.size())));
      }
      Collections.shuffle(shuffled, random);
      assertEquals(plain, Imported.of(Xml.file(shuffled)).everything());
    }
  }
}
