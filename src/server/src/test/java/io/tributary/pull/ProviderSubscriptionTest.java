package io.tributary.pull;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.tributary.testkit.TestResources;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Subscriptions of an application at Oura's simulator. */
class ProviderSubscriptionTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Nine document types, each with created and updated events. */
  private static final int EXPECTED_SUBSCRIPTIONS = 18;

  private static PullHarness harness(String... more) {
    int port = TestResources.port();
    List<String> settings =
        new ArrayList<>(
            List.of(
                "TRIBUTARY_HTTP_PORT", Integer.toString(port),
                "TRIBUTARY_HTTP_PUBLIC_URL", "http://127.0.0.1:" + port,
                "TRIBUTARY_SUBSCRIPTION_CLAIM_INTERVAL", "200ms",
                "TRIBUTARY_SUBSCRIPTION_RETRY_SCHEDULE", "50ms",
                "TRIBUTARY_PULL_BREAKER_RESET_TIMEOUT", "50ms"));
    settings.addAll(List.of(more));
    return new PullHarness(3, settings.toArray(String[]::new));
  }

  private static JsonArray atProvider(PullHarness h) {
    return h.web
        .getAbs(h.simulator.baseUrl() + "/v2/webhook/subscription")
        .putHeader("x-client-id", "tributary-sandbox")
        .putHeader("x-client-secret", "tributary-sandbox-secret")
        .send()
        .await()
        .bodyAsJsonArray();
  }

  private static void remove(PullHarness h, String id) {
    h.web
        .deleteAbs(h.simulator.baseUrl() + "/v2/webhook/subscription/" + id)
        .putHeader("x-client-id", "tributary-sandbox")
        .putHeader("x-client-secret", "tributary-sandbox-secret")
        .send()
        .await();
  }

  private static List<String> urls(PullHarness h) {
    return atProvider(h).stream()
        .map(s -> ((JsonObject) s).getString("callback_url"))
        .distinct()
        .toList();
  }

  /** Creates an application of the team with the installation's credentials at the provider. */
  private static UUID ownApp(PullHarness h) {
    UUID id = Ids.uuid();
    h.node
        .db()
        .query(
            "insert into provider_app (id, team_id, environment, provider, client_id,"
                + " client_secret_encrypted) values ($1, $2, 'sandbox', 'oura',"
                + " 'tributary-sandbox', $3)",
            id,
            h.node.tenant().team(),
            h.node.secrets().seal("tributary-sandbox-secret", id.toString()));
    return id;
  }

  private static long live(PullHarness h) {
    return h.count("select count(*) from provider_subscription where state = 'active'");
  }

  private static void allLive(PullHarness h) {
    eventually(LIMIT, () -> assertEquals(EXPECTED_SUBSCRIPTIONS, live(h)));
    assertEquals(EXPECTED_SUBSCRIPTIONS, atProvider(h).size());
  }

  private static void dueNow(PullHarness h) {
    h.node.db().query("update provider_subscription set due_at = now()");
  }

  @Test
  void allAreMadeOnceThoughCallsFailAndAreFoundAgainByTheNextProcess() {
    try (PullHarness h = harness()) {
      h.fault("/v2/webhook", new JsonObject().put("status", 503), 4);
      allLive(h);
      h.node.crash();
      // The state after a kill before anything was stored.
      h.restart();
      h.node
          .db()
          .query(
              "update provider_subscription set state = 'pending', remote_id = null, due_at ="
                  + " now()");
      allLive(h);
      assertEquals(
          0, h.count("select count(*) from provider_subscription where remote_id is null"));
    }
  }

  @Test
  void whatEndsIsRenewedAndWhatIsGoneIsMadeAnew() {
    try (PullHarness h = harness("TRIBUTARY_SUBSCRIPTION_RENEW_BEFORE", "1d")) {
      allLive(h);
      JsonObject one = atProvider(h).getJsonObject(0);
      remove(h, one.getString("id"));
      dueNow(h);
      eventually(LIMIT, () -> assertEquals(EXPECTED_SUBSCRIPTIONS, atProvider(h).size()));
      eventually(
          LIMIT,
          () ->
              assertEquals(
                  0,
                  h.count(
                      "select count(*) from provider_subscription where remote_id = $1",
                      one.getString("id"))));
      h.node.db().query("update provider_subscription set expires_at = now() + interval '1 hour'");
      dueNow(h);
      eventually(
          LIMIT,
          () ->
              assertEquals(
                  EXPECTED_SUBSCRIPTIONS,
                  h.count(
                      "select count(*) from provider_subscription"
                          + " where expires_at > now() + interval '2 days'")));
    }
  }

  @Test
  void anotherCopysAddressIsReplacedByOurs() {
    try (PullHarness h = harness()) {
      allLive(h);
      String hash =
          h.node
              .db()
              .query("select encode(secret_hash, 'hex') from provider_webhook")
              .iterator()
              .next()
              .getString(0);
      // A lost webhook row is created again with another secret.
      h.node.db().query("delete from provider_webhook");
      dueNow(h);
      eventually(
          LIMIT,
          () -> {
            assertEquals(
                1,
                h.count(
                    "select count(*) from provider_webhook where encode(secret_hash, 'hex') <> $1",
                    hash));
            assertEquals(
                1,
                atProvider(h).stream()
                    .map(s -> ((JsonObject) s).getString("callback_url"))
                    .distinct()
                    .count());
            assertEquals(
                0, h.count("select count(*) from provider_subscription where due_at <= now()"));
          });
      assertEquals(EXPECTED_SUBSCRIPTIONS, live(h));
    }
  }

  @Test
  void subscriptionsOfAnotherApplicationOfOursStayAndTheNewOnesAreSeenToFail() {
    try (PullHarness h = harness("TRIBUTARY_SUBSCRIPTION_MAX_REJECTIONS", "1")) {
      allLive(h);
      List<String> there = urls(h);
      // The team adds an application that is the same one at the provider.
      UUID app = ownApp(h);
      eventually(
          LIMIT,
          () ->
              assertEquals(
                  EXPECTED_SUBSCRIPTIONS,
                  h.count(
                      "select count(*) from provider_subscription"
                          + " where state = 'failed' and app_id = $1",
                      app)));
      assertEquals(there, urls(h));
      assertEquals(EXPECTED_SUBSCRIPTIONS, live(h));
    }
  }

  @Test
  void anApplicationWhoseSecretCannotBeOpenedIsNoMatterOfTheOthers() {
    try (PullHarness h = harness()) {
      h.node
          .db()
          .query(
              "insert into provider_app (id, team_id, environment, provider, client_id,"
                  + " client_secret_encrypted) values ($1, $2, 'sandbox', 'oura', 'x', $3)",
              Ids.uuid(),
              h.node.tenant().team(),
              new byte[64]);
      h.node
          .db()
          .query(
              "delete from provider_subscription where provider = 'oura' and app_id = $1",
              Ids.DEFAULT_APP);
      allLive(h);
      eventually(
          LIMIT,
          () ->
              assertTrue(
                  h.node
                      .get("/metrics")
                      .text()
                      .contains("tributary_subscriptions{state=\"active\"} 18.0")));
    }
  }

  @Test
  void anApplicationThatIsRefusedForGoodFailsAndItsConnectionsStay() {
    try (PullHarness h = harness("TRIBUTARY_SUBSCRIPTION_MAX_REJECTIONS", "2")) {
      allLive(h);
      var connection = h.connect(h.user(), "gina");
      h.fault("/v2/webhook", new JsonObject().put("status", 422), 1000);
      dueNow(h);
      eventually(
          LIMIT,
          () ->
              assertEquals(
                  EXPECTED_SUBSCRIPTIONS,
                  h.count("select count(*) from provider_subscription where state = 'failed'")));
      assertEquals(
          1,
          h.count(
              "select count(*) from connection where id = $1 and status = 'connected'",
              connection));
      eventually(
          LIMIT,
          () ->
              assertTrue(
                  h.node
                      .get("/metrics")
                      .text()
                      .contains("tributary_subscriptions{state=\"failed\"} 18.0")));
    }
  }

  @Test
  void whoHasNoPublicAddressAsksForNothing() {
    try (PullHarness h = new PullHarness(3, "TRIBUTARY_SUBSCRIPTION_CLAIM_INTERVAL", "50ms")) {
      eventually(
          LIMIT,
          () ->
              assertTrue(
                  h.node
                      .get("/metrics")
                      .text()
                      .contains("tributary_subscriptions{state=\"active\"}")));
      assertEquals(0, h.count("select count(*) from provider_subscription"));
    }
  }
}
