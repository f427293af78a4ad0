package io.tributary.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Encryption;
import io.tributary.testkit.TestNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** API keys, management keys and access tokens: create, list, revoke and authenticate. */
class TeamKeysTest {
  private static TestNode node;
  private static OrganizationsFixture orgs;
  private static String org;
  private static String foreignOrg;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    orgs = new OrganizationsFixture(node);
    org = orgs.org;
    foreignOrg = orgs.foreignOrg;
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void aKeyIsShownOnceAndWorksUntilItIsRevoked() {
    String other = orgs.team("keys").get("id").asText();
    JsonNode made = orgs.key(other, "sandbox");
    String value = made.get("value").asText();
    assertTrue(value.startsWith("sk_us_"));
    assertTrue(orgs.key(other, "production").get("value").asText().startsWith("pk_us_"));
    assertEquals(200, orgs.withKey("GET", "/v2/user", null, value));
    String keys = org + "/team_api_keys/sandbox/us";
    JsonNode list =
        node.callManagement("GET", keys + "/?team_id=" + other, null).expect(200).json();
    assertEquals(1, list.get("api_keys").size());
    assertEquals(made.get("id"), list.at("/api_keys/0/id"));
    assertNotEquals(value, list.at("/api_keys/0/value").asText());
    assertTrue(list.get("next_cursor").isNull());
    String id = made.get("id").asText();
    UUID nobody = UUID.randomUUID();
    JsonNode untouched =
        orgs.callAsOther("DELETE", foreignOrg + "/team_api_keys/sandbox/us?api_key_id=" + id, null)
            .expect(200)
            .json();
    assertEquals(id, untouched.at("/not_found/0").asText());
    node.callManagement("DELETE", org + "/team_api_keys/production/us?api_key_id=" + id, null)
        .expect(200);
    assertEquals(200, orgs.withKey("GET", "/v2/user", null, value));
    JsonNode revoked =
        node.callManagement("DELETE", keys + "?api_key_id=" + id + "&api_key_id=" + nobody, null)
            .expect(200)
            .json();
    assertEquals(id, revoked.at("/success/0").asText());
    assertEquals(nobody.toString(), revoked.at("/not_found/0").asText());
    assertEquals(0, revoked.get("failure").size());
    assertEquals(401, orgs.withKey("GET", "/v2/user", null, value));
  }

  @Test
  void aKeyOfTheWrongKindIsNamedButNotRepeated() {
    String management = "mg_" + "m".repeat(40);
    String needsApiKey =
        "This is a management key (mg_…). This endpoint needs an API key (sk_… or pk_…).";
    assertUnauthorized(needsApiKey, "/v2/user", "x-service-api-key", management);
    assertUnauthorized(needsApiKey, "/v2/user", "authorization", "Bearer " + management);
    for (String prefix : List.of("sk_", "pk_")) {
      String key = prefix + "us_" + "a".repeat(40);
      assertUnauthorized(
          "This is an API key (" + prefix + "…). This endpoint needs a management key (mg_…).",
          org,
          "x-management-key",
          key);
      assertUnauthorized(
          "This is an API key (" + prefix + "…). Send it in the header x-service-api-key.",
          "/v2/user",
          "authorization",
          "Bearer " + key);
    }
    assertUnauthorized("the API key is invalid", "/v2/user", "x-service-api-key", "unknown");
    assertUnauthorized("the management key is invalid", org, "x-management-key", "mg_unknown");
  }

  private static void assertUnauthorized(String detail, String path, String header, String value) {
    assertEquals(
        detail,
        node.send("GET", path, null, Map.of(header, value))
            .expect(401)
            .json()
            .get("detail")
            .asText());
  }

  @Test
  void apiKeyCallsCheckTheirPathAndBody() {
    String body = "{\"label\":\"l\",\"team_id\":\"" + UUID.randomUUID() + "\"}";
    node.callManagement("POST", org + "/team_api_keys/sandbox/us", body).expect(404);
    node.callManagement("POST", org + "/team_api_keys/moon/us", body).expect(422);
    node.callManagement("POST", org + "/team_api_keys/sandbox/mars", body).expect(422);
    node.callManagement("POST", org + "/team_api_keys/sandbox/eu", body).expect(404);
    node.callManagement("POST", org + "/team_api_keys/sandbox/us", "{}").expect(422);
    node.callManagement("DELETE", org + "/team_api_keys/sandbox/us", null).expect(422);
    node.callManagement("DELETE", org + "/team_api_keys/sandbox/us?api_key_id=x", null).expect(422);
    node.callManagement("GET", foreignOrg + "/team_api_keys/sandbox/us", null).expect(404);
    String mine = "{\"label\":\"l\",\"team_id\":\"" + node.first().team() + "\"}";
    orgs.callAsOther("POST", foreignOrg + "/team_api_keys/sandbox/us", mine).expect(404);
  }

  @Test
  void aManagementKeyLivesUntilItIsRemovedAndTheLastOneStays() {
    JsonNode made =
        node.callManagement(
                "POST", org + "/management_key", "{\"label\":\"second\",\"role\":\"org_admin\"}")
            .expect(200)
            .json();
    String value = made.get("key").asText();
    assertTrue(value.startsWith("mg_"));
    String path = org + "/management_key/" + made.get("id").asText();
    node.send("GET", org, null, Map.of("x-management-key", value)).expect(200);
    JsonNode renamed = node.callManagement("PATCH", path, "{\"label\":\"new\"}").expect(200).json();
    assertEquals("new", renamed.get("label").asText());
    assertFalse(renamed.has("key"));
    JsonNode list = node.callManagement("GET", org + "/management_key", null).expect(200).json();
    assertEquals(2, list.get("data").size());
    assertFalse(list.at("/data/0").has("key"));
    assertEquals(
        0,
        node.callManagement("GET", org + "/management_key?role=team_admin", null)
            .json()
            .get("data")
            .size());
    orgs.callAsOther("DELETE", foreignOrg + "/management_key/" + made.get("id").asText(), null)
        .expect(404);
    node.callManagement("DELETE", path, null).expect(200);
    node.send("GET", org, null, Map.of("x-management-key", value)).expect(401);
    node.callManagement("DELETE", path, null).expect(404);
    String last = list.at("/data/0/id").asText();
    node.callManagement("DELETE", org + "/management_key/" + last, null).expect(400);
    node.callManagement("GET", org, null).expect(200);
  }

  @Test
  void managementKeysAreForTheWholeOrganisation() {
    String keys = org + "/management_key";
    node.callManagement("POST", keys, "{\"label\":\"x\",\"role\":\"team_admin\"}").expect(400);
    node.callManagement(
            "POST", keys, "{\"label\":\"x\",\"role\":\"org_admin\",\"team_role_bindings\":[]}")
        .expect(400);
    node.callManagement("POST", keys, "{\"label\":\"x\",\"role\":\"king\"}").expect(422);
    node.callManagement("POST", keys, "{\"role\":\"org_admin\"}").expect(422);
    node.callManagement("PATCH", keys + "/" + UUID.randomUUID(), "{}").expect(404);
  }

  @Test
  void anAccessTokenStandsInForAKeyForMinutes() {
    String path = org + "/team/" + node.first().team() + "/create_api_access_token";
    JsonNode made = node.callManagement("POST", path, "{\"env\":\"sandbox\"}").expect(200).json();
    assertEquals(900, made.get("expires_in").asInt());
    Map<String, String> bearer =
        Map.of("authorization", "Bearer " + made.get("access_token").asText());
    node.send("GET", "/v2/user", null, bearer).expect(200);
    node.db()
        .query(
            "update access_token set expires_at = now() - interval '1 second' where token_hash ="
                + " $1",
            (Object) Encryption.sha256(made.get("access_token").asText()));
    node.send("GET", "/v2/user", null, bearer).expect(401);
    node.callManagement("POST", path, "{\"env\":\"moon\"}").expect(422);
    node.callManagement("POST", path, "{}").expect(422);
    orgs.callAsOther(
            "POST",
            foreignOrg + "/team/" + node.first().team() + "/create_api_access_token",
            "{\"env\":\"sandbox\"}")
        .expect(404);
  }
}
