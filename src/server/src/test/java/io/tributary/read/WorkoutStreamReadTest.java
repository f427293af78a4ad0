package io.tributary.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.ingest.IngestResult;
import io.tributary.ingest.TestUser;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedStream;
import io.tributary.model.SourcedSummary;
import io.tributary.model.Sports;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.model.WorkoutSummary;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Workout streams from the batch to the read and the event. */
class WorkoutStreamReadTest {
  private static final Source WATCH = Source.of("fitbit", SourceType.WATCH);
  private static final LocalDate DAY = LocalDate.parse("2026-03-01");
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final WorkoutSummary RUN =
      WorkoutSummary.of("run-1", DAY, NOON, NOON.plusSeconds(60))
          .sport(Sports.of("running"))
          .build();
  private static final String CREATED = "daily.data.workout_stream.created";
  private static final String UPDATED = "daily.data.workout_stream.updated";

  private static TestNode node;
  private static OpenApiDocument api;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    api = OpenApiDocument.of(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static WorkoutStream stream(int bpm) {
    WorkoutStream.Builder b = WorkoutStream.builder();
    for (int i = 0; i < 60; i++) {
      b.at(NOON.getEpochSecond() + i).set(Channel.HEARTRATE, i % 7 == 0 ? null : bpm + i);
    }
    return b.build();
  }

  private static NormalizedBatch run(int bpm) {
    return NormalizedBatch.builder()
        .add(RUN, WATCH)
        .add(SourcedStream.of(RUN, WATCH, stream(bpm)))
        .build();
  }

  private static UUID id(TestUser p) {
    return new SourcedSummary(RUN, WATCH).id(p.id);
  }

  private static String path(Object id) {
    return "/v2/timeseries/workouts/" + id + "/stream";
  }

  private static JsonNode read(TestUser p) {
    return api.assertValid(node.get(path(id(p))), 200, "getWorkoutStream").json();
  }

  @Test
  void aStreamReadsAsItWasStoredAndItsEventNamesThePath() {
    TestUser p = TestUser.of(node);
    UUID device = p.registerDevice("Sense");
    IngestResult stored = p.store(run(100));
    assertEquals(1, stored.created().get(Resource.WORKOUT_STREAM));
    assertEquals(Set.of(DAY), stored.days().get(Resource.WORKOUT_STREAM));
    JsonNode json = read(p);
    assertEquals(60, json.get("time").size());
    assertEquals(NOON.getEpochSecond(), json.get("time").get(0).asLong());
    assertTrue(json.get("heartrate").get(0).isNull());
    assertEquals(101, json.get("heartrate").get(1).asInt());
    assertEquals(0, json.get("power").size());
    assertEquals(List.of("daily.data.workouts.created", CREATED), p.eventTypes());
    JsonNode data = p.events().get(1).get("data");
    assertEquals(
        Set.of("user_id", "workout_id", "provider_id", "sport", "message", "source"),
        Set.copyOf(names(data)));
    assertEquals(id(p).toString(), data.get("workout_id").asText());
    assertEquals(p.id.toString(), data.get("user_id").asText());
    assertEquals("run-1", data.get("provider_id").asText());
    assertEquals("running", data.at("/sport/slug").asText());
    assertTrue(data.get("message").asText().contains(path(id(p))));
    assertEquals("fitbit", data.at("/source/provider").asText());
    assertEquals("running", data.at("/source/sport").asText());
    assertEquals(id(p).toString(), data.at("/source/workout_id").asText());
    assertEquals(device.toString(), data.at("/source/device_id").asText());
    assertEquals("fitbit", data.at("/source/slug").asText());
    assertTrue(p.events().get(1).toString().length() < 2000);
  }

  private static List<String> names(JsonNode node) {
    List<String> out = new java.util.ArrayList<>();
    node.fieldNames().forEachRemaining(out::add);
    return out;
  }

  @Test
  void theSameStreamAgainChangesNothingAndAnotherOneIsAnUpdate() {
    TestUser p = TestUser.of(node);
    p.store(run(100));
    assertEquals(Map.of(), p.store(run(100)).updated());
    assertEquals(2, p.eventTypes().size());
    assertEquals(Map.of(Resource.WORKOUT_STREAM, 1), p.store(run(110)).updated());
    assertEquals(UPDATED, p.eventTypes().getLast());
    assertEquals(111, read(p).get("heartrate").get(1).asInt());
    assertEquals(1, p.rows("workout_stream"));
  }

  @Test
  void aStreamMayComeBeforeItsWorkoutAndIsReadableAtOnce() {
    TestUser p = TestUser.of(node);
    node.get(path(id(p))).expect(404);
    p.store(NormalizedBatch.builder().add(SourcedStream.of(RUN, WATCH, stream(90))).build());
    assertEquals(List.of(CREATED), p.eventTypes());
    assertEquals(60, read(p).get("time").size());
    p.store(NormalizedBatch.builder().add(RUN, WATCH).build());
    assertEquals(60, read(p).get("time").size());
  }

  @Test
  void aBackfilledStreamSendsNoEvent() {
    TestUser p = TestUser.of(node);
    p.backfill(run(100));
    assertEquals(List.of(), p.eventTypes());
    assertEquals(60, read(p).get("time").size());
  }

  @Test
  void aWorkoutWithoutStreamHasEmptyArrays() {
    TestUser p = TestUser.of(node);
    p.store(NormalizedBatch.builder().add(RUN, WATCH).build());
    JsonNode json = read(p);
    assertEquals(11, json.size());
    json.forEach(array -> assertEquals(0, array.size()));
  }

  @Test
  void aStreamOutsideTheBoundsIsDropped() {
    TestUser p = TestUser.of(node);
    p.from = DAY.plusDays(1);
    assertEquals(Map.of(), p.store(run(100)).created());
    assertEquals(0, p.rows("workout_stream"));
  }

  @Test
  void unknownForeignDeletedAndRolledBackWorkoutsAre404() {
    api.assertValid(node.get(path(Ids.uuid())), 404, "getWorkoutStream");
    api.assertValid(node.get(path("x")), 422, "getWorkoutStream");
    TestUser p = TestUser.of(node);
    p.storeAndRollBack(run(100));
    node.get(path(id(p))).expect(404);
    TestUser other = TestUser.of(node, new Tenant(node.first().team(), Environment.PRODUCTION));
    other.store(run(100));
    node.get(path(id(other))).expect(404);
    TestUser gone = TestUser.of(node);
    gone.store(run(100));
    node.get(path(id(gone))).expect(200);
    node.call("DELETE", "/v2/user/" + gone.id, null).expect(200);
    node.get(path(id(gone))).expect(404);
  }

  @Test
  void ofTwoStreamsInABatchTheLastOneCounts() {
    TestUser p = TestUser.of(node);
    IngestResult stored =
        p.store(
            NormalizedBatch.builder()
                .add(RUN, WATCH)
                .add(SourcedStream.of(RUN, WATCH, stream(100)))
                .add(SourcedStream.of(RUN, WATCH, stream(120)))
                .build());
    assertEquals(1, stored.created().get(Resource.WORKOUT_STREAM));
    assertEquals(121, read(p).get("heartrate").get(1).asInt());
  }

  @Test
  void aLongStreamIsStoredAndReadWhole() {
    TestUser p = TestUser.of(node);
    WorkoutStream.Builder b = WorkoutStream.builder();
    for (int i = 0; i < 86_400; i++) {
      b.at(NOON.getEpochSecond() + i)
          .set(Channel.HEARTRATE, 60 + i % 100)
          .set(Channel.LAT, 10 + i * 1e-6)
          .set(Channel.POWER, i % 300 / 3.0);
    }
    p.store(NormalizedBatch.builder().add(SourcedStream.of(RUN, WATCH, b.build())).build());
    JsonNode json = node.get(path(id(p))).expect(200).json();
    assertEquals(86_400, json.get("power").size());
    assertEquals(299 / 3.0, json.get("power").get(299).asDouble());
  }
}
