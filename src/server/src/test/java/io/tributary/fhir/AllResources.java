package io.tributary.fhir;

import io.tributary.model.ActivitySummary;
import io.tributary.model.BodySummary;
import io.tributary.model.ElectrocardiogramSummary;
import io.tributary.model.MealSummary;
import io.tributary.model.MenstrualCycleSummary;
import io.tributary.model.MenstrualCycleSummary.TestResult;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Nutrition;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Sports;
import io.tributary.model.WorkoutSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/** Every resource type with all fields, and with only the required fields. */
final class AllResources {
  static final LocalDate DAY = LocalDate.parse("2026-03-01");
  static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  static final Source WATCH = Source.of("fitbit", SourceType.WATCH);
  static final Source UNKNOWN = Source.of("fitbit", SourceType.UNKNOWN);

  private AllResources() {}

  /**
   * @param device the device of some records
   */
  static NormalizedBatch batch(UUID device) {
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    Source with = WATCH.withDevice(device);
    sessions(b, with);
    days(b, with);
    minimal(b);
    samples(b, with);
    return b.build();
  }

  private static void samples(NormalizedBatch.Builder b, Source with) {
    UUID workout = UUID.fromString("11111111-2222-4333-8444-555555555555");
    for (Resource r : Resource.values()) {
      if (r.isTimeseries()) {
        Source source =
            r.wire().startsWith("workout") ? with.withWorkout(workout, "running") : with;
        b.add(new Sample(r, source, NOON, NOON.plusSeconds(60), 3600, 1.25, extras(r)));
        b.add(new Sample(r, UNKNOWN, NOON.plusSeconds(60), null, null, 70, minimalSummary(r)));
      }
    }
    for (String kind : List.of("hdl", "total", "triglycerides", "other")) {
      b.add(
          new Sample(
              Resource.CHOLESTEROL,
              WATCH,
              NOON,
              null,
              -18_000,
              4.5,
              SampleExtras.type("cholesterol/" + kind)));
    }
    b.add(Sample.point(Resource.GLUCOSE, UNKNOWN, NOON.plusSeconds(120), null, 5));
    b.add(
        Sample.point(Resource.GLUCOSE, UNKNOWN, NOON.plusSeconds(180), null, 5)
            .withExtras(SampleExtras.type("automatic")));
  }

  private static SampleExtras extras(Resource r) {
    return switch (r) {
      case NOTE -> SampleExtras.note("ate late,\u0007 slept badly ", List.of("food", "exercise"));
      case BODY_TEMPERATURE, BODY_TEMPERATURE_DELTA -> SampleExtras.sensorLocation("finger");
      case WORKOUT_DURATION -> SampleExtras.intensity("low");
      case INSULIN_INJECTION -> SampleExtras.insulin("rapid_acting", "bolus", "standard", "meal");
      case GLUCOSE -> SampleExtras.type("fingerprick");
      case SLEEP_BREATHING_DISTURBANCE -> SampleExtras.type("elevated");
      // The minimum required fields.
      default -> minimalSummary(r);
    };
  }

  private static SampleExtras minimalSummary(Resource r) {
    return switch (r) {
      case BLOOD_PRESSURE -> SampleExtras.diastolic(80);
      case NOTE -> SampleExtras.note(" ", null);
      case INSULIN_INJECTION -> SampleExtras.insulin("long_acting", null, null, null);
      case CHOLESTEROL -> SampleExtras.type("cholesterol/ldl");
      case HEART_RATE_ALERT -> SampleExtras.type("high_heart_rate");
      case STAND_HOUR -> SampleExtras.type("stood");
      case IGE, IGG -> SampleExtras.type("dairy");
      case ELECTROCARDIOGRAM_VOLTAGE -> SampleExtras.type("lead_1");
      // Intentionally not exhaustive: the other types have no such fields.
      default -> null;
    };
  }

  private static void days(NormalizedBatch.Builder b, Source with) {
    b.add(
        ActivitySummary.on(DAY)
            .steps(10_000)
            .distance(7000.5)
            .dailyMovement(7100.0)
            .caloriesTotal(2200.0)
            .caloriesActive(500.0)
            .floorsClimbed(3)
            .wheelchairPush(1)
            .low(60.0)
            .medium(30.0)
            .high(5.0)
            .timezoneOffset(3600)
            .heartRate(new ActivitySummary.HeartRate(70.0, 50.0, 150.0, 55.0, 90.0))
            .build(),
        with);
    b.add(
        BodySummary.at(DAY, NOON)
            .weight(70.5)
            .fat(20.0)
            .waterPercentage(55.0)
            .muscleMassPercentage(40.0)
            .boneMassPercentage(4.0)
            .visceralFatIndex(7.0)
            .bodyMassIndex(22.5)
            .leanBodyMassKilogram(56.4)
            .waistCircumferenceCentimeter(82.0)
            .build(),
        with);
    b.add(
        MenstrualCycleSummary.from(DAY)
            .periodEnd(DAY.plusDays(4))
            .cycleEnd(DAY.plusDays(27))
            .menstrualFlow(
                List.of(
                    new MenstrualCycleSummary.Flow(DAY, "light"),
                    new MenstrualCycleSummary.Flow(DAY, "heavy")))
            .cervicalMucus(List.of(new MenstrualCycleSummary.Mucus(DAY, "dry")))
            .intermenstrualBleeding(List.of(new MenstrualCycleSummary.Bleeding(DAY)))
            .contraceptive(List.of(new MenstrualCycleSummary.Contraceptive(DAY, "oral")))
            .detectedDeviations(
                List.of(
                    new MenstrualCycleSummary.Deviation(DAY, "persistent_intermenstrual_bleeding")))
            .ovulationTest(List.of(new TestResult(DAY, "luteinizing_hormone_surge")))
            .homePregnancyTest(List.of(new TestResult(DAY, "negative")))
            .homeProgesteroneTest(List.of(new TestResult(DAY, "positive")))
            .sexualActivity(List.of(new MenstrualCycleSummary.SexualActivity(DAY, true)))
            .basalBodyTemperature(List.of(new MenstrualCycleSummary.Temperature(DAY, 36.5)))
            .build(),
        with);
    b.add(
        ProfileSummary.profile()
            .height(180)
            .birthDate(LocalDate.parse("1990-05-17"))
            .gender(ProfileSummary.Gender.FEMALE)
            .build(),
        with);
  }

  private static void sessions(NormalizedBatch.Builder b, Source with) {
    b.add(
        SleepSummary.of(DAY, NOON.minusSeconds(30_000), NOON, SleepType.LONG_SLEEP)
            .timezoneOffset(3600)
            .total(27_000)
            .awake(3000)
            .light(12_000)
            .rem(7000)
            .deep(8000)
            .score(80)
            .recoveryReadinessScore(70)
            .hrLowest(48)
            .hrAverage(55)
            .hrResting(50)
            .efficiency(90.0)
            .latency(600)
            .temperatureDelta(-0.2)
            .skinTemperature(34.5)
            .hrDip(12.0)
            .averageHrv(45.0)
            .respiratoryRate(14.2)
            .state(SleepSummary.State.CONFIRMED)
            .build(),
        with);
    b.add(
        SleepCycleSummary.of("2026-03-01T03:40:00+00:00", NOON.minusSeconds(30_000), NOON)
            .stage(SleepStage.AWAKE, 0, 60)
            .stage(SleepStage.LIGHT, 60, 120)
            .stage(SleepStage.DEEP, 120, 180)
            .stage(SleepStage.REM, 180, 240)
            .stage(SleepStage.MANUAL, 240, 300)
            .stage(SleepStage.UNKNOWN, 300, 360)
            .build(),
        with);
    b.add(
        WorkoutSummary.of("w1", DAY, NOON, NOON.plusSeconds(3600))
            .title("Morning <run>")
            .timezoneOffset(3600)
            .sport(Sports.OTHER)
            .averageHr(130)
            .maxHr(170)
            .hrZones(List.of(1, 2, 3, 4, 5, 6))
            .distance(10_000.0)
            .movingTime(3500)
            .steps(9000)
            .calories(700.0)
            .totalElevationGain(120.0)
            .elevHigh(300.0)
            .elevLow(200.0)
            .averageSpeed(2.8)
            .maxSpeed(4.0)
            .averageWatts(200.0)
            .maxWatts(500.0)
            .weightedAverageWatts(210.0)
            .deviceWatts(205.0)
            .build(),
        with);
    b.add(
        MealSummary.of(NOON, DAY, "lunch")
            .energy(Nutrition.Energy.kilocalories(512))
            .macros(
                new Nutrition.Macros(
                    1.0,
                    2.0,
                    3.0,
                    4.0,
                    5.0,
                    6.0,
                    7.0,
                    new Nutrition.Fats(1.0, 2.0, 3.0, 4.0, 5.0, 15.0)))
            .build(),
        with);
    b.add(
        ElectrocardiogramSummary.of(NOON, NOON.plusSeconds(30), 15_360)
            .heartRateMean(70)
            .samplingFrequencyHz(512.0)
            .classification(ElectrocardiogramSummary.Classification.INCONCLUSIVE)
            .inconclusiveCause(ElectrocardiogramSummary.InconclusiveCause.POOR_READING)
            .algorithmVersion("2")
            .sourceDeviceModel("Watch7,1")
            .build(),
        WATCH);
  }

  private static void minimal(NormalizedBatch.Builder b) {
    LocalDate day = DAY.plusDays(40);
    Instant noon = day.atTime(12, 0).toInstant(java.time.ZoneOffset.UTC);
    b.add(ActivitySummary.on(day).steps(0).build(), UNKNOWN);
    b.add(BodySummary.at(day, noon).weight(70.0).build(), UNKNOWN);
    b.add(SleepSummary.of(day, noon.minusSeconds(60), noon, SleepType.UNKNOWN).build(), UNKNOWN);
    b.add(SleepCycleSummary.of("bare", noon.minusSeconds(60), noon).build(), UNKNOWN);
    b.add(WorkoutSummary.of("bare", day, noon, noon).sport(Sports.OTHER).build(), UNKNOWN);
    b.add(MealSummary.of(noon, day, "").build(), UNKNOWN);
    b.add(ElectrocardiogramSummary.of(noon, noon, 0).build(), UNKNOWN);
    b.add(MenstrualCycleSummary.from(day).build(), UNKNOWN);
  }
}
