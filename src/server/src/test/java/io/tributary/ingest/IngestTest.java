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
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.testkit.TestNode;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class IngestTest {
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Row summary(TestUser p) {
    return node.db().query("select * from summary where user_id = $1", p.id).iterator().next();
  }

  @Test
  void aSummaryIsCreatedOnceThenUpdatedAndIdenticalOnesChangeNothing() {
    TestUser p = TestUser.of(node);
    assertEquals(Map.of(Resource.ACTIVITY, 1), p.store(steps(10)).created());
    Row first = summary(p);
    IngestResult again = p.store(steps(10));
    assertEquals(Map.of(), again.created());
    assertEquals(Map.of(), again.updated());
    assertEquals(first.getOffsetDateTime("updated_at"), summary(p).getOffsetDateTime("updated_at"));
    assertEquals(Map.of(Resource.ACTIVITY, 1), p.store(steps(20)).updated());
    Row changed = summary(p);
    assertEquals(first.getUUID("id"), changed.getUUID("id"));
    assertTrue(
        changed.getOffsetDateTime("updated_at").isAfter(first.getOffsetDateTime("updated_at")));
    assertEquals(first.getOffsetDateTime("created_at"), changed.getOffsetDateTime("created_at"));
    assertEquals(
        List.of("daily.data.activity.created", "daily.data.activity.updated"), p.eventTypes());
    JsonNode data = p.events().get(1).get("data");
    assertEquals(20, data.get("steps").asInt());
    assertEquals(first.getUUID("id").toString(), data.get("id").asText());
    assertEquals("fitbit", data.get("source").get("slug").asText());
  }

  @Test
  void updatedAtRisesEvenInsideOneTransaction() {
    TestUser p = TestUser.of(node);
    p.store(steps(1));
    node.db()
        .query(
            "update summary set updated_at = now() + interval '1 hour' where user_id = $1", p.id);
    var before = summary(p).getOffsetDateTime("updated_at");
    p.store(steps(2));
    assertTrue(summary(p).getOffsetDateTime("updated_at").isAfter(before));
  }

  @Test
  void identicalSamplesChangeNothing() {
    TestUser p = TestUser.of(node);
    NormalizedBatch all =
        samples(
            beat(0, 60),
            Sample.interval(Resource.STEPS, WATCH, NOON, NOON.plusSeconds(60), null, 12),
            with(Resource.BLOOD_PRESSURE, WATCH, NOON, 0, 120, SampleExtras.diastolic(80)),
            with(Resource.NOTE, WATCH, NOON, null, 0, SampleExtras.note("lunch", List.of("food"))),
            with(
                Resource.BODY_TEMPERATURE,
                WATCH,
                NOON,
                null,
                36.6,
                SampleExtras.sensorLocation("wrist")));
    assertEquals(5, p.store(all).created().size());
    int events = p.events().size();
    IngestResult again = p.store(all);
    assertEquals(Map.of(), again.created());
    assertEquals(Map.of(), again.updated());
    assertEquals(Set.of(DAY), again.days().get(Resource.STEPS));
    assertEquals(events, p.events().size());
    assertEquals(5, p.counted("tributary_ingest_samples", "unchanged"));
  }

  @Test
  void everyPartOfTheContentCountsAsAChange() {
    TestUser p = TestUser.of(node);
    Source app = Source.of("fitbit", SourceType.WATCH).withWorkout(Ids.uuid(), "running");
    List<Sample> versions =
        List.of(
            Sample.interval(Resource.DISTANCE, WATCH, NOON, NOON.plusSeconds(60), 0, 5),
            Sample.interval(Resource.DISTANCE, WATCH, NOON, NOON.plusSeconds(61), 0, 5),
            Sample.interval(Resource.DISTANCE, WATCH, NOON, NOON.plusSeconds(61), null, 5),
            Sample.interval(Resource.DISTANCE, WATCH, NOON, NOON.plusSeconds(61), null, 6),
            Sample.interval(Resource.DISTANCE, app, NOON, NOON.plusSeconds(61), null, 6));
    assertEquals(Map.of(Resource.DISTANCE, 1), p.store(samples(versions.get(0))).created());
    for (Sample v : versions.subList(1, versions.size())) {
      assertEquals(Map.of(Resource.DISTANCE, 1), p.store(samples(v)).updated());
    }
    assertEquals(1, p.rows("sample"));
  }

  @Test
  void theLastOfABatchWins() {
    TestUser p = TestUser.of(node);
    assertEquals(
        Map.of(Resource.HEARTRATE, 1),
        p.store(samples(beat(0, 60), beat(0, 61), beat(0, 62))).created());
    assertEquals(62, p.events().getFirst().get("data").get("data").get(0).get("value").asInt());
    assertEquals(Map.of(), p.store(samples(beat(0, 62))).updated());
  }

  @Test
  void bothBoundsAreInclusiveAndTheDayIsTheLocalOne() {
    TestUser p = TestUser.of(node);
    p.from = DAY;
    p.to = DAY.plusDays(1);
    Instant midnight = Instant.parse("2026-03-01T00:00:00Z");
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    for (int d = -1; d <= 2; d++) {
      b.add(ActivitySummary.on(DAY.plusDays(d)).steps(d + 5).build(), WATCH);
    }
    b.add(ProfileSummary.profile().height(180).build(), WATCH);
    // 23:00 UTC of the previous day is 01:00 of the first day in a zone two hours east.
    b.add(Sample.point(Resource.HEARTRATE, WATCH, midnight.minusSeconds(3600), 7200, 1));
    b.add(Sample.point(Resource.HEARTRATE, WATCH, midnight.minusSeconds(3599), null, 2));
    b.add(Sample.point(Resource.HEARTRATE, WATCH, midnight, -3600, 3));
    b.add(Sample.point(Resource.HEARTRATE, WATCH, midnight.plusSeconds(1), null, 4));
    b.add(Sample.point(Resource.HEARTRATE, WATCH, midnight.plusSeconds(2 * 86400 + 1), -3600, 5));
    b.add(Sample.point(Resource.HEARTRATE, WATCH, midnight.plusSeconds(2 * 86400 - 1), 1, 6));
    IngestResult s = p.store(b.build());
    assertEquals(
        Map.of(Resource.ACTIVITY, 2, Resource.PROFILE, 1, Resource.HEARTRATE, 3), s.created());
    assertEquals(Set.of(DAY, DAY.plusDays(1)), s.days().get(Resource.ACTIVITY));
    assertEquals(Set.of(DAY, DAY.plusDays(1)), s.days().get(Resource.HEARTRATE));
    assertEquals(3, p.counted("tributary_ingest_samples", "outside"));
  }

  @Test
  void aSecondDeviceMakesNoUpdates() {
    TestUser p = TestUser.of(node);
    UUID only = p.registerDevice("Sense");
    NormalizedBatch batch =
        NormalizedBatch.builder()
            .add(ActivitySummary.on(DAY).build(), WATCH)
            .add(beat(0, 60))
            .build();
    p.store(batch);
    p.registerDevice("Versa");
    IngestResult again = p.store(batch);
    assertEquals(Map.of(), again.updated());
    assertEquals(2, p.events().size());
    for (JsonNode e : p.events()) {
      assertEquals(only.toString(), e.get("data").get("source").get("device_id").asText());
    }
    assertEquals(only, summary(p).getUUID("device_id"));
  }

  @Test
  void concurrentIngestOfOneBatchMakesOneRowAndOneEvent() throws Exception {
    TestUser p = TestUser.of(node);
    NormalizedBatch.Builder b =
        NormalizedBatch.builder().add(ActivitySummary.on(DAY).steps(9).build(), WATCH);
    for (int i = 0; i < 50; i++) {
      b.add(beat(i, 60));
      b.add(
          with(
              Resource.GLUCOSE,
              WATCH,
              NOON.plusSeconds(i),
              null,
              5,
              SampleExtras.type("automatic")));
    }
    NormalizedBatch batch = b.build();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<IngestResult>> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        all.add(pool.submit(() -> p.store(batch)));
      }
      int created = 0;
      for (Future<IngestResult> f : all) {
        created += f.get().created().values().stream().mapToInt(Integer::intValue).sum();
        assertEquals(Map.of(), f.get().updated());
      }
      assertEquals(101, created);
    }
    assertEquals(100, p.rows("sample"));
    assertEquals(1, p.rows("summary"));
    assertEquals(
        Set.of(
            "daily.data.activity.created",
            "daily.data.heartrate.created",
            "daily.data.glucose.created"),
        new HashSet<>(p.eventTypes()));
    assertEquals(3, p.events().size());
  }

  @Test
  void aRolledBackBatchLeavesNoTrace() {
    TestUser p = TestUser.of(node);
    NormalizedBatch batch =
        samples(with(Resource.GLUCOSE, WATCH, NOON, null, 5, SampleExtras.type("automatic")));
    p.storeAndRollBack(batch);
    assertEquals(0, p.rows("sample"));
    assertEquals(0, p.counted("tributary_ingest_samples", "created"));
    assertEquals(Map.of(Resource.GLUCOSE, 1), p.store(batch).created());
    assertEquals(1, p.rows("sample"));
    assertEquals(1, p.rows("sample_context"));
    assertEquals(1, p.rows("series"));
  }

  @Test
  void introspectionNumbersAreKept() {
    TestUser p = TestUser.of(node);
    p.store(beats(0, 10));
    p.store(samples(beat(3, 200)));
    p.backfill(samples(beat(-100, 60)));
    Row r =
        node.db().query("select * from resource_status where user_id = $1", p.id).iterator().next();
    assertEquals(10, r.getLong("sent_count"));
    assertEquals(NOON.minusSeconds(100), r.getOffsetDateTime("oldest_data").toInstant());
    assertEquals(NOON.plusSeconds(9), r.getOffsetDateTime("newest_data").toInstant());
    assertEquals("success", r.getString("last_attempt_status"));
  }

  @Test
  void aDeletedUserGetsNothingAndAnErasedOneLeavesNoSample() {
    TestUser p = TestUser.of(node);
    p.store(beats(0, 10));
    node.db().query("update app_user set deleted_at = now() where id = $1", p.id);
    assertEquals(Map.of(), p.store(beats(0, 20)).created());
    List<Integer> series = new ArrayList<>();
    node.db()
        .query("select id from series where user_id = $1", p.id)
        .forEach(r -> series.add(r.getInteger(0)));
    node.db().query("delete from app_user where id = $1", p.id);
    assertEquals(
        0,
        node.db()
            .query(
                "select 1 from sample_block where series_id = any ($1)",
                (Object) series.toArray(Integer[]::new))
            .size());
  }

  @Test
  void aNulCharacterDoesNotStopABatch() {
    TestUser p = TestUser.of(node);
    p.store(
        NormalizedBatch.builder()
            .add(io.tributary.model.MealSummary.of(NOON, DAY, "a\0b \\u0000").build(), WATCH)
            .add(
                with(
                    Resource.NOTE,
                    WATCH,
                    NOON,
                    null,
                    0,
                    SampleExtras.note("x\0y", List.of("food"))))
            .build());
    assertEquals("ab \\u0000", summary(p).getJsonObject("content").getString("name"));
  }
}
