package io.tributary.pull;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.tributary.provider.OAuth;
import io.tributary.provider.WebhookSignatures;
import io.tributary.subscription.NotificationUrls;
import io.tributary.testkit.TestResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Oura notifications: verified, answered, stored and read. */
class OuraNotificationTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** A connected user whose ring the simulator sends notifications about. */
  private static final class SubscribedUser implements AutoCloseable {
    final PullHarness h;
    final OAuth.Granted granted;
    final UUID user;
    final UUID connection;
    NotificationUrls.Webhook hook;
    String path;

    SubscribedUser(String... settings) {
      Map<String, String> all = new HashMap<>();
      all.put("TRIBUTARY_NOTIFICATION_DEBOUNCE", "100ms");
      all.put("TRIBUTARY_NOTIFICATION_CLAIM_INTERVAL", "30ms");
      all.put("TRIBUTARY_NOTIFICATION_RETRY_SCHEDULE", "30ms");
      for (int i = 0; i < settings.length; i += 2) {
        all.put(settings[i], settings[i + 1]);
      }
      h =
          new PullHarness(
              4,
              all.entrySet().stream()
                  .flatMap(e -> List.of(e.getKey(), e.getValue()).stream())
                  .toArray(String[]::new));
      granted = h.grant("pia", PullHarness.ALL);
      user = h.user();
      connection = h.connect(user, granted);
      NotificationUrls hooks =
          new NotificationUrls(h.node.db(), h.node.secrets(), () -> h.node.url(""));
      hook = hooks.findOrCreate("oura", Ids.DEFAULT_APP);
      path = "/v2/provider/oura/push/" + hook.secret();
      for (String change : List.of("create", "update")) {
        subscribe("sleep", change, hooks.url(hook), hook.secret(), 201);
      }
    }

    void subscribe(String data, String event, String url, String word, int status) {
      var answer =
          h.web
              .postAbs(h.simulator.baseUrl() + "/v2/webhook/subscription")
              .putHeader("x-client-id", "tributary-sandbox")
              .putHeader("x-client-secret", "tributary-sandbox-secret")
              .sendJsonObject(
                  new JsonObject()
                      .put("callback_url", url)
                      .put("verification_token", word)
                      .put("event_type", event)
                      .put("data_type", data))
              .await();
      assertEquals(status, answer.statusCode(), answer::bodyAsString);
    }

    String ring() {
      return granted.externalUserId().orElseThrow();
    }

    /** Returns the IDs of the nights at the simulator. */
    List<String> nights() {
      LocalDate today = LocalDate.now(ZoneOffset.UTC);
      return h
          .web
          .getAbs(h.simulator.baseUrl() + "/v2/usercollection/sleep")
          .addQueryParam("start_date", today.minusDays(3).toString())
          .addQueryParam("end_date", today.toString())
          .bearerTokenAuthentication(granted.tokens().access())
          .send()
          .await()
          .bodyAsJsonObject()
          .getJsonArray("data")
          .stream()
          .map(d -> ((JsonObject) d).getString("id"))
          .collect(Collectors.toList());
    }

    void notice(String event, String id, JsonObject more) {
      h.control(
          "users/" + ring() + "/notify",
          new JsonObject()
              .put("data_type", "sleep")
              .put("event_type", event)
              .put("object_id", id)
              .mergeIn(more));
    }

    /** Returns the response statuses of the simulator's deliveries. */
    List<Integer> statuses() {
      JsonArray attempts = h.controlled("deliveries").getJsonArray("attempts");
      return attempts.stream().map(a -> ((JsonObject) a).getInteger("status")).toList();
    }

    JsonObject body(String ringUser, String id) {
      return new JsonObject()
          .put("event_type", "update")
          .put("data_type", "sleep")
          .put("object_id", id)
          .put("event_time", Instant.now().toString())
          .put("user_id", ringUser);
    }

    TestResponse post(String to, String body, Instant stamp) {
      String at = Long.toString(stamp.getEpochSecond());
      String signature =
          WebhookSignatures.upperHex(
              WebhookSignatures.hmacSha256(
                  "tributary-sandbox-secret",
                  at.getBytes(StandardCharsets.UTF_8),
                  body.getBytes(StandardCharsets.UTF_8)));
      return h.node.send(
          "POST", to, body, Map.of("x-oura-timestamp", at, "x-oura-signature", signature));
    }

    long hints() {
      return h.count("select count(*) from provider_notification");
    }

    long sleeps() {
      return h.count(
          "select count(*) from summary where user_id = $1 and resource = 'sleep'", user);
    }

    /** Returns the number of calls to the user API below a path. */
    int calls(String path) {
      return h.controlled("requests").getJsonObject("paths").stream()
          .filter(e -> e.getKey().startsWith("/v2/usercollection/" + path))
          .mapToInt(e -> (Integer) e.getValue())
          .sum();
    }

    String status() {
      return h.node
          .db()
          .query("select status from connection where id = $1", connection)
          .iterator()
          .next()
          .getString(0);
    }

    @Override
    public void close() {
      h.close();
    }
  }

  @Test
  void aNotifiedDocumentIsReadOnceWhateverTheOrderAndRepetition() {
    try (SubscribedUser t = new SubscribedUser()) {
      String night = t.nights().getFirst();
      t.notice("update", night, new JsonObject().put("copies", 3));
      t.notice("create", night, new JsonObject().put("copies", 3));
      eventually(LIMIT, () -> assertTrue(t.sleeps() > 0));
      eventually(LIMIT, () -> assertEquals(0, t.hints()));
      eventually(LIMIT, () -> assertEquals(6, t.statuses().size()));
      assertEquals(List.of(200), t.statuses().stream().distinct().toList());
      Map<String, Long> events = t.h.events(t.user, "daily.data.sleep.");
      assertEquals(Map.of("daily.data.sleep.created", t.sleeps()), events);
      assertEquals(
          0,
          t.h.count(
              "select count(*) from message where user_id = $1 and event_type like 'historical%'",
              t.user));
    }
  }

  @Test
  void unverifiedNotificationsAreRejectedAndNothingIsReadOrStored() {
    try (SubscribedUser t = new SubscribedUser()) {
      String night = t.nights().getFirst();
      int before = t.calls("");
      for (String forgery : List.of("wrong_signature", "no_signature", "stale")) {
        t.notice("create", night, new JsonObject().put("forgery", forgery));
      }
      eventually(LIMIT, () -> assertTrue(t.statuses().size() >= 3));
      assertEquals(List.of(401), t.statuses().stream().distinct().toList());
      String body = t.body(t.ring(), night).encode();
      t.post(t.path, body, Instant.now().minusSeconds(301)).expect(401);
      t.post(t.path, body, Instant.now().plusSeconds(400)).expect(401);
      for (String never : List.of("-9223372036854775808", "9223372036854775807", "soon")) {
        t.h
            .node
            .send(
                "POST",
                t.path,
                body,
                Map.of("x-oura-timestamp", never, "x-oura-signature", "AB".repeat(32)))
            .expect(401);
      }
      assertEquals(0, t.hints());
      assertEquals(before, t.calls(""));
      assertEquals(0, t.sleeps());
    }
  }

  @Test
  void challengesAreAnsweredToWhoKnowsTheWordOnly() {
    try (SubscribedUser t = new SubscribedUser()) {
      NotificationUrls hooks =
          new NotificationUrls(t.h.node.db(), t.h.node.secrets(), () -> t.h.node.url(""));
      t.subscribe("workout", "create", hooks.url(t.hook), "another word", 400);
      TestResponse right =
          t.h
              .node
              .send(
                  "GET",
                  t.path + "?verification_token=" + t.hook.secret() + "&challenge=abc",
                  null,
                  Map.of())
              .expect(200);
      assertEquals("abc", right.json().get("challenge").textValue());
      t.h.node.send("GET", t.path + "?challenge=abc", null, Map.of()).expect(401);
      t.h.node.send("HEAD", t.path, null, Map.of()).expect(405);
    }
  }

  @Test
  void anAddressThatIsNobodysIs404WithoutABody() {
    try (SubscribedUser t = new SubscribedUser()) {
      String body = t.body(t.ring(), "x").encode();
      for (String path :
          List.of(
              "/v2/provider/oura/push/guessed",
              "/v2/provider/fitbit/push/" + t.hook.secret(),
              "/v2/provider/nobody/push/" + t.hook.secret(),
              "/v2/provider/oura/push/" + "x".repeat(2000))) {
        for (String method : List.of("GET", "POST")) {
          TestResponse a =
              t.h.node.send(method, path, method.equals("GET") ? null : body, Map.of());
          a.expect(404);
          assertEquals(0, a.bytes().length, path);
        }
      }
    }
  }

  @Test
  void bodiesThatCannotBeReadOrAreTooLargeAreRefused() {
    try (SubscribedUser t = new SubscribedUser("TRIBUTARY_NOTIFICATION_MAX_BODY_BYTES", "2048")) {
      t.post(t.path, "no json", Instant.now()).expect(400);
      t.post(t.path, "[" + "1,".repeat(2000) + "1]", Instant.now()).expect(413);
      t.post(t.path, "[]", Instant.now()).expect(200);
      assertEquals(0, t.hints());
    }
  }

  @Test
  void whatIsNotThereIsGivenUpAfterThreeTriesAndTheConnectionStays() {
    try (SubscribedUser t = new SubscribedUser()) {
      t.post(t.path, t.body(t.ring(), "no-such-night").encode(), Instant.now()).expect(200);
      eventually(LIMIT, () -> assertEquals(0, t.hints()));
      eventually(
          LIMIT,
          () ->
              assertTrue(
                  t.h
                      .node
                      .get("/metrics")
                      .text()
                      .contains(
                          "tributary_provider_notification_jobs_total{outcome=\"missing\",provider=\"oura\"}"
                              + " 1.0")));
      assertEquals("connected", t.status());
      assertEquals(3, t.calls("sleep"), t.h.controlled("requests")::encode);
    }
  }

  @Test
  void notificationsForUnknownUsersAreIgnoredAndThoseForPausedConnectionsWait() {
    try (SubscribedUser t = new SubscribedUser()) {
      String night = t.nights().getFirst();
      t.post(t.path, t.body("nobody-of-ours", night).encode(), Instant.now()).expect(200);
      t.post(t.path, t.body("", night).encode(), Instant.now()).expect(200);
      t.h.node.db().query("update connection set status = 'paused'");
      assertEquals(0, t.hints());
      t.post(t.path, t.body(t.ring(), night).encode(), Instant.now()).expect(200);
      assertEquals(1, t.hints());
      assertEquals(
          1, t.h.count("select count(*) from provider_notification where due_at = 'infinity'"));
      assertEquals(0, t.sleeps());
      // A notification for a connection without a token is not stored, because it could not be
      // read.
      t.h.node.db().query("update connection set access_token_encrypted = null");
      t.post(t.path, t.body(t.ring(), t.nights().getLast()).encode(), Instant.now()).expect(200);
      assertEquals(1, t.hints());
    }
  }

  @Test
  void anApplicationsPushesReachItsOwnConnectionsOnly() {
    try (SubscribedUser t = new SubscribedUser()) {
      String night = t.nights().getFirst();
      // The same ring, linked under another application.
      t.h.node.db().query("update connection set app_id = $1", Ids.uuid());
      t.post(t.path, t.body(t.ring(), night).encode(), Instant.now()).expect(200);
      assertEquals(0, t.hints());
    }
  }

  @Test
  void aRevokedGrantEndsTheConnectionAtTheNextNotification() {
    try (SubscribedUser t = new SubscribedUser()) {
      String night = t.nights().getFirst();
      t.h.control("users/" + t.ring() + "/revoke", new JsonObject());
      t.post(t.path, t.body(t.ring(), night).encode(), Instant.now()).expect(200);
      eventually(LIMIT, () -> assertEquals("error", t.status()));
      eventually(LIMIT, () -> assertEquals(0, t.hints()));
      assertEquals(0, t.sleeps());
    }
  }

  @Test
  void aProcessThatDiesBetweenItsAnswerAndTheReadLosesNothing() {
    try (SubscribedUser t = new SubscribedUser("TRIBUTARY_NOTIFICATION_DEBOUNCE", "1h")) {
      String night = t.nights().getFirst();
      t.post(t.path, t.body(t.ring(), night).encode(), Instant.now()).expect(200);
      assertEquals(1, t.hints());
      assertEquals(0, t.sleeps());
      t.h.node.crash();
      t.h.restart();
      t.h.node.db().query("update provider_notification set due_at = now()");
      eventually(LIMIT, () -> assertTrue(t.sleeps() > 0));
      eventually(LIMIT, () -> assertEquals(0, t.hints()));
    }
  }

  @Test
  void serverErrorsAreWaitedOut() {
    try (SubscribedUser t = new SubscribedUser("TRIBUTARY_PULL_BREAKER_RESET_TIMEOUT", "50ms")) {
      String night = t.nights().getFirst();
      t.h.fault("/v2/usercollection/sleep", new JsonObject().put("status", 503), 7);
      t.post(t.path, t.body(t.ring(), night).encode(), Instant.now()).expect(200);
      eventually(LIMIT, () -> assertTrue(t.sleeps() > 0));
      eventually(LIMIT, () -> assertEquals(0, t.hints()));
    }
  }
}
