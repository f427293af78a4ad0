package io.tributary.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.testkit.TestNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Organizations and their teams: reads, settings and isolation. */
class TeamTest {
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

  private static String patch(String body) {
    return "{\"sandbox\":" + body + "}";
  }

  @Test
  void theOrganisationIsTheKeysOwn() {
    JsonNode o = node.callManagement("GET", org + "/", null).expect(200).json();
    assertEquals(node.first().org().toString(), o.get("id").asText());
    assertTrue(o.has("expires_at") && o.get("expires_at").isNull());
    node.callManagement("GET", foreignOrg, null).expect(404);
    node.callManagement("GET", "/v1/org/x", null).expect(422);
    node.send("GET", org, null, Map.of()).expect(401);
    node.send("GET", org, null, Map.of("x-management-key", "mg_unknown")).expect(401);
    node.send("GET", org, null, Map.of("x-service-api-key", node.first().apiKey())).expect(401);
  }

  @Test
  void aTeamHasTwoEnvironmentsWithEverythingSwitchedOff() {
    JsonNode t = orgs.team("Blue team");
    assertEquals("Blue team", t.get("name").asText());
    assertEquals("us", t.get("region").asText());
    assertEquals(2, t.get("environments").size());
    for (String environment : List.of("sandbox", "production")) {
      for (String s :
          List.of(
              "reject_duplicate_connection",
              "sdk_per_device_activity_timeseries",
              "link_migration",
              "provider_raw_data")) {
        assertFalse(t.get(environment).get(s).asBoolean(true), s);
      }
      assertTrue(t.get(environment).get("brand_information").isNull());
    }
    String path = org + "/team/" + t.get("id").asText();
    assertEquals(t, node.callManagement("GET", path, null).expect(200).json());
    JsonNode half =
        node.callManagement("GET", path + "?include_environment=sandbox", null).expect(200).json();
    assertTrue(half.get("production").isNull());
    assertFalse(half.get("sandbox").isNull());
    node.callManagement("GET", path + "?include_environment=moon", null).expect(422);
  }

  @Test
  void aTeamIsMadeFromValidFieldsOnly() {
    node.callManagement("POST", org + "/team", "{\"region\":\"us\"}").expect(422);
    node.callManagement("POST", org + "/team", "{\"name\":\"a\"}").expect(422);
    node.callManagement("POST", org + "/team", "{\"name\":\"<b>\",\"region\":\"us\"}").expect(422);
    node.callManagement("POST", org + "/team", "{\"name\":\"a\",\"region\":\"mars\"}").expect(422);
    node.callManagement("POST", org + "/team", "{\"name\":\"a\",\"region\":\"eu\"}").expect(422);
    String nil = "{\"name\":\"a\",\"region\":\"us\",\"id\":\"" + Ids.DEFAULT_APP + "\"}";
    node.callManagement("POST", org + "/team", nil).expect(422);
    node.callManagement("POST", foreignOrg + "/team", "{\"name\":\"a\",\"region\":\"us\"}")
        .expect(404);
    String id = UUID.randomUUID().toString();
    String own = "{\"name\":\"own id\",\"region\":\"us\",\"id\":\"" + id + "\"}";
    assertEquals(
        id, node.callManagement("POST", org + "/team", own).expect(200).json().get("id").asText());
    node.callManagement("POST", org + "/team", own).expect(409);
  }

  @Test
  void anIntegrationIdIsUniqueInItsOrganisation() {
    String integration = Ids.randomHex(8);
    String body =
        "{\"name\":\"i\",\"region\":\"us\",\"integration_team_id\":\"" + integration + "\"}";
    JsonNode holder = node.callManagement("POST", org + "/team", body).expect(200).json();
    assertEquals(
        holder.get("id"),
        node.callManagement("POST", org + "/team", body).expect(409).json().get("team_id"));
    JsonNode other = orgs.team("other");
    String wanted = "{\"integration_team_id\":\"" + integration + "\"}";
    String path = org + "/team/" + other.get("id").asText();
    assertEquals(
        holder.get("id"),
        node.callManagement("PATCH", path, wanted).expect(409).json().get("team_id"));
    assertEquals(
        holder, node.callManagement("POST", org + "/resolve_team", wanted).expect(200).json());
    orgs.callAsOther("POST", foreignOrg + "/resolve_team", wanted).expect(404);
    orgs.callAsOther("POST", foreignOrg + "/team", body).expect(200);
    node.callManagement(
            "PATCH", org + "/team/" + holder.get("id").asText(), "{\"integration_team_id\":null}")
        .expect(200);
    node.callManagement("PATCH", path, wanted).expect(200);
  }

  @Test
  void switchesAreSetPerEnvironment() {
    JsonNode t = orgs.team("switching");
    UUID id = UUID.fromString(t.get("id").asText());
    String path = org + "/team/" + id;
    JsonNode on =
        node.callManagement(
                "PATCH",
                path,
                """
                {"name":"renamed","sandbox":{"link_migration":true,"reject_duplicate_connection":true,
                 "provider_raw_data":true,"sdk_per_device_activity_timeseries":null}}
                """)
            .expect(200)
            .json();
    assertEquals("renamed", on.get("name").asText());
    assertTrue(on.at("/sandbox/link_migration").asBoolean());
    assertTrue(on.at("/sandbox/reject_duplicate_connection").asBoolean());
    assertFalse(on.at("/production/link_migration").asBoolean());
    var sandbox = new io.tributary.core.Tenant(id, io.tributary.core.Environment.SANDBOX);
    FeatureFlags seen = node.db().tx(tx -> FeatureFlags.of(tx, sandbox));
    assertEquals(
        new FeatureFlags(
            true,
            true,
            false,
            true,
            true,
            Set.of(LabFeature.PATIENT_EMAIL, LabFeature.PATIENT_SMS)),
        seen);
    JsonNode off =
        node.callManagement("PATCH", path, patch("{\"link_migration\":false}")).expect(200).json();
    assertFalse(off.at("/sandbox/link_migration").asBoolean());
    assertTrue(off.at("/sandbox/provider_raw_data").asBoolean());
    node.callManagement("PATCH", path, patch("{\"link_migration\":\"yes\"}")).expect(422);
    node.callManagement("PATCH", path, patch("7")).expect(422);
    orgs.callAsOther("PATCH", foreignOrg + "/team/" + id, "{}").expect(404);
    orgs.callAsOther("GET", foreignOrg + "/team/" + id, null).expect(404);
    node.callManagement("PATCH", org + "/team/" + UUID.randomUUID(), "{}").expect(404);
  }

  @Test
  void aBrandNeedsANameAndALogo() {
    String path = org + "/team/" + orgs.team("brand").get("id").asText();
    String logo = "\"logo_url\":\"https://example.com/l.png\"";
    node.callManagement("PATCH", path, patch("{\"brand_information\":{\"company_name\":\"Acme\"}}"))
        .expect(422);
    node.callManagement("PATCH", path, patch("{\"brand_information\":{}," + logo + "}"))
        .expect(422);
    node.callManagement("PATCH", path, patch("{\"logo_url\":\"l.png\"}")).expect(422);
    node.callManagement("PATCH", path, patch("{\"logo_url\":\"//example.com/l.png\"}")).expect(422);
    JsonNode set =
        node.callManagement(
                "PATCH",
                path,
                patch("{\"brand_information\":{\"company_name\":\"Acme\"}," + logo + "}"))
            .expect(200)
            .json();
    assertEquals("Acme", set.at("/sandbox/brand_information/company_name").asText());
    JsonNode more =
        node.callManagement(
                "PATCH",
                path,
                patch("{\"brand_information\":{\"support_email\":\"help@acme.org\"}}"))
            .expect(200)
            .json();
    assertEquals("Acme", more.at("/sandbox/brand_information/company_name").asText());
    assertEquals("help@acme.org", more.at("/sandbox/brand_information/support_email").asText());
    node.callManagement("PATCH", path, patch("{\"logo_url\":null}")).expect(422);
    JsonNode gone =
        node.callManagement("PATCH", path, patch("{\"brand_information\":null,\"logo_url\":null}"))
            .expect(200)
            .json();
    assertTrue(gone.at("/sandbox/brand_information").isNull());
  }

  @Test
  void teamsAreListedPageByPage() {
    String tag = "page" + Ids.randomHex(3);
    node.db()
        .query(
            """
            insert into team (id, org_id, name)
            select gen_random_uuid(), $1, $2 || ' ' || i from generate_series(1, 60) i
            """,
            node.first().org(),
            tag);
    Set<String> seen = new HashSet<>();
    String query = "?search_query=" + tag.toUpperCase(java.util.Locale.ROOT);
    JsonNode one = node.callManagement("GET", org + "/team" + query, null).expect(200).json();
    one.get("teams").forEach(t -> seen.add(t.get("id").asText()));
    assertEquals(50, one.get("teams").size());
    String cursor = one.get("next_cursor").asText();
    JsonNode two =
        node.callManagement("GET", org + "/team" + query + "&next_cursor=" + cursor, null)
            .expect(200)
            .json();
    two.get("teams").forEach(t -> seen.add(t.get("id").asText()));
    assertTrue(two.get("next_cursor").isNull());
    assertEquals(60, seen.size());
    node.callManagement("GET", org + "/team?next_cursor=" + cursor, null).expect(400);
    node.callManagement("GET", org + "/team?next_cursor=rubbish", null).expect(400);
    node.callManagement("GET", org + "/team?region=mars", null).expect(422);
    node.callManagement("GET", org + "/team?search_query=%3Cb%3E", null).expect(422);
    assertEquals(
        0, node.callManagement("GET", org + "/team?region=eu", null).json().get("teams").size());
    JsonNode first =
        node.callManagement("GET", org + "/team?team_id=" + node.first().team(), null).json();
    assertEquals(1, first.get("teams").size());
    assertEquals(
        0,
        orgs.callAsOther("GET", foreignOrg + "/team?search_query=" + tag, null)
            .json()
            .get("teams")
            .size());
  }

  @Test
  void anotherTeamsUsersAreUnknownEverywhere() {
    String other = orgs.team("foreign").get("id").asText();
    String key = orgs.key(other, "sandbox").get("value").asText();
    String production =
        orgs.key(node.first().team().toString(), "production").get("value").asText();
    String user =
        node.post("/v2/user", "{\"client_user_id\":\"mine\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText();
    String path = "/v2/user/" + user;
    String info =
        """
        {"first_name":"A","last_name":"B","email":"a@b.cd","phone_number":"1","gender":"x","dob":"1990-01-01",
         "address":{"first_line":"1","country":"US","zip":"1","city":"c","state":"s"}}
        """;
    node.call("PATCH", path + "/info", info).expect(200);
    for (String k : List.of(key, production)) {
      assertEquals(404, orgs.withKey("GET", path, null, k));
      assertEquals(404, orgs.withKey("PATCH", path, "{}", k));
      assertEquals(404, orgs.withKey("DELETE", path, null, k));
      assertEquals(404, orgs.withKey("GET", "/v2/user/resolve/mine", null, k));
      assertEquals(404, orgs.withKey("POST", path + "/sign_in_token", null, k));
      assertEquals(404, orgs.withKey("PATCH", path + "/info", info, k));
      assertEquals(404, orgs.withKey("GET", path + "/info/latest", null, k));
      JsonNode list = node.send("GET", "/v2/user", null, Map.of("x-service-api-key", k)).json();
      assertEquals(0, list.get("total").asInt());
      JsonNode found =
          node.send(
                  "GET",
                  "/v2/team/users/search?query_id=" + user,
                  null,
                  Map.of("x-service-api-key", k))
              .json();
      assertEquals(0, found.size());
    }
    assertEquals(404, orgs.withKey("GET", "/v2/team/" + node.first().team(), null, key));
    node.get(path).expect(200);
    node.call("DELETE", path, null).expect(200);
    assertEquals(404, orgs.withKey("POST", "/v2/user/undo_delete?user_id=" + user, null, key));
    assertEquals(404, orgs.withKey("POST", "/v2/user/undo_delete?client_user_id=mine", null, key));
    node.post("/v2/user/undo_delete?user_id=" + user, null).expect(200);
    assertEquals(200, orgs.withKey("POST", "/v2/user", "{\"client_user_id\":\"mine\"}", key));
  }

  @Test
  void aTeamsOwnRecordHoldsNoSecret() {
    JsonNode own = node.get("/v2/team/" + node.first().team() + "/").expect(200).json();
    assertEquals(node.first().org().toString(), own.get("org_id").asText());
    for (String secret : List.of("api_key", "api_keys", "client_secret", "webhook_secret")) {
      assertTrue(own.has(secret) && own.get(secret).isNull(), secret);
    }
    assertFalse(Json.text(own).contains(node.first().apiKey()));
    node.get("/v2/team/" + UUID.randomUUID()).expect(404);
  }
}
