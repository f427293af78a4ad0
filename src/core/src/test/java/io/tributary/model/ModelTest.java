package io.tributary.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ModelTest {
  private static final UUID USER = UUID.fromString("11111111-2222-4333-8444-555555555555");
  private static final LocalDate DAY = LocalDate.parse("2026-03-29");
  private static final Source RING = Source.of("oura", SourceType.RING);

  private static long count(Resource.Kind kind) {
    return Arrays.stream(Resource.values()).filter(r -> r.kind() == kind).count();
  }

  @Test
  void thereAreSixtyResources() {
    assertEquals(9, count(Resource.Kind.SUMMARY));
    assertEquals(1, count(Resource.Kind.SHALLOW));
    assertEquals(16, count(Resource.Kind.POINT));
    assertEquals(34, count(Resource.Kind.INTERVAL));
  }

  @Test
  void twoResourcesAreReadUnderAnotherName() {
    assertEquals(Optional.of(Resource.WEIGHT), Resource.of("weight"));
    assertEquals(Optional.of(Resource.WEIGHT), Resource.ofPath("body_weight"));
    assertEquals(Optional.empty(), Resource.ofPath("weight"));
    assertEquals("body_fat", Resource.FAT.path());
    assertEquals(
        2, Arrays.stream(Resource.values()).filter(r -> !r.path().equals(r.wire())).count());
    assertEquals(Optional.empty(), Resource.of("hypnogram"));
  }

  @Test
  void threePointKindsShowTheirIntervalAndSevenAreTyped() {
    assertEquals(
        List.of(Resource.CALORIES_BASAL, Resource.FLOORS_CLIMBED, Resource.WATER),
        Arrays.stream(Resource.values()).filter(Resource::isPointWithInterval).toList());
    assertEquals(7, Arrays.stream(Resource.values()).filter(Resource::hasTypedIdentity).count());
  }

  @Test
  void summaryIdsNeverChange() {
    // A literal, so that a change of the name layout fails here and not in an existing database.
    UUID id = SummaryId.of(USER, "oura", Resource.SLEEP, SourceType.RING, null, "s-71");
    assertEquals("4f74bc6d-0d40-5985-95bb-8ef298e62954", id.toString());
    assertEquals(5, id.version());
    assertEquals(2, id.variant());
  }

  @Test
  void summaryIdsDependOnEveryPart() {
    Set<UUID> ids =
        Set.of(
            SummaryId.of(USER, "oura", Resource.SLEEP, SourceType.RING, null, "s-71"),
            SummaryId.of(new UUID(1, 2), "oura", Resource.SLEEP, SourceType.RING, null, "s-71"),
            SummaryId.of(USER, "our", Resource.SLEEP, SourceType.RING, "a", "s-71"),
            SummaryId.of(USER, "oura", Resource.SLEEP_CYCLE, SourceType.RING, null, "s-71"),
            SummaryId.of(USER, "oura", Resource.SLEEP, SourceType.APP, null, "s-71"),
            SummaryId.of(USER, "oura", Resource.SLEEP, SourceType.RING, "s", "-71"),
            SummaryId.of(USER, "oura", Resource.SLEEP, SourceType.RING, null, "s-72"));
    assertEquals(7, ids.size());
  }

  @Test
  void theDeviceIsNotPartOfASummaryId() {
    Summary activity = ActivitySummary.on(DAY).build();
    assertEquals(
        SummaryId.of(USER, activity, RING),
        SummaryId.of(USER, activity, RING.withDevice(UUID.randomUUID())));
  }

  @Test
  void aSleepWithoutRecordIdIsKnownByItsBegin() {
    Instant start = Instant.parse("2026-03-28T20:00:00Z");
    var sleep = SleepSummary.of(DAY, start, start.plusSeconds(9000), SleepType.SHORT_SLEEP);
    assertEquals("2026-03-28T20:00:00+00:00", sleep.build().providerKey());
    assertEquals("s-1", sleep.recordId("s-1").build().providerKey());
  }

  @Test
  void anActivityBeginsAtLocalMidnight() {
    assertEquals(
        Optional.of(Instant.parse("2026-03-28T23:00:00Z")),
        ActivitySummary.on(DAY).timeZone("Europe/Berlin").build().filterAt());
    assertEquals(
        Optional.of(Instant.parse("2026-03-28T22:00:00Z")),
        ActivitySummary.on(DAY).timezoneOffset(7200).build().filterAt());
    assertEquals(
        Optional.of(Instant.parse("2026-03-29T00:00:00Z")),
        ActivitySummary.on(DAY).build().filterAt());
  }

  @Test
  void aSleepCycleCountsToTheLocalDateOfItsEnd() {
    SleepCycleSummary cycle =
        SleepCycleSummary.of(
                "s", Instant.parse("2026-03-28T20:00:00Z"), Instant.parse("2026-03-28T23:30:00Z"))
            .offsetSeconds(7200)
            .build();
    assertEquals(Optional.of(DAY), cycle.filterDate());
    assertFalse(SummaryRenderer.content(cycle, USER, RING).contains("offset_seconds"));
  }

  @Test
  void impossibleSummariesAreRefusedWithoutNamingTheValue() {
    Instant start = Instant.parse("2026-03-29T00:00:00Z");
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                SleepSummary.of(DAY, start, start.plusSeconds(1), SleepType.LONG_SLEEP)
                    .hrLowest(987)
                    .build());
    assertTrue(e.getMessage().contains("hr_lowest"));
    assertFalse(e.getMessage().contains("987"));
    assertThrows(
        IllegalArgumentException.class,
        () -> SleepSummary.of(DAY, start, start.minusSeconds(1), SleepType.LONG_SLEEP).build());
    assertThrows(
        IllegalArgumentException.class, () -> ActivitySummary.on(DAY).distance(Double.NaN).build());
    assertThrows(IllegalArgumentException.class, () -> ActivitySummary.on(DAY).steps(-1).build());
    assertThrows(
        IllegalArgumentException.class,
        () -> WorkoutSummary.of("w", DAY, start, start).hrZones(List.of(1, 2)).build());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            SleepCycleSummary.of("s", start, start.plusSeconds(600))
                .stage(SleepStage.DEEP, 0, 300)
                .stage(SleepStage.REM, 200, 600)
                .build());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            SleepCycleSummary.of("s", start, start.plusSeconds(599))
                .stage(SleepStage.DEEP, 0, 600)
                .build());
    assertThrows(
        IllegalArgumentException.class, () -> BodySummary.at(DAY, start).fat(100.5).build());
  }

  @Test
  void heartRateZonesIncludeTheirLowerBound() {
    // 40 years: max 180, bounds 90, 108, 126, 144, 162.
    HeartRateZoneTimes zones = HeartRateZoneTimes.forUser(LocalDate.parse("1986-03-29"), DAY);
    assertEquals(0, zones.zone(89.9));
    assertEquals(1, zones.zone(90));
    assertEquals(2, zones.zone(108));
    assertEquals(3, zones.zone(126));
    assertEquals(4, zones.zone(144));
    assertEquals(4, zones.zone(161.9));
    assertEquals(5, zones.zone(162));
    assertEquals(List.of(5, 0, 0, 7, 0, 0), zones.add(50, 5).add(130, 3).add(131, 4).seconds());
  }

  @Test
  void ageIsTakenAtTheWorkoutAndIsThirtyWhenUnknown() {
    assertEquals(0, HeartRateZoneTimes.forUser(null, DAY).zone(94.9)); // 190 / 2 = 95
    assertEquals(1, HeartRateZoneTimes.forUser(null, DAY).zone(95));
    assertEquals(
        0, HeartRateZoneTimes.forUser(LocalDate.parse("1986-03-30"), DAY).zone(90)); // still 39
    assertEquals(
        1,
        HeartRateZoneTimes.forUser(DAY.plusDays(1), DAY)
            .zone(95)); // born in the future: the age is unknown
  }

  @Test
  void unitsConvertAndHalvesRoundUp() {
    assertEquals(100, Units.kilocalories(418.4), 1e-9);
    assertEquals(5.5, Units.glucoseMmolPerLitre(99.099), 1e-9);
    assertEquals(70, Units.kilograms(154.32358), 1e-5);
    assertEquals(37, Units.celsius(98.6), 1e-9);
    assertEquals(3, Units.round(2.5));
    assertEquals(2, Units.round(2.4999));
    assertNull(Units.round(null));
    assertNull(Units.kilocalories(null));
    assertThrows(IllegalArgumentException.class, () -> Units.round(Double.NaN));
  }

  @Test
  void anUnknownSportIsOther() {
    assertEquals("running", Sports.of("running").slug());
    assertEquals(Sports.OTHER, Sports.of("chess_boxing"));
    assertEquals(Sports.OTHER, Sports.of(null));
    assertNotEquals(Sports.OTHER, Sports.of("yoga"));
  }

  @Test
  void sourceTypesAreClosedOnInput() {
    assertEquals(16, SourceType.values().length);
    assertEquals(SourceType.EXERCISE_MACHINE, SourceType.of("exercise_machine"));
    assertThrows(IllegalArgumentException.class, () -> SourceType.of("toaster"));
  }

  @Test
  void aBatchTellsTheDaysPerResource() {
    NormalizedBatch batch =
        NormalizedBatch.builder()
            .add(ActivitySummary.on(DAY).build(), RING)
            .add(ProfileSummary.profile().build(), RING)
            .add(Sample.point(Resource.HRV, RING, Instant.parse("2026-03-30T22:30:00Z"), 7200, 40))
            .build();
    assertEquals(Set.of(DAY), batch.days(Resource.ACTIVITY));
    assertEquals(Set.of(DAY.plusDays(2)), batch.days(Resource.HRV));
    assertEquals(Set.of(), batch.days(Resource.PROFILE));
    assertEquals(Set.of(DAY, DAY.plusDays(2)), batch.days());
    assertEquals(1, batch.retain(Set.of(Resource.PROFILE)).summaries().size());
    assertTrue(batch.retain(Set.of(Resource.PROFILE)).samples().isEmpty());
  }
}
