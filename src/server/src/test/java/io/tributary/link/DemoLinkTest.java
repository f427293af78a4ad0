package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.config.Defaults;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.simulators.oura.OuraOptions;
import io.tributary.simulators.oura.OuraSimulator;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestResponse;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DemoLinkTest {
  private static LinkHarness link;

  @BeforeAll
  static void start() {
    link = new LinkHarness();
  }

  @AfterAll
  static void stop() {
    link.close();
  }

  private static TestResponse demo(String user, String provider) {
    return demo(link, user, provider);
  }

  private static TestResponse demo(LinkHarness at, String user, String provider) {
    return at.node.post(
        "/v2/link/connect/demo",
        "{\"user_id\":\"" + user + "\",\"provider\":\"" + provider + "\"}");
  }

  @Test
  void aDemoConnectionIsMadeByAGrantAtTheSimulator() {
    String user = link.user();
    assertTrue(demo(user, "oura").expect(200).json().get("success").asBoolean());
    JsonNode c = link.connections(user).get(0);
    assertEquals("connected", c.get("status").asText());
    assertEquals(
        "available", c.get("resource_availability").get("workouts").get("status").asText());
    String person = c.get("external_user_id").asText();
    assertFalse(person.isEmpty());
    assertEquals(1, link.events(user, "provider.connection.created").size());
    var row =
        link.node
            .db()
            .query(
                """
                select c.demo, c.app_id, u.demo_expires_at > now() + interval '6 days' as dated,
                       exists (select 1 from historical_pull h where h.user_id = u.id) as pulled
                  from connection c join app_user u on u.id = c.user_id where u.id = $1
                """,
                UUID.fromString(user))
            .iterator()
            .next();
    assertTrue(row.getBoolean("demo"));
    assertEquals(Ids.DEMO_APP, row.getUUID("app_id"));
    assertTrue(row.getBoolean("dated"));
    assertTrue(row.getBoolean("pulled"));
    // Linking again gives the same person; another user gets another person.
    demo(user, "oura").expect(200);
    assertEquals(person, link.connections(user).get(0).get("external_user_id").asText());
    String other = link.user();
    demo(other, "oura").expect(200);
    assertNotEquals(person, link.connections(other).get(0).get("external_user_id").asText());
  }

  @Test
  void theOtherDemoProvidersNeedNoGrant() {
    String user = link.user();
    for (String slug : List.of("apple_health_kit", "fitbit", "freestyle_libre")) {
      demo(user, slug).expect(200);
    }
    assertEquals(3, link.connections(user).size());
    for (JsonNode c : link.connections(user)) {
      assertEquals("connected", c.get("status").asText());
      assertTrue(c.get("external_user_id").isNull());
      c.get("resource_availability")
          .forEach(r -> assertEquals("available", r.get("status").asText()));
      assertFalse(c.get("resource_availability").isEmpty());
    }
    link.node.call("DELETE", "/v2/user/" + user + "/fitbit", null).expect(200);
    assertEquals(2, link.connections(user).size());
    assertTrue(limited(user));
  }

  private static boolean limited(String user) {
    return link.node
            .db()
            .query(
                "select 1 from app_user where id = $1 and demo_expires_at is not null",
                UUID.fromString(user))
            .size()
        == 1;
  }

  @Test
  void aUserWhoIsNoDemoUserAnyMoreStays() {
    String left = link.user();
    demo(left, "fitbit").expect(200);
    assertTrue(limited(left));
    link.node.call("DELETE", "/v2/user/" + left + "/fitbit", null).expect(200);
    assertFalse(limited(left), "the last demo connection is gone");

    String real = link.user();
    link.node
        .db()
        .query(
            "update app_user set demo_expires_at = now() + interval '1 day' where id = $1",
            UUID.fromString(real));
    link.linkUser(real);
    assertFalse(limited(real), "a real connection");
  }

  @Test
  void demoAndRealConnectionsNeverMix() {
    String real = link.user();
    link.linkUser(real);
    demo(real, "oura").expect(400);
    assertEquals(1, link.connections(real).size());
    String made = link.user();
    String token = link.token(made, ",\"redirect_url\":\"https://app.test/x\"");
    String callback = link.openConsent(token, "&sim_decision=grant");
    demo(made, "oura").expect(200);
    link.withToken("GET", "/v2/link/provider/oauth/oura", token, null).expect(400);
    int revoked = link.requestCount("/oauth/revoke");
    assertEquals(
        "error",
        LinkHarness.query(link.followCallback(callback).expect(307).header("location"))
            .get("state"),
        "a callback that was under way");
    Eventually.eventually(
        Duration.ofSeconds(60),
        () -> assertEquals(revoked + 1, link.requestCount("/oauth/revoke")));
    assertEquals(1, link.connections(made).size());
  }

  @Test
  void onlySandboxUsersAndDemoSlugsAreTaken() {
    String user = link.user();
    JsonNode fault = demo(user, "garmin").expect(422).json().get("detail").get(0);
    assertEquals("enum", fault.get("type").asText());
    assertEquals(
        "Demo data exists for these providers only: apple_health_kit, fitbit, freestyle_libre,"
            + " oura",
        fault.get("msg").asText());
    demo(Ids.uuid().toString(), "oura").expect(404);
    String key = "pk_us_" + Ids.randomBase62(32);
    link.node
        .db()
        .query(
            "insert into api_key (id, team_id, environment, key_hash, key_hint)"
                + " values ($1, $2, 'production', $3, '')",
            Ids.uuid(),
            link.node.first().team(),
            Encryption.sha256(key));
    link.node
        .send(
            "POST",
            "/v2/link/connect/demo",
            "{\"user_id\":\"" + user + "\",\"provider\":\"oura\"}",
            Map.of("x-service-api-key", key))
        .expect(403);
  }

  @Test
  void aDemoConnectionWaitsForTheSimulatorToStart() throws Exception {
    int port = freePort();
    try (LinkHarness late =
        new LinkHarness("TRIBUTARY_DEMO_SIMULATOR", "http://127.0.0.1:" + port)) {
      String user = late.user();
      CompletableFuture<TestResponse> answer =
          CompletableFuture.supplyAsync(() -> demo(late, user, "oura"));
      late.vertx.timer(1500, TimeUnit.MILLISECONDS).await();
      assertFalse(answer.isDone());
      OuraSimulator.start(
              late.vertx, OuraOptions.parse("--port", String.valueOf(port), "--days", "2"))
          .await();
      answer.get().expect(200);
    }
  }

  @Test
  void aDemoConnectionWithoutASimulatorSaysWhenToTryAgain() throws Exception {
    try (LinkHarness lone =
        new LinkHarness(
            "TRIBUTARY_DEMO_SIMULATOR",
            "http://127.0.0.1:" + freePort(),
            "TRIBUTARY_DEMO_STARTUP_TIMEOUT",
            "1s")) {
      TestResponse r = demo(lone, lone.user(), "oura").expect(503);
      assertEquals("5", r.header("retry-after"));
      assertEquals(
          "The simulator of the demo data is not ready. Try again in 5 seconds.",
          r.json().get("detail").asText());
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0)) {
      return any.getLocalPort();
    }
  }

  @Test
  void theOwnSimulatorIsStartedOnceAndAgainAfterItDied() throws Exception {
    Vertx vertx = Vertx.vertx();
    ServiceConfig.Demo d = Defaults.config().demo();
    DemoSimulatorProcess simulator =
        new DemoSimulatorProcess(
            vertx,
            new ServiceConfig.Demo(
                "",
                d.clientId(),
                d.clientSecret(),
                Duration.ofSeconds(60),
                2,
                d.newDataInterval(),
                d.userTtl()),
            LinkHarness.temporary());
    String deployment = vertx.deployVerticle(simulator).await();
    try {
      String url = simulator.baseUrl();
      assertEquals(url, simulator.baseUrl());
      assertEquals(200, status(url));
      Process child = simulator.child().orElseThrow();
      child.destroyForcibly();
      child.onExit().get();
      assertEquals(url, simulator.baseUrl(), "the port is kept");
      assertEquals(200, status(url));
    } finally {
      vertx.undeploy(deployment).await();
      vertx.close().await();
    }
    assertFalse(simulator.child().orElseThrow().isAlive());
  }

  private static int status(String url) throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(URI.create(url + "/control/requests")).build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }
}
