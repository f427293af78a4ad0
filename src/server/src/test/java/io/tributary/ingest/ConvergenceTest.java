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
 * The order of pushes does not matter: permuted, repeated, delayed and split differently they end
 * in the same state, and whoever upserts the events by identity ends with what the reads give. What
 * counts is only that of each record the latest version comes last.
 */
class ConvergenceTest {
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

  /** Twenty users push at once: what they bring at the same moment shares a transaction. */
  @Test
  void pushesOfManyUsersInSharedTransactionsConvergeIn2000Cases() {
    int cases = 0;
    int pushes = 0;
    int updates = 0;
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      List<PushStory> stories = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        stories.add(new PushStory(Person.of(node), random));
      }
      int steps = stories.stream().mapToInt(s -> s.pushes.size()).max().orElseThrow();
      for (int step = 0; step < steps; step++) {
        List<IngestRequest> together = new ArrayList<>();
        for (PushStory s : stories) {
          if (step < s.pushes.size()) {
            together.add(new IngestRequest(s.person.target(), s.pushes.get(step), false));
          }
        }
        java.util.Collections.shuffle(together, random);
        pushes += together.size();
        node.db().tx(tx -> ingest.store(tx, together));
      }
      for (PushStory s : stories) {
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

  /** The pushes of one user, one transaction each, some of them two or three in one. */
  @Test
  void pushesOfOneUserConvergeIn200Cases() {
    int pushes = 0;
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(1_000_000 + seed);
      PushStory s = new PushStory(Person.of(node), random);
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

  private static void check(PushStory story, String which) {
    Map<String, JsonNode> stored = stored(story);
    assertEquals(story.expected(), stored, which + ": stored");
    EventConsumer consumer = new EventConsumer(story.person.events(), new Random(which.hashCode()));
    Map<String, JsonNode> derived = new HashMap<>(consumer.state());
    // The notice of a stream names where to read: what is read is what is stored.
    derived.replaceAll((key, value) -> key.startsWith("stream") ? stored.get(key) : value);
    assertEquals(stored, derived, which + ": derived from events");
    assertEquals(story.expectedEvents(), consumer.told(), which + ": told");
  }

  private static Map<String, JsonNode> stored(PushStory story) {
    Map<String, JsonNode> out = new HashMap<>();
    RowState.summaries(node.db(), story.person.id, out);
    RowState.streams(node.db(), story.person.id, out);
    for (Resource r : story.sampled()) {
      samples.forEach(
          story.person.id,
          r,
          "",
          Instant.EPOCH,
          Instant.parse("2100-01-01T00:00:00Z"),
          s -> out.put(RowState.key(s.sample()), RowState.json(s.sample())));
    }
    return out;
  }
}
