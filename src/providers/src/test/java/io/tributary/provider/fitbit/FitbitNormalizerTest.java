package io.tributary.provider.fitbit;

import static io.tributary.provider.VendorDocumentReader.assertFields;
import static io.tributary.provider.VendorDocumentReader.json;
import static io.tributary.provider.fitbit.FitbitFixture.BERLIN;
import static io.tributary.provider.fitbit.FitbitFixture.DAY;
import static io.tributary.provider.fitbit.FitbitFixture.JSON;
import static io.tributary.provider.fitbit.FitbitFixture.USER;
import static io.tributary.provider.fitbit.FitbitFixture.asked;
import static io.tributary.provider.fitbit.FitbitFixture.file;
import static io.tributary.provider.fitbit.FitbitFixture.minutes;
import static io.tributary.provider.fitbit.FitbitFixture.one;
import static io.tributary.provider.fitbit.FitbitFixture.samples;
import static io.tributary.provider.fitbit.FitbitFixture.told;
import static io.tributary.provider.fitbit.FitbitFixture.wire;
import static io.tributary.provider.fitbit.FitbitFixture.zones;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.DeviceDescription;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Normalizes documented vendor responses. Each test names a pitfall. */
class FitbitNormalizerTest {
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
    NormalizedBatch batch =
        one(FitbitFeed.DAY, FitbitDocumentKind.DAY, asked(DAY, json(answer)), BERLIN);
    JsonNode day = wire(batch, Resource.ACTIVITY).getFirst();
    assertFields(
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
    NormalizedBatch batch =
        one(FitbitFeed.DAY, FitbitDocumentKind.DAY, asked(DAY, json(answer)), BERLIN);
    JsonNode day = wire(batch, Resource.ACTIVITY).getFirst();
    assertFields("{\"steps\": 0, \"calories_total\": 812, \"calories_active\": 0}", day);
    assertTrue(day.get("distance").isNull());
    assertTrue(day.get("heart_rate").isNull());
    NormalizedBatch again =
        one(FitbitFeed.DAY, FitbitDocumentKind.DAY, asked(DAY, json(answer)), BERLIN);
    assertEquals(
        batch.summaries().getFirst().content(USER), again.summaries().getFirst().content(USER));
  }

  @Test
  void minutesWithoutMotionAreNoReadingsAndKilometresAreMetres() {
    NormalizedBatch steps =
        minutes(
            FitbitDocumentKind.STEPS,
            DAY,
            """
            [{"time": "00:00:00", "value": 0}, {"time": "00:01:00", "value": "17"},
             {"time": "23:59:00", "value": 4}]
            """);
    List<Sample> found = samples(steps, Resource.STEPS);
    assertEquals(
        List.of("2026-03-01T23:01:00Z 3600 17.0", "2026-03-02T22:59:00Z 3600 4.0"), told(found));
    assertEquals(Instant.parse("2026-03-01T23:02:00Z"), found.getFirst().end());
    NormalizedBatch distance =
        minutes(FitbitDocumentKind.DISTANCE, DAY, "[{\"time\": \"12:00:00\", \"value\": 0.0129}]");
    assertEquals(
        List.of("2026-03-02T11:00:00Z 3600 12.9"), told(samples(distance, Resource.DISTANCE)));
  }

  @Test
  void onlyMinutesAboveSedentaryHaveActiveCalories() {
    NormalizedBatch batch =
        minutes(
            FitbitDocumentKind.CALORIES,
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
                minutes(FitbitDocumentKind.HEART, LocalDate.of(2026, 10, 25), twice),
                Resource.HEARTRATE)));
    String skipped =
        "[{\"time\": \"01:59:00\", \"value\": 60}, {\"time\": \"03:00:00\", \"value\": 61}]";
    assertEquals(
        List.of("2026-03-29T00:59:00Z 3600 60.0", "2026-03-29T01:00:00Z 7200 61.0"),
        told(
            samples(
                minutes(FitbitDocumentKind.HEART, LocalDate.of(2026, 3, 29), skipped),
                Resource.HEARTRATE)));
  }

  @Test
  void weightAndFatOfOneMomentAreOneRecordAndAScaleIsNoApp() {
    DocumentSet documents =
        new DocumentSet()
            .add(
                FitbitDocumentKind.WEIGHT_LOG,
                json(
                    """
                    [{"logId": 1772435700000, "date": "2026-03-02", "time": "08:15:00", "weight": 71.4, "bmi": 22.5,
                      "source": "Aria"},
                     {"logId": 2, "date": "2026-03-02", "time": "21:00:00", "weight": 72, "bmi": 22.7, "fat": 21,
                      "source": "API"},
                     {"logId": 3, "date": "2026-03-02", "weight": 70}]
                    """))
            .add(
                FitbitDocumentKind.FAT_LOG,
                json(
                    "[{\"logId\":1772435700000,\"date\":\"2026-03-02\",\"time\":\"08:15:00\","
                        + "\"fat\":19.5,\"source\":\"Aria\"}]"));
    NormalizedBatch batch = FitbitNormalizer.normalise(FitbitFeed.WEIGHT, documents, BERLIN);
    List<JsonNode> bodies = wire(batch, Resource.BODY);
    assertEquals(2, bodies.size());
    assertFields(
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
    NormalizedBatch batch =
        one(FitbitFeed.WORKOUTS, FitbitDocumentKind.EXERCISE, file("exercises"), BERLIN);
    List<JsonNode> workouts = wire(batch, Resource.WORKOUTS);
    assertFields(
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
    // An unknown unit gives no distance, and a source that is not a tracker is an app.
    assertFields("{\"distance\": null, \"timezone_offset\": -18000}", workouts.get(1));
    assertEquals("other", workouts.get(1).at("/sport/slug").asText());
    assertEquals(SourceType.APP, batch.summaries().get(1).source().type());
    assertEquals(1609.344, workouts.get(2).get("distance").asDouble());
    assertEquals(List.of("exercise: duration is missing"), batch.refused());
  }

  @Test
  void foodsOfOneDayAndSortAreAMealAndWaterIsTheDays() {
    DocumentSet documents =
        new DocumentSet()
            .add(FitbitDocumentKind.FOODS, asked(DAY, file("foods")))
            .add(
                FitbitDocumentKind.WATER,
                asked(DAY, json("{\"summary\":{\"water\":1250},\"water\":[]}")));
    NormalizedBatch batch = FitbitNormalizer.normalise(FitbitFeed.FOOD, documents, BERLIN);
    List<JsonNode> meals = wire(batch, Resource.MEAL);
    assertEquals(
        List.of("breakfast", "snack"), meals.stream().map(m -> m.get("name").asText()).toList());
    JsonNode breakfast = meals.getFirst();
    assertFields(
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
    NormalizedBatch dry =
        one(
            FitbitFeed.FOOD,
            FitbitDocumentKind.WATER,
            asked(DAY, json("{\"summary\":{\"water\":0}}")),
            BERLIN);
    assertTrue(dry.isEmpty());
  }

  @Test
  void theProfileAndTheDevicesAreWhatTheyAre() {
    NormalizedBatch batch =
        one(
            FitbitFeed.PROFILE,
            FitbitDocumentKind.USER,
            """
            {"user": {"encodedId": "9XYZ12", "dateOfBirth": "1990-05-17", "gender": "FEMALE", "height": 167.6,
              "weight": 61, "timezone": "Europe/Berlin"}}
            """);
    assertFields(
        "{\"height\": 168, \"birth_date\": \"1990-05-17\", \"gender\": \"female\", \"sex\": null}",
        wire(batch, Resource.PROFILE).getFirst());
    NormalizedBatch devices =
        one(
            FitbitFeed.DEVICES,
            FitbitDocumentKind.DEVICE,
            "[{\"id\": \"12\", \"deviceVersion\": \"Aria Air\", \"type\": \"SCALE\"}]");
    assertEquals(
        List.of(
            new DeviceDescription(
                "fitbit", SourceType.SCALE, null, "Fitbit", "Aria Air", null, "12")),
        devices.devices());
  }

  @Test
  void withoutATaleOfTheAccountTheFallbackZoneCountsAndThenUtc() {
    AccountContext none = new AccountContext(Optional.empty(), Instant.EPOCH, Optional.empty());
    AccountContext fallback =
        new AccountContext(Optional.of(ZoneId.of("Asia/Tokyo")), Instant.EPOCH, Optional.empty());
    assertEquals(ZoneOffset.UTC, FitbitTime.zone(DAY, none));
    assertEquals(ZoneId.of("Asia/Tokyo"), FitbitTime.zone(DAY, fallback));
    assertNull(FitbitTime.zoneName(DAY, fallback));
    JsonNode day =
        wire(
                one(
                    FitbitFeed.DAY,
                    FitbitDocumentKind.DAY,
                    asked(DAY, json("{\"summary\":{\"steps\":1}}")),
                    fallback),
                Resource.ACTIVITY)
            .getFirst();
    assertFields("{\"time_zone\": null, \"timezone_offset\": 32400}", day);
  }

  @Test
  void aNewZoneHoldsFromTheNextDayOnSoThatNothingIsStoredTwice() {
    Instant now = Instant.parse("2026-03-05T15:00:00Z");
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    ZoneId newYork = ZoneId.of("America/New_York");
    ObjectNode first =
        FitbitTime.updatedZones(JSON.createObjectNode(), berlin, now, false).orElseThrow();
    assertFalse(FitbitTime.updatedZones(first, berlin, now, true).isPresent());
    // A bare offset adds nothing to a zone with the same offset.
    assertFalse(FitbitTime.updatedZones(first, ZoneOffset.ofHours(1), now, true).isPresent());
    ObjectNode moved = FitbitTime.updatedZones(first, newYork, now, true).orElseThrow();
    AccountContext facts = zones(moved.get("zones").toString());
    assertEquals(berlin, FitbitTime.zone(LocalDate.of(2026, 3, 5), facts));
    assertEquals(newYork, FitbitTime.zone(LocalDate.of(2026, 3, 6), facts));
    // The day of the change keeps its start, even if the next day begins earlier.
    AccountContext east =
        zones(
            "[{\"zone\":\"America/Los_Angeles\"},"
                + "{\"zone\":\"Pacific/Kiritimati\",\"since\":\"2026-03-03\"}]");
    NormalizedBatch water =
        one(
            FitbitFeed.FOOD,
            FitbitDocumentKind.WATER,
            asked(DAY, json("{\"summary\":{\"water\":700}}")),
            east);
    assertEquals(List.of(), water.refused());
    assertEquals(
        Instant.parse("2026-03-03T08:00:00Z"), samples(water, Resource.WATER).getFirst().end());
    // A return on the same day restores the original state.
    assertEquals(
        first, FitbitTime.updatedZones(moved, berlin, now.plusSeconds(3600), true).orElseThrow());
  }
}
