package io.tributary.provider.googlehealth;

import static io.tributary.provider.VendorDocumentReader.assertFields;
import static io.tributary.provider.VendorDocumentReader.json;
import static io.tributary.provider.VendorDocumentReader.samples;
import static io.tributary.provider.googlehealth.GoogleHealthFixture.facts;
import static io.tributary.provider.googlehealth.GoogleHealthFixture.file;
import static io.tributary.provider.googlehealth.GoogleHealthFixture.one;
import static io.tributary.provider.googlehealth.GoogleHealthFixture.points;
import static io.tributary.provider.googlehealth.GoogleHealthFixture.read;
import static io.tributary.provider.googlehealth.GoogleHealthFixture.wire;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepRules;
import io.tributary.model.SleepSummary;
import io.tributary.model.SourceType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Normalizes vendor documents. Each test names a pitfall. */
class GoogleHealthNormalizerTest {
  private static JsonNode only(List<JsonNode> records) {
    assertEquals(1, records.size(), records::toString);
    return records.getFirst();
  }

  private static ObjectNode first(String file) {
    return (ObjectNode) file(file).get(0);
  }

  @Test
  void aNightIsCountedFromItsStagesInSecondsWhateverTheirOrder() {
    NormalizedBatch batch =
        one(GoogleHealthFeed.SLEEP, GoogleHealthDocumentKind.SLEEP, file("sleep"));
    assertFields(
        """
        {"calendar_date":"2026-03-02","bedtime_start":"2026-03-01T22:30:00+00:00",
         "bedtime_stop":"2026-03-02T05:30:00+00:00","type":"long_sleep","timezone_offset":3600,
         "duration":25200,"light":13830,"deep":5400,"rem":4770,"awake":600,"total":24000,
         "latency":600,"efficiency":95.23809523809524,"score":null,"hr_average":null,"state":null}
        """,
        wire(batch, Resource.SLEEP).getFirst());
    assertFields(
        """
        {"session_start":"2026-03-01T22:30:00+00:00","session_end":"2026-03-02T05:30:00+00:00",
         "stage_start_offset_second":[0,600,9600,15000,19830,24600],
         "stage_end_offset_second":[600,9600,15000,19830,24600,25200],
         "stage_type":[4,2,1,2,3,-1]}
        """,
        only(wire(batch, Resource.SLEEP_CYCLE)));
  }

  @Test
  void aNightAndItsHypnogramDoNotContradictEachOther() {
    NormalizedBatch batch =
        one(GoogleHealthFeed.SLEEP, GoogleHealthDocumentKind.SLEEP, file("sleep").get(0));
    SleepSummary sleep = (SleepSummary) batch.summaries().get(0).summary();
    SleepCycleSummary cycle = (SleepCycleSummary) batch.summaries().get(1).summary();
    assertEquals(List.of(), SleepRules.contradictions(sleep, cycle));
    assertEquals("users/7/dataTypes/sleep/dataPoints/1001", sleep.providerKey());
  }

  @Test
  void aNapOfThreeHoursStaysANapAndItsWholeMinutesCountWhereThereAreNoStages() {
    NormalizedBatch batch =
        one(GoogleHealthFeed.SLEEP, GoogleHealthDocumentKind.SLEEP, file("sleep").get(1));
    assertFields(
        """
        {"type":"acknowledged_nap","calendar_date":"2026-03-02","duration":12000,"light":11400,
         "deep":0,"rem":0,"total":11400,"awake":600,"efficiency":95,"latency":null}
        """,
        only(wire(batch, Resource.SLEEP)));
    assertEquals(List.of(), wire(batch, Resource.SLEEP_CYCLE));
  }

  @Test
  void stagesThatOverlapCostTheHypnogramAndNotTheNight() {
    ObjectNode night = first("sleep");
    ((ObjectNode) night.at("/sleep/stages/2")).put("endTime", "2026-03-02T02:00:00Z");
    NormalizedBatch batch = one(GoogleHealthFeed.SLEEP, GoogleHealthDocumentKind.SLEEP, night);
    assertFields(
        """
        {"light":13800,"deep":5400,"rem":4740,"awake":600,"total":23940}
        """,
        only(wire(batch, Resource.SLEEP)));
    assertEquals(List.of(), wire(batch, Resource.SLEEP_CYCLE));
    assertEquals(List.of("sleep.stages: stages overlap or are not sorted"), batch.refused());
  }

  @Test
  void theNightOfAChangedClockEndsOnTheDayOfTheOffsetAtItsEnd() {
    ObjectNode night = first("sleep");
    ((ObjectNode) night.at("/sleep/interval"))
        .put("startTime", "2026-03-29T00:30:00Z")
        .put("endTime", "2026-03-29T22:30:00Z")
        .put("endUtcOffset", "7200s");
    ((ObjectNode) night.path("sleep")).remove("stages");
    assertFields(
        """
        {"calendar_date":"2026-03-30","timezone_offset":7200,"duration":79200}
        """,
        only(
            wire(
                one(GoogleHealthFeed.SLEEP, GoogleHealthDocumentKind.SLEEP, night),
                Resource.SLEEP)));
    ((ObjectNode) night.at("/sleep/interval")).remove("endUtcOffset");
    assertFields(
        """
        {"calendar_date":"2026-03-29","timezone_offset":3600}
        """,
        only(
            wire(
                one(GoogleHealthFeed.SLEEP, GoogleHealthDocumentKind.SLEEP, night),
                Resource.SLEEP)));
  }

  @Test
  void aSleepWithoutANameIsKnownByItsBeginWhichStays() {
    ObjectNode night = first("sleep");
    night.remove("dataPointName");
    NormalizedBatch batch = one(GoogleHealthFeed.SLEEP, GoogleHealthDocumentKind.SLEEP, night);
    assertEquals("2026-03-01T22:30:00Z", batch.summaries().getFirst().summary().providerKey());
  }

  @Test
  void aWorkoutInMillimetresAndOnTheLocalDayOfItsBegin() {
    NormalizedBatch batch =
        one(GoogleHealthFeed.WORKOUTS, GoogleHealthDocumentKind.EXERCISE, file("exercise"));
    JsonNode run = wire(batch, Resource.WORKOUTS).getFirst();
    assertFields(
        """
        {"provider_id":"users/7/dataTypes/exercise/dataPoints/2001","title":"Night run",
         "calendar_date":"2026-03-02","time_start":"2026-03-01T23:20:00+00:00",
         "time_end":"2026-03-01T23:50:10+00:00","timezone_offset":3600,"moving_time":1806,
         "calories":312.5,"distance":5012.345,"steps":4821,"average_speed":2.7765,
         "average_hr":151,"total_elevation_gain":41.5,"max_hr":null,"hr_zones":null}
        """,
        run);
    assertEquals("running", run.at("/sport/slug").asText());
    assertEquals(SourceType.APP, batch.summaries().getFirst().source().type());
  }

  @Test
  void aWorkoutOfWhichLittleIsToldHasNothingMadeUp() {
    NormalizedBatch batch =
        one(GoogleHealthFeed.WORKOUTS, GoogleHealthDocumentKind.EXERCISE, file("exercise").get(1));
    JsonNode swim = only(wire(batch, Resource.WORKOUTS));
    assertFields(
        """
        {"timezone_offset":null,"calories":null,"distance":null,"moving_time":null,"steps":null,
         "average_hr":null,"total_elevation_gain":null,"title":null}
        """,
        swim);
    assertEquals("other", swim.at("/sport/slug").asText());
    assertEquals(SourceType.PHONE, batch.summaries().getFirst().source().type());
  }

  @Test
  void exerciseTypesAreOursAfterFoldingAndUnknownOnesAreOther() {
    assertEquals("cycling", GoogleHealthSports.of("BIKING").slug());
    assertEquals("high_intensity_interval_training", GoogleHealthSports.of("HIIT").slug());
    assertEquals("strength_training", GoogleHealthSports.of("STRENGTH_TRAINING").slug());
    assertEquals("weightlifting", GoogleHealthSports.of("WEIGHTLIFTING").slug());
    assertEquals("other", GoogleHealthSports.of("WORKOUT").slug());
    assertEquals("other", GoogleHealthSports.of("EXERCISE_TYPE_UNSPECIFIED").slug());
    assertEquals("other", GoogleHealthSports.of(null).slug());
  }

  @Test
  void aDayIsMadeOfTheVendorsSumsAndWhatIsNotToldStaysEmpty() {
    NormalizedBatch batch = read(GoogleHealthFeed.ACTIVITY, file("days"), facts("Europe/Berlin"));
    List<JsonNode> days = wire(batch, Resource.ACTIVITY);
    assertEquals(2, days.size(), days::toString);
    assertFields(
        """
        {"calendar_date":"2026-03-02","steps":8421,"distance":6123.456,"floors_climbed":12,
         "calories_total":2345.5,"calories_active":640.25,"timezone_offset":3600,
         "low":null,"medium":null,"high":null}
        """,
        days.getFirst());
    assertFields(
        """
        {"avg_bpm":null,"min_bpm":null,"max_bpm":null,"resting_bpm":54}
        """,
        days.getFirst().path("heart_rate"));
    // The third has an empty sum and is not a valid date; the fourth only has calories.
    assertFields(
        """
        {"calendar_date":"2026-03-04","steps":null,"distance":null,"calories_total":1602,
         "calories_active":null,"heart_rate":null}
        """,
        days.get(1));
    assertEquals(
        json("null"),
        wire(
                read(GoogleHealthFeed.ACTIVITY, file("days"), GoogleHealthFixture.FACTS),
                Resource.ACTIVITY)
            .getFirst()
            .path("timezone_offset"));
  }

  @Test
  void numbersOfSixtyFourBitsAreTextsAndAZeroHeartRateIsAGap() {
    NormalizedBatch batch = points(GoogleHealthFeed.HEART);
    List<JsonNode> heart = samples(batch, Resource.HEARTRATE);
    assertEquals(2, heart.size());
    assertFields(
        """
        {"timestamp":"2026-03-02T05:15:00+00:00","timezone_offset":3600,"value":61}
        """,
        heart.getFirst());
    assertFields(
        """
        {"timestamp":"2026-03-02T05:15:05+00:00","timezone_offset":null,"value":63}
        """,
        heart.get(1));
    assertEquals(List.of("heart-rate: physicalTime is missing"), batch.refused());
    assertEquals(
        "3600",
        samples(
                read(GoogleHealthFeed.HEART, file("points"), facts("Europe/Berlin")),
                Resource.HEARTRATE)
            .get(1)
            .path("timezone_offset")
            .asText());
  }

  @Test
  void onlyTheRootMeanSquareIsHeartRateVariability() {
    assertFields(
        """
        {"timestamp":"2026-03-02T02:00:00+00:00","unit":"rmssd","value":41.25}
        """,
        only(samples(points(GoogleHealthFeed.HRV), Resource.HRV)));
  }

  @Test
  void percentagesStayMilligramsBecomeMillimolesAndOffsetsMayBeWestern() {
    assertFields(
        """
        {"timezone_offset":-18000,"unit":"%","value":96.5}
        """,
        only(samples(points(GoogleHealthFeed.OXYGEN), Resource.BLOOD_OXYGEN)));
    assertFields(
        """
        {"unit":"mmol/L","value":5.5}
        """,
        only(samples(points(GoogleHealthFeed.GLUCOSE), Resource.GLUCOSE)));
    assertFields(
        """
        {"unit":"°C","value":36.7}
        """,
        only(samples(points(GoogleHealthFeed.TEMPERATURE), Resource.BODY_TEMPERATURE)));
    assertFields(
        """
        {"unit":"mL/kg/min","value":44.5}
        """,
        only(samples(points(GoogleHealthFeed.VO2_MAX), Resource.VO2_MAX)));
  }

  @Test
  void intervalsKeepTheirEndsAndMillimetresBecomeMetres() {
    assertFields(
        """
        {"start":"2026-03-01T23:15:00+00:00","end":"2026-03-01T23:16:00+00:00",
         "timezone_offset":3600,"value":9007}
        """,
        only(samples(points(GoogleHealthFeed.STEPS), Resource.STEPS)));
    assertFields(
        """
        {"start":"2026-03-01T23:15:00+00:00","unit":"m","value":74.25}
        """,
        only(samples(points(GoogleHealthFeed.DISTANCE), Resource.DISTANCE)));
    assertFields(
        """
        {"end":"2026-03-01T23:30:00+00:00","value":3}
        """,
        only(samples(points(GoogleHealthFeed.FLOORS), Resource.FLOORS_CLIMBED)));
    assertFields(
        """
        {"start":"2026-03-02T11:00:00+00:00","unit":"ml","value":250}
        """,
        only(samples(points(GoogleHealthFeed.WATER), Resource.WATER)));
  }

  @Test
  void aSumOfAQuarterTellsNoOffsetAndOneWithoutAFigureIsNone() {
    assertFields(
        """
        {"start":"2026-03-02T08:15:00+00:00","end":"2026-03-02T08:30:00+00:00",
         "timezone_offset":null,"unit":"kcal","value":12.5}
        """,
        only(samples(points(GoogleHealthFeed.ENERGY), Resource.CALORIES_ACTIVE)));
  }

  @Test
  void theBreathOfANightStandsAtTheBeginOfItsDate() {
    assertFields(
        """
        {"timestamp":"2026-03-02T00:00:00+00:00","timezone_offset":null,"value":14.25}
        """,
        only(samples(points(GoogleHealthFeed.BREATH), Resource.RESPIRATORY_RATE)));
    assertFields(
        """
        {"timestamp":"2026-03-01T23:00:00+00:00","timezone_offset":3600,"value":14.25}
        """,
        only(
            samples(
                read(GoogleHealthFeed.BREATH, file("points"), facts("Europe/Berlin")),
                Resource.RESPIRATORY_RATE)));
  }

  @Test
  void weightAndFatOfOneMomentAreOneRecordOfTheScale() {
    NormalizedBatch batch = points(GoogleHealthFeed.BODY);
    List<JsonNode> body = wire(batch, Resource.BODY);
    assertEquals(2, body.size());
    assertFields(
        """
        {"calendar_date":"2026-03-02","date":"2026-03-02T06:15:00+00:00","weight":72.345,
         "fat":18.5}
        """,
        body.getFirst());
    // Half an hour after midnight at the person's location.
    assertFields(
        """
        {"calendar_date":"2026-03-02","date":"2026-03-01T23:30:00+00:00","weight":71,"fat":null}
        """,
        body.get(1));
    assertEquals(SourceType.SCALE, batch.summaries().getFirst().source().type());
    assertEquals(SourceType.APP, batch.summaries().get(1).source().type());
    assertEquals(72.345, samples(batch, Resource.WEIGHT).getFirst().path("value").asDouble());
    assertEquals(18.5, only(samples(batch, Resource.FAT)).path("value").asDouble());
  }

  @Test
  void theLatestHeightThatIsOneCountsInCentimetres() {
    NormalizedBatch batch = points(GoogleHealthFeed.PROFILE);
    assertEquals("179", only(wire(batch, Resource.PROFILE)).path("height").asText());
  }

  @Test
  void brokenDocumentsAreRefusedByNameAndCostNoOthers() {
    JsonNode broken = json("[{}, {\"steps\":{\"interval\":{\"startTime\":\"soon\"}}}, 7, null]");
    NormalizedBatch batch = one(GoogleHealthFeed.STEPS, GoogleHealthDocumentKind.STEPS, broken);
    assertTrue(batch.isEmpty());
    assertEquals(4, batch.refused().size(), batch.refused()::toString);
    for (GoogleHealthFeed feed : GoogleHealthFeed.values()) {
      for (GoogleHealthDocumentKind kind : feed.plan().mainKinds()) {
        assertTrue(one(feed, kind, json("[{}, [], \"x\"]")).isEmpty(), kind.name());
      }
    }
  }
}
