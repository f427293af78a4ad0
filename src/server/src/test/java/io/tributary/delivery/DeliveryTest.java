package io.tributary.delivery;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.tributary.core.Json;
import io.tributary.event.EventTypes;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeliveryTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String[] FAST = {
    "TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "10ms,20ms,30ms,30ms,30ms,30ms,30ms",
    "TRIBUTARY_WEBHOOK_POLL_INTERVAL", "50ms",
    "TRIBUTARY_WEBHOOK_SHARDS", "4",
    "TRIBUTARY_WEBHOOK_TIMEOUT", "60s",
    "TRIBUTARY_LEASE_TTL", "60s",
    "TRIBUTARY_NODE_SHUTDOWN_TIMEOUT", "60s",
    "TRIBUTARY_LEASE_RENEW_INTERVAL", "300ms"
  };

  private WebhookTestServer receiver;
  private TestNode node;
  private WebhookFixture hooks;

  @BeforeEach
  void start() {
    receiver = new WebhookTestServer();
    node = TestNode.start(FAST);
    hooks = new WebhookFixture(node);
  }

  @AfterEach
  void stop() {
    node.close();
    receiver.close();
  }

  private static HttpHeaders headers(WebhookTestServer.ReceivedRequest got) {
    Map<String, List<String>> out = new HashMap<>();
    got.headers().forEach(h -> out.put(h.getKey(), List.of(h.getValue())));
    return HttpHeaders.of(out, (k, v) -> true);
  }

  private static boolean verifySignature(String secret, WebhookTestServer.ReceivedRequest got) {
    try {
      new Webhook(secret).verify(got.text(), headers(got));
      return true;
    } catch (WebhookVerificationException e) {
      return false;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anEventArrivesSignedAndByteForByte() {
    String id = hooks.endpoint(receiver.url("/in?x=1"));
    hooks.events(1);
    eventually(SOON, () -> assertEquals(1, hooks.count(id, "delivered")));
    WebhookTestServer.ReceivedRequest got = receiver.requests("/in").getFirst();
    assertTrue(verifySignature(hooks.secret(id), got));
    assertEquals("application/json", got.headers().get("content-type"));
    assertEquals("identity", got.headers().get("accept-encoding"));
    assertTrue(got.headers().get("user-agent").startsWith("Tributary-Webhooks/"));
    assertNull(got.headers().get("cookie"));
    for (String name : List.of("id", "timestamp", "signature")) {
      assertEquals(got.headers().get("webhook-" + name), got.headers().get("svix-" + name));
    }
    assertTrue(got.id().matches("msg_[0-9A-Za-z]{27}"), got.id());
    JsonNode body = Json.parse(got.body());
    assertEquals(
        Set.of("event_type", "data", "team_id", "user_id", "client_user_id"),
        Set.copyOf(body.properties().stream().map(Map.Entry::getKey).toList()));
    assertEquals(1, hooks.attempts(id));
  }

  @Test
  void aSilentOrFailingEndpointGetsEightAttemptsAndTheOthersAreTold() {
    String bad =
        hooks.endpoint(
            receiver.url("/bad"), ",\"filter_types\":[\"" + EventTypes.DEVICE_CREATED + "\"]");
    String other = hooks.endpoint(receiver.url("/other"));
    receiver.setAnswer("/bad", 500);
    hooks.events(1);
    eventually(SOON, () -> assertEquals(1, hooks.count(bad, "failed")));
    eventually(SOON, () -> assertEquals(2, hooks.count(other, "delivered")));
    List<WebhookTestServer.ReceivedRequest> tries = receiver.requests("/bad");
    assertEquals(8, tries.size());
    assertEquals(1, tries.stream().map(WebhookTestServer.ReceivedRequest::id).distinct().count());
    WebhookTestServer.ReceivedRequest notice = receiver.requests("/other").getLast();
    JsonNode event = Json.parse(notice.body());
    assertEquals("message.attempt.exhausted", event.get("event_type").asText());
    assertEquals(List.of(), EventSchemaValidator.violations(event));
    assertEquals("client-0", event.get("client_user_id").asText());
    JsonNode data = event.get("data");
    assertEquals(tries.getFirst().id(), data.get("message_id").asText());
    assertEquals(bad, data.get("webhook_id").asText());
    assertEquals(EventTypes.DEVICE_CREATED, data.get("event_type").asText());
    assertEquals(8, data.get("attempt_count").asInt());
    assertEquals(500, data.get("last_attempt").get("response_status_code").asInt());
    assertEquals("http_status", data.get("last_attempt").get("error_class").asText());
    assertTrue(verifySignature(hooks.secret(other), notice));
  }

  @Test
  void anEndpointIsNeverToldOfItsOwnFailureAndItsNoticesEndQuietly() {
    String one = hooks.endpoint(receiver.url("/one"));
    String two = hooks.endpoint(receiver.url("/two"));
    receiver.setAnswer("/one", 500);
    receiver.setAnswer("/two", 500);
    hooks.events(1);
    // Each endpoint fails the event and then the notification about the other endpoint.
    eventually(SOON, () -> assertEquals(2, hooks.count(one, "failed")));
    eventually(SOON, () -> assertEquals(2, hooks.count(two, "failed")));
    long messages =
        node.db().query("select count(*) as n from message").iterator().next().getLong("n");
    assertEquals(3, messages);
    assertEquals(0, hooks.count(one, "pending") + hooks.count(two, "pending"));
  }

  @Test
  void aSlowEndpointDoesNotHoldUpAFastOne() {
    String slow = hooks.endpoint(receiver.url("/slow"));
    String fast = hooks.endpoint(receiver.url("/fast"));
    receiver.hold("/slow");
    hooks.events(300);
    eventually(SOON, () -> assertEquals(300, hooks.count(fast, "delivered")));
    assertEquals(16, receiver.requests("/slow").size());
    assertEquals(
        300,
        receiver.requests("/fast").stream()
            .map(WebhookTestServer.ReceivedRequest::id)
            .distinct()
            .count());
    receiver.setAnswer("/slow", 200);
    receiver.release();
    eventually(SOON, () -> assertEquals(300, hooks.count(slow, "delivered")));
  }

  /**
   * Answers the first {@code quick} requests at once and delays the others, so that a test can act
   * in between.
   */
  private void answerFirstQuickly(int quick) {
    AtomicInteger got = new AtomicInteger();
    receiver.setAnswer(
        "/in",
        (r, g) ->
            receiver
                .vertx()
                .setTimer(got.incrementAndGet() <= quick ? 5 : 1000, t -> r.response().end()));
  }

  @Test
  void aCrashLosesNothing() {
    String id = hooks.endpoint(receiver.url("/in"));
    answerFirstQuickly(60);
    hooks.events(400);
    eventually(SOON, () -> assertTrue(receiver.requests("/in").size() > 40));
    node.crash();
    int before = receiver.requests("/in").size();
    receiver.setAnswer("/in", 200);
    node = node.restart();
    hooks = new WebhookFixture(node);
    eventually(SOON, () -> assertEquals(400, hooks.count(id, "delivered")));
    Set<String> ids = new HashSet<>();
    receiver.requests("/in").forEach(g -> ids.add(g.id()));
    assertEquals(400, ids.size());
    assertTrue(before < 400, "the crash came before the end");
  }

  @Test
  void aGracefulStopSendsNothingTwice() {
    String id = hooks.endpoint(receiver.url("/in"));
    answerFirstQuickly(30);
    hooks.events(200);
    eventually(SOON, () -> assertTrue(receiver.requests("/in").size() > 30));
    node.close();
    assertTrue(receiver.requests("/in").size() < 200);
    receiver.setAnswer("/in", 200);
    node = node.restart();
    hooks = new WebhookFixture(node);
    eventually(SOON, () -> assertEquals(200, hooks.count(id, "delivered")));
    assertEquals(200, receiver.requests("/in").size());
  }

  private long owners() {
    return node.db()
        .query(
            "select count(distinct owner) as n from actor_lease where name like 'deliver:%'"
                + " and expires_at > now()")
        .iterator()
        .next()
        .getLong("n");
  }

  @Test
  void twoNodesDeliverEachMessageOnce() {
    List<String> ids =
        List.of("/a", "/b", "/c", "/d", "/e", "/f").stream()
            .map(p -> hooks.endpoint(receiver.url(p)))
            .toList();
    for (String p : List.of("/a", "/b", "/c", "/d", "/e", "/f")) {
      receiver.setAnswer(p, (r, g) -> receiver.vertx().setTimer(10, t -> r.response().end()));
    }
    hooks.events(100);
    try (TestNode second = node.startPeer()) {
      eventually(SOON, () -> assertEquals(2, owners(), "both nodes own shards"));
      for (int i = 0; i < 10; i++) {
        hooks.events(20);
        new WebhookFixture(second).events(20);
      }
      eventually(
          Duration.ofSeconds(60),
          () -> ids.forEach(id -> assertEquals(500, hooks.count(id, "delivered"))));
    }
    for (String p : List.of("/a", "/b", "/c", "/d", "/e", "/f")) {
      assertEquals(500, receiver.requests(p).size());
      assertEquals(
          500,
          receiver.requests(p).stream()
              .map(WebhookTestServer.ReceivedRequest::id)
              .distinct()
              .count());
    }
  }

  @Test
  void switchingOffCancelsWhatIsPendingAndLogsWhatComes() {
    String id = hooks.endpoint(receiver.url("/in"));
    receiver.hold("/in");
    hooks.events(40);
    eventually(SOON, () -> assertEquals(16, receiver.requests("/in").size()));
    hooks.patch(id, "{\"disabled\":true}");
    assertEquals(40, hooks.count(id, "canceled"));
    hooks.events(2);
    assertEquals(42, hooks.count(id, "canceled"));
    receiver.setAnswer("/in", 200);
    receiver.release();
    // Attempts that were in flight and arrived are recorded as delivered.
    eventually(SOON, () -> assertEquals(16, hooks.count(id, "delivered")));
    hooks.patch(id, "{\"disabled\":false}");
    hooks.events(1);
    eventually(SOON, () -> assertEquals(17, hooks.count(id, "delivered")));
    assertEquals(26, hooks.count(id, "canceled"));
    assertEquals(17, receiver.requests("/in").size());
  }

  @Test
  void aDeletedEndpointGetsNothingMore() {
    String id = hooks.endpoint(receiver.url("/gone"));
    String other = hooks.endpoint(receiver.url("/other"));
    receiver.setAnswer("/gone", 500);
    hooks.events(1);
    eventually(SOON, () -> assertFalse(receiver.requests("/gone").isEmpty()));
    node.callManagement("DELETE", hooks.base() + "/" + id, null).expect(204);
    eventually(SOON, () -> assertEquals(0, hooks.count(id, "pending")));
    hooks.events(5);
    eventually(SOON, () -> assertTrue(hooks.count(other, "delivered") >= 6));
    assertTrue(hooks.count(id, "failed") + hooks.count(id, "canceled") == 1);
  }

  @Test
  void aRotatedKeySignsFirstAndTheOldOneStillVerifies() {
    String id = hooks.endpoint(receiver.url("/in"));
    String old = hooks.secret(id);
    String fresh = WebhookSigner.newSecret();
    node.callManagement(
            "POST", hooks.base() + "/" + id + "/secret/rotate", "{\"key\":\"" + fresh + "\"}")
        .expect(204);
    assertEquals(fresh, hooks.secret(id));
    hooks.events(1);
    eventually(SOON, () -> assertEquals(1, receiver.requests("/in").size()));
    WebhookTestServer.ReceivedRequest got = receiver.requests("/in").getFirst();
    assertTrue(verifySignature(fresh, got));
    assertTrue(verifySignature(old, got));
    String[] signatures = got.headers().get("webhook-signature").split(" ");
    assertEquals(2, signatures.length);
    assertEquals(
        signatures[0],
        WebhookSigner.signature(
            List.of(WebhookSigner.decodeKey(fresh).orElseThrow()),
            got.id(),
            Long.parseLong(got.headers().get("webhook-timestamp")),
            got.body()));
  }

  @Test
  void onlyFilteredTypesArrive() {
    String id =
        hooks.endpoint(
            receiver.url("/in"), ",\"filter_types\":[\"" + EventTypes.DEVICE_UPDATED + "\"]");
    String all = hooks.endpoint(receiver.url("/all"));
    hooks.events(3);
    eventually(SOON, () -> assertEquals(3, hooks.count(all, "delivered")));
    assertTrue(receiver.requests("/in").isEmpty());
    assertEquals(0, hooks.count(id, "pending"));
  }

  @Test
  void aRateLimitSpreadsWithoutCostingAttempts() {
    String id = hooks.endpoint(receiver.url("/in"), ",\"rate_limit\":10");
    long began = System.nanoTime();
    hooks.events(20);
    eventually(SOON, () -> assertEquals(20, hooks.count(id, "delivered")));
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    assertTrue(
        took.compareTo(Duration.ofMillis(900)) > 0, "ten at once, ten within a second: " + took);
    assertEquals(20, hooks.attempts(id));
  }

  @Test
  void failuresAreNamed() {
    receiver.setAnswer(
        "/moved",
        (r, g) ->
            r.response().setStatusCode(302).putHeader("location", receiver.url("/target")).end());
    receiver.setAnswer("/reset", (r, g) -> r.connection().close());
    String moved = hooks.endpoint(receiver.url("/moved"));
    String reset = hooks.endpoint(receiver.url("/reset"));
    String refused = hooks.endpoint("http://127.0.0.1:1/");
    String unknown = hooks.endpoint("http://nowhere.invalid/");
    String blocked = hooks.endpoint("https://a.example/");
    node.db()
        .query(
            "update webhook_endpoint set url = 'http://169.254.169.254/' where id = $1", blocked);
    String plain = hooks.endpoint(receiver.url("/x").replace("http://", "https://"));
    hooks.events(1);
    eventually(SOON, () -> assertEquals("http_status 302", first(moved)));
    eventually(SOON, () -> assertEquals("connect_error 0", first(reset)));
    eventually(SOON, () -> assertEquals("connect_error 0", first(refused)));
    eventually(SOON, () -> assertEquals("dns_error 0", first(unknown)));
    eventually(SOON, () -> assertEquals("blocked_address 0", first(blocked)));
    eventually(SOON, () -> assertEquals("tls_error 0", first(plain)));
    assertTrue(receiver.requests("/target").isEmpty());
    assertThrows(AssertionError.class, () -> first("ep_none"));
  }

  private String first(String endpoint) {
    var rows =
        node.db()
            .query(
                "select error_class || ' ' || response_status_code as what from delivery_attempt"
                    + " where endpoint_id = $1 and number = 1",
                endpoint);
    assertTrue(rows.size() > 0, "no attempt yet");
    return rows.iterator().next().getString("what");
  }
}
