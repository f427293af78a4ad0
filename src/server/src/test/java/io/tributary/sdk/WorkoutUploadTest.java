package io.tributary.sdk;

import static io.tributary.sdk.SdkHarness.counts;
import static io.tributary.sdk.SdkHarness.daily;
import static io.tributary.sdk.SdkHarness.historical;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Uploaded workout streams, and values derived from heart rates. */
class WorkoutUploadTest {
  private static final String BEGIN = "2026-03-02T06:00:00Z";
  private static final long BEGIN_SECOND = 1_772_431_200L;
  private static TestNode node;
  private static OpenApiDocument api;

  @BeforeAll
  static void start() {
    node = SdkHarness.node("TRIBUTARY_USERS_SANDBOX_LIMIT", "1000");
    api = OpenApiDocument.of(node);
  }

  @AfterAll
  static void stop() {
    assertTrue(EventSchemaValidator.assertAllValid(node) > 0);
    node.close();
  }

  /** Returns a workout of ten minutes. */
  private static String workout(String more) {
    return "{\"workouts\":[{\"id\":\"W1\",\"start_date\":\"%s\",\"end_date\":\"2026-03-02T06:10:00Z\",\"sport\":\"running\"%s}]}"
        .formatted(BEGIN, more);
  }

  private static JsonNode push(SdkHarness user, String more) {
    counts(user.summary("workouts", daily("manual", workout(more))));
    return user.summaries("workouts", "workouts").get(0);
  }

  private static JsonNode stream(JsonNode workout) {
    return api.assertValid(
            node.get("/v2/timeseries/workouts/" + workout.get("id").asText() + "/stream"),
            200,
            "getWorkoutStream")
        .json();
  }

  private static String numbers(int n, int each, long from) {
    return IntStream.range(0, n)
        .mapToObj(i -> String.valueOf(from + (long) each * i))
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Test
  void aStreamIsReadableAndAnnouncedByANotice() {
    SdkHarness user = SdkHarness.user(node);
    JsonNode w =
        push(
            user,
            """
            ,"stream":{"time":[%d,null,%d,%d],"heartrate":[100,120,null,140.4],"lat":[48.1,1,48.2,48.3],
              "lng":[11.5,1,11.5,11.5],"altitude":[500,1,null,510.5],"distance":[0,1,500,1000],
              "cadence":[160,1,170,null],"power":[null,null,null,null],"velocity_smooth":[2.5,1,3.25,3],
              "resistance":[],"temperature":null,"vertical_oscillation":[1,2]}
            """
                .formatted(BEGIN_SECOND, BEGIN_SECOND + 60, BEGIN_SECOND + 120));
    JsonNode s = stream(w);
    assertEquals(
        "[%d,%d,%d]".formatted(BEGIN_SECOND, BEGIN_SECOND + 60, BEGIN_SECOND + 120),
        s.get("time").toString());
    assertEquals("[100,null,140]", s.get("heartrate").toString());
    assertEquals("[500,null,510.5]", s.get("altitude").toString());
    assertEquals("[160,170,null]", s.get("cadence").toString());
    assertEquals(0, s.get("power").size());
    List<JsonNode> events = user.bodies("daily.data.workout_stream.created");
    assertEquals(1, events.size());
    assertEquals(w.get("id"), events.get(0).at("/data/workout_id"));
    assertTrue(events.get(0).at("/data/heartrate").isMissingNode());
    assertEquals(1000, w.get("distance").asDouble());
    assertEquals(510.5, w.get("elev_high").asDouble());
    assertEquals(10.5, w.get("total_elevation_gain").asDouble());
    assertEquals(3.25, w.get("max_speed").asDouble());
    assertTrue(w.at("/map/polyline").asText().length() > 5);
    assertTrue(w.get("max_watts").isNull());
    // A repeated upload changes nothing; another point updates only the stream.
    int before = user.events().size();
    push(
        user,
        """
        ,"stream":{"time":[0,60,120],"heartrate":[100,null,140],"lat":[48.1,48.2,48.3],
          "lng":[11.5,11.5,11.5],"altitude":[500,null,510.5],"distance":[0,500,1000],
          "cadence":[160,170,null],"velocity_smooth":[2.5,3.25,3]}
        """);
    assertEquals(before, user.events().size(), "offsets from the beginning are the same stream");
  }

  @Test
  void anHourOfSecondsCountsAsOneRecord() {
    SdkHarness user = SdkHarness.user(node);
    JsonNode counts =
        counts(
            user.summary(
                "workouts",
                daily(
                    "manual",
                    workout("")
                        .replace("06:10:00Z", "10:00:00Z")
                        .replace(
                            "\"sport\"",
                            "\"stream\":{\"time\":"
                                + numbers(12_000, 1, BEGIN_SECOND)
                                + ",\"heartrate\":"
                                + numbers(12_000, 0, 140)
                                + "},\"sport\""))));
    assertEquals(1, counts.get("received").asInt());
    assertEquals(2, counts.get("created").asInt(), "the workout and its stream");
    assertEquals(12_000, stream(user.summaries("workouts", "workouts").get(0)).get("time").size());
  }

  @Test
  void zonesComeFromTheStreamAndTheAge() {
    SdkHarness user = SdkHarness.user(node);
    String stream =
        ",\"stream\":{\"time\":"
            + numbers(20, 30, 0)
            + ",\"heartrate\":"
            + numbers(20, 0, 155)
            + "}";
    // Unknown age counts as 30: maximum 190, 155 is 82 percent.
    JsonNode w = push(user, stream);
    assertEquals("[0,0,0,0,600,0]", w.get("hr_zones").toString());
    assertEquals(155, w.get("average_hr").asInt());
    assertEquals(155, w.get("max_hr").asInt());
    node.call("PATCH", "/v2/user/" + user.id, "{\"fallback_birth_date\":\"2006-03-02\"}")
        .expect(200);
    // Age 20: maximum 200, 78 percent.
    assertEquals("[0,0,0,600,0,0]", push(user, stream).get("hr_zones").toString());
    counts(user.summary("profile", daily("manual", "{\"date_of_birth\":\"1950-03-02\"}")));
    // The profile takes precedence over the fallback. Age 76: maximum 144.
    assertEquals("[0,0,0,0,0,600]", push(user, stream).get("hr_zones").toString());
    // Values reported by the device take precedence over both.
    w = push(user, stream + ",\"heart_rate_zone_2\":77,\"heart_rate_mean\":141");
    assertEquals("[0,77,0,0,0,0]", w.get("hr_zones").toString());
    assertEquals(141, w.get("average_hr").asInt());
    assertEquals(155, w.get("max_hr").asInt());
  }

  @Test
  void zonesComeFromTheReadingsOfThePushToo() {
    SdkHarness user = SdkHarness.user(node);
    JsonNode w =
        push(
            user,
            """
            ,"heart_rate":[{"value":90,"unit":"bpm","start_date":"2026-03-02T06:00:00Z"},
              {"value":170,"unit":"bpm","start_date":"2026-03-02T06:00:30Z"},
              {"value":9,"unit":"furlong","start_date":"2026-03-02T06:01:30Z"},
              {"value":200,"unit":"bpm","start_date":"2026-03-02T05:59:00Z"}]
            """);
    // 90 for half a minute, 170 for a minute because no reading follows; 200 was before the start.
    assertEquals("[30,0,0,0,60,0]", w.get("hr_zones").toString());
    assertEquals(143, w.get("average_hr").asInt());
    assertEquals(170, w.get("max_hr").asInt());
    assertEquals(3, user.samples("heartrate").size());
    assertEquals(0, stream(w).get("time").size());
  }

  @Test
  void withoutHeartRatesThereAreNoZones() {
    SdkHarness user = SdkHarness.user(node);
    JsonNode w = push(user, ",\"stream\":{\"time\":[0,60],\"power\":[200,300]}");
    for (String field : List.of("hr_zones", "average_hr", "max_hr", "distance", "map")) {
      assertTrue(w.get(field).isNull(), field);
    }
    assertEquals(250, w.get("average_watts").asDouble());
    w = push(user, ",\"stream\":{},\"heart_rate\":[]");
    assertTrue(w.get("hr_zones").isNull());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"heartrate\":[1]}|[\"stream\",\"time\"]",
        "{\"time\":[0,1],\"heartrate\":[1]}|[\"stream\",\"heartrate\"]",
        "{\"time\":[0,1],\"heartrate\":[60,\"x\"]}|[\"stream\",\"heartrate\",1]",
        "{\"time\":[0,\"x\"],\"heartrate\":[60,61]}|[\"stream\",\"time\",1]",
        "{\"time\":[1772431200,1772431200000],\"power\":[60,61]}|[\"stream\",\"time\",1]",
        "{\"time\":[-7200],\"power\":[60]}|[\"stream\",\"time\",0]",
        "{\"time\":7,\"power\":[60]}|[\"stream\",\"time\"]",
        "[{\"time\":0}]|[\"stream\"]"
      })
  void aBadStreamRefusesItsWorkout(String stream, String loc) {
    TestResponse a =
        SdkHarness.user(node)
            .summary("workouts", daily("manual", workout(",\"stream\":" + stream)))
            .expect(422);
    assertEquals(
        "[\"body\",\"data\",\"workouts\",0," + loc.substring(1),
        a.json().at("/detail/0/loc").toString());
  }

  @Test
  void aHistoricalStageOfWorkoutsEndsThatOfTheirStreams() {
    SdkHarness user = SdkHarness.user(node);
    counts(
        user.summary(
            "workouts",
            historical(
                "manual",
                "2026-02-01T00:00:00Z",
                "2026-03-03T00:00:00Z",
                true,
                workout(",\"stream\":{\"time\":[0],\"power\":[60]}"))));
    assertEquals(
        List.of("historical.data.workout_stream.created", "historical.data.workouts.created"),
        user.events("%.data.%").stream().sorted().toList());
    assertEquals(
        "available", user.connection().at("/resource_availability/workout_stream/status").asText());
  }
}
