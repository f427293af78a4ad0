package io.tributary.delivery;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.event.Outbox;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrderedDeliveryTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String[] FAST = {
    "TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "10ms,20ms,20ms",
    "TRIBUTARY_WEBHOOK_POLL_INTERVAL", "50ms",
    "TRIBUTARY_WEBHOOK_LIMITS_SWEEP_INTERVAL", "300ms",
    "TRIBUTARY_WEBHOOK_SHARDS", "4",
    "TRIBUTARY_WEBHOOK_TIMEOUT", "60s",
    "TRIBUTARY_LEASE_TTL", "60s",
    "TRIBUTARY_LEASE_RENEW_INTERVAL", "300ms"
  };

  private final WebhookTestServer receiver = new WebhookTestServer();
  private final List<UUID> users = new ArrayList<>();

  /** Sequence numbers per user, in the order in which their messages were first received. */
  private final Map<String, List<Integer>> receivedNumbers = new ConcurrentHashMap<>();

  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private TestNode node;
  private WebhookFixture hooks;

  @BeforeEach
  void start() {
    node = TestNode.start(FAST);
    hooks = new WebhookFixture(node);
    for (int i = 0; i < 12; i++) {
      users.add(UUID.randomUUID());
    }
  }

  @AfterEach
  void stop() {
    node.close();
    receiver.close();
  }

  private String ordered(String path) {
    String id = hooks.endpoint(receiver.url(path));
    node.db().query("update webhook_endpoint set ordered = true where id = $1", id);
    return id;
  }

  private void add(TestNode at, UUID user, int n) {
    var data = Json.object().put("n", n);
    // On a busy machine no database connection may be free for a while.
    eventually(SOON, () -> write(at, user, data));
  }

  private static void write(TestNode at, UUID user, ObjectNode data) {
    at.db()
        .tx(
            tx -> {
              new Outbox()
                  .add(tx, new Event(EventTypes.DEVICE_CREATED, at.tenant(), user, "c", data));
              return null;
            });
  }

  private static int number(WebhookTestServer.ReceivedRequest got) {
    return Json.parse(got.body()).path("data").path("n").asInt();
  }

  private void receive(WebhookTestServer.ReceivedRequest got) {
    if (seen.add(got.path() + got.id())) {
      JsonNode body = Json.parse(got.body());
      receivedNumbers
          .computeIfAbsent(
              got.path() + body.path("user_id").asText(), u -> new CopyOnWriteArrayList<>())
          .add(number(got));
    }
  }

  private List<Integer> numbers(String path, UUID user) {
    return receivedNumbers.getOrDefault(path + user, List.of());
  }

  private void accept(HttpServerRequest r, WebhookTestServer.ReceivedRequest got) {
    receive(got);
    r.response().end();
  }

  private void assertAscending(String path) {
    for (UUID user : users) {
      List<Integer> got = numbers(path, user);
      assertEquals(got.stream().sorted().toList(), got, "user " + user);
    }
  }

  @Test
  void firstArrivalsFollowTheSequenceWithFailuresTwoNodesAndACrash() {
    Random random = new Random(4);
    String id = ordered("/in");
    String free = hooks.endpoint(receiver.url("/free"));
    receiver.setAnswer(
        "/in",
        (r, got) -> {
          // Number 7 of every user always fails; a third of the others need a retry.
          if (number(got) == 7 || random.nextInt(3) == 0) {
            r.response().setStatusCode(500).end();
          } else if (random.nextInt(20) == 0) {
            receive(got);
            r.connection().close();
          } else {
            receiver.vertx().setTimer(1 + random.nextInt(8), t -> accept(r, got));
          }
        });
    int each = 20;
    try (TestNode second = node.startPeer()) {
      Thread other =
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int n = 0; n < each; n++) {
                      for (UUID user : users.subList(6, 12)) {
                        add(second, user, n);
                      }
                    }
                  });
      for (int n = 0; n < each; n++) {
        for (UUID user : users.subList(0, 6)) {
          add(node, user, n);
        }
        if (n == each / 2) {
          node.crash();
          node = node.restart();
          hooks = new WebhookFixture(node);
        }
      }
      join(other);
      eventually(
          SOON,
          () -> {
            assertEquals(0, hooks.count(id, "pending") + hooks.count(id, "held"));
            assertEquals(0, hooks.count(free, "pending"));
          });
    }
    assertAscending("/in");
    long lost = hooks.count(id, "failed");
    assertTrue(lost >= users.size(), "number 7 of everybody has failed: " + lost);
    int got = users.stream().mapToInt(u -> numbers("/in", u).size()).sum();
    assertTrue(got >= each * users.size() - lost, "nothing else is missing: " + got);
    Set<UUID> open = new HashSet<>();
    node.db()
        .query(
            "select user_id from user_sequence where endpoint_id = $1 and open_deliveries > 0", id)
        .forEach(r -> open.add(r.getUUID("user_id")));
    assertEquals(Set.of(), open, "nobody waits any more");
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aMessageThatFailsHoldsBackItsOwnUserOnly() {
    String id = ordered("/in");
    UUID stuck = users.get(0);
    receiver.setAnswer(
        "/in",
        (r, got) -> {
          if (got.text().contains(stuck.toString()) && number(got) == 0) {
            // Not answered until it is released.
            hold(r, got);
          } else {
            accept(r, got);
          }
        });
    for (int n = 0; n < 3; n++) {
      for (UUID user : users) {
        add(node, user, n);
      }
    }
    eventually(
        SOON,
        () ->
            users
                .subList(1, users.size())
                .forEach(u -> assertEquals(List.of(0, 1, 2), numbers("/in", u))));
    assertEquals(List.of(), numbers("/in", stuck));
    assertEquals(2, hooks.count(id, "held"));
    eventually(SOON, () -> assertEquals(1, held.size()));
    Runnable release = held.getFirst();
    receiver.vertx().runOnContext(v -> release.run());
    eventually(SOON, () -> assertEquals(List.of(0, 1, 2), numbers("/in", stuck)));
  }

  private final List<Runnable> held = new CopyOnWriteArrayList<>();

  private void hold(HttpServerRequest r, WebhookTestServer.ReceivedRequest got) {
    held.add(() -> accept(r, got));
  }

  @Test
  void withoutOrderWhatIsHeldGoesOutAndWithItAgainNewOnesWait() {
    String id = ordered("/in");
    receiver.hold("/in");
    for (int n = 0; n < 5; n++) {
      add(node, users.get(0), n);
    }
    eventually(SOON, () -> assertEquals(1, receiver.requests("/in").size()));
    assertEquals(4, hooks.count(id, "held"));
    int shard =
        node.db()
            .query("select shard from webhook_endpoint where id = $1", id)
            .iterator()
            .next()
            .getInteger("shard");
    node.db().query("update webhook_endpoint set ordered = false where id = $1", id);
    OrderedDelivery.releaseAll(node.db(), id, shard);
    eventually(SOON, () -> assertEquals(5, receiver.requests("/in").size()));
    node.db().query("update webhook_endpoint set ordered = true where id = $1", id);
    add(node, users.get(0), 5);
    add(node, users.get(0), 6);
    eventually(SOON, () -> assertEquals(6, receiver.requests("/in").size()));
    assertEquals(1, hooks.count(id, "held"), "the last one waits for the one before");
    receiver.setAnswer("/in", 200);
    receiver.release();
    eventually(SOON, () -> assertEquals(7, hooks.count(id, "delivered")));
    assertEquals(6, number(receiver.requests("/in").getLast()));
  }

  @Test
  void heldMessagesWhoseFirstOneIsGoneAreFound() {
    String id = ordered("/in");
    receiver.hold("/in");
    for (int n = 0; n < 3; n++) {
      add(node, users.get(0), n);
    }
    eventually(SOON, () -> assertEquals(1, receiver.requests("/in").size()));
    node.db().query("delete from message where id = $1", receiver.requests("/in").getFirst().id());
    receiver.setAnswer("/in", this::accept);
    eventually(SOON, () -> assertEquals(List.of(1, 2), numbers("/in", users.get(0))));
    eventually(SOON, () -> assertEquals(2, hooks.count(id, "delivered")));
  }

  @Test
  void aSwitchedOffEndpointCancelsWhatIsHeldAndStartsAfresh() {
    String id = ordered("/in");
    receiver.hold("/in");
    for (int n = 0; n < 3; n++) {
      add(node, users.get(0), n);
    }
    eventually(SOON, () -> assertEquals(1, receiver.requests("/in").size()));
    hooks.patch(id, "{\"disabled\":true}");
    eventually(SOON, () -> assertEquals(3, hooks.count(id, "canceled")));
    receiver.setAnswer("/in", this::accept);
    receiver.release();
    hooks.patch(id, "{\"disabled\":false}");
    add(node, users.get(0), 3);
    add(node, users.get(0), 4);
    eventually(SOON, () -> assertEquals(List.of(3, 4), numbers("/in", users.get(0))));
  }
}
