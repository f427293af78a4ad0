package io.tributary.workout;

import static io.tributary.workout.WorkoutFileHarness.ID;
import static io.tributary.workout.WorkoutFileHarness.MARCH;
import static io.tributary.workout.WorkoutFileHarness.counts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.ingest.TestUser;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import io.tributary.workoutfile.FitWriter;
import io.tributary.workoutfile.SampleFiles;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Workout files from the upload to reads and events. */
class WorkoutFileTest {
  private static WorkoutFileHarness files;
  private static TestNode node;
  private static OpenApiDocument api;

  @BeforeAll
  static void start() {
    files = new WorkoutFileHarness();
    node = files.node;
    api = files.api;
  }

  @AfterAll
  static void stop() {
    files.close();
  }

  @Test
  void aFitFileBecomesAWorkoutWithStreamSamplesAndEvents() {
    TestUser p = TestUser.of(node);
    JsonNode stored = files.stored(p, SampleFiles.run());
    assertEquals("1 0 0 0", counts(stored));
    JsonNode w = files.workout(p);
    String id = stored.at("/workouts/0").asText();
    assertEquals(id, w.get("id").asText());
    assertEquals("manual", w.at("/source/provider").asText());
    assertEquals("watch", w.at("/source/type").asText());
    assertEquals("trail_running", w.at("/sport/slug").asText());
    assertEquals("2026-03-01T09:00:00+00:00", w.get("time_start").asText());
    assertEquals("2026-03-01T09:10:00+00:00", w.get("time_end").asText());
    assertEquals(20_700, w.get("timezone_offset").asInt());
    assertEquals(149, w.get("average_hr").asInt());
    assertEquals(159, w.get("max_hr").asInt());
    assertEquals(570, w.get("moving_time").asInt());
    assertEquals(1800, w.get("distance").asDouble());
    assertEquals(3.158, w.get("average_speed").asDouble());
    assertEquals(3, w.get("max_speed").asDouble());
    assertEquals(123, w.get("calories").asInt());
    assertEquals(1600, w.get("steps").asInt());
    assertEquals(12, w.get("total_elevation_gain").asInt());
    assertEquals(1409, w.get("elev_high").asDouble());
    assertEquals(1400, w.get("elev_low").asDouble());
    assertTrue(w.get("average_watts").isNull());
    assertTrue(w.at("/map/polyline").asText().length() > 1000);
    assertTrue(w.at("/map/summary_polyline").asText().length() < 40); // a straight line
    int sum = 0;
    for (JsonNode zone : w.get("hr_zones")) {
      sum += zone.asInt();
    }
    assertEquals(600, sum);
    JsonNode stream = node.get("/v2/timeseries/workouts/" + id + "/stream").expect(200).json();
    assertEquals(600, stream.get("time").size());
    assertEquals(170, stream.at("/cadence/0").asInt());
    JsonNode laps = files.samples(p, "workout_distance");
    assertEquals(2, laps.get("data").size());
    assertEquals(900, laps.at("/data/1/value").asInt());
    assertEquals(id, laps.at("/source/workout_id").asText());
    assertEquals("trail_running", laps.at("/source/sport").asText());
    JsonNode times = files.samples(p, "workout_duration");
    assertEquals(5, times.at("/data/0/value").asInt());
    assertTrue(times.at("/data/0/intensity").isNull());
    assertEquals("low", times.at("/data/1/intensity").asText());
    assertEquals(
        Set.of(
            "daily.data.workouts.created",
            "daily.data.workout_stream.created",
            "daily.data.workout_distance.created",
            "daily.data.workout_duration.created"),
        new TreeSet<>(p.eventTypes()));
    JsonNode device = node.get("/v2/user/" + p.id + "/device").expect(200).json().get(0);
    assertEquals("Forerunner", device.get("device_model").asText());
    assertEquals(device.get("id").asText(), w.at("/source/device_id").asText());
  }

  @Test
  void theSameFileAgainChangesNothingAndACorrectedOneUpdates() {
    TestUser p = TestUser.of(node);
    String id = files.stored(p, SampleFiles.run()).at("/workouts/0").asText();
    int events = p.events().size();
    JsonNode again = files.stored(p, SampleFiles.gzip(SampleFiles.run()));
    assertEquals("0 0 1 0", counts(again));
    assertEquals(id, again.at("/workouts/0").asText());
    assertEquals(events, p.events().size());
    JsonNode longer = files.stored(p, SampleFiles.run(3_904_417L, 660));
    assertEquals("0 1 0 0", counts(longer));
    assertEquals(id, longer.at("/workouts/0").asText());
    assertEquals("2026-03-01T09:11:00+00:00", files.workout(p).get("time_end").asText());
    assertTrue(p.eventTypes().contains("daily.data.workout_stream.updated"));
  }

  @Test
  void theMediaTypeIsOfNoImportance() {
    TestUser p = TestUser.of(node);
    // The default content type of curl.
    String form = "application/x-www-form-urlencoded";
    assertEquals(
        "1 0 0 0", counts(files.send(p.id, "", SampleFiles.run(), form).expect(200).json()));
    assertEquals(
        "0 0 1 0",
        counts(files.send(p.id, "", SampleFiles.run(), "text/plain").expect(200).json()));
    TestResponse multipart =
        files.send(
            p.id,
            "",
            SampleFiles.bytes("--x\r\n\r\n1\r\n--x--"),
            "multipart/form-data; boundary=x");
    assertTrue(multipart.expect(422).text().contains("a form"));
  }

  @Test
  void tcxAndGpxAreTakenToo() {
    TestUser p = TestUser.of(node);
    assertEquals("1 0 0 0", counts(files.stored(p, SampleFiles.bytes(SampleFiles.tcx()))));
    JsonNode ride = files.workout(p);
    assertEquals("cycling", ride.at("/sport/slug").asText());
    assertEquals("watch", ride.at("/source/type").asText());
    assertEquals(200, ride.get("average_watts").asInt());
    assertEquals(6.633, ride.get("average_speed").asDouble());
    TestUser q = TestUser.of(node);
    assertEquals("1 0 0 0", counts(files.stored(q, SampleFiles.bytes(SampleFiles.gpx()))));
    JsonNode walk = files.workout(q);
    assertEquals("app", walk.at("/source/type").asText());
    assertEquals("Round the lake", walk.get("title").asText());
    assertEquals(200, walk.get("moving_time").asInt());
    assertEquals(222.39, walk.get("distance").asDouble());
    assertEquals(6, walk.get("total_elevation_gain").asInt());
    // Two readings; each holds for a minute.
    assertEquals(95, walk.get("average_hr").asInt());
    assertEquals(100, walk.get("max_hr").asInt());
  }

  @Test
  void zonesFollowTheBirthDateOfTheProfileElseTheFallback() {
    TestUser p = TestUser.of(node);
    node.call("PATCH", "/v2/user/" + p.id, "{\"fallback_birth_date\":\"2006-01-01\"}").expect(200);
    files.stored(p, SampleFiles.run());
    // Age 20: maximum 200; 140 to 159 lies between 70 and 80 percent.
    assertEquals("[0,0,0,600,0,0]", files.workout(p).get("hr_zones").toString());
    p.store(
        NormalizedBatch.builder()
            .add(
                ProfileSummary.profile().birthDate(LocalDate.parse("1950-01-01")).build(),
                Source.of("fitbit", SourceType.WATCH))
            .build());
    assertEquals("0 1 0 0", counts(files.stored(p, SampleFiles.run())));
    // Age 76: maximum 144; 140 to 159 is 90 percent and more.
    assertEquals("[0,0,0,0,0,600]", files.workout(p).get("hr_zones").toString());
  }

  @Test
  void aFileWithoutOffsetTakesTheNamedZoneElseTheFallback() {
    byte[] gpx =
        SampleFiles.bytes(
            SampleFiles.gpx().replace("01T09", "01T23").replace("01T10:0", "01T23:3"));
    TestUser p = TestUser.of(node);
    files.stored(p, gpx);
    assertTrue(files.workout(p).get("timezone_offset").isNull());
    assertEquals("2026-03-01", files.workout(p).get("calendar_date").asText());
    node.call("PATCH", "/v2/user/" + p.id, "{\"fallback_time_zone\":\"Europe/Berlin\"}")
        .expect(200);
    files.stored(p, gpx);
    assertEquals(3600, files.workout(p).get("timezone_offset").asInt());
    assertEquals("2026-03-02", files.workout(p).get("calendar_date").asText());
    api.assertValid(files.send(p.id, "?time_zone=America/Lima", gpx), 200, ID);
    assertEquals(-18_000, files.workout(p).get("timezone_offset").asInt());
    api.assertValid(files.send(p.id, "?time_zone=Mars", gpx), 422, ID);
    // Values of the file take precedence over both.
    TestUser q = TestUser.of(node);
    api.assertValid(files.send(q.id, "?time_zone=America/Lima", SampleFiles.run()), 200, ID);
    assertEquals(20_700, files.workout(q).get("timezone_offset").asInt());
  }

  @Test
  void aPoolSwimHasItsStrokes() {
    FitWriter w = new FitWriter();
    SampleFiles.fileId(w, 8);
    w.define(
        2,
        101,
        FitWriter.field(2, FitWriter.UINT32),
        FitWriter.field(3, FitWriter.UINT32),
        FitWriter.field(5, FitWriter.UINT16));
    w.data(2, FitWriter.fit(SampleFiles.NINE_O_CLOCK), 30_000, 14);
    SampleFiles.session(w, SampleFiles.NINE_O_CLOCK, 30, 5, 17);
    TestUser p = TestUser.of(node);
    files.stored(p, w.file());
    JsonNode strokes = files.samples(p, "workout_swimming_stroke");
    assertEquals(14, strokes.at("/data/0/value").asInt());
    assertEquals("pool_swimming", strokes.at("/source/sport").asText());
    JsonNode none =
        node.get("/v2/timeseries/workouts/" + files.workout(p).get("id").asText() + "/stream")
            .json();
    assertEquals(0, none.get("time").size());
    assertTrue(files.workout(p).get("map").isNull());
  }

  @Test
  void whatIsOutsideTheBoundsIsCountedAndDropped() {
    TestUser p = TestUser.of(node);
    node.call("PATCH", "/v2/user/" + p.id, "{\"ingestion_start\":\"2026-03-02\"}").expect(200);
    JsonNode stored = files.stored(p, SampleFiles.run());
    assertEquals("0 0 0 1", counts(stored));
    assertEquals(0, stored.get("workouts").size());
    assertEquals(0, p.rows("summary") + p.rows("workout_stream"));
    assertEquals(1, files.connections(p).size(), "as a push connects");
  }

  @Test
  void whatIsNoWorkoutIs422WithTheReasonAndLeavesNothing() {
    TestUser p = TestUser.of(node);
    FitWriter w = new FitWriter();
    SampleFiles.fileId(w, 9);
    SampleFiles.session(w, SampleFiles.NINE_O_CLOCK, 4_000_000, 1, 0); // 46 days
    FitWriter half = new FitWriter();
    SampleFiles.fileId(half, 9);
    SampleFiles.session(half, SampleFiles.NINE_O_CLOCK, 100, 1, 0);
    half.raw(0x0f);
    for (byte[] file :
        List.of(
            SampleFiles.bytes("hello"),
            java.util.Arrays.copyOf(SampleFiles.run(), 2000),
            new byte[0],
            w.file(),
            half.file(),
            SampleFiles.bytes(SampleFiles.tcx().replace("</Lap>", "")))) {
      JsonNode answer = api.assertValid(files.send(p.id, "", file), 422, ID).json();
      assertEquals("body", answer.at("/detail/0/loc/0").asText());
      assertTrue(answer.at("/detail/0/msg").asText().length() > 10, answer.toString());
    }
    assertEquals(0, p.rows("summary") + p.rows("workout_stream") + p.rows("device"));
    assertEquals(List.of(), p.eventTypes());
    assertEquals(0, files.connections(p).size());
    api.assertValid(files.send(p.id, "", new byte[300_001]), 413, ID);
    api.assertValid(files.send(Ids.uuid(), "", SampleFiles.run()), 404, ID);
    node.send("POST", "/v2/workouts/" + p.id + "/file", "x", java.util.Map.of()).expect(401);
  }

  @Test
  void twoDevicesOfOneUserAreKeptApart() {
    TestUser p = TestUser.of(node);
    files.stored(p, SampleFiles.run());
    files.stored(p, SampleFiles.bytes(SampleFiles.tcx()));
    JsonNode list = node.get("/v2/summary/workouts/" + p.id + MARCH).json().get("workouts");
    String first = list.get(0).at("/source/device_id").asText(null);
    String second = list.get(1).at("/source/device_id").asText(null);
    assertNotEquals(first, second);
    assertNotEquals(null, first);
    assertNotEquals(null, second);
    assertNull(list.get(0).get("title").textValue());
  }
}
