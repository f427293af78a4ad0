package io.tributary.lab.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that a repeated call creates one order. */
class OrderIdempotencyTest {
  private static final String CREATE = "/v3/order/create";
  private static TestNode node;
  private static OrderBodies bodies;

  @BeforeAll
  static void start() {
    node =
        CatalogueTestNode.start(
            "TRIBUTARY_USERS_SANDBOX_LIMIT",
            "1000",
            "TRIBUTARY_HTTP_MAX_CONCURRENT_REQUESTS",
            "500");
    bodies = new OrderBodies(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static TestResponse place(String path, String key, JsonNode body, String... more) {
    Map<String, String> headers = new HashMap<>();
    headers.put("x-service-api-key", node.first().apiKey());
    headers.put("x-idempotency-key", key);
    for (int i = 0; i < more.length; i += 2) {
      headers.put(more[i], more[i + 1]);
    }
    return node.send("POST", path, body.toString(), headers);
  }

  private static long orders(String user) {
    return node.db()
        .query("select count(*) as n from lab_order where user_id = $1", UUID.fromString(user))
        .iterator()
        .next()
        .getLong("n");
  }

  private static String key() {
    return "k-" + Ids.randomHex(8);
  }

  private static void age(String key, String column, String interval) {
    assertEquals(
        1,
        node.db()
            .query(
                "update idempotency_key set "
                    + column
                    + " = "
                    + column
                    + " - interval '"
                    + interval
                    + "' where key = $1",
                key)
            .rowCount());
  }

  @Test
  void aHundredCallsAtOnceAreOneOrder() throws Exception {
    String user = bodies.user();
    String key = key();
    JsonNode body = bodies.walkIn(user);
    List<Callable<TestResponse>> calls = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String path = i % 2 == 0 ? CREATE : "/v3/order";
      calls.add(() -> place(path, key, body));
    }
    List<TestResponse> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<TestResponse> f : threads.invokeAll(calls)) {
        answers.add(f.get());
      }
    }
    assertEquals(1, orders(user));
    List<TestResponse> good = answers.stream().filter(a -> a.status() == 200).toList();
    assertTrue(!good.isEmpty());
    assertEquals(1, good.stream().map(TestResponse::text).distinct().count());
    for (TestResponse a : answers) {
      assertTrue(a.status() == 200 || a.status() == 409 || a.status() == 503, a.text());
    }
    assertEquals(good.getFirst().json(), place(CREATE, key, body).expect(200).json());
    assertEquals(1, orders(user));
  }

  @Test
  void aReplyIsGivenAgainWhateverTheOrderOfTheFields() {
    String user = bodies.user();
    String key = key();
    ObjectNode body = bodies.walkIn(user);
    JsonNode first = place(CREATE, key, body).expect(200).json();
    ObjectNode turned = Json.object();
    List<String> names = new ArrayList<>();
    body.fieldNames().forEachRemaining(names::add);
    names.reversed().forEach(n -> turned.set(n, body.get(n)));
    assertNotEquals(body.toString(), turned.toString());
    assertEquals(first, place("/v3/order", key, turned).expect(200).json());
    assertEquals(1, orders(user));
  }

  @Test
  void anotherBodyWithTheSameKeyIsRefused() {
    String user = bodies.user();
    String key = key();
    place(CREATE, key, bodies.walkIn(user)).expect(200);
    assertEquals(
        "this idempotency key was already used with a different body",
        CatalogueTestNode.detail(
            place(CREATE, key, bodies.walkIn(user).put("priority", true)).expect(409)));
    assertEquals(1, orders(user));
  }

  @Test
  void aRefusalIsGivenAgainEvenWhenItsReasonIsGone() {
    String user = bodies.user();
    ObjectNode body = bodies.applyChanges(bodies.walkIn(user), "/lab_test_id=\"{walk}\"");
    String key = key();
    JsonNode first = place(CREATE, key, body).expect(400).json();
    assertEquals(first, place(CREATE, key, body).expect(400).json());
    assertEquals(
        1,
        node.db()
            .query("select 1 from idempotency_key where key = $1 and status = 400", key)
            .size());
  }

  @Test
  void aRefusalIsForgottenIfTheCallerSaysSo() {
    String user = bodies.user();
    String key = key();
    ObjectNode bad = bodies.applyChanges(bodies.walkIn(user), "/lab_test_id=\"{walk}\"");
    place(CREATE, key, bad, "x-idempotency-error", "no-cache").expect(400);
    JsonNode made =
        place(CREATE, key, bodies.walkIn(user), "x-idempotency-error", "no-cache")
            .expect(200)
            .json();
    assertEquals(made, place(CREATE, key, bodies.walkIn(user)).expect(200).json());
  }

  @Test
  void aBodyOfBadFormDoesNotUseUpTheKey() {
    String user = bodies.user();
    String key = key();
    place(CREATE, key, bodies.applyChanges(bodies.walkIn(user), "/priority=1")).expect(422);
    place(CREATE, key, bodies.walkIn(user)).expect(200);
  }

  @Test
  void aTwinInFlightIsRefusedUntilItIsGivenUp() {
    String user = bodies.user();
    String key = key();
    ObjectNode body = bodies.walkIn(user);
    place(CREATE, key, body).expect(200);
    node.db()
        .query(
            "update idempotency_key set state = 'running', status = null, body = null,"
                + " finished_at = null where key = $1",
            key);
    assertEquals(
        "a call with this idempotency key is still running",
        CatalogueTestNode.detail(place(CREATE, key, body).expect(409)));
    age(key, "started_at", "61 seconds");
    place(CREATE, key, body).expect(200);
    assertEquals(2, orders(user));
  }

  @Test
  void aCallThatWasGivenUpLeavesNoTraceWhenItEndsAfterAll() {
    String key = key();
    IdempotencyKey k = new IdempotencyKey(node.tenant(), "order", key, new byte[] {1}, false);
    IdempotencyStore slow =
        new IdempotencyStore(node.db(), Duration.ofSeconds(60), Duration.ofHours(24));
    ServiceException lost =
        Assertions.assertThrows(
            ServiceException.class,
            () ->
                slow.runOnce(
                    Optional.of(k),
                    tx -> {
                      age(key, "started_at", "61 seconds");
                      slow.runOnce(Optional.of(k), other -> Json.object().put("who", "second"));
                      tx.update(
                          "insert into lab_catalogue_file (name, hash) values ($1, 'x')", key);
                      return Json.object().put("who", "first");
                    }));
    assertEquals(ServiceException.Reason.CONFLICT, lost.reason());
    assertEquals(
        0, node.db().query("select 1 from lab_catalogue_file where name = $1", key).size());
    assertEquals(
        "second", slow.runOnce(Optional.of(k), tx -> Json.object()).body().get("who").asText());
  }

  @Test
  void aFaultDoesNotUseUpTheKey() {
    IdempotencyKey k = new IdempotencyKey(node.tenant(), "order", key(), new byte[] {1}, false);
    IdempotencyStore calls =
        new IdempotencyStore(node.db(), Duration.ofSeconds(60), Duration.ofHours(24));
    Assertions.assertThrows(
        IllegalStateException.class,
        () ->
            calls.runOnce(
                Optional.of(k),
                tx -> {
                  throw new IllegalStateException("broken");
                }));
    assertEquals(200, calls.runOnce(Optional.of(k), tx -> Json.object().put("a", 1)).status());
  }

  @Test
  void aDayLaterTheSameKeyIsAnotherOrder() {
    String user = bodies.user();
    String key = key();
    ObjectNode body = bodies.walkIn(user);
    JsonNode first = place(CREATE, key, body).expect(200).json();
    age(key, "finished_at", "23 hours 59 minutes");
    assertEquals(first, place(CREATE, key, body).expect(200).json());
    age(key, "finished_at", "1 minute");
    assertNotEquals(
        first.at("/order/id"), place(CREATE, key, body).expect(200).json().at("/order/id"));
    assertEquals(2, orders(user));
  }

  @Test
  void aKeyHasUpTo255Characters() {
    String user = bodies.user();
    place(CREATE, "x".repeat(255), bodies.walkIn(user)).expect(200);
    JsonNode fault =
        place(CREATE, "x".repeat(256), bodies.walkIn(user)).expect(422).json().at("/detail/0");
    assertEquals("[\"header\",\"x-idempotency-key\"]", fault.get("loc").toString());
    assertEquals(1, orders(user));
  }
}
