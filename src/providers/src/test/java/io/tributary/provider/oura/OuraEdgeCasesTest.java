package io.tributary.provider.oura;

import static io.tributary.provider.oura.OuraFixture.NO_ZONE;
import static io.tributary.provider.oura.OuraFixture.batch;
import static io.tributary.provider.oura.OuraFixture.documents;
import static io.tributary.provider.oura.OuraFixture.samples;
import static io.tributary.provider.oura.OuraFixture.summaries;
import static io.tributary.provider.oura.OuraFixture.wire;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.SleepStage;
import io.tributary.provider.VendorDocumentReader;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clock changes, travel, damaged documents, and hypnograms with random input. */
class OuraEdgeCasesTest {

  @Test
  void aNightOverTheClockChangeHasItsTrueLengthAndTheOffsetOfItsEnd() {
    NormalizedBatch batch = batch(OuraFeed.SLEEP, "spring-forward");
    JsonNode night = wire(summaries(batch, Resource.SLEEP).getFirst());
    assertEquals("2026-03-28T22:00:00+00:00", night.get("bedtime_start").asText());
    assertEquals("2026-03-29T05:00:00+00:00", night.get("bedtime_stop").asText());
    assertEquals(7200, night.get("timezone_offset").asInt());
    assertEquals("2026-03-29", night.get("calendar_date").asText());
    JsonNode cycle = wire(summaries(batch, Resource.SLEEP_CYCLE).getFirst());
    assertEquals("[25200]", cycle.get("stage_end_offset_second").toString());
    assertEquals(
        Optional.of(LocalDate.parse("2026-03-29")),
        summaries(batch, Resource.SLEEP_CYCLE).getFirst().summary().filterDate());
  }

  @Test
  void heartRatesOverTheClockChangeAreAnHourApartAndKeepTheirDaysOffset() {
    assertEquals(
        List.of(
            "2026-03-28T20:00:00Z 3600", // the evening before, according to its activity
            "2026-03-28T22:00:00Z 7200", // the session's offset for all of its samples
            "2026-03-28T23:00:00Z 7200",
            "2026-03-29T00:00:00Z 7200",
            "2026-03-29T01:00:00Z 7200",
            "2026-03-29T06:00:00Z 7200"),
        batch(OuraFeed.HEARTRATE, "spring-forward").samples().stream()
            .map(s -> s.at() + " " + s.offsetSeconds())
            .toList());
  }

  @Test
  void onAJourneyAnInstantClaimedByTwoDaysHasNoOffset() {
    assertEquals(
        List.of(
            "2026-04-10T12:00:00Z -14400",
            "2026-04-10T22:30:00Z null", // 18:30 of the 10th there, 01:30 of the 11th here
            "2026-04-11T09:00:00Z 10800",
            "2026-04-12T09:00:00Z null"), // no document for that day
        batch(OuraFeed.HEARTRATE, "journey").samples().stream()
            .map(s -> s.at() + " " + s.offsetSeconds())
            .toList());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-01T23:10:00+02:00, 2026-03-01T21:10:00Z, 7200",
    "2026-03-01T23:10:00.000+02:00, 2026-03-01T21:10:00Z, 7200",
    "2026-03-01T23:10:00-09:30, 2026-03-02T08:40:00Z, -34200",
    "2026-03-01T23:10:00+05:45, 2026-03-01T17:25:00Z, 20700",
    "2026-03-01T23:10:00Z, 2026-03-01T23:10:00Z, 0",
    "2026-03-01T23:10:00, 2026-03-01T23:10:00Z,",
    "2026-03-01T23:10:00.250, 2026-03-01T23:10:00.250Z,"
  })
  void offsetsComeFromTheText(String text, Instant at, Integer offset) {
    assertEquals(
        new OffsetInstant(at, offset), OffsetInstant.parse("timestamp", text, Optional.empty()));
  }

  @Test
  void aTextWithoutOffsetIsReadInTheUsersZone() {
    Optional<ZoneId> zone = Optional.of(ZoneId.of("Europe/Berlin"));
    assertEquals(
        new OffsetInstant(Instant.parse("2026-03-28T22:00:00Z"), 3600),
        OffsetInstant.parse("timestamp", "2026-03-28T23:00:00", zone));
    assertEquals(
        new OffsetInstant(Instant.parse("2026-03-29T05:00:00Z"), 7200),
        OffsetInstant.parse("timestamp", "2026-03-29T07:00:00", zone));
  }

  @Test
  void aTextThatIsNoTimeIsRefusedWithoutRepeatingIt() {
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> OffsetInstant.parse("bedtime_end", "around seven", Optional.empty()));
    assertEquals("bedtime_end is not a date-time", e.getMessage());
  }

  @Test
  void oneOddFigureDoesNotCostTheNight() {
    NormalizedBatch batch = batch(OuraFeed.SLEEP, "damaged");
    assertEquals(2, summaries(batch, Resource.SLEEP).size());
    JsonNode night = wire(summaries(batch, Resource.SLEEP).getFirst());
    assertEquals("long_sleep", night.get("type").asText()); // three hours asleep, unknown type
    assertEquals("2026-03-02", night.get("calendar_date").asText());
    assertEquals(27000, night.get("duration").asInt());
    assertEquals(10800, night.get("total").asInt());
    for (String field :
        List.of(
            "efficiency",
            "hr_lowest",
            "respiratory_rate",
            "recovery_readiness_score",
            "timezone_offset")) {
      assertTrue(night.get(field).isNull(), field);
    }
    assertEquals("short_sleep", wire(summaries(batch, Resource.SLEEP).get(1)).get("type").asText());
    assertEquals(
        List.of(
            "sleep: bedtime_end is missing",
            "sleep: bedtime_end is before bedtime_start",
            "sleep: interval is missing"),
        batch.refused());
    assertEquals(List.of(), samples(batch, Resource.RESPIRATORY_RATE));
  }

  @Test
  void unknownPhasesAreUnknownStages() {
    JsonNode cycle =
        wire(summaries(batch(OuraFeed.SLEEP, "damaged"), Resource.SLEEP_CYCLE).getFirst());
    assertEquals("[4,-1]", cycle.get("stage_type").toString());
    assertEquals("[300,27000]", cycle.get("stage_end_offset_second").toString());
  }

  @Test
  void impossibleHeartRatesAreLeftOut() {
    NormalizedBatch batch = batch(OuraFeed.HEARTRATE, "damaged");
    assertEquals(1, batch.samples().size());
    assertEquals(
        List.of(
            "heartrate: bpm is missing",
            "heartrate: timestamp is missing",
            "heartrate: timestamp is not a date-time"),
        batch.refused());
  }

  @Test
  void anActivityWithoutADayIsRefusedAndOddFiguresAreNull() {
    NormalizedBatch batch = batch(OuraFeed.ACTIVITY, "damaged");
    assertEquals(
        List.of("daily_activity: day is missing", "daily_activity: day is missing"),
        batch.refused());
    JsonNode day = wire(batch.summaries().getFirst());
    for (String field : List.of("steps", "calories_total", "low", "timezone_offset")) {
      assertTrue(day.get(field).isNull(), field);
    }
  }

  @Test
  void damagedSessionsAreRefusedAndAWorkoutCountsToItsLocalDay() {
    NormalizedBatch batch = batch(OuraFeed.WORKOUT, "damaged");
    assertEquals(
        List.of("workout: id is missing", "workout: time_end is before its start"),
        batch.refused());
    JsonNode chess = wire(batch.summaries().getFirst());
    assertEquals("other", chess.get("sport").get("slug").asText());
    assertEquals("2026-03-02", chess.get("calendar_date").asText());
    assertTrue(chess.get("calories").isNull());
    assertEquals(
        List.of("session: end_datetime is missing"), batch(OuraFeed.SESSION, "damaged").refused());
    assertEquals(
        List.of("vO2_max: timestamp is missing"), batch(OuraFeed.VO2, "damaged").refused());
    assertEquals(
        List.of("daily_spo2: no sleep record for that day"),
        batch(OuraFeed.SPO2, "damaged").refused());
  }

  @Test
  void aPersonWithoutUsableFiguresMakesNoProfileAndNoBody() {
    assertTrue(batch(OuraFeed.PERSONAL, "damaged").isEmpty());
    assertEquals("Oura Ring", batch(OuraFeed.RING, "damaged").devices().getFirst().model());
    assertNull(batch(OuraFeed.RING, "damaged").devices().getFirst().version());
  }

  @Test
  void theBodyKeepsItsIdentityWhenTheWeightChanges() {
    DocumentSet later =
        new DocumentSet()
            .add(OuraCollection.PERSONAL_INFO, VendorDocumentReader.json("{\"weight\":70.1}"));
    var before =
        summaries(
                OuraNormalizer.normalise(OuraFeed.PERSONAL, documents("window"), NO_ZONE),
                Resource.BODY)
            .getFirst();
    var after =
        summaries(OuraNormalizer.normalise(OuraFeed.PERSONAL, later, NO_ZONE), Resource.BODY)
            .getFirst();
    assertEquals(before.id(OuraFixture.USER), after.id(OuraFixture.USER));
    assertFalse(wire(before).equals(wire(after)));
  }

  @Test
  void equalDocumentsMakeEqualBatches() {
    for (OuraFeed feed : OuraFeed.values()) {
      assertEquals(batch(feed, "window"), batch(feed, "window"));
    }
  }

  @Test
  void phasesAlwaysAddUpToTheSession() {
    Random random = new Random(11);
    for (int round = 0; round < 5_000; round++) {
      int session = random.nextInt(1, 40_000);
      StringBuilder digits = new StringBuilder();
      int count = random.nextInt(1, 150);
      for (int i = 0; i < count; i++) {
        digits.append("12344x".charAt(random.nextInt(6)));
      }
      List<OuraHypnogram.Phase> runs = OuraHypnogram.runs(digits.toString(), session);
      int at = 0;
      SleepStage before = null;
      for (OuraHypnogram.Phase p : runs) {
        assertEquals(at, p.from());
        assertTrue(p.to() > p.from());
        assertFalse(p.stage() == before, "neighbours differ");
        before = p.stage();
        at = p.to();
      }
      assertEquals(session, at);
    }
  }

  @Test
  void phasesKeepTheirStagesAndOnlyTheEndIsMended() {
    assertEquals(
        List.of(
            new OuraHypnogram.Phase(SleepStage.AWAKE, 0, 300),
            new OuraHypnogram.Phase(SleepStage.DEEP, 300, 1_000)),
        OuraHypnogram.runs("411", 1_000));
    assertEquals(
        List.of(new OuraHypnogram.Phase(SleepStage.REM, 0, 450)), OuraHypnogram.runs("333", 450));
    assertEquals(
        List.of(
            new OuraHypnogram.Phase(SleepStage.REM, 0, 300),
            new OuraHypnogram.Phase(SleepStage.UNKNOWN, 300, 900)),
        OuraHypnogram.runs("3", 900));
  }

  @ParameterizedTest
  @CsvSource({
    "running, running",
    "strengthTraining, strength_training",
    "HIIT, high_intensity_interval_training",
    "crossCountrySkiing, cross_country_skiing",
    "cross-country skiing, cross_country_skiing",
    "dancing, dance",
    "Yoga, yoga",
    "flugtag, other",
    ", other"
  })
  void activityNamesFoldIntoOurSports(String activity, String slug) {
    assertEquals(slug, OuraSports.of(activity).slug());
  }
}
