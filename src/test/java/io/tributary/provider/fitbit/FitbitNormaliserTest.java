package io.tributary.provider.fitbit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.Batch;
import io.tributary.model.DeviceFacts;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepSummary;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.DocSet;
import io.tributary.provider.doc.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Documents as the vendor's facts show them, as clients get to read them; each trap by its name.
 */
class FitbitNormaliserTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final UUID USER = UUID.fromString("11111111-2222-4333-8444-555555555555");
  private static final LocalDate DAY = LocalDate.of(2026, 3, 2);
  private static final AccountFacts BERLIN = zones("[{\"zone\":\"Europe/Berlin\"}]");

  private static AccountFacts zones(String list) {
    return new AccountFacts(
        Optional.empty(),
        Instant.parse("2026-01-01T00:00:00Z"),
        Optional.empty(),
        Optional.empty(),
        (ObjectNode) json("{\"zones\":" + list + "}"));
  }

  private static JsonNode file(String name) {
    try (InputStream in =
        FitbitNormaliserTest.class.getResourceAsStream("/provider/fitbit/" + name + ".json")) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode asked(LocalDate day, JsonNode answer) {
    ObjectNode out = JSON.createObjectNode().put(Reading.ASKED_DAY, day.toString());
    out.set(Reading.ANSWER, answer);
    return out;
  }

  private static Batch one(
      FitbitFeed feed, FitbitKind kind, JsonNode documents, AccountFacts facts) {
    return FitbitNormaliser.normalise(feed, new DocSet().add(kind, documents), facts);
  }

  private static Batch one(FitbitFeed feed, FitbitKind kind, String documents) {
    return one(feed, kind, json(documents), BERLIN);
  }

  private static Batch sleep(JsonNode sleeps, AccountFacts facts) {
    return FitbitNormaliser.normalise(
        FitbitFeed.SLEEP,
        new DocSet().add(FitbitKind.NIGHT, sleeps).add(FitbitKind.BREATHS, file("breaths")),
        facts);
  }

  private static Batch minutes(FitbitKind kind, LocalDate day, String dataset) {
    String answer =
        "{\"activities-"
            + kind.wire()
            + "\":[{\"dateTime\":\"2026-03-02\",\"value\":\"9876\"}],\"activities-"
            + kind.wire()
            + "-intraday\":{\"datasetInterval\":1,\"dataset\":"
            + dataset
            + "}}";
    FitbitFeed feed = kind == FitbitKind.HEART ? FitbitFeed.HEART : FitbitFeed.MINUTES;
    return one(feed, kind, asked(day, json(answer)), BERLIN);
  }

  private static List<JsonNode> wire(Batch batch, Resource resource) {
    return batch.only(Set.of(resource)).summaries().stream()
        .map(s -> json(s.content(USER)))
        .toList();
  }

  private static List<Sample> samples(Batch batch, Resource resource) {
    return batch.only(Set.of(resource)).samples();
  }

  /** The named fields of a record. */
  private static void fields(String expected, JsonNode actual) {
    json(expected)
        .properties()
        .forEach(f -> assertEquals(f.getValue(), actual.get(f.getKey()), f::getKey));
  }

  private static List<String> told(List<Sample> samples) {
    return samples.stream().map(s -> s.at() + " " + s.offsetSeconds() + " " + s.value()).toList();
  }

  // Days -----------------------------------------------------------------------------------------

  @Test
  void aDayIsInMetresAndMinutesAndItsDistanceIsTheTotalAlone() {
    String answer =
        """
        {"summary": {"steps": 9876, "caloriesOut": 2412, "activityCalories": 901, "caloriesBMR": 1650,
          "floors": 12, "sedentaryMinutes": 700, "lightlyActiveMinutes": 210, "fairlyActiveMinutes": 22,
          "veryActiveMinutes": 31, "restingHeartRate": 57,
          "distances": [{"activity": "veryActive", "distance": 3.1}, {"activity": "total", "distance": 7.61},
            {"activity": "tracker", "distance": 7.61}]}}
        """;
    Batch batch = one(FitbitFeed.DAY, FitbitKind.DAY, asked(DAY, json(answer)), BERLIN);
    JsonNode day = wire(batch, Resource.ACTIVITY).getFirst();
    fields(
        """
        {"calendar_date": "2026-03-02", "steps": 9876, "calories_total": 2412, "calories_active": 901,
         "floors_climbed": 12, "distance": 7610, "low": 210, "medium": 22, "high": 31,
         "time_zone": "Europe/Berlin", "timezone_offset": 3600}
        """,
        day);
    assertEquals(57.0, day.at("/heart_rate/resting_bpm").asDouble());
    assertTrue(day.at("/heart_rate/avg_bpm").isNull());
    assertEquals(SourceType.WATCH, batch.summaries().getFirst().source().type());
  }

  @Test
  void aDayWithoutTheWatchIsThereWithItsBasalCaloriesAndIsTheSameEachTime() {
    String answer =
        "{\"summary\":{\"steps\":0,\"caloriesOut\":812,\"activityCalories\":0,\"distances\":[]}}";
    Batch batch = one(FitbitFeed.DAY, FitbitKind.DAY, asked(DAY, json(answer)), BERLIN);
    JsonNode day = wire(batch, Resource.ACTIVITY).getFirst();
    fields("{\"steps\": 0, \"calories_total\": 812, \"calories_active\": 0}", day);
    assertTrue(day.get("distance").isNull());
    assertTrue(day.get("heart_rate").isNull());
    Batch again = one(FitbitFeed.DAY, FitbitKind.DAY, asked(DAY, json(answer)), BERLIN);
    assertEquals(
        batch.summaries().getFirst().content(USER), again.summaries().getFirst().content(USER));
  }

  // Minutes --------------------------------------------------------------------------------------

  @Test
  void minutesWithoutMotionAreNoReadingsAndKilometresAreMetres() {
    Batch steps =
        minutes(
            FitbitKind.STEPS,
            DAY,
            """
            [{"time": "00:00:00", "value": 0}, {"time": "00:01:00", "value": "17"},
             {"time": "23:59:00", "value": 4}]
            """);
    List<Sample> found = samples(steps, Resource.STEPS);
    assertEquals(
        List.of("2026-03-01T23:01:00Z 3600 17.0", "2026-03-02T22:59:00Z 3600 4.0"), told(found));
    assertEquals(Instant.parse("2026-03-01T23:02:00Z"), found.getFirst().end());
    Batch distance =
        minutes(FitbitKind.DISTANCE, DAY, "[{\"time\": \"12:00:00\", \"value\": 0.0129}]");
    assertEquals(
        List.of("2026-03-02T11:00:00Z 3600 12.9"), told(samples(distance, Resource.DISTANCE)));
  }

  @Test
  void onlyMinutesAboveSedentaryHaveActiveCalories() {
    Batch batch =
        minutes(
            FitbitKind.CALORIES,
            DAY,
            """
            [{"time": "12:00:00", "value": 1.18, "level": 0, "mets": 10},
             {"time": "12:01:00", "value": 4.25, "level": 2, "mets": 36},
             {"time": "12:02:00", "value": 4.25}]
            """);
    assertEquals(
        List.of("2026-03-02T11:01:00Z 3600 4.25"), told(samples(batch, Resource.CALORIES_ACTIVE)));
  }

  @Test
  void theHourThatComesTwiceIsToldApartAndTheOneThatIsSkippedIsNotMissed() {
    String twice =
        """
        [{"time": "01:59:00", "value": 60}, {"time": "02:00:00", "value": 61}, {"time": "02:59:00", "value": 62},
         {"time": "02:00:00", "value": 63}, {"time": "02:59:00", "value": 64}, {"time": "03:00:00", "value": 65}]
        """;
    assertEquals(
        List.of(
            "2026-10-24T23:59:00Z 7200 60.0",
            "2026-10-25T00:00:00Z 7200 61.0",
            "2026-10-25T00:59:00Z 7200 62.0",
            "2026-10-25T01:00:00Z 3600 63.0",
            "2026-10-25T01:59:00Z 3600 64.0",
            "2026-10-25T02:00:00Z 3600 65.0"),
        told(
            samples(
                minutes(FitbitKind.HEART, LocalDate.of(2026, 10, 25), twice), Resource.HEARTRATE)));
    String skipped =
        "[{\"time\": \"01:59:00\", \"value\": 60}, {\"time\": \"03:00:00\", \"value\": 61}]";
    assertEquals(
        List.of("2026-03-29T00:59:00Z 3600 60.0", "2026-03-29T01:00:00Z 7200 61.0"),
        told(
            samples(
                minutes(FitbitKind.HEART, LocalDate.of(2026, 3, 29), skipped),
                Resource.HEARTRATE)));
  }

  // Nights ---------------------------------------------------------------------------------------

  @Test
  void aNightOverMidnightIsOfTheVendorsDayAndItsIdsKeepAllTheirDigits() {
    Batch batch = sleep(file("sleeps"), BERLIN);
    fields(
        """
        {"calendar_date": "2026-03-02", "bedtime_start": "2026-03-01T22:10:30+00:00",
         "bedtime_stop": "2026-03-02T05:40:30+00:00", "timezone_offset": 3600, "duration": 27000,
         "total": 24300, "awake": 2700, "light": 13800, "rem": 5700, "deep": 4800, "latency": 600,
         "efficiency": 90, "type": "long_sleep"}
        """,
        wire(batch, Resource.SLEEP).getFirst());
    assertEquals("9007199254740993", batch.summaries().getFirst().summary().providerKey());
    // One has no id, one ends before it begins.
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
    Batch batch = sleep(file("sleeps"), BERLIN);
    fields(
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
    Batch batch = sleep(json(night), BERLIN);
    fields(
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
    Batch batch =
        one(
            FitbitFeed.VARIABILITY,
            FitbitKind.VARIABILITY,
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
    Batch cardio =
        one(
            FitbitFeed.CARDIO,
            FitbitKind.CARDIO,
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
    Batch oxygen =
        one(
            FitbitFeed.OXYGEN,
            FitbitKind.OXYGEN,
            "[{\"dateTime\":\"2026-03-02\",\"value\":{\"avg\":95.4,\"min\":91,\"max\":98.2}}]");
    assertEquals(
        List.of("2026-03-01T23:00:00Z 3600 95.4"), told(samples(oxygen, Resource.BLOOD_OXYGEN)));
  }

  @Test
  void theSkinIsToldAgainstTheUsualAndWhatWasEnteredIsATemperature() {
    Batch skin =
        one(
            FitbitFeed.TEMPERATURE,
            FitbitKind.SKIN,
            "[{\"dateTime\":\"2026-03-02\",\"value\":{\"nightlyRelative\":-0.7}}]");
    assertEquals(
        List.of("2026-03-01T23:00:00Z 3600 -0.7"),
        told(samples(skin, Resource.BODY_TEMPERATURE_DELTA)));
    assertTrue(samples(skin, Resource.BODY_TEMPERATURE).isEmpty());
    Batch core =
        one(
            FitbitFeed.TEMPERATURE,
            FitbitKind.CORE,
            "[{\"dateTime\":\"2026-03-02T07:25:00\",\"value\":36.6}]");
    assertEquals(
        List.of("2026-03-02T06:25:00Z 3600 36.6"), told(samples(core, Resource.BODY_TEMPERATURE)));
    assertEquals(
        SourceType.APP, samples(core, Resource.BODY_TEMPERATURE).getFirst().source().type());
  }

  // Weights, exercises, foods -------------------------------------------------------------------

  @Test
  void weightAndFatOfOneMomentAreOneRecordAndAScaleIsNoApp() {
    DocSet documents =
        new DocSet()
            .add(
                FitbitKind.WEIGHT_LOG,
                json(
                    """
                    [{"logId": 1772435700000, "date": "2026-03-02", "time": "08:15:00", "weight": 71.4, "bmi": 22.5,
                      "source": "Aria"},
                     {"logId": 2, "date": "2026-03-02", "time": "21:00:00", "weight": 72, "bmi": 22.7, "fat": 21,
                      "source": "API"},
                     {"logId": 3, "date": "2026-03-02", "weight": 70}]
                    """))
            .add(
                FitbitKind.FAT_LOG,
                json(
                    "[{\"logId\":1772435700000,\"date\":\"2026-03-02\",\"time\":\"08:15:00\","
                        + "\"fat\":19.5,\"source\":\"Aria\"}]"));
    Batch batch = FitbitNormaliser.normalise(FitbitFeed.WEIGHT, documents, BERLIN);
    List<JsonNode> bodies = wire(batch, Resource.BODY);
    assertEquals(2, bodies.size());
    fields(
        """
        {"calendar_date": "2026-03-02", "date": "2026-03-02T07:15:00+00:00", "weight": 71.4, "fat": 19.5,
         "body_mass_index": 22.5}
        """,
        bodies.getFirst());
    assertEquals(
        List.of(SourceType.SCALE, SourceType.APP),
        batch.summaries().stream().map(s -> s.source().type()).toList());
    assertEquals(
        List.of("2026-03-02T07:15:00Z 3600 19.5", "2026-03-02T20:00:00Z 3600 21.0"),
        told(samples(batch, Resource.FAT)));
    assertEquals(List.of("weight_log: date and time is missing"), batch.refused());
  }

  @Test
  void anExerciseHasItsOwnOffsetMillisecondsAndKilometres() {
    Batch batch = one(FitbitFeed.WORKOUTS, FitbitKind.EXERCISE, file("exercises"), BERLIN);
    List<JsonNode> workouts = wire(batch, Resource.WORKOUTS);
    fields(
        """
        {"calendar_date": "2026-03-02", "time_start": "2026-03-02T22:40:00+00:00",
         "time_end": "2026-03-02T23:40:00+00:00", "timezone_offset": 3600, "title": "Run", "distance": 10200,
         "moving_time": 3480, "calories": 512, "steps": 9800, "average_hr": 151, "total_elevation_gain": 42.5,
         "hr_zones": null}
        """,
        workouts.getFirst());
    assertEquals("running", workouts.getFirst().at("/sport/slug").asText());
    assertEquals("9007199254740997", batch.summaries().getFirst().summary().providerKey());
    assertEquals(SourceType.WATCH, batch.summaries().getFirst().source().type());
    // Of a unit that nobody knows there is no distance; who is not a tracker is an app.
    fields("{\"distance\": null, \"timezone_offset\": -18000}", workouts.get(1));
    assertEquals("other", workouts.get(1).at("/sport/slug").asText());
    assertEquals(SourceType.APP, batch.summaries().get(1).source().type());
    assertEquals(1609.344, workouts.get(2).get("distance").asDouble());
    assertEquals(List.of("exercise: duration is missing"), batch.refused());
  }

  @Test
  void foodsOfOneDayAndSortAreAMealAndWaterIsTheDays() {
    DocSet documents =
        new DocSet()
            .add(FitbitKind.FOODS, asked(DAY, file("foods")))
            .add(FitbitKind.WATER, asked(DAY, json("{\"summary\":{\"water\":1250},\"water\":[]}")));
    Batch batch = FitbitNormaliser.normalise(FitbitFeed.FOOD, documents, BERLIN);
    List<JsonNode> meals = wire(batch, Resource.MEAL);
    assertEquals(
        List.of("breakfast", "snack"), meals.stream().map(m -> m.get("name").asText()).toList());
    JsonNode breakfast = meals.getFirst();
    fields(
        """
        {"timestamp": "2026-03-01T23:00:00+00:00", "calendar_date": "2026-03-02",
         "energy": {"unit": "kcal", "value": 260}}
        """,
        breakfast);
    assertEquals(40.0, breakfast.at("/macros/carbs").asDouble());
    assertEquals(5.5, breakfast.at("/macros/fats/total").asDouble());
    assertEquals(6.0, breakfast.at("/macros/fibre").asDouble());
    assertEquals(122.0, breakfast.at("/micros/minerals/sodium").asDouble());
    assertEquals(10.0, breakfast.at("/data/Coffee/energy/value").asDouble());
    assertEquals(250.0, meals.get(1).at("/energy/value").asDouble());
    assertEquals(List.of("2026-03-01T23:00:00Z 3600 1250.0"), told(samples(batch, Resource.WATER)));
    Batch dry =
        one(
            FitbitFeed.FOOD,
            FitbitKind.WATER,
            asked(DAY, json("{\"summary\":{\"water\":0}}")),
            BERLIN);
    assertTrue(dry.isEmpty());
  }

  @Test
  void theProfileAndTheDevicesAreWhatTheyAre() {
    Batch batch =
        one(
            FitbitFeed.PROFILE,
            FitbitKind.USER,
            """
            {"user": {"encodedId": "9XYZ12", "dateOfBirth": "1990-05-17", "gender": "FEMALE", "height": 167.6,
              "weight": 61, "timezone": "Europe/Berlin"}}
            """);
    fields(
        "{\"height\": 168, \"birth_date\": \"1990-05-17\", \"gender\": \"female\", \"sex\": null}",
        wire(batch, Resource.PROFILE).getFirst());
    Batch devices =
        one(
            FitbitFeed.DEVICES,
            FitbitKind.DEVICE,
            "[{\"id\": \"12\", \"deviceVersion\": \"Aria Air\", \"type\": \"SCALE\"}]");
    assertEquals(
        List.of(
            new DeviceFacts("fitbit", SourceType.SCALE, null, "Fitbit", "Aria Air", null, "12")),
        devices.devices());
  }

  // Zones ----------------------------------------------------------------------------------------

  @Test
  void withoutATaleOfTheAccountTheFallbackZoneCountsAndThenUtc() {
    AccountFacts none = new AccountFacts(Optional.empty(), Instant.EPOCH, Optional.empty());
    AccountFacts fallback =
        new AccountFacts(Optional.of(ZoneId.of("Asia/Tokyo")), Instant.EPOCH, Optional.empty());
    assertEquals(ZoneOffset.UTC, FitbitTime.zone(DAY, none));
    assertEquals(ZoneId.of("Asia/Tokyo"), FitbitTime.zone(DAY, fallback));
    assertNull(FitbitTime.name(DAY, fallback));
    JsonNode day =
        wire(
                one(
                    FitbitFeed.DAY,
                    FitbitKind.DAY,
                    asked(DAY, json("{\"summary\":{\"steps\":1}}")),
                    fallback),
                Resource.ACTIVITY)
            .getFirst();
    fields("{\"time_zone\": null, \"timezone_offset\": 32400}", day);
  }

  @Test
  void aNewZoneHoldsFromTheNextDayOnSoThatNothingIsStoredTwice() {
    Instant now = Instant.parse("2026-03-05T15:00:00Z");
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    ZoneId newYork = ZoneId.of("America/New_York");
    ObjectNode first = FitbitTime.learnt(JSON.createObjectNode(), berlin, now).orElseThrow();
    assertFalse(FitbitTime.learnt(first, berlin, now).isPresent());
    // A bare offset says nothing new of a zone that has it.
    assertFalse(FitbitTime.learnt(first, ZoneOffset.ofHours(1), now).isPresent());
    ObjectNode moved = FitbitTime.learnt(first, newYork, now).orElseThrow();
    AccountFacts facts = zones(moved.get("zones").toString());
    assertEquals(berlin, FitbitTime.zone(LocalDate.of(2026, 3, 5), facts));
    assertEquals(newYork, FitbitTime.zone(LocalDate.of(2026, 3, 6), facts));
    // The day of the change ends where it began, also when the next one begins before that.
    AccountFacts east =
        zones(
            "[{\"zone\":\"America/Los_Angeles\"},"
                + "{\"zone\":\"Pacific/Kiritimati\",\"since\":\"2026-03-03\"}]");
    Batch water =
        one(
            FitbitFeed.FOOD,
            FitbitKind.WATER,
            asked(DAY, json("{\"summary\":{\"water\":700}}")),
            east);
    assertEquals(List.of(), water.refused());
    assertEquals(
        Instant.parse("2026-03-03T08:00:00Z"), samples(water, Resource.WATER).getFirst().end());
    // Back again on the same day: as if nothing had been.
    assertEquals(first, FitbitTime.learnt(moved, berlin, now.plusSeconds(3600)).orElseThrow());
  }
}
