package io.tributary.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Derived values: heart rate zones, means, sleep efficiency, sleep types and stages. */
class DerivedValuesTest {
  private static final LocalDate DAY = LocalDate.parse("2026-03-01");
  private static final Instant BED = Instant.parse("2026-03-01T22:00:00Z");
  private static final Source WATCH = Source.of("fitbit", SourceType.WATCH);

  @Test
  void zonesAreThoseOfTheAgeAtTheWorkout() {
    // The birthday is the next day: still 39, so the maximum is 181.
    LocalDate born = LocalDate.parse("1986-03-02");
    long[] times = {0, 10, 20, 30, 40, 50, 60};
    double[] bpms = {90, 90.5, 108.6, 126.7, 144.8, 162.9, 100};
    assertEquals(
        Optional.of(List.of(10, 10, 10, 10, 10, 10)), HeartRateZones.of(born, DAY, times, bpms));
    // One year younger, the same readings stay below every bound except the first.
    assertEquals(
        Optional.of(List.of(20, 10, 10, 10, 10, 0)),
        HeartRateZones.of(born.plusYears(1), DAY, times, bpms));
    // Unknown age counts as 30: maximum 190.
    assertEquals(
        HeartRateZones.of(LocalDate.parse("1996-01-01"), DAY, times, bpms),
        HeartRateZones.of(null, DAY, times, bpms));
    assertEquals(Optional.empty(), HeartRateZones.of(null, DAY, new long[0], new double[0]));
  }

  @Test
  void aReadingHoldsForAMinuteAtMostAndTheLastToTheEnd() {
    long[] times = {0, 30, 1000};
    double[] bpms = {100, 100, 100};
    HeartRateReadings rates =
        HeartRateReadings.of(times, bpms, 1005, HeartRateReadings.MAX_READING_DURATION);
    assertEquals(95, rates.zones(null, DAY).orElseThrow().stream().mapToInt(i -> i).sum());
    HeartRateReadings sparse = HeartRateReadings.of(times, bpms, 1005, Duration.ofMinutes(30));
    assertEquals(1005, sparse.zones(null, DAY).orElseThrow().stream().mapToInt(i -> i).sum());
  }

  @Test
  void theSumOfZonesIsTheTimeThatReadingsCoverIn1000Cases() {
    Random random = new Random(5);
    for (int n = 0; n < 1000; n++) {
      int size = 1 + random.nextInt(50);
      long[] times = new long[size];
      double[] bpms = new double[size];
      boolean[] covered = new boolean[4000];
      for (int i = 0; i < size; i++) {
        times[i] = random.nextInt(3000);
        bpms[i] = 40 + random.nextInt(160);
        for (int s = 0; s < 60 && times[i] + s < 3000; s++) {
          covered[(int) times[i] + s] = true;
        }
      }
      int sum = 0;
      for (boolean c : covered) {
        sum += c ? 1 : 0;
      }
      List<Integer> zones =
          HeartRateReadings.of(times, bpms, 3000, HeartRateReadings.MAX_READING_DURATION)
              .zones(null, DAY)
              .orElseThrow();
      assertEquals(sum, zones.stream().mapToInt(i -> i).sum());
      assertEquals(6, zones.size());
    }
  }

  @Test
  void meansAreOverTimeAndRoundedHalfUp() {
    long[] times = {0, 10, 40};
    double[] bpms = {100, 121, 180};
    HeartRateReadings rates =
        HeartRateReadings.of(times, bpms, 40, HeartRateReadings.MAX_READING_DURATION);
    assertEquals(Optional.of(116), rates.average()); // (1000 + 3630) / 40 = 115.75
    assertEquals(Optional.of(180), rates.max());
    assertEquals(
        Optional.of(101),
        HeartRateReadings.of(
                new long[] {5}, new double[] {100.5}, 5, HeartRateReadings.MAX_READING_DURATION)
            .average());
    HeartRateReadings none =
        HeartRateReadings.of(
            times, new double[] {0, Double.NaN, 999}, 40, HeartRateReadings.MAX_READING_DURATION);
    assertTrue(none.isEmpty());
    assertEquals(Optional.empty(), none.average());
    assertEquals(Optional.empty(), none.max());
    assertEquals(Optional.empty(), none.lowestFiveMinutes());
    assertEquals(Optional.empty(), none.zones(null, DAY));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            HeartRateReadings.of(times, new double[1], 40, HeartRateReadings.MAX_READING_DURATION));
  }

  @Test
  void theLowestHeartRateIsTheLowestMeanOfFiveMinutes() {
    long[] times = new long[1200];
    double[] bpms = new double[1200];
    for (int i = 0; i < 1200; i++) {
      times[i] = i;
      bpms[i] = i >= 400 && i < 700 ? 48 : 60;
    }
    bpms[100] = 30; // one stray reading is no lowest mean
    assertEquals(
        Optional.of(48),
        HeartRateReadings.of(times, bpms, 1200, HeartRateReadings.MAX_READING_DURATION)
            .lowestFiveMinutes());
    assertEquals(
        Optional.of(55),
        HeartRateReadings.of(
                new long[] {0, 100},
                new double[] {50, 60},
                100,
                HeartRateReadings.MAX_READING_DURATION)
            .lowestFiveMinutes());
  }

  @Test
  void halvesAreRoundedUp() {
    assertEquals(1, Units.round(0.5));
    assertEquals(3, Units.round(2.5));
    assertEquals(-1, Units.round(-1.5));
    assertEquals(0, Units.round(0.49999999999999994));
    assertNull(Units.round(null));
  }

  @Test
  void efficiencyIsAPercentageOfTheTimeInBed() {
    assertEquals(87.5, SleepRules.efficiency(25_200, 28_800));
    assertEquals(100.0, SleepRules.efficiency(30_000, 28_800));
    assertNull(SleepRules.efficiency(0, 0));
  }

  @Test
  void theProvidersTypeWinsElseTheTimeAsleepDecides() {
    assertEquals(
        SleepType.ACKNOWLEDGED_NAP, SleepRules.type(SleepType.ACKNOWLEDGED_NAP, 30_000, true));
    assertEquals(SleepType.LONG_SLEEP, SleepRules.type(null, 10_800, false));
    assertEquals(SleepType.SHORT_SLEEP, SleepRules.type(null, 10_799, false));
    assertEquals(SleepType.UNKNOWN, SleepRules.type(null, 30_000, true));
  }

  @Test
  void theDayOfASleepIsTheLocalOneOfItsEnd() {
    Instant stop = Instant.parse("2026-03-01T22:30:00Z");
    assertEquals(DAY.plusDays(1), SleepRules.calendarDate(stop, 7200));
    assertEquals(DAY, SleepRules.calendarDate(stop, null));
    assertEquals(DAY, SleepRules.calendarDate(stop, -36_000));
  }

  private static SleepCycleSummary.Builder night() {
    return SleepCycleSummary.of("k", BED, BED.plusSeconds(2000))
        .stage(SleepStage.AWAKE, 0, 100)
        .stage(SleepStage.LIGHT, 100, 300)
        .stage(SleepStage.AWAKE, 300, 400)
        .stage(SleepStage.LIGHT, 400, 600)
        .stage(SleepStage.DEEP, 600, 1200)
        .stage(SleepStage.REM, 1200, 1500)
        .stage(SleepStage.UNKNOWN, 1500, 1600);
  }

  private static SleepSummary.Builder sleep() {
    return SleepSummary.of(DAY, BED, BED.plusSeconds(2000), SleepType.SHORT_SLEEP).recordId("k");
  }

  @Test
  void aHypnogramFillsItsSleepAndTheTwoAgree() {
    SleepCycleSummary cycle = night().build();
    SleepSummary sleep = SleepRules.fill(sleep(), cycle).build();
    assertEquals(2000, sleep.duration());
    assertEquals(400, sleep.light());
    assertEquals(600, sleep.deep());
    assertEquals(300, sleep.rem());
    assertEquals(200, sleep.awake());
    assertEquals(1300, sleep.total());
    assertEquals(65.0, sleep.efficiency());
    assertEquals(400, sleep.latency()); // the first 200 s did not last
    assertEquals(List.of(), SleepRules.contradictions(sleep, cycle));
  }

  @Test
  void contradictionsAreNamedWithoutValues() {
    SleepCycleSummary cycle = night().build();
    SleepSummary wrong =
        SleepRules.fill(sleep(), cycle).recordId("other").deep(700).total(1300).build();
    assertEquals(
        List.of(
            "sleep_cycle belongs to another sleep",
            "total is not rem + light + deep",
            "deep differs from sleep_cycle"),
        SleepRules.contradictions(wrong, cycle));
    SleepSummary late =
        SleepSummary.of(DAY, BED.plusSeconds(60), BED.plusSeconds(2000), SleepType.SHORT_SLEEP)
            .recordId("k")
            .duration(100)
            .awake(200)
            .build();
    List<String> found = SleepRules.contradictions(late, cycle);
    assertTrue(found.contains("sleep_cycle runs past the sleep"));
    assertTrue(found.contains("total and awake are longer than the duration"));
    found.forEach(text -> assertTrue(text.matches("\\D+"), text));
  }

  @Test
  void wakefulnessHasNoLatency() {
    SleepCycleSummary awake =
        SleepCycleSummary.of("k", BED, BED.plusSeconds(900))
            .stage(SleepStage.AWAKE, 0, 900)
            .build();
    assertEquals(Optional.empty(), SleepRules.latency(awake));
    // A gap in the hypnogram is an interruption.
    SleepCycleSummary gap =
        SleepCycleSummary.of("k", BED, BED.plusSeconds(900))
            .stage(SleepStage.LIGHT, 0, 200)
            .stage(SleepStage.LIGHT, 250, 600)
            .build();
    assertEquals(Optional.of(250), SleepRules.latency(gap));
  }

  @Test
  void aMeanPerStageBecomesOneSampleAtTheMiddleOfEachSegment() {
    List<Sample> samples =
        SleepRules.samplesPerSegment(
            night().build(),
            Resource.RESPIRATORY_RATE,
            WATCH,
            3600,
            Map.of(SleepStage.LIGHT, 14.2, SleepStage.REM, 16.0));
    assertEquals(3, samples.size());
    assertEquals(BED.plusSeconds(200), samples.get(0).at());
    assertEquals(BED.plusSeconds(500), samples.get(1).at());
    assertEquals(BED.plusSeconds(1350), samples.get(2).at());
    assertEquals(14.2, samples.get(1).value());
    assertEquals(16.0, samples.get(2).value());
    assertNull(samples.get(0).end());
  }
}
