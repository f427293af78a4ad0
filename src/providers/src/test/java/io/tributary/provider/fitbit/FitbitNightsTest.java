package io.tributary.provider.fitbit;

import static io.tributary.provider.VendorDocumentReader.assertFields;
import static io.tributary.provider.VendorDocumentReader.json;
import static io.tributary.provider.fitbit.FitbitFixture.BERLIN;
import static io.tributary.provider.fitbit.FitbitFixture.file;
import static io.tributary.provider.fitbit.FitbitFixture.one;
import static io.tributary.provider.fitbit.FitbitFixture.samples;
import static io.tributary.provider.fitbit.FitbitFixture.sleep;
import static io.tributary.provider.fitbit.FitbitFixture.told;
import static io.tributary.provider.fitbit.FitbitFixture.wire;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepSummary;
import io.tributary.model.SourceType;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Normalizes the vendor's nights. Each test names a pitfall. */
class FitbitNightsTest {
  @Test
  void aNightOverMidnightIsOfTheVendorsDayAndItsIdsKeepAllTheirDigits() {
    NormalizedBatch batch = sleep(file("sleeps"), BERLIN);
    assertFields(
        """
        {"calendar_date": "2026-03-02", "bedtime_start": "2026-03-01T22:10:30+00:00",
         "bedtime_stop": "2026-03-02T05:40:30+00:00", "timezone_offset": 3600, "duration": 27000,
         "total": 24300, "awake": 2700, "light": 13800, "rem": 5700, "deep": 4800, "latency": 600,
         "efficiency": 90, "type": "long_sleep"}
        """,
        wire(batch, Resource.SLEEP).getFirst());
    assertEquals("9007199254740993", batch.summaries().getFirst().summary().providerKey());
    // One has no ID, one ends before it begins.
    assertEquals(2, batch.refused().size());
  }

  @Test
  void shortTimesAwakeAreCutOutOfTheStagesThatRunOnOverThem() {
    JsonNode cycle = wire(sleep(file("sleeps"), BERLIN), Resource.SLEEP_CYCLE).getFirst();
    assertEquals(
        json("[0, 600, 3000, 3120, 12540, 12660, 18600]"), cycle.get("stage_start_offset_second"));
    assertEquals(
        json("[600, 3000, 3120, 12540, 12660, 18600, 27000]"),
        cycle.get("stage_end_offset_second"));
    assertEquals(json("[4, 2, 4, 2, 4, 1, 3]"), cycle.get("stage_type"));
    assertEquals("Europe/Berlin", cycle.get("time_zone").asText());
  }

  @Test
  void aSleepWithoutStagesHasLightSleepAndRestlessnessIsAwake() {
    NormalizedBatch batch = sleep(file("sleeps"), BERLIN);
    assertFields(
        """
        {"bedtime_start": "2026-03-02T13:00:00+00:00", "duration": 2400, "total": 2100, "light": 2100,
         "deep": 0, "rem": 0, "awake": 300, "latency": 0, "type": "short_sleep"}
        """,
        wire(batch, Resource.SLEEP).get(1));
    JsonNode cycle = wire(batch, Resource.SLEEP_CYCLE).get(1);
    assertEquals(json("[0, 1800, 2100]"), cycle.get("stage_start_offset_second"));
    assertEquals(json("[2, 4, 2]"), cycle.get("stage_type"));
  }

  @Test
  void breathsStandInTheMiddleOfEachSegmentOfTheirStageOfTheMainSleep() {
    List<Sample> breaths = samples(sleep(file("sleeps"), BERLIN), Resource.RESPIRATORY_RATE);
    assertEquals(
        List.of(
            "2026-03-01T22:40:30Z 3600 14.0",
            "2026-03-02T00:21:00Z 3600 14.0",
            "2026-03-02T02:31:00Z 3600 13.2",
            "2026-03-02T04:30:30Z 3600 15.1"),
        told(breaths));
  }

  @Test
  void aNightInWhichTheClockGoesBackHasItsExtraHour() {
    String night =
        """
        [{"logId": 5, "dateOfSleep": "2026-10-25", "startTime": "2026-10-24T23:00:00.000",
          "endTime": "2026-10-25T07:00:00.000", "duration": 32400000, "timeInBed": 540, "isMainSleep": true,
          "levels": {"data": [{"dateTime": "2026-10-24T23:00:00.000", "level": "light", "seconds": 12600},
            {"dateTime": "2026-10-25T02:30:00.000", "level": "deep", "seconds": 3600},
            {"dateTime": "2026-10-25T02:30:00.000", "level": "rem", "seconds": 16200}]}}]
        """;
    NormalizedBatch batch = sleep(json(night), BERLIN);
    assertFields(
        """
        {"bedtime_start": "2026-10-24T21:00:00+00:00", "bedtime_stop": "2026-10-25T06:00:00+00:00",
         "timezone_offset": 3600, "duration": 32400}
        """,
        wire(batch, Resource.SLEEP).getFirst());
    JsonNode cycle = wire(batch, Resource.SLEEP_CYCLE).getFirst();
    assertEquals(json("[0, 12600, 16200]"), cycle.get("stage_start_offset_second"));
    assertEquals(json("[12600, 16200, 32400]"), cycle.get("stage_end_offset_second"));
  }

  @Test
  void theLengthSaysWhichRoundOfTheHourANapWasIn() {
    for (long minutes : List.of(20L, 80L)) {
      String nap =
          "[{\"logId\": 6, \"dateOfSleep\": \"2026-10-25\", \"startTime\":"
              + " \"2026-10-25T02:10:00.000\", \"endTime\": \"2026-10-25T02:30:00.000\","
              + " \"duration\": "
              + minutes * 60_000
              + "}]";
      SleepSummary sleep = (SleepSummary) sleep(json(nap), BERLIN).summaries().getFirst().summary();
      assertEquals(Instant.parse("2026-10-25T00:10:00Z"), sleep.bedtimeStart());
      assertEquals(minutes * 60, sleep.duration().longValue());
    }
  }

  @Test
  void variabilityIsOfEachFiveMinutesOfTheNight() {
    NormalizedBatch batch =
        one(
            FitbitFeed.VARIABILITY,
            FitbitDocumentKind.VARIABILITY,
            """
            [{"dateTime": "2026-03-02", "minutes": [{"minute": "2026-03-01T23:55:00.000", "value": {"rmssd": 31.5}},
              {"minute": "2026-03-02T00:00:00.000", "value": {"rmssd": 0}},
              {"minute": "2026-03-02T00:05:00.000", "value": {"rmssd": 28.25}}]}]
            """);
    assertEquals(
        List.of("2026-03-01T22:55:00Z 3600 31.5", "2026-03-01T23:05:00Z 3600 28.25"),
        told(samples(batch, Resource.HRV)));
  }

  @Test
  void figuresOfADayStandAtItsMidnightAndARangeIsItsMiddle() {
    NormalizedBatch cardio =
        one(
            FitbitFeed.CARDIO,
            FitbitDocumentKind.CARDIO,
            """
            [{"dateTime": "2026-03-02", "value": {"vo2Max": "44-48"}},
             {"dateTime": "2026-03-03", "value": {"vo2Max": "45.5"}},
             {"dateTime": "2026-03-04", "value": {"vo2Max": "good"}}]
            """);
    assertEquals(
        List.of("2026-03-01T23:00:00Z 3600 46.0", "2026-03-02T23:00:00Z 3600 45.5"),
        told(samples(cardio, Resource.VO2_MAX)));
    assertEquals(
        Instant.parse("2026-03-02T23:00:00Z"), samples(cardio, Resource.VO2_MAX).getFirst().end());
    NormalizedBatch oxygen =
        one(
            FitbitFeed.OXYGEN,
            FitbitDocumentKind.OXYGEN,
            "[{\"dateTime\":\"2026-03-02\",\"value\":{\"avg\":95.4,\"min\":91,\"max\":98.2}}]");
    assertEquals(
        List.of("2026-03-01T23:00:00Z 3600 95.4"), told(samples(oxygen, Resource.BLOOD_OXYGEN)));
  }

  @Test
  void theSkinIsToldAgainstTheUsualAndWhatWasEnteredIsATemperature() {
    NormalizedBatch skin =
        one(
            FitbitFeed.TEMPERATURE,
            FitbitDocumentKind.SKIN,
            "[{\"dateTime\":\"2026-03-02\",\"value\":{\"nightlyRelative\":-0.7}}]");
    assertEquals(
        List.of("2026-03-01T23:00:00Z 3600 -0.7"),
        told(samples(skin, Resource.BODY_TEMPERATURE_DELTA)));
    assertTrue(samples(skin, Resource.BODY_TEMPERATURE).isEmpty());
    NormalizedBatch core =
        one(
            FitbitFeed.TEMPERATURE,
            FitbitDocumentKind.CORE,
            "[{\"dateTime\":\"2026-03-02T07:25:00\",\"value\":36.6}]");
    assertEquals(
        List.of("2026-03-02T06:25:00Z 3600 36.6"), told(samples(core, Resource.BODY_TEMPERATURE)));
    assertEquals(
        SourceType.APP, samples(core, Resource.BODY_TEMPERATURE).getFirst().source().type());
  }
}
