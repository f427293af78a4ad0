package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.Answer;
import io.tributary.harness.EventSchemas;
import io.tributary.kernel.Ids;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OAuthLinkTest {
  private static LinkHarness link;

  @BeforeAll
  static void start() {
    link = new LinkHarness();
  }

  @AfterAll
  static void stop() {
    assertTrue(EventSchemas.check(link.node) > 0);
    link.close();
  }

  private static String grant(String user) {
    return "&sim_decision=grant&sim_user=" + user;
  }

  private static String status(String user) {
    return link.connections(user).get(0).get("status").asText();
  }

  @Test
  void aGrantMakesAConnectionItsEventAndItsHistoricalStage() {
    String user = link.user();
    Answer a =
        link.back(
            link.consent(
                link.token(user, ",\"redirect_url\":\"https://app.test/done?a=1&b#top\""),
                grant(user)));
    assertEquals("https://app.test/done?a=1&b&state=success#top", a.expect(307).header("location"));

    JsonNode c = link.connections(user).get(0);
    assertEquals("connected", c.get("status").asText());
    assertEquals("oura", c.get("slug").asText());
    assertEquals("Oura", c.get("name").asText());
    assertTrue(c.get("logo").asText().endsWith("/v2/providers/oura/logo"));
    assertTrue(c.get("error_details").isNull());
    assertFalse(c.get("external_user_id").asText().isEmpty());
    JsonNode sleep = c.get("resource_availability").get("sleep");
    assertEquals("available", sleep.get("status").asText());
    JsonNode needs = sleep.get("scope_requirements");
    assertEquals("[\"daily\"]", needs.get("user_granted").get("required").toString());
    assertEquals("[\"heartrate\"]", needs.get("user_granted").get("optional").toString());
    assertEquals("[]", needs.get("user_denied").get("required").toString());

    List<JsonNode> created = link.events(user, "provider.connection.created");
    assertEquals(1, created.size());
    JsonNode data = created.getFirst();
    assertEquals("oura", data.get("provider").get("slug").asText());
    assertEquals(data.get("provider"), data.get("source"));
    assertEquals(c.get("external_user_id"), data.get("external_user_id"));
    assertEquals(c.get("resource_availability"), data.get("resource_availability"));
    assertTrue(
        link.node
                .db()
                .query(
                    "select 1 from historical_pull where user_id = $1 and resource = 'sleep'",
                    UUID.fromString(user))
                .size()
            > 0);
  }

  @Test
  void aPageWithLettersOfAnyScriptIsReachedInAscii() {
    String user = link.user();
    String token =
        link.token(user, ",\"redirect_url\":\"https://app.test/f\u00e4rdig?x=\u2713&y=%20\"");
    assertEquals(
        "https://app.test/f%C3%A4rdig?x=%E2%9C%93&y=%20&state=success",
        link.back(link.consent(token, grant(user))).expect(307).header("location"));
  }

  @Test
  void aPartialGrantLeavesResourcesUnavailable() {
    String user = link.user();
    link.link(user, grant(user) + "&sim_scopes=daily%20personal").expect(307);
    JsonNode available = link.connections(user).get(0).get("resource_availability");
    assertEquals("available", available.get("sleep").get("status").asText());
    assertEquals(
        "[\"heartrate\"]",
        available
            .get("sleep")
            .get("scope_requirements")
            .get("user_denied")
            .get("optional")
            .toString());
    JsonNode workouts = available.get("workouts");
    assertEquals("unavailable", workouts.get("status").asText());
    assertEquals(
        "[\"workout\"]",
        workouts.get("scope_requirements").get("user_denied").get("required").toString());
  }

  @Test
  void aDenialGoesBackAndDoesNotUseTheTokenUp() {
    String user = link.user();
    String token = link.token(user, ",\"redirect_url\":\"app.scheme://cb\"");
    Answer denied = link.back(link.consent(token, "&sim_decision=deny"));
    Map<String, String> q = LinkHarness.query(denied.expect(307).header("location"));
    assertEquals("error", q.get("state"));
    assertEquals("provider_credential_error", q.get("error_type"));
    assertFalse(q.get("error").isEmpty());
    assertEquals(0, link.connections(user).size());
    assertEquals(
        "app.scheme://cb?state=success",
        link.back(link.consent(token, grant(user))).expect(307).header("location"));
  }

  @Test
  void tokensThatAreNoGoodAreToldApart() {
    String user = link.user();
    String used = link.token(user, ",\"redirect_url\":\"https://app.test/x\"");
    String callback = link.consent(used, grant(user));
    link.back(callback).expect(307);
    String late = link.token(user, ",\"redirect_url\":\"https://app.test/x\"");
    String lateCallback = link.consent(late, grant(user));
    link.node
        .db()
        .query(
            "update link_session set expires_at = now() - interval '1 second'"
                + " where user_id = $1 and consumed_at is null",
            UUID.fromString(user));
    assertEquals("token_consumed", error(link.back(callback)));
    assertEquals("token_expired", error(link.back(lateCallback)));
    String fresh = link.token(user, ",\"redirect_url\":\"https://app.test/x\"");
    assertEquals(
        "token_not_validated",
        error(link.back("/v2/link/connect/oura?code=c&state=" + fresh)),
        "a callback nobody asked for");

    for (String bad : List.of("x", used.substring(0, used.length() - 3) + "abc", unsigned(used))) {
      Answer page = link.back("/v2/link/connect/oura?code=c&state=" + bad).expect(200);
      assertTrue(page.text().contains("not valid"), page.text());
      assertEquals(
          "INVALID_REQUEST",
          link.withToken("GET", "/v2/link/providers", bad, null)
              .expect(401)
              .json()
              .get("detail")
              .get("error_type")
              .asText());
    }
    link.withToken("GET", "/v2/link/providers", used, null).expect(401);
    link.withToken("GET", "/v2/link/provider/oauth/oura", late, null).expect(401);
    assertEquals(
        "MISSING_LINK_TOKEN",
        link.back("/v2/link/providers")
            .expect(400)
            .json()
            .get("detail")
            .get("error_type")
            .asText());
    // POST calls answer 200 with the state.
    JsonNode result =
        link.withToken(
                "POST",
                "/v2/link/provider/password/peloton",
                late,
                "{\"username\":\"u\",\"password\":\"p\"}")
            .expect(200)
            .json();
    assertEquals("error", result.get("state").asText());
    assertEquals("token_expired", result.get("error_type").asText());
    assertFalse(result.get("connected").asBoolean());
  }

  private static String error(Answer a) {
    return LinkHarness.query(a.expect(307).header("location")).get("error_type");
  }

  /** The same claims under the algorithm "none". */
  private static String unsigned(String token) {
    String head =
        java.util.Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString("{\"typ\":\"JWT\",\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8));
    return head + "." + token.split("\\.")[1] + ".";
  }

  @Test
  void twoCallbacksAtOnceMakeOneConnection() throws Exception {
    String user = link.user();
    String callback =
        link.consent(link.token(user, ",\"redirect_url\":\"https://app.test/x\""), grant(user));
    List<String> states = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      var all =
          threads.invokeAll(
              Stream.generate(
                      () -> (java.util.concurrent.Callable<Answer>) () -> link.back(callback))
                  .limit(6)
                  .toList());
      for (var f : all) {
        states.add(LinkHarness.query(f.get().expect(307).header("location")).get("state"));
      }
    }
    assertEquals(1, states.stream().filter("success"::equals).count(), states::toString);
    assertEquals("connected", status(user));
    assertEquals(1, link.events(user, "provider.connection.created").size());
  }

  @Test
  void aRelinkRaisesTheGenerationAndKeepsTheFirstLinkTime() {
    String user = link.user();
    link.linked(user);
    JsonNode before = link.connections(user).get(0);
    link.node
        .db()
        .query(
            "update connection set status = 'error', error_type = 'unknown', error_message = 'm',"
                + " errored_at = now() where user_id = $1",
            UUID.fromString(user));
    assertEquals(
        "unknown", link.connections(user).get(0).get("error_details").get("error_type").asText());
    link.linked(user);
    JsonNode after = link.connections(user).get(0);
    assertEquals(1, link.connections(user).size());
    assertEquals(before.get("created_on"), after.get("created_on"));
    assertTrue(after.get("error_details").isNull());
    assertEquals("connected", after.get("status").asText());
    assertEquals(
        2,
        link.node
            .db()
            .query("select generation from connection where user_id = $1", UUID.fromString(user))
            .iterator()
            .next()
            .getInteger("generation"));
    assertEquals(2, link.events(user, "provider.connection.created").size());
  }

  @Test
  void deregisteringRevokesAtTheProviderAndSendsNoEvent() {
    String user = link.user();
    link.linked(user);
    int before = link.requests("/oauth/revoke");
    int events = messages(user);
    // As a pull that waits for its next try.
    link.node
        .db()
        .query(
            "update historical_pull set status = 'retrying', ended_at = null, job_id = $2"
                + " where user_id = $1 and resource = 'sleep'",
            UUID.fromString(user),
            Ids.uuid());
    assertTrue(
        link.node
            .call("DELETE", "/v2/user/" + user + "/oura", null)
            .expect(200)
            .json()
            .get("success")
            .asBoolean());
    assertEquals(0, link.connections(user).size());
    io.tributary.harness.Eventually.eventually(
        java.time.Duration.ofSeconds(10),
        () -> {
          assertEquals(before + 1, link.requests("/oauth/revoke"));
          assertEquals(0, link.node.db().query("select 1 from deregistration").size());
        });
    assertEquals(events, messages(user));
    var pull =
        link.node
            .db()
            .query(
                "select status, ended_at, error_details from historical_pull"
                    + " where user_id = $1 and resource = 'sleep'",
                UUID.fromString(user))
            .iterator()
            .next();
    assertEquals("failure", pull.getString("status"));
    assertEquals("non_retriable_error", pull.getString("error_details"));
    assertFalse(pull.getOffsetDateTime("ended_at") == null);
    link.node.call("DELETE", "/v2/user/" + user + "/oura/", null).expect(404);
    link.node.call("DELETE", "/v2/user/" + user + "/nobody", null).expect(422);
    link.node.call("DELETE", "/v2/user/" + Ids.uuid() + "/oura", null).expect(404);
  }

  /** Of connections only: the pull that a link starts may still tell of devices and data. */
  private static int messages(String user) {
    return link.node
        .db()
        .query(
            "select 1 from message where user_id = $1 and event_type like '%.connection.%'",
            UUID.fromString(user))
        .size();
  }

  @Test
  void foreignUsersDoNotExist() {
    UUID foreign = Ids.uuid();
    link.node
        .db()
        .query(
            "insert into app_user (id, team_id, environment) values ($1, $2, 'production')",
            foreign,
            link.node.first().team());
    link.node.post("/v2/link/token", "{\"user_id\":\"" + foreign + "\"}").expect(404);
    link.node.get("/v2/user/providers/" + foreign).expect(404);
    link.node.call("DELETE", "/v2/user/" + foreign + "/oura", null).expect(404);
  }

  @Test
  void theTokenCallChecksItsBody() {
    String user = link.user();
    String start = "{\"user_id\":\"" + user + "\",";
    for (String bad :
        List.of(
            "\"provider\":\"nobody\"",
            "\"redirect_url\":\"/relative\"",
            "\"redirect_url\":\"javascript:alert(1)\"",
            "\"filter_on_providers\":[]",
            "\"filter_on_providers\":[\"nobody\"]",
            "\"on_error\":\"stay\"",
            "\"on_close\":true")) {
      link.node.post("/v2/link/token", start + bad + "}").expect(422);
    }
    link.node.post("/v2/link/token", start + "\"provider\":\"peloton\"}").expect(400);
    JsonNode made = link.node.post("/v2/link/token", start + "\"provider\":null}").json();
    String token = made.get("link_token").asText();
    assertTrue(
        made.get("link_web_url")
            .asText()
            .endsWith("/link?token=" + token + "&env=sandbox&region=us"));
    JsonNode claims =
        io.tributary.kernel.Json.parse(
            java.util.Base64.getUrlDecoder().decode(token.split("\\.")[1]));
    assertEquals(user, claims.get("user_id").asText());
    assertEquals(link.node.first().team().toString(), claims.get("team_id").asText());
    long life = claims.get("exp").asLong() - System.currentTimeMillis() / 1000;
    assertTrue(life > 3500 && life <= 3600, () -> "life " + life);
  }

  @Test
  void theProvidersOfATokenAreThoseThatCanBeLinked() {
    String user = link.user();
    JsonNode all =
        link.withToken("GET", "/v2/link/providers/", link.token(user, ""), null).expect(200).json();
    assertEquals(1, all.size());
    assertEquals("oura", all.get(0).get("slug").asText());
    assertTrue(all.get(0).get("id").isInt());
    assertEquals("{}", all.get(0).get("form_components").toString());
    String filtered = link.token(user, ",\"filter_on_providers\":[\"garmin\"]");
    assertEquals(0, link.withToken("GET", "/v2/link/providers", filtered, null).json().size());
    // The filter is for the page only.
    JsonNode begun =
        link.withToken("GET", "/v2/link/provider/oauth/oura", filtered, null).expect(200).json();
    assertEquals(180, begun.get("backfill_num_days").asInt());
    assertTrue(begun.get("is_active").asBoolean());
    assertEquals(
        "INVALID_PROVIDER",
        link.withToken("GET", "/v2/link/provider/oauth/garmin", filtered, null)
            .expect(400)
            .json()
            .get("detail")
            .get("error_type")
            .asText());
    link.withToken("GET", "/v2/link/provider/oauth/peloton", filtered, null).expect(422);
    assertEquals(
        "INVALID_PROVIDER",
        link.withToken(
                "POST",
                "/v2/link/provider/email/freestyle_libre",
                filtered,
                "{\"email\":\"a@b.test\"}")
            .expect(400)
            .json()
            .get("detail")
            .get("error_type")
            .asText());
  }

  @Test
  void thePageListsProvidersOrLeavesForAFixedOne() {
    String user = link.user();
    String token =
        link.token(user, ",\"redirect_url\":\"https://a.test/\",\"on_close\":\"redirect\"");
    Answer page = link.back("/link?token=" + token + "&env=sandbox&region=us").expect(200);
    assertTrue(page.header("content-security-policy").contains("default-src 'none'"));
    assertFalse(page.text().contains("<script"));
    assertTrue(page.text().contains("/link/start/oura?token="));
    assertTrue(page.text().contains("error_type=user_cancelled"));
    String fixed = link.token(user, ",\"provider\":\"oura\"");
    String start = link.back("/link?token=" + fixed).expect(307).header("location");
    Answer away = link.back(start.substring(start.indexOf("/link/start"))).expect(307);
    assertTrue(away.header("location").startsWith(link.simulator.baseUrl() + "/oauth/authorize?"));
    assertTrue(link.back("/link?token=nonsense").expect(400).text().contains("not valid"));
    // Without a page of the customer ours shows the result.
    Answer done = link.back(link.consent(fixed, grant(user))).expect(200);
    assertNull(done.header("location"));
    assertTrue(done.text().contains("Oura is connected"));
  }

  private static void revoked(int times) {
    io.tributary.harness.Eventually.eventually(
        java.time.Duration.ofSeconds(10),
        () -> {
          assertEquals(times, link.requests("/oauth/revoke"));
          assertEquals(0, link.node.db().query("select 1 from deregistration").size());
        });
  }

  @Test
  void aTeamMayInsistOnScopes() {
    String user = link.user();
    int before = link.requests("/oauth/revoke");
    link.node
        .db()
        .query(
            "insert into scope_requirement (team_id, provider, user_must_grant, user_may_grant)"
                + " values ($1, 'oura', '{daily}', '{personal}')",
            link.node.first().team());
    try {
      assertEquals(
          "required_scopes_not_granted",
          error(link.link(user, grant(user) + "&sim_scopes=personal")));
      assertEquals(0, link.connections(user).size());
      revoked(before + 1);
      link.linked(user);
      assertEquals(
          "unavailable",
          link.connections(user)
              .get(0)
              .get("resource_availability")
              .get("workouts")
              .get("status")
              .asText(),
          "only the team's scopes are asked for");
    } finally {
      link.node.db().query("delete from scope_requirement");
    }
  }

  @Test
  void oneAccountMayServeTwoUsersUnlessTheTeamForbidsIt() {
    String first = link.user();
    String second = link.user();
    link.linked(first);
    int before = link.requests("/oauth/revoke");
    link.node.db().query("update team_environment set reject_duplicate_connection = true");
    try {
      assertEquals("duplicate_connection", error(link.link(second, grant(first))));
      assertEquals(0, link.connections(second).size());
      assertEquals(
          0,
          link.node.db().query("select 1 from deregistration").size()
              + link.requests("/oauth/revoke")
              - before,
          "the grant of the first user's connection is the same account's");
      link.linked(first);
    } finally {
      link.node.db().query("update team_environment set reject_duplicate_connection = false");
    }
    assertEquals(
        "https://app.test/done?state=success",
        link.link(second, grant(first)).expect(307).header("location"));
    assertNotEquals(0, link.connections(second).size());
  }

  @Test
  void anUnreachableProviderIsAnApiErrorAndTheTokenLives() {
    String user = link.user();
    String token = link.token(user, ",\"redirect_url\":\"https://app.test/x\"");
    String callback = link.consent(token, grant(user));
    link.control(
        "POST", "/control/faults", "{\"path_prefix\":\"/oauth/token\",\"status\":503,\"count\":1}");
    assertEquals("provider_api_error", error(link.back(callback)));
    assertEquals(
        "https://app.test/x?state=success",
        link.back(link.consent(token, grant(user))).expect(307).header("location"));
  }

  @Test
  void aStateOfAnotherProviderIsNotTaken() {
    String user = link.user();
    String callback =
        link.consent(link.token(user, ",\"redirect_url\":\"https://app.test/x\""), grant(user));
    assertEquals("token_not_validated", error(link.back(callback.replace("/oura?", "/garmin?"))));
    link.back("/v2/link/connect/peloton?state=" + URLEncoder.encode("x", StandardCharsets.UTF_8))
        .expect(404);
    assertEquals("success", LinkHarness.query(link.back(callback).header("location")).get("state"));
  }
}
