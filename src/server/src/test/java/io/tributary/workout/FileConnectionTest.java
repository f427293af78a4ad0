package io.tributary.workout;

import static io.tributary.workout.FileHarness.ID;
import static io.tributary.workout.FileHarness.counts;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.ingest.Person;
import io.tributary.testkit.ApiDocument;
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

/** A workout file connects its user, at most once, and not always. */
class FileConnectionTest {
  private static FileHarness files;
  private static TestNode node;
  private static ApiDocument api;

  @BeforeAll
  static void start() {
    files = new FileHarness();
    node = files.node;
    api = files.api;
  }

  @AfterAll
  static void stop() {
    files.close();
  }

  /** How often the user's connection was announced. */
  private static long connected(Person p) {
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
    Person p = Person.of(node);
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
    Person p = Person.of(node);
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
    Person p = Person.of(node);
    node.post(
            "/v2/link/provider/manual/manual",
            "{\"user_id\":\"" + p.id + "\",\"connect_mode\":\"explicit\"}")
        .expect(200);
    assertEquals("1 0 0 0", counts(files.stored(p, SampleFiles.bytes(SampleFiles.gpx()))));
    node.call("DELETE", "/v2/user/" + p.id + "/manual", null).expect(200);
    long devices = p.rows("device");
    api.valid(files.send(p.id, "", SampleFiles.run()), 409, ID);
    assertEquals(0, files.connections(p).size());
    assertEquals(devices, p.rows("device"), "the device comes with the workout or not at all");
    assertEquals(1, p.rows("summary"));
  }

  @Test
  void usersWithDemoConnectionsKeepTheirRealDataApart() {
    Person p = Person.of(node);
    node.post(
            "/v2/link/connect/demo",
            "{\"user_id\":\"" + p.id + "\",\"provider\":\"apple_health_kit\"}")
        .expect(200);
    api.valid(files.send(p.id, "", SampleFiles.run()), 400, ID);
    assertEquals(0, p.rows("workout_stream"));
  }
}
