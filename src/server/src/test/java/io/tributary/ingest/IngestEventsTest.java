package io.tributary.ingest;

import static io.tributary.ingest.TestBatches.DAY;
import static io.tributary.ingest.TestBatches.NOON;
import static io.tributary.ingest.TestBatches.WATCH;
import static io.tributary.ingest.TestBatches.beat;
import static io.tributary.ingest.TestBatches.beats;
import static io.tributary.ingest.TestBatches.samples;
import static io.tributary.ingest.TestBatches.steps;
import static io.tributary.ingest.TestBatches.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.testkit.TestNode;
import io.vertx.sqlclient.Row;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The events of a stored batch and their division into groups. */
class IngestEventsTest {
  private static final String HR = "daily.data.heartrate.";
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void aMixedBatchMakesACreatedAndAnUpdatedEvent() {
    TestUser p = TestUser.of(node);
    p.store(samples(beat(0, 60), beat(1, 61)));
    IngestResult s = p.store(samples(beat(0, 60), beat(1, 99), beat(2, 62)));
    assertEquals(Map.of(Resource.HEARTRATE, 1), s.created());
    assertEquals(Map.of(Resource.HEARTRATE, 1), s.updated());
    assertEquals(
        Set.of(HR + "created", HR + "updated"), new HashSet<>(p.eventTypes().subList(1, 3)));
    for (JsonNode e : p.events().subList(1, 3)) {
      boolean created = e.get("event_type").asText().endsWith("created");
      assertEquals(1, e.get("data").get("data").size());
      assertEquals(created ? 62 : 99, e.get("data").get("data").get(0).get("value").asInt());
    }
    assertEquals(3, p.rows("sample"));
  }

  @Test
  void typedReadingsOfOneInstantStayFour() {
    TestUser p = TestUser.of(node);
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    for (String type : List.of("ldl", "hdl", "total", "triglycerides")) {
      b.add(with(Resource.CHOLESTEROL, WATCH, NOON, 0, 3, SampleExtras.type(type)));
    }
    p.store(b.build());
    assertEquals(4, p.rows("sample"));
    JsonNode data = p.events().getFirst().get("data");
    assertEquals(1, p.events().size());
    assertEquals(4, data.get("data").size());
    assertTrue(data.get("source_id").isInt());
    assertFalse(data.get("source").has("is_final"));
  }

  @Test
  void aThousandAndOneSamplesMakeTwoEvents() {
    TestUser p = TestUser.of(node);
    p.store(beats(0, 1001));
    List<JsonNode> events = p.events();
    assertEquals(2, events.size());
    assertEquals(1000, events.get(0).get("data").get("data").size());
    assertEquals(1, events.get(1).get("data").get("data").size());
    assertEquals(
        events.get(0).get("data").get("source_id"), events.get(1).get("data").get("source_id"));
    assertEquals(
        "2026-03-01T12:16:40+00:00",
        events.get(1).get("data").get("data").get(0).get("timestamp").asText());
  }

  @Test
  void anEventStaysBelowItsSize() {
    TestUser p = TestUser.of(node);
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    for (int i = 0; i < 40; i++) {
      b.add(
          with(
              Resource.NOTE,
              WATCH,
              NOON.plusSeconds(i),
              null,
              0,
              SampleExtras.note("ä".repeat(10_000) + i, List.of())));
    }
    p.store(b.build());
    int samples = 0;
    for (Row r : node.db().query("select body from message where user_id = $1", p.id)) {
      assertTrue(r.getBuffer("body").length() <= 256 * 1024);
      samples +=
          io.tributary.core.Json.parse(r.getBuffer("body").getBytes())
              .get("data")
              .get("data")
              .size();
    }
    assertEquals(40, samples);
    assertTrue(p.events().size() >= 4);
  }

  @Test
  void eachSourceAndDeviceAndWorkoutHasItsOwnEvent() {
    TestUser p = TestUser.of(node);
    UUID run = Ids.uuid();
    Source scale = Source.of("fitbit", SourceType.SCALE);
    p.store(
        samples(
            beat(0, 60),
            Sample.point(Resource.HEARTRATE, scale, NOON, 0, 61),
            Sample.point(
                Resource.HEARTRATE, WATCH.withWorkout(run, "running"), NOON.plusSeconds(5), 0, 99),
            Sample.point(
                Resource.HEARTRATE, WATCH.withDevice(Ids.uuid()), NOON.plusSeconds(6), 0, 98)));
    assertEquals(4, p.events().size());
    assertTrue(
        p.events().stream()
            .anyMatch(
                e ->
                    e.get("data").get("source").get("workout_id").asText().equals(run.toString())
                        && e.get("data").get("source").get("sport").asText().equals("running")));
  }

  @Test
  void legacyFieldsFollowTheSwitch() {
    TestUser p = TestUser.without(node);
    p.store(samples(beat(0, 60)));
    p.store(steps(3));
    for (JsonNode e : p.events()) {
      assertFalse(e.get("data").get("source").has("slug"));
      assertEquals("fitbit", e.get("data").get("source").get("provider").asText());
      assertEquals(p.id.toString(), e.get("data").get("user_id").asText());
      assertEquals("client-" + p.id, e.get("client_user_id").asText());
    }
  }

  @Test
  void aBackfillStoresTheSameWithoutDailyEvents() {
    TestUser p = TestUser.of(node);
    NormalizedBatch batch =
        NormalizedBatch.builder()
            .add(ActivitySummary.on(DAY).build(), WATCH)
            .add(beat(0, 60))
            .build();
    assertEquals(Map.of(Resource.ACTIVITY, 1, Resource.HEARTRATE, 1), p.backfill(batch).created());
    assertEquals(
        Map.of(Resource.HEARTRATE, 1), p.backfill(samples(beat(0, 61), beat(0, 62))).updated());
    assertEquals(Map.of(), p.backfill(batch).created());
    assertEquals(List.of(), p.events());
  }
}
