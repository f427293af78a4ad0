package io.tributary.teamcredential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.db.RowMapping;
import io.tributary.link.LinkHarness;
import io.tributary.testkit.TestResponse;
import java.net.URI;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A team's own provider applications: set, masked, used for links, and removed. */
class CredentialTest {
  private static LinkHarness link;
  private static String org;
  private static String team;

  @BeforeAll
  static void start() {
    link = new LinkHarness();
    org = "/v1/org/" + link.node.first().org();
    team = link.node.first().team().toString();
  }

  @AfterAll
  static void stop() {
    link.close();
  }

  private static String path(String environment) {
    return org + "/team_custom_credentials/" + environment + "/us";
  }

  private static TestResponse put(String provider, String more) {
    return link.node.callManagement(
        "POST",
        path("sandbox"),
        "{\"team_id\":\"" + team + "\",\"provider\":\"" + provider + "\"" + more + "}");
  }

  private static JsonNode listed(String query) {
    return link.node.callManagement("GET", path("sandbox") + query, null).expect(200).json();
  }

  @Test
  void theSecretIsNeverShownAndNeverStoredInClear() {
    String secret = "own-secret-" + Ids.randomBase62(16);
    JsonNode made =
        put("garmin", ",\"client_id\":\"own-app\",\"client_secret\":\"" + secret + "\"")
            .expect(200)
            .json();
    assertEquals("own-app", made.get("client_id").asText());
    assertEquals("garmin", made.get("source").asText());
    assertEquals(
        HexFormat.of().formatHex(Encryption.sha256(secret)),
        made.get("client_secret_hash").asText());
    assertFalse(made.toString().contains(secret));
    assertFalse(listed("?provider=garmin").toString().contains(secret));
    String row =
        RowMapping.first(
                link.node
                    .db()
                    .query("select a::text as r from provider_app a where provider = 'garmin'"),
                r -> r.getString("r"))
            .orElseThrow();
    assertFalse(row.contains(secret));
    assertFalse(row.contains(HexFormat.of().formatHex(secret.getBytes())));
  }

  @Test
  void whatIsNotNamedStaysAndTheIdToo() {
    JsonNode made =
        put("withings", ",\"client_id\":\"a\",\"client_secret\":\"b\"").expect(200).json();
    JsonNode changed =
        put("withings", ",\"client_id\":\"c\",\"redirect_url_override\":\"https://own.test/back\"")
            .expect(200)
            .json();
    assertEquals(made.get("id"), changed.get("id"));
    assertEquals("c", changed.get("client_id").asText());
    assertEquals(made.get("client_secret_hash"), changed.get("client_secret_hash"));
    assertEquals("https://own.test/back", changed.get("redirect_url_override").asText());
    JsonNode cleared = put("withings", ",\"redirect_url_override\":null").expect(200).json();
    assertTrue(cleared.get("redirect_url_override").isNull());
    assertEquals("c", cleared.get("client_id").asText());
  }

  @Test
  void detailsAreCheckedAndTheirSecretWordsAreStars() {
    String both = ",\"client_id\":\"a\",\"client_secret\":\"b\"";
    TestResponse missing = put("polar", both + ",\"details\":{}");
    assertTrue(missing.expect(422).text().contains("webhook_secret"), missing.text());
    JsonNode polar =
        put("polar", both + ",\"details\":{\"webhook_secret\":\"signed by polar\"}")
            .expect(200)
            .json();
    assertEquals("***", polar.at("/details/webhook_secret").asText());
    JsonNode fitbit =
        put(
                "fitbit",
                both
                    + ",\"details\":{\"fitbit\":{\"workout_verify_token\":\"w\","
                    + "\"sleep_verify_token\":\"s\",\"body_verify_token\":\"b\"}}")
            .expect(200)
            .json();
    assertEquals("***", fitbit.at("/details/fitbit/sleep_verify_token").asText());
    assertFalse(fitbit.at("/details/fitbit/is_hr_enabled").asBoolean(true));
    JsonNode google =
        put(
                "google_health",
                both
                    + ",\"details\":{\"project_number\":\"12\",\"service_account_email\":\"e@p\","
                    + "\"service_account_key\":\"of an account\"}")
            .expect(200)
            .json();
    assertEquals("12", google.at("/details/project_number").asText());
    assertEquals("***", google.at("/details/service_account_key").asText());
    put("strava", both + ",\"details\":{\"a\":1}").expect(422);
    put("polar", ",\"details\":null").expect(200);
    assertTrue(listed("?provider=polar").at("/credentials/0/details").isNull());
    String stored =
        RowMapping.first(
                link.node
                    .db()
                    .query("select a::text as r from provider_app a where provider = 'fitbit'"),
                r -> r.getString("r"))
            .orElseThrow();
    assertFalse(stored.contains("\"s\""), stored);
  }

  @Test
  void aNewApplicationNeedsItsIdAndItsSecretAPracticeOnlyItsId() {
    assertTrue(put("ultrahuman", "").expect(400).text().contains("client_id"));
    assertTrue(
        put("ultrahuman", ",\"client_id\":\"a\"").expect(400).text().contains("client_secret"));
    assertEquals(0, listed("?provider=ultrahuman").get("credentials").size());
    put("freestyle_libre", ",\"client_id\":\"Practice-7\"").expect(200);
  }

  @Test
  void badInputIsNamed() {
    String both = ",\"client_id\":\"a\",\"client_secret\":\"b\"";
    put("quest", both).expect(422);
    put("ihealth", both).expect(422);
    for (String url :
        new String[] {
          "http://own.test/back", "https://me@own.test/", "https://own.test/#x", "nowhere"
        }) {
      TestResponse a = put("wahoo", both + ",\"redirect_url_override\":\"" + url + "\"");
      assertTrue(a.expect(422).text().contains("redirect_url_override"), url);
    }
    link.node
        .callManagement(
            "POST",
            path("sandbox"),
            "{\"team_id\":\"" + Ids.uuid() + "\",\"provider\":\"wahoo\"" + both + "}")
        .expect(404);
    link.node.callManagement("DELETE", path("sandbox"), null).expect(422);
  }

  @Test
  void anApplicationOfBeforeKeepsItsId() {
    UUID id = Ids.uuid();
    link.node
        .db()
        .query(
            "insert into provider_app (id, team_id, environment, provider, client_id)"
                + " values ($1, $2, 'sandbox', 'cronometer', 'old')",
            id,
            UUID.fromString(team));
    JsonNode changed = put("cronometer", ",\"client_id\":\"new\"").expect(200).json();
    assertEquals(id.toString(), changed.get("id").asText());
    assertEquals("new", changed.get("client_id").asText());
  }

  @Test
  void linksUseTheTeamsApplicationAndOneInUseStays() {
    String id =
        put(
                "oura",
                ",\"client_id\":\"tributary-sandbox\","
                    + "\"client_secret\":\"tributary-sandbox-secret\"")
            .expect(200)
            .json()
            .get("id")
            .asText();
    String user = link.user();
    link.linkUser(user);
    String used =
        RowMapping.first(
                link.node
                    .db()
                    .query(
                        "select app_id::text as app from connection where user_id = $1",
                        UUID.fromString(user)),
                r -> r.getString("app"))
            .orElseThrow();
    assertEquals(id, used);
    String query = path("sandbox") + "?credential_id=" + id;
    JsonNode kept = link.node.callManagement("DELETE", query, null).expect(200).json();
    assertEquals(id, kept.at("/failure/0").asText());
    assertEquals(0, kept.get("success").size());
    JsonNode other =
        link.node
            .callManagement("DELETE", path("production") + "?credential_id=" + id, null)
            .expect(200)
            .json();
    assertEquals(id, other.at("/not_found/0").asText(), "another environment");

    link.node.db().query("delete from connection where app_id = $1", UUID.fromString(id));
    JsonNode gone = link.node.callManagement("DELETE", query, null).expect(200).json();
    assertEquals(id, gone.at("/success/0").asText());
    assertEquals(0, listed("?provider=oura").get("credentials").size());
  }

  @Test
  void theOverrideIsSentOnTheWay() {
    put(
            "oura",
            ",\"client_id\":\"tributary-sandbox\",\"client_secret\":\"tributary-sandbox-secret\","
                + "\"redirect_url_override\":\"https://own.test/back\"")
        .expect(200);
    try {
      JsonNode begun =
          link.withToken("GET", "/v2/link/provider/oauth/oura", link.token(link.user(), ""), null)
              .expect(200)
              .json();
      String query = URI.create(begun.get("oauth_url").asText()).getRawQuery();
      assertTrue(query.contains("redirect_uri=https%3A%2F%2Fown.test%2Fback"), query);
    } finally {
      String id = listed("?provider=oura").at("/credentials/0/id").asText();
      link.node
          .callManagement("DELETE", path("sandbox") + "?credential_id=" + id, null)
          .expect(200);
    }
  }

  @Test
  void whatToRegisterIsToldBeforeThereIsAnApplication() {
    String prepare = org + "/prepare_team_custom_credentials/sandbox/us";
    String body = "{\"team_id\":\"" + team + "\",\"provider\":\"%s\"}";
    JsonNode oura =
        link.node.callManagement("POST", prepare, body.formatted("oura")).expect(200).json();
    assertEquals("preparations_required", oura.get("status").asText());
    assertTrue(oura.at("/preparation_steps/0/value").asText().endsWith("/v2/link/connect/oura"));
    String hook = oura.at("/preparation_steps/1/value").asText();
    assertTrue(hook.contains("/v2/provider/oura/push/"), hook);
    assertEquals(
        hook,
        link.node
            .callManagement("POST", prepare, body.formatted("oura"))
            .json()
            .at("/preparation_steps/1/value")
            .asText(),
        "asked twice");
    assertEquals(
        "no_action_needed",
        link.node
            .callManagement("POST", prepare, body.formatted("freestyle_libre"))
            .expect(200)
            .json()
            .get("status")
            .asText());
  }

  @Test
  void scopesAreRequiredShownAndReset() {
    String scopes = org + "/team/" + team + "/scope_requirements";
    JsonNode set =
        link.node
            .callManagement(
                "POST",
                scopes,
                """
                {"whoop_v2":{"user_must_grant":["read:sleep"],
                             "user_may_grant":["read:sleep","offline"]},
                 "oura":{"user_must_grant":["daily"],"user_may_grant":[]}}
                """)
            .expect(200)
            .json();
    assertEquals(2, set.get("requirements").size());
    JsonNode whoop =
        link.node.callManagement("GET", scopes + "?provider=whoop_v2", null).expect(200).json();
    assertEquals("[\"read:sleep\"]", whoop.at("/requirements/0/user_must_grant").toString());
    assertEquals("[\"offline\"]", whoop.at("/requirements/0/user_may_grant").toString());
    TestResponse unknown =
        link.node.callManagement(
            "POST", scopes, "{\"oura\":{\"user_must_grant\":[\"nothing\"],\"user_may_grant\":[]}}");
    assertTrue(unknown.expect(422).text().contains("user_must_grant"), unknown.text());
    link.node.callManagement("POST", scopes, "{\"oura\":null,\"whoop_v2\":null}").expect(200);
    assertEquals(
        0,
        link.node
            .callManagement("GET", scopes, null)
            .expect(200)
            .json()
            .get("requirements")
            .size());
    link.node
        .callManagement("GET", org + "/team/" + Ids.uuid() + "/scope_requirements", null)
        .expect(404);
  }

  @Test
  void anotherOrganisationSeesAndChangesNothing() {
    put("wahoo", ",\"client_id\":\"a\",\"client_secret\":\"b\"").expect(200);
    String key = "mg_" + Ids.randomBase62(40);
    UUID other = Ids.uuid();
    link.node.db().query("insert into organisation (id, name) values ($1, 'Other')", other);
    link.node
        .db()
        .query(
            "insert into management_key (id, org_id, key_hash, key_hint) values ($1, $2, $3, '')",
            Ids.uuid(),
            other,
            Encryption.sha256(key));
    Map<String, String> foreign = Map.of("x-management-key", key);
    String theirs = "/v1/org/" + other;
    JsonNode seen =
        link.node
            .send("GET", theirs + "/team_custom_credentials/sandbox/us", null, foreign)
            .expect(200)
            .json();
    assertEquals(0, seen.get("credentials").size());
    String body = "{\"team_id\":\"" + team + "\",\"provider\":\"wahoo\",\"client_id\":\"x\"}";
    link.node
        .send("POST", theirs + "/team_custom_credentials/sandbox/us", body, foreign)
        .expect(404);
    String id = listed("?provider=wahoo").at("/credentials/0/id").asText();
    JsonNode untouched =
        link.node
            .send(
                "DELETE",
                theirs + "/team_custom_credentials/sandbox/us?credential_id=" + id,
                null,
                foreign)
            .expect(200)
            .json();
    assertEquals(id, untouched.at("/not_found/0").asText());
    link.node
        .send(
            "POST",
            theirs + "/team/" + team + "/scope_requirements",
            "{\"oura\":{\"user_must_grant\":[\"daily\"],\"user_may_grant\":[]}}",
            foreign)
        .expect(404);
    link.node
        .send(
            "POST",
            theirs + "/prepare_team_custom_credentials/sandbox/us",
            "{\"team_id\":\"" + team + "\",\"provider\":\"oura\"}",
            foreign)
        .expect(404);
    assertEquals("a", listed("?provider=wahoo").at("/credentials/0/client_id").asText());
  }
}
