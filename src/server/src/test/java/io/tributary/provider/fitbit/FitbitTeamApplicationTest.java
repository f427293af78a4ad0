package io.tributary.provider.fitbit;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.db.RowMapping;
import io.tributary.simulators.fitbit.FitbitVendor;
import io.tributary.simulators.kit.PersonTrait;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResources;
import io.tributary.testkit.TestResponse;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A team's own application at Fitbit. It waits for the vendor's verification of its address. Its
 * users are then subscribed one by one, their notifications are read, and a notification revokes
 * the grant.
 */
class FitbitTeamApplicationTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Vertx vertx = Vertx.vertx();
  private final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  private Sim sim;
  private TestNode node;
  private String team;

  @BeforeEach
  void start() {
    sim =
        Sim.start(
                vertx,
                new FitbitVendor(),
                SimOptions.defaults()
                    .withPort(0)
                    .withDays(3)
                    .withTraits(Set.of(PersonTrait.ALWAYS_WORN)))
            .await();
    int port = TestResources.port();
    node =
        TestNode.start(
            "TRIBUTARY_HTTP_PORT", Integer.toString(port),
            "TRIBUTARY_HTTP_PUBLIC_URL", "http://127.0.0.1:" + port,
            "TRIBUTARY_PROVIDERS_FITBIT_API_URL", sim.baseUrl(),
            "TRIBUTARY_PROVIDERS_FITBIT_AUTHORIZE_URL", sim.baseUrl() + "/oauth2/authorize",
            "TRIBUTARY_PROVIDERS_FITBIT_ACCEPT_NEW_CONNECTIONS", "true",
            "TRIBUTARY_PROVIDERS_FITBIT_QUOTA", "",
            "TRIBUTARY_SUBSCRIPTION_CLAIM_INTERVAL", "200ms",
            "TRIBUTARY_SUBSCRIPTION_RETRY_SCHEDULE", "50ms",
            "TRIBUTARY_NOTIFICATION_DEBOUNCE", "50ms",
            "TRIBUTARY_NOTIFICATION_CLAIM_INTERVAL", "30ms",
            "TRIBUTARY_LEASE_RENEW_INTERVAL", "100ms",
            "TRIBUTARY_PULL_THROTTLE_RETRY_DELAY", "100ms",
            "TRIBUTARY_PULL_CLAIM_INTERVAL", "50ms",
            "TRIBUTARY_PULL_MAX_DAYS", "2");
    team = node.first().team().toString();
  }

  @AfterEach
  void stop() {
    node.close();
    sim.close().await();
    vertx.close().await();
  }

  private JsonNode put(String path, String more) {
    return node.callManagement(
            "POST",
            "/v1/org/" + node.first().org() + path + "/sandbox/us",
            "{\"team_id\":\"" + team + "\",\"provider\":\"fitbit\"" + more + "}")
        .expect(200)
        .json();
  }

  private static String details(boolean heart) {
    return ",\"details\":{\"fitbit\":{\"is_hr_enabled\":"
        + heart
        + ",\"workout_verify_token\":\"word-a\",\"sleep_verify_token\":\"word-a\","
        // With a trailing space, as copied from a web page.
        + "\"body_verify_token\":\"word-b \"}}";
  }

  /** Enters the address in the vendor's console as the team's engineer does. */
  private boolean enterInConsole(String url, String word) {
    JsonObject body = new JsonObject().put("url", url).put("verify", word);
    return web.postAbs(sim.baseUrl() + "/control/subscriber")
        .sendJsonObject(body)
        .await()
        .bodyAsJsonObject()
        .getBoolean("verified");
  }

  private String user() {
    return node.post("/v2/user", "{\"client_user_id\":\"" + Ids.randomBase62(12) + "\"}")
        .expect(200)
        .json()
        .get("user_id")
        .asText();
  }

  private TestResponse begun(String user) {
    String token =
        node.post("/v2/link/token", "{\"user_id\":\"" + user + "\"}")
            .expect(200)
            .json()
            .get("link_token")
            .asText();
    return node.send(
        "GET", "/v2/link/provider/oauth/fitbit", null, Map.of("x-service-link-token", token));
  }

  private long count(String sql, Object... parameters) {
    return RowMapping.first(node.db().query(sql, parameters), r -> r.getLong(0)).orElseThrow();
  }

  private void control(String person, String what, JsonObject body) {
    var answer =
        web.postAbs(sim.baseUrl() + "/control/people/" + SimPerson.idOf(person) + "/" + what)
            .sendJsonObject(body)
            .await();
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
  }

  @Test
  void itWaitsForTheCheckAndThenEachOfItsUsersIsToldOf() {
    JsonNode steps = put("/prepare_team_custom_credentials", "").get("preparation_steps");
    String hook = steps.get(1).get("value").asText();
    assertEquals("webhook_uri", steps.get(1).get("type").asText());
    assertTrue(steps.get(1).get("description").asText().contains("once the provider has checked"));
    String both =
        ",\"client_id\":\"tributary-sandbox\",\"client_secret\":\"tributary-sandbox-secret\"";
    // Before the verification codes are stored, verification fails.
    assertFalse(enterInConsole(hook, "word-a"));
    put("/team_custom_credentials", both + details(false));
    node.callManagement(
            "PATCH",
            "/v1/org/" + node.first().org() + "/team/" + team,
            "{\"sandbox\":{\"provider_raw_data\":true}}")
        .expect(200);
    String user = user();
    assertTrue(begun(user).expect(400).text().contains("INVALID_CREDENTIALS"));
    assertFalse(enterInConsole(hook, "word-c"), "a word that is none of ours");
    assertTrue(enterInConsole(hook, "word-a"));
    assertTrue(begun(user).expect(400).text().contains("INVALID_CREDENTIALS"), "one is missing");
    assertTrue(enterInConsole(hook, "word-b"));
    begun(user).expect(200);
    // Other details with the same codes do not restart the verification, and its status is not
    // shown.
    JsonNode shown = put("/team_custom_credentials", details(true));
    assertEquals(4, shown.at("/details/fitbit").size(), shown::toString);
    URI page = URI.create(begun(user).expect(200).json().get("oauth_url").asText());
    String back =
        web.getAbs(page + "&sim_decision=grant&sim_user=wanda")
            .send()
            .await()
            .getHeader("Location");
    URI way = URI.create(back);
    node.send("GET", way.getRawPath() + "?" + way.getRawQuery(), null, Map.of());

    eventually(
        LIMIT,
        () ->
            assertEquals(
                5, count("select count(*) from provider_subscription where state = 'active'")));
    assertEquals(5, sim.runOnEventLoop(w -> w.hooks().all().size()).await());
    eventually(
        LIMIT,
        () ->
            assertEquals(
                0, count("select count(*) from historical_pull where status <> 'success'")));
    // Remapped documents use the zone in which they were read.
    String kept =
        "select count(*) from raw_document where account_context::jsonb #> '{facts,zones}' is ";
    assertTrue(count(kept + "not null") > 20);
    assertEquals(0, count(kept + "null"));
    LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(1);
    String steady =
        "select (content ->> 'steps')::bigint from summary where resource = 'activity'"
            + " and user_id = $1 and content ->> 'calendar_date' = $2";
    UUID id = UUID.fromString(user);
    long before = count(steady, id, day.toString());
    control("wanda", "revise", new JsonObject().put("day", day.toString()));
    eventually(LIMIT, () -> assertEquals(before + 40, count(steady, id, day.toString())));

    control("wanda", "notify", new JsonObject().put("collection", "userRevokedAccess"));
    eventually(
        LIMIT,
        () -> {
          JsonNode c = node.get("/v2/user/providers/" + user).expect(200).json().at("/providers/0");
          assertEquals("error", c.get("status").asText());
          assertEquals("deregistered_per_provider", c.at("/error_details/error_type").asText());
        });
  }
}
