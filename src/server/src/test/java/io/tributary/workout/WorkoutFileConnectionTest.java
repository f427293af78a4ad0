package io.tributary.workout;

import static io.tributary.workout.WorkoutFileHarness.ID;
import static io.tributary.workout.WorkoutFileHarness.counts;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.ingest.TestUser;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.workoutfile.SampleFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that a workout file creates at most one connection for its user. */
class WorkoutFileConnectionTest {
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

  /** Returns the number of connection events of the user. */
  private static long connected(TestUser p) {
    return node.db()
        .query(
            "select count(*) from message where user_id = $1"
                + " and event_type = 'provider.connection.created'",
            p.id)
        .iterator()
        .next()
        .getLong(0);
  }

  @Test
  void manyWhoSendOneFileAtOnceMakeOneWorkout() throws Exception {
    TestUser p = TestUser.of(node);
    List<Future<JsonNode>> sent = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 6; i++) {
        sent.add(threads.submit(() -> files.stored(p, SampleFiles.run())));
      }
    }
    int created = 0;
    for (Future<JsonNode> f : sent) {
      created += f.get().get("created").asInt();
    }
    assertEquals(1, created);
    assertEquals(1, connected(p));
    assertEquals(1, p.rows("device"));
    assertEquals(1, p.eventTypes().stream().filter(t -> t.contains("workouts.")).count());
  }

  @Test
  void aFileConnectsTheUserOnce() {
    TestUser p = TestUser.of(node);
    assertEquals(0, files.connections(p).size());
    files.stored(p, SampleFiles.run());
    JsonNode all = files.connections(p);
    assertEquals(1, all.size());
    assertEquals("manual", all.at("/0/slug").asText());
    assertEquals("connected", all.at("/0/status").asText());
    assertEquals("available", all.at("/0/resource_availability/workout_stream/status").asText());
    files.stored(p, SampleFiles.run());
    files.stored(p, SampleFiles.bytes(SampleFiles.gpx()));
    assertEquals(1, connected(p));
    JsonNode user = node.get("/v2/user/" + p.id).expect(200).json();
    assertEquals("manual", user.at("/connected_sources/0/source/slug").asText());
  }

  @Test
  void inExplicitModeAFileNeedsAConnection() {
    TestUser p = TestUser.of(node);
    node.post(
            "/v2/link/provider/manual/manual",
            "{\"user_id\":\"" + p.id + "\",\"connect_mode\":\"explicit\"}")
        .expect(200);
    assertEquals("1 0 0 0", counts(files.stored(p, SampleFiles.bytes(SampleFiles.gpx()))));
    node.call("DELETE", "/v2/user/" + p.id + "/manual", null).expect(200);
    long devices = p.rows("device");
    api.assertValid(files.send(p.id, "", SampleFiles.run()), 409, ID);
    assertEquals(0, files.connections(p).size());
    assertEquals(devices, p.rows("device"), "the device comes with the workout or not at all");
    assertEquals(1, p.rows("summary"));
  }

  @Test
  void usersWithDemoConnectionsKeepTheirRealDataApart() {
    TestUser p = TestUser.of(node);
    node.post(
            "/v2/link/connect/demo",
            "{\"user_id\":\"" + p.id + "\",\"provider\":\"apple_health_kit\"}")
        .expect(200);
    api.assertValid(files.send(p.id, "", SampleFiles.run()), 400, ID);
    assertEquals(0, p.rows("workout_stream"));
  }
}
