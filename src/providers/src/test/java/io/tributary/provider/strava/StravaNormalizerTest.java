package io.tributary.provider.strava;

import static io.tributary.provider.VendorDocumentReader.assertFields;
import static io.tributary.provider.VendorDocumentReader.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.provider.AccountContext;
import io.tributary.provider.VendorDocumentReader;
import io.tributary.provider.document.DocumentSet;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Normalizes the vendor's examples. Each test names a pitfall. */
class StravaNormalizerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final AccountContext FACTS =
      new AccountContext(
          Optional.empty(),
          Instant.parse("2026-02-20T23:30:00Z"),
          Optional.empty(),
          Optional.of(LocalDate.parse("1986-03-02")),
          JSON.createObjectNode());

  private static JsonNode file(String name) {
    return VendorDocumentReader.file("strava", name);
  }

  private static NormalizedBatch activities(JsonNode documents) {
    return StravaNormalizer.normalise(
        StravaFeed.ACTIVITIES,
        new DocumentSet()
            .add(StravaDocumentKind.ACTIVITY, documents)
            .add(StravaDocumentKind.STREAMS, file("streams")),
        FACTS);
  }

  private static JsonNode workout(int index) {
    return json(activities(file("activities")).summaries().get(index).content(new UUID(1, 1)));
  }

  private static String type(int index) {
    return activities(file("activities")).summaries().get(index).source().type().wire();
  }

  @Test
  void aRunAsTheVendorTellsIt() {
    assertFields(
        """
        {"provider_id":"7100042","calendar_date":"2026-03-02",
         "time_start":"2026-03-02T11:02:00+00:00","time_end":"2026-03-02T11:33:00+00:00",
         "title":"Lunch run","timezone_offset":3600,"average_hr":149,"max_hr":171,
         "distance":5512.4,"moving_time":1805,"steps":null,"calories":402.5,
         "total_elevation_gain":31,"elev_high":48.2,"elev_low":33.1,"average_speed":3.054,
         "max_speed":4.4,"average_watts":211.3,"max_watts":null,"weighted_average_watts":null,
         "map":{"polyline":"_p~iF~ps|U_ulLnnqC","summary_polyline":"_p~iF~ps|U"}}
        """,
        workout(0));
    assertEquals("running", workout(0).at("/sport/slug").asText());
    assertEquals("watch", type(0));
  }

  @Test
  void theLocalTimeIsNoUtcThoughAZStandsBehindIt() {
    assertFields(
        """
        {"calendar_date":"2026-03-03","time_start":"2026-03-02T23:30:00+00:00",
         "timezone_offset":19800}
        """,
        workout(1));
  }

  @Test
  void anIdOf64BitsKeepsAllItsDigits() {
    assertEquals("9223372036854775807", workout(1).get("provider_id").asText());
  }

  @Test
  void deviceWattsAreTheAverageOnlyWhereAMeterMeasured() {
    assertTrue(workout(0).get("device_watts").isNull());
    assertFields(
        """
        {"device_watts":150.2,"average_watts":150.2,"max_watts":402,"weighted_average_watts":161}
        """,
        workout(1));
  }

  @Test
  void theWorkOfARideStandsInForItsCaloriesAndThatOfOthersDoesNot() {
    assertEquals(90.1, workout(1).get("calories").asDouble());
    assertTrue(workout(2).get("calories").isNull());
  }

  @Test
  void aTrainerIsAMachineAndWhatWasTypedInIsAnApp() {
    assertEquals("exercise_machine", type(1));
    assertEquals("app", type(2));
  }

  @Test
  void anOffsetThatIsMissingIsNeverMadeUpAndAnUnknownSportIsOther() {
    JsonNode weights = workout(2);
    assertTrue(weights.get("timezone_offset").isNull());
    assertEquals("2026-03-03", weights.get("calendar_date").asText());
    assertEquals("other", weights.at("/sport/slug").asText());
    assertTrue(weights.get("map").isNull());
    assertTrue(weights.get("hr_zones").isNull());
  }

  @Test
  void streamsRunBesideTheirTimesAndOneOfAnotherLengthIsNotRead() {
    NormalizedBatch batch = activities(file("activities"));
    assertEquals(1, batch.streams().size());
    WorkoutStream stream = batch.streams().getFirst().stream();
    long start = Instant.parse("2026-03-02T11:02:00Z").getEpochSecond();
    assertEquals(4, stream.size());
    assertEquals(start + 1850, stream.time(3));
    assertEquals(5512.4, stream.value(Channel.DISTANCE, 3));
    assertEquals(48.851, stream.value(Channel.LAT, 1));
    assertEquals(2.351, stream.value(Channel.LNG, 1));
    assertEquals(19, stream.value(Channel.TEMPERATURE, 2));
    assertFalse(stream.has(Channel.POWER));
  }

  @Test
  void cadenceOnFootIsOfBothFeetAndThatOfARideIsAsTold() {
    for (String sport : List.of("Run", "TrailRun", "VirtualRun", "Walk", "Hike", "Snowshoe")) {
      assertEquals(170, cadence("sport_type", sport), sport);
    }
    for (String sport : List.of("Ride", "VirtualRide", "Rowing", "Elliptical")) {
      assertEquals(85, cadence("sport_type", sport), sport);
    }
    assertEquals(170, cadence("type", "Run"));
  }

  private static double cadence(String field, String sport) {
    ObjectNode activity = file("activities").get(0).deepCopy();
    activity.remove(List.of("sport_type", "type"));
    activity.put(field, sport);
    ObjectNode streams = file("streams").deepCopy();
    ((ObjectNode) streams.get("streams")).set("cadence", json("{\"data\":[0,85,86,null]}"));
    NormalizedBatch batch =
        StravaNormalizer.normalise(
            StravaFeed.ACTIVITIES,
            new DocumentSet()
                .add(StravaDocumentKind.ACTIVITY, activity)
                .add(StravaDocumentKind.STREAMS, streams),
            FACTS);
    WorkoutStream stream = batch.streams().getFirst().stream();
    assertTrue(Double.isNaN(stream.value(Channel.CADENCE, 3)));
    return stream.value(Channel.CADENCE, 1);
  }

  @Test
  void heartRatesAreSamplesAndAStrapWithoutContactMakesNone() {
    List<Sample> beats =
        activities(file("activities")).retain(Set.of(Resource.HEARTRATE)).samples();
    assertEquals(List.of(100.0, 140.0), beats.stream().map(Sample::value).toList());
    assertEquals(Instant.parse("2026-03-02T11:02:20Z"), beats.get(1).at());
    assertEquals(3600, beats.getFirst().offsetSeconds());
  }

  @Test
  void zonesAreByTheAgeOfTheDay() {
    // 220 - 40 = 180: 100 is 55 %, 140 is 77 %.
    JsonNode zones = workout(0).get("hr_zones");
    assertEquals(6, zones.size());
    assertEquals(0, zones.get(0).asInt());
    assertTrue(zones.get(1).asInt() > 0 && zones.get(3).asInt() > 0, zones::toString);
    assertEquals(0, zones.get(2).asInt() + zones.get(4).asInt() + zones.get(5).asInt());
  }

  @Test
  void anActivityWithoutItsStreamsIsStillOne() {
    NormalizedBatch batch =
        StravaNormalizer.normalise(
            StravaFeed.ACTIVITIES,
            new DocumentSet().add(StravaDocumentKind.ACTIVITY, file("activities").get(0)),
            FACTS);
    assertEquals(1, batch.summaries().size());
    assertTrue(batch.streams().isEmpty() && batch.samples().isEmpty());
  }

  @Test
  void theAthletesWeightCountsForTheDayItWasFirstSeen() {
    NormalizedBatch batch =
        StravaNormalizer.normalise(
            StravaFeed.ATHLETE,
            new DocumentSet().add(StravaDocumentKind.ATHLETE, file("athlete")),
            FACTS);
    JsonNode profile = json(batch.summaries().get(0).content(new UUID(1, 1)));
    JsonNode body = json(batch.summaries().get(1).content(new UUID(1, 1)));
    assertFields("{\"sex\":\"female\",\"height\":null}", profile);
    assertFields("{\"weight\":61.2,\"calendar_date\":\"2026-03-02\"}", body);
  }

  @Test
  void aBrokenActivityIsRefusedByName() {
    ObjectNode broken = file("activities").get(0).deepCopy();
    broken.remove("elapsed_time");
    assertEquals(List.of("activity: elapsed_time is missing"), activities(broken).refused());
  }
}
