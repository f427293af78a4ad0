package io.tributary.eventlog;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.event.Outbox;
import io.tributary.model.Resource;
import io.tributary.testkit.DatabaseProxy;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The event stream over server-sent events. */
class EventStreamTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private static TestNode node(String... more) {
    TestNode node = TestNode.start(more);
    EventLogHarness.enable(node);
    return node;
  }

  private static final class RolledBack extends RuntimeException {}

  /**
   * Writes events concurrently, each writer for its own user with numbered events, and returns the
   * committed numbers.
   */
  private static Set<Integer> writeConcurrently(TestNode node, int count, int each) {
    Set<Integer> committed = ConcurrentHashMap.newKeySet();
    try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int w = 0; w < count; w++) {
        int writer = w;
        UUID user = UUID.randomUUID();
        Random random = new Random(writer);
        all.execute(
            () -> {
              for (int i = 0; i < each; i++) {
                int n = writer * 1000 + i;
                try {
                  node.db()
                      .tx(
                          tx -> {
                            tx.query("select pg_sleep($1)", random.nextDouble() * 0.02);
                            EventLogHarness.add(
                                tx, node.tenant(), EventTypes.DEVICE_CREATED, user, n);
                            tx.query("select pg_sleep($1)", random.nextDouble() * 0.06);
                            if (random.nextInt(10) == 0) {
                              throw new RolledBack();
                            }
                            return null;
                          });
                  committed.add(n);
                } catch (RolledBack none) {
                  // deliberate rollback
                }
              }
            });
      }
    }
    return committed;
  }

  private static void assertExactly(Set<Integer> committed, List<Integer> told) {
    assertEquals(new HashSet<>(told).size(), told.size(), "none twice");
    assertEquals(committed, new HashSet<>(told), "none missed, none made up");
    Map<Integer, Integer> last = new HashMap<>();
    for (int n : told) {
      Integer before = last.put(n / 1000, n);
      assertTrue(before == null || before < n, "in the order of each user");
    }
  }

  @Test
  void whateverTheOrderOfCommitsEveryEventIsToldOnceByPagesAndByTheStream() throws Exception {
    try (TestNode node = node("TRIBUTARY_DB_POOL_SIZE", "10")) {
      AtomicBoolean done = new AtomicBoolean();
      List<Integer> paged = new ArrayList<>();
      try (SseClient follower = new SseClient(node, "", null);
          ExecutorService reader = Executors.newVirtualThreadPerTaskExecutor()) {
        var reading =
            reader.submit(
                () -> {
                  String cursor = "";
                  while (true) {
                    boolean last = done.get();
                    JsonNode page = EventLogHarness.readPage(node, "?limit=3" + cursor);
                    paged.addAll(EventLogHarness.numbers(page));
                    cursor = "&cursor=" + page.get("next_cursor").asText();
                    if (last && !page.get("has_more").asBoolean()) {
                      return null;
                    }
                  }
                });
        Set<Integer> committed = writeConcurrently(node, 8, 20);
        EventLogHarness.awaitOlderTransactions(node);
        done.set(true);
        reading.get();
        assertExactly(committed, paged);
        eventually(SOON, () -> assertEquals(committed.size(), follower.events.size()));
        assertExactly(committed, follower.numbers());
      }
    }
  }

  @Test
  void onlyWhoHasALogIsWokenForIt() {
    try (TestNode node = TestNode.start()) {
      AtomicInteger woken = new AtomicInteger();
      node.db()
          .queueNotifier()
          .onWake(Outbox.eventLogQueue(node.first().team()), woken::incrementAndGet)
          .completion()
          .await();
      EventLogHarness.write(node, 0, 3);
      EventLogHarness.enable(node);
      EventLogHarness.write(node, 3, 4);
      eventually(SOON, () -> assertTrue(woken.get() > 0));
      assertEquals(1, woken.get());
    }
  }

  @Test
  void aStreamResumesAfterARestartOfTheService() throws Exception {
    TestNode first = node();
    List<Integer> told;
    String id;
    try (SseClient follower = new SseClient(first, "", null)) {
      EventLogHarness.write(first, 0, 5);
      eventually(SOON, () -> assertEquals(5, follower.events.size()));
      EventLogHarness.write(first, 5, 6);
      first.close();
      eventually(SOON, () -> assertTrue(follower.ended, "a stopping node ends its streams"));
      told = new ArrayList<>(follower.numbers());
      id = follower.lastId;
    }
    try (TestNode second = first.restart()) {
      EventLogHarness.write(second, 6, 9);
      // A reconnecting client sends the URL of its first connection; the header holds the current
      // position.
      try (SseClient follower = new SseClient(second, "?cursor=" + id, id)) {
        eventually(
            SOON,
            () -> {
              List<Integer> both = new ArrayList<>(told);
              both.addAll(follower.numbers());
              assertEquals(IntStream.range(0, 9).boxed().toList(), both);
            });
        assertEquals("provider.device.created", follower.events.getFirst().type());
      }
    }
  }

  @Test
  void aStreamOutlivesTheDatabase() throws Exception {
    try (DatabaseProxy gate = new DatabaseProxy(TestNode.newMigratedDatabase());
        TestNode node =
            TestNode.startAt(
                gate.url(),
                "TRIBUTARY_EVENT_LOG_HEARTBEAT_INTERVAL",
                "50ms",
                "TRIBUTARY_EVENT_LOG_POLL_INTERVAL",
                "50ms")) {
      EventLogHarness.enable(node);
      try (SseClient follower = new SseClient(node, "", null)) {
        EventLogHarness.write(node, 0, 1);
        eventually(SOON, () -> assertEquals(1, follower.events.size()));
        gate.disconnect();
        eventually(SOON, () -> assertTrue(node.db().isUnavailable()));
        int beats = follower.heartbeats;
        eventually(SOON, () -> assertTrue(follower.heartbeats > beats + 3));
        gate.accept();
        eventually(SOON, () -> assertFalse(node.db().isUnavailable()));
        EventLogHarness.write(node, 1, 2);
        eventually(SOON, () -> assertEquals(List.of(0, 1), follower.numbers()));
        assertFalse(follower.ended);
      }
    }
  }

  @Test
  void heartbeatsMoveTheIdOverWhatIsFilteredOut() throws Exception {
    try (TestNode node =
            node(
                "TRIBUTARY_EVENT_LOG_HEARTBEAT_INTERVAL",
                "50ms",
                "TRIBUTARY_EVENT_LOG_POLL_INTERVAL",
                "50ms");
        SseClient follower = new SseClient(node, "?event_type=daily.data.*", null)) {
      EventLogHarness.write(node, 0, 3);
      EventLogHarness.write(node, EventTypes.created(Resource.SLEEP), null, 3);
      eventually(SOON, () -> assertEquals(List.of(3), follower.numbers()));
      String at = follower.lastId;
      EventLogHarness.write(node, 4, 6);
      eventually(SOON, () -> assertFalse(at.equals(follower.lastId)));
      JsonNode rest =
          EventLogHarness.readPage(node, "?event_type=daily.data.*&cursor=" + follower.lastId);
      assertEquals(List.of(), EventLogHarness.numbers(rest), "an id of a stream is a cursor");
    }
  }

  @Test
  void aKeyThatIsRevokedEndsItsStreamsAndALogThatIsSwitchedOffToo() throws Exception {
    try (TestNode node =
        node(
            "TRIBUTARY_EVENT_LOG_KEY_CHECK_INTERVAL",
            "50ms",
            "TRIBUTARY_EVENT_LOG_POLL_INTERVAL",
            "50ms")) {
      try (SseClient follower = new SseClient(node, "", null)) {
        node.callManagement("PUT", EventLogHarness.path(node), "{\"enabled\":false}").expect(200);
        eventually(SOON, () -> assertTrue(follower.ended));
      }
      EventLogHarness.enable(node);
      try (SseClient follower = new SseClient(node, "", null)) {
        EventLogHarness.write(node, 0, 1);
        eventually(SOON, () -> assertEquals(1, follower.events.size()));
        assertFalse(follower.ended);
        node.db().query("update api_key set revoked_at = now()");
        eventually(SOON, () -> assertTrue(follower.ended));
      }
    }
  }

  @Test
  void aTeamHasSoManyStreamsAndAnEndedOneMakesRoom() throws Exception {
    try (TestNode node = node("TRIBUTARY_EVENT_LOG_MAX_STREAMS_PER_TEAM", "1")) {
      try (SseClient follower = new SseClient(node, "", null)) {
        TestResponse more = node.get("/v2/events/stream").expect(429);
        assertTrue(more.json().get("detail").asText().contains("at most 1"));
        assertFalse(follower.ended);
      }
      eventually(SOON, () -> assertEquals("0", openStreams(node)));
      new SseClient(node, "", null).close();
    }
    try (TestNode none = node("TRIBUTARY_EVENT_LOG_MAX_STREAMS", "0")) {
      none.get("/v2/events/stream").expect(503);
    }
  }

  private static String openStreams(TestNode node) {
    return node.get("/metrics")
        .text()
        .lines()
        .filter(l -> l.startsWith("tributary_event_streams "))
        .map(l -> l.substring(l.indexOf(' ') + 1).replace(".0", ""))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aClientThatDoesNotReadIsCutAndCostsNoMemoryUntilThen() throws Exception {
    try (TestNode node = node("TRIBUTARY_EVENT_LOG_SLOW_CLIENT_TIMEOUT", "500ms");
        Socket lazy = new Socket()) {
      lazy.setReceiveBufferSize(4096);
      lazy.connect(new InetSocketAddress("127.0.0.1", node.node().port()));
      lazy.getOutputStream()
          .write(
              ("GET /v2/events/stream HTTP/1.1\r\nhost: x\r\nx-service-api-key: "
                      + node.first().apiKey()
                      + "\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      eventually(SOON, () -> assertEquals("1", openStreams(node)));
      for (int i = 0; i < 40; i++) {
        node.db()
            .tx(
                tx -> {
                  EventLogHarness.OUTBOX.add(
                      tx,
                      new Event(
                          EventTypes.DEVICE_CREATED,
                          node.tenant(),
                          null,
                          null,
                          Json.object().put("x", "x".repeat(400_000))));
                  return null;
                });
      }
      eventually(SOON, () -> assertEquals("0", openStreams(node)));
    }
  }
}
