package io.tributary.link;

import static io.tributary.link.LinkHarness.consentParameters;
import static io.tributary.link.LinkHarness.error;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.TestResponse;
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

/** OAuth links: grant, denial, linking again and unlinking. */
class OAuthLinkTest {
  private static LinkHarness link;

  @BeforeAll
  static void start() {
    link = new LinkHarness();
  }

  @AfterAll
  static void stop() {
    assertTrue(EventSchemaValidator.assertAllValid(link.node) > 0);
    link.close();
  }

  private static String status(String user) {
    return link.connections(user).get(0).get("status").asText();
  }

  @Test
  void aGrantMakesAConnectionItsEventAndItsHistoricalStage() {
    String user = link.user();
    TestResponse a =
        link.followCallback(
            link.openConsent(
                link.token(user, ",\"redirect_url\":\"https://app.test/done?a=1&b#top\""),
                consentParameters(user)));
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
  void aPartialGrantLeavesResourcesUnavailable() {
    String user = link.user();
    link.link(user, consentParameters(user) + "&sim_scopes=daily%20personal").expect(307);
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
    TestResponse denied = link.followCallback(link.openConsent(token, "&sim_decision=deny"));
    Map<String, String> q = LinkHarness.query(denied.expect(307).header("location"));
    assertEquals("error", q.get("state"));
    assertEquals("provider_credential_error", q.get("error_type"));
    assertFalse(q.get("error").isEmpty());
    assertEquals(0, link.connections(user).size());
    assertEquals(
        "app.scheme://cb?state=success",
        link.followCallback(link.openConsent(token, consentParameters(user)))
            .expect(307)
            .header("location"));
  }

  @Test
  void twoCallbacksAtOnceMakeOneConnection() throws Exception {
    String user = link.user();
    String callback =
        link.openConsent(
            link.token(user, ",\"redirect_url\":\"https://app.test/x\""), consentParameters(user));
    List<String> states = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      var all =
          threads.invokeAll(
              Stream.generate(
                      () ->
                          (java.util.concurrent.Callable<TestResponse>)
                              () -> link.followCallback(callback))
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
    link.linkUser(user);
    JsonNode before = link.connections(user).get(0);
    link.node
        .db()
        .query(
            "update connection set status = 'error', error_type = 'unknown', error_message = 'm',"
                + " errored_at = now() where user_id = $1",
            UUID.fromString(user));
    assertEquals(
        "unknown", link.connections(user).get(0).get("error_details").get("error_type").asText());
    link.linkUser(user);
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
    link.linkUser(user);
    int before = link.requestCount("/oauth/revoke");
    int events = messages(user);
    // The state of a pull that waits for its next attempt.
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
    io.tributary.testkit.Eventually.eventually(
        java.time.Duration.ofSeconds(60),
        () -> {
          assertEquals(before + 1, link.requestCount("/oauth/revoke"));
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

  /** Counts connection events only, because the pull that a link starts may emit other events. */
  private static int messages(String user) {
    return link.node
        .db()
        .query(
            "select 1 from message where user_id = $1 and event_type like '%.connection.%'",
            UUID.fromString(user))
        .size();
  }

  @Test
  void anUnreachableProviderIsAnApiErrorAndTheTokenLives() {
    String user = link.user();
    String token = link.token(user, ",\"redirect_url\":\"https://app.test/x\"");
    String callback = link.openConsent(token, consentParameters(user));
    link.control(
        "POST", "/control/faults", "{\"path_prefix\":\"/oauth/token\",\"status\":503,\"count\":1}");
    assertEquals("provider_api_error", error(link.followCallback(callback)));
    assertEquals(
        "https://app.test/x?state=success",
        link.followCallback(link.openConsent(token, consentParameters(user)))
            .expect(307)
            .header("location"));
  }

  @Test
  void aStateOfAnotherProviderIsNotTaken() {
    String user = link.user();
    String callback =
        link.openConsent(
            link.token(user, ",\"redirect_url\":\"https://app.test/x\""), consentParameters(user));
    assertEquals(
        "token_not_validated", error(link.followCallback(callback.replace("/oura?", "/garmin?"))));
    link.followCallback(
            "/v2/link/connect/peloton?state=" + URLEncoder.encode("x", StandardCharsets.UTF_8))
        .expect(404);
    assertEquals(
        "success",
        LinkHarness.query(link.followCallback(callback).header("location")).get("state"));
  }
}
