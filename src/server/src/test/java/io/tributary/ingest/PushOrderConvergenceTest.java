package io.tributary.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.device.DeviceRegistry;
import io.tributary.event.Outbox;
import io.tributary.metrics.Metrics;
import io.tributary.model.LegacySource;
import io.tributary.model.Resource;
import io.tributary.read.StoredSamples;
import io.tributary.testkit.TestNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that the order of pushes does not matter.
 *
 * <p>Permuted, repeated, delayed and differently split pushes end in the same state. A consumer
 * that upserts events by identity ends with the data that the reads return. The only condition is
 * that the latest version of each record arrives last.
 */
class PushOrderConvergenceTest {
  private static TestNode node;
  private static Ingest ingest;
  private static StoredSamples samples;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    samples = new StoredSamples(node.db());
    Outbox outbox = new Outbox();
    ingest =
        new Ingest(
            outbox,
            true,
            slug -> new LegacySource("Name", slug, ""),
            new DeviceRegistry(outbox),
            new Metrics());
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  /** Twenty users push at once; concurrent pushes share a transaction. */
  @Test
  void pushesOfManyUsersInSharedTransactionsConvergeIn2000Cases() {
    int cases = 0;
    int pushes = 0;
    int updates = 0;
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      List<PushScenario> stories = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        stories.add(new PushScenario(TestUser.of(node), random));
      }
      int steps = stories.stream().mapToInt(s -> s.pushes.size()).max().orElseThrow();
      for (int step = 0; step < steps; step++) {
        List<IngestRequest> together = new ArrayList<>();
        for (PushScenario s : stories) {
          if (step < s.pushes.size()) {
            together.add(new IngestRequest(s.person.target(), s.pushes.get(step), false));
          }
        }
        java.util.Collections.shuffle(together, random);
        pushes += together.size();
        node.db().tx(tx -> ingest.store(tx, together));
      }
      for (PushScenario s : stories) {
        check(s, "seed " + seed);
        updates +=
            (int)
                s.expectedEvents().values().stream()
                    .flatMapToInt(String::chars)
                    .filter(c -> c == 'u')
                    .count();
        cases++;
      }
    }
    System.out.println(
        "convergence, shared: " + cases + " cases, " + pushes + " pushes, " + updates + " updates");
    assertEquals(2000, cases);
    assertTrue(updates > 2000, updates + " updates");
  }

  /** The pushes of one user, most in a transaction each, some two or three to a transaction. */
  @Test
  void pushesOfOneUserConvergeIn200Cases() {
    int pushes = 0;
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(1_000_000 + seed);
      PushScenario s = new PushScenario(TestUser.of(node), random);
      for (int at = 0; at < s.pushes.size(); ) {
        int n = Math.min(1 + random.nextInt(3), s.pushes.size() - at);
        List<IngestRequest> entries =
            s.pushes.subList(at, at + n).stream()
                .map(b -> new IngestRequest(s.person.target(), b, false))
                .toList();
        node.db().tx(tx -> ingest.store(tx, entries));
        at += n;
        pushes += n;
      }
      check(s, "seed " + seed);
    }
    System.out.println("convergence, alone: 200 cases, " + pushes + " pushes");
    assertTrue(pushes > 1000);
  }

  private static void check(PushScenario story, String which) {
    Map<String, JsonNode> stored = stored(story);
    assertEquals(story.expected(), stored, which + ": stored");
    TestEventConsumer consumer =
        new TestEventConsumer(story.person.events(), new Random(which.hashCode()));
    Map<String, JsonNode> derived = new HashMap<>(consumer.state());
    // A stream event names only the read path, so the read data is used.
    derived.replaceAll((key, value) -> key.startsWith("stream") ? stored.get(key) : value);
    assertEquals(stored, derived, which + ": derived from events");
    assertEquals(story.expectedEvents(), consumer.told(), which + ": told");
  }

  private static Map<String, JsonNode> stored(PushScenario story) {
    Map<String, JsonNode> out = new HashMap<>();
    ComparableRecord.summaries(node.db(), story.person.id, out);
    ComparableRecord.streams(node.db(), story.person.id, out);
    for (Resource r : story.sampleResources()) {
      samples.forEach(
          story.person.id,
          r,
          "",
          Instant.EPOCH,
          Instant.parse("2100-01-01T00:00:00Z"),
          s -> out.put(ComparableRecord.key(s.sample()), ComparableRecord.json(s.sample())));
    }
    return out;
  }
}
