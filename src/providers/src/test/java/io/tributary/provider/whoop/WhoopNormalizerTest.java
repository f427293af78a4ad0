package io.tributary.provider.whoop;

import static io.tributary.provider.VendorDocumentReader.assertFields;
import static io.tributary.provider.VendorDocumentReader.json;
import static io.tributary.provider.VendorDocumentReader.samples;
import static io.tributary.provider.whoop.WhoopFixture.cycles;
import static io.tributary.provider.whoop.WhoopFixture.file;
import static io.tributary.provider.whoop.WhoopFixture.sleeps;
import static io.tributary.provider.whoop.WhoopFixture.wire;
import static io.tributary.provider.whoop.WhoopFixture.workouts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentSet;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Normalizes the vendor's example documents. Each test names a pitfall. */
class WhoopNormalizerTest {
  private static void same(String expected, JsonNode actual) {
    assertEquals(json(expected), actual, actual::toPrettyString);
  }

  @Test
  void aNightWithItsRecovery() {
    same(
        """
        {"calendar_date":"2026-03-02","date":"2026-03-02T00:00:00+00:00",
         "bedtime_start":"2026-03-01T23:20:00+00:00","bedtime_stop":"2026-03-02T05:20:00+00:00",
         "type":"long_sleep","timezone_offset":3600,"duration":21600,"total":19597,"awake":1404,
         "light":9906,"rem":4591,"deep":5100,"score":99,"recovery_readiness_score":44,
         "hr_lowest":null,"hr_average":null,"hr_resting":64,"efficiency":91.69,"latency":null,
         "temperature_delta":null,"skin_temperature":33.7,"hr_dip":null,"state":"confirmed",
         "average_hrv":31.813562,"respiratory_rate":16.11,"sleep_stream":null}
        """,
        bare(wire(sleeps(file("sleeps")), Resource.SLEEP).getFirst()));
  }

  /** Returns the record without envelope fields. */
  private static JsonNode bare(JsonNode record) {
    return ((ObjectNode) record.deepCopy())
        .remove(List.of("id", "user_id", "source", "created_at", "updated_at"));
  }

  @Test
  void hrvAndOxygenAreSamplesAtTheEndOfTheNightAndOtherRecoveriesMakeNone() {
    NormalizedBatch batch = sleeps(file("sleeps"));
    List<JsonNode> hrv = samples(batch, Resource.HRV);
    List<JsonNode> oxygen = samples(batch, Resource.BLOOD_OXYGEN);
    assertEquals(1, hrv.size());
    assertEquals(1, oxygen.size());
    assertFields(
        """
        {"timestamp":"2026-03-02T05:20:00+00:00","timezone_offset":3600,"unit":"rmssd",
         "value":31.813562}
        """,
        hrv.getFirst());
    assertFields(
        """
        {"timestamp":"2026-03-02T05:20:00+00:00","timezone_offset":3600,"unit":"%","value":95.6875}
        """,
        oxygen.getFirst());
  }

  @Test
  void aNapOfThreeHoursStaysANapAndHasNoRecovery() {
    assertFields(
        """
        {"type":"acknowledged_nap","timezone_offset":0,"calendar_date":"2026-03-02","total":12000,
         "deep":0,"rem":0,"recovery_readiness_score":null,"average_hrv":null}
        """,
        wire(sleeps(file("sleeps")), Resource.SLEEP).get(1));
  }

  @Test
  void aSleepThatWaitsForItsScoreIsTentativeAndItsFiguresAreNull() {
    assertFields(
        """
        {"type":"long_sleep","state":"tentative","duration":27000,"total":0,"awake":0,"light":0,
         "rem":0,"deep":0,"score":null,"efficiency":null,"respiratory_rate":null,
         "recovery_readiness_score":null,"hr_resting":null,"skin_temperature":null}
        """,
        wire(sleeps(file("sleeps")), Resource.SLEEP).get(2));
  }

  @Test
  void aSleepThatCannotBeScoredIsNeitherTentativeNorConfirmed() {
    assertFields(
        """
        {"type":"short_sleep","state":null,"score":null,"calendar_date":"2026-02-27",
         "timezone_offset":-12600}
        """,
        wire(sleeps(file("sleeps")), Resource.SLEEP).get(3));
  }

  @Test
  void figuresThatAreThereBeforeTheScoreIsSureAreNotTaken() {
    JsonNode sleeps = file("sleeps").deepCopy();
    ((ObjectNode) sleeps.get(0)).put("score_state", "PENDING_SCORE");
    assertFields(
        "{\"score\":null,\"total\":0,\"state\":\"tentative\"}",
        wire(sleeps(sleeps), Resource.SLEEP).getFirst());
  }

  @Test
  void aCycleCountsToTheDayThatWasWokenIntoAndKilojoulesBecomeKilocalories() {
    List<JsonNode> days = wire(cycles(file("cycles")), Resource.ACTIVITY);
    assertEquals(2, days.size(), "what has no score makes no record");
    assertFields(
        """
        {"calendar_date":"2026-03-02","calories_total":2500,"calories_active":null,"steps":null,
         "distance":null,"timezone_offset":3600}
        """,
        days.get(0));
    assertFields(
        """
        {"avg_bpm":68,"max_bpm":168,"min_bpm":null,"resting_bpm":null,"avg_walking_bpm":null}
        """,
        days.get(0).get("heart_rate"));
    assertFields("{\"calendar_date\":\"2026-03-03\",\"calories_total\":1000}", days.get(1));
  }

  @Test
  void aRunningCycleHasNoEndAndCountsAsFarAsItIsKnown() {
    assertTrue(file("cycles").get(0).path("end").isMissingNode());
    assertEquals(
        "2026-03-03",
        wire(cycles(file("cycles").get(0)), Resource.ACTIVITY)
            .getFirst()
            .get("calendar_date")
            .asText());
  }

  @Test
  void ofTwoCyclesOfOneDayTheOneThatHoldsMoreCounts() {
    JsonNode both = json("[" + file("cycles").get(1) + "," + file("cycles").get(1) + "]");
    ((ObjectNode) both.get(0)).put("start", "2026-03-02T03:00:00.000Z");
    ((ObjectNode) both.get(0).get("score")).put("kilojoule", 100);
    List<JsonNode> days = wire(cycles(both), Resource.ACTIVITY);
    assertEquals(1, days.size());
    assertEquals(2500.0, days.getFirst().get("calories_total").asDouble());
  }

  @Test
  void aWorkoutWithTheVendorsOwnSixZonesInSeconds() {
    same(
        """
        {"calendar_date":"2026-03-02","time_start":"2026-03-02T05:00:00+00:00",
         "time_end":"2026-03-02T05:41:00+00:00","title":null,"timezone_offset":3600,
         "provider_id":"0b7d39a2-5555-4666-8777-888888888888","average_hr":141,"max_hr":168,
         "hr_zones":[0,120,300,901,900,239],"distance":7020.5,"moving_time":null,"steps":null,
         "calories":404.0152963671128,"total_elevation_gain":46.64,"elev_high":null,
         "elev_low":null,"average_speed":null,"max_speed":null,"average_watts":null,
         "max_watts":null,"weighted_average_watts":null,"device_watts":null,"map":null}
        """,
        ((ObjectNode) bare(wire(workouts(file("workouts")), Resource.WORKOUTS).getFirst()))
            .remove(List.of("sport")));
  }

  @Test
  void aWorkoutWithoutAScoreIsARecordWithoutFigures() {
    assertFields(
        """
        {"calendar_date":"2026-03-02","timezone_offset":3600,"average_hr":null,"calories":null,
         "distance":null,"hr_zones":null}
        """,
        wire(workouts(file("workouts")), Resource.WORKOUTS).get(1));
  }

  @Test
  void sportsAreFoundUnderAnySpellingAndWhatIsNoneIsOther() {
    List<JsonNode> all = wire(workouts(file("workouts")), Resource.WORKOUTS);
    assertEquals(
        List.of("running", "hiking", "other"),
        all.stream().map(w -> w.at("/sport/slug").asText()).toList());
    assertEquals("track_and_field", WhoopSports.of("Track & Field").slug());
    assertEquals("jiu_jitsu", WhoopSports.of("jiu-jitsu").slug());
    assertEquals("other", WhoopSports.of(null).slug());
  }

  @Test
  void zonesThatAreNotAllToldAreNotToldAtAll() {
    assertTrue(wire(workouts(file("workouts")), Resource.WORKOUTS).get(2).get("hr_zones").isNull());
  }

  @Test
  void anOffsetThatIsMissingIsNeverMadeUp() {
    JsonNode workout = file("workouts").get(1).deepCopy();
    ((ObjectNode) workout).remove("timezone_offset");
    JsonNode record = wire(workouts(workout), Resource.WORKOUTS).getFirst();
    assertTrue(record.get("timezone_offset").isNull());
    assertEquals("2026-03-01", record.get("calendar_date").asText());
    var berlin =
        WhoopNormalizer.normalise(
            WhoopFeed.WORKOUT,
            new DocumentSet().add(WhoopDocumentKind.WORKOUT, workout),
            WhoopFixture.facts(Optional.of(ZoneId.of("Europe/Berlin"))));
    assertEquals(
        "2026-03-02", wire(berlin, Resource.WORKOUTS).getFirst().get("calendar_date").asText());
  }

  @Test
  void theWeightCountsForTheDayItWasFirstSeenAndTheHeightIsRounded() {
    NormalizedBatch batch =
        WhoopFixture.batch(
            WhoopFeed.BODY, new DocumentSet().add(WhoopDocumentKind.BODY, file("body")));
    assertFields(
        """
        {"calendar_date":"2026-03-02","date":"2026-03-02T00:00:00+00:00","weight":90.7185}
        """,
        wire(batch, Resource.BODY).getFirst());
    assertFields(
        "{\"height\":183,\"sex\":null,\"gender\":null,\"birth_date\":null}",
        wire(batch, Resource.PROFILE).getFirst());
  }

  @Test
  void everySourceIsAWatch() {
    NormalizedBatch batch = sleeps(file("sleeps"));
    batch.summaries().forEach(s -> assertEquals("watch", s.source().type().wire()));
    batch.samples().forEach(s -> assertEquals("watch", s.source().type().wire()));
  }

  @Test
  void oddFiguresCostThemselvesAndBrokenDocumentsAreRefusedByName() {
    JsonNode sleep = file("sleeps").get(0).deepCopy();
    ((ObjectNode) sleep.get("score"))
        .put("sleep_performance_percentage", 120)
        .put("respiratory_rate", "fast");
    assertFields(
        "{\"score\":null,\"respiratory_rate\":null,\"efficiency\":91.69}",
        wire(sleeps(sleep), Resource.SLEEP).getFirst());
    NormalizedBatch broken =
        sleeps(
            json("[{\"id\":\"a\",\"start\":\"yesterday\",\"end\":\"2026-03-02T05:20:00.000Z\"}]"));
    assertEquals(List.of("sleep: start is missing"), broken.refused());
  }
}
