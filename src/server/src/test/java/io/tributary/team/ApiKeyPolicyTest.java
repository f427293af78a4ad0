package io.tributary.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.http.KeyScope;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** API keys with restricted scopes, an expiry or a rate limit. */
class ApiKeyPolicyTest {
  private static TestNode node;
  private static String org;
  private static String keys;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    org = "/v1/org/" + node.first().org();
    keys = org + "/team_api_keys/sandbox/us";
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static TestResponse createKey(String terms) {
    return node.callManagement(
        "POST", keys, "{\"label\":\"l\",\"team_id\":\"" + node.first().team() + "\"" + terms + "}");
  }

  private static String key(String... scopes) {
    return createKey(",\"scopes\":" + list(scopes)).expect(200).json().get("value").asText();
  }

  private static String list(String... scopes) {
    return List.of(scopes).stream()
        .map(s -> "\"" + s + "\"")
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static TestResponse call(String key, String method, String path, String body) {
    return node.send(method, path, body, Map.of("x-service-api-key", key));
  }

  private static String detail(TestResponse a) {
    return a.expect(403).json().get("detail").asText();
  }

  /** Returns every route for this access, with some ID for each parameter. */
  private static List<Routes.RouteSpec> routes(RouteAccess access) {
    return node.node().routes().specs().stream()
        .filter(
            s ->
                s.access() == access
                    || access == RouteAccess.TEAM && s.access() == RouteAccess.CLIENT)
        .toList();
  }

  private static String path(Routes.RouteSpec s) {
    return s.template()
        .replace("{org_id}", node.first().org().toString())
        .replaceAll("\\{[a-z_0-9]+}", UUID.randomUUID().toString());
  }

  private static boolean lab(Routes.RouteSpec s) {
    return s.requiredScopes().contains(KeyScope.LAB);
  }

  @Test
  void everyRouteOfKeysStandsInAnAreaAndAsksForReadingOrWriting() {
    List<String> forgotten = new ArrayList<>();
    for (Routes.RouteSpec s : node.node().routes().specs()) {
      boolean keyed =
          s.access() == RouteAccess.TEAM
              || s.access() == RouteAccess.CLIENT
              || s.access() == RouteAccess.MANAGEMENT;
      // A route outside every scoped path needs all four scopes, which a route inside one never
      // does.
      if (keyed
          && (s.requiredScopes().containsAll(KeyScope.ALL)
              || s.requiredScopes().contains(KeyScope.READ)
                  == s.requiredScopes().contains(KeyScope.WRITE)
              || s.access() == RouteAccess.MANAGEMENT
                  && !s.requiredScopes().contains(KeyScope.MANAGEMENT))) {
        forgotten.add(s.method() + " " + s.template() + " " + s.requiredScopes());
      }
      if (s.method().equals(HttpMethod.GET)) {
        assertTrue(s.isReadOnly(), s.template());
      }
    }
    assertEquals(List.of(), forgotten);
  }

  @Test
  void aKeyThatReadsChangesNothingOnAnyRoute() {
    String reader = key("read", "lab", "management");
    for (Routes.RouteSpec s : routes(RouteAccess.TEAM)) {
      if (!s.isReadOnly()) {
        assertEquals(
            "this key lacks the scope write",
            detail(call(reader, s.method().name(), path(s), "{}")),
            s.template());
      }
    }
    call(reader, "GET", "/v2/user", null).expect(200);
    // A search with POST reaches the team's feature flag.
    assertEquals(
        "compendium_search is off for this team",
        detail(call(reader, "POST", "/v3/compendium/search", "{\"query\":\"glucose\"}")));
  }

  @Test
  void aKeyThatWritesReadsNothing() {
    String writer = key("write");
    assertEquals("this key lacks the scope read", detail(call(writer, "GET", "/v2/user", null)));
    call(writer, "POST", "/v2/user", "{\"client_user_id\":\"" + UUID.randomUUID() + "\"}")
        .expect(200);
  }

  @Test
  void nothingOfLaboratoriesOpensWithoutTheScope() {
    String reader = key("read", "write", "management");
    int n = 0;
    for (Routes.RouteSpec s : routes(RouteAccess.TEAM)) {
      if (lab(s)) {
        n++;
        // FHIR routes report it as an {@code OperationOutcome}.
        String why = call(reader, s.method().name(), path(s), null).expect(403).text();
        assertTrue(why.contains("this key lacks the scope lab"), s.template() + " " + why);
      } else {
        assertTrue(!s.template().startsWith("/v3/") && !s.template().contains("lab"), s.template());
      }
    }
    // Webhook settings are restricted because webhooks contain results.
    call(reader, "GET", "/v2/team/webhook_portal/url", null).expect(403);
    assertTrue(n > 50, "lab routes: " + n);
    for (String path : List.of("", "/" + UUID.randomUUID())) {
      call(reader, "GET", "/fhir/Observation" + path, null).expect(403);
    }
  }

  @Test
  void tokensOfProvidersLeaveOnlyWithTheScopeOfManagement() {
    assertEquals(
        "this key lacks the scope management",
        detail(call(key("read", "write", "lab"), "POST", "/v2/link/bulk_export", "{}")));
  }

  @Test
  void aKeyWithoutScopesDoesAllAndShowsNull() {
    JsonNode made = createKey("").expect(200).json();
    assertTrue(made.get("scopes").isNull());
    assertTrue(made.get("expires_at").isNull());
    assertTrue(made.get("rate_limit_per_minute").isNull());
    call(made.get("value").asText(), "GET", "/v3/lab_tests", null).expect(200);
  }

  @Test
  void termsAreShownAndChecked() {
    Instant later = Instant.parse("2100-01-01T00:00:00Z");
    JsonNode made =
        createKey(",\"scopes\":[\"lab\",\"read\"],\"expires_at\":\"" + later + "\"")
            .expect(200)
            .json();
    JsonNode shown = null;
    for (JsonNode k : node.callManagement("GET", keys, null).expect(200).json().get("api_keys")) {
      shown = k.get("id").equals(made.get("id")) ? k : shown;
    }
    assertNotNull(shown);
    assertEquals("[\"lab\",\"read\"]", shown.get("scopes").toString());
    assertEquals("2100-01-01T00:00:00+00:00", shown.get("expires_at").asText());
    for (String wrong :
        List.of(
            "\"scopes\":[\"king\"]",
            "\"scopes\":[\"lab\"]",
            "\"scopes\":[]",
            "\"scopes\":\"read\"",
            "\"expires_at\":\"tomorrow\"",
            "\"expires_at\":\"2020-01-01T00:00:00Z\"",
            "\"rate_limit_per_minute\":0")) {
      createKey("," + wrong).expect(422);
      node.callManagement(
              "POST",
              org + "/management_key",
              "{\"label\":\"x\",\"role\":\"org_admin\"," + wrong + "}")
          .expect(422);
    }
  }

  @Test
  void anExpiredKeyIsAnUnknownOne() {
    JsonNode made = createKey(",\"expires_at\":\"2100-01-01T00:00:00Z\"").expect(200).json();
    String value = made.get("value").asText();
    call(value, "GET", "/v2/user", null).expect(200);
    node.db()
        .query(
            "update api_key set expires_at = now() where id = $1",
            UUID.fromString(made.get("id").asText()));
    assertEquals(
        call("sk_us_nobody", "GET", "/v2/user", null).expect(401).text(),
        call(value, "GET", "/v2/user", null).expect(401).text());
  }

  @Test
  void aManagementKeyHandsOutNoMoreThanItHas() {
    JsonNode made =
        node.callManagement(
                "POST",
                org + "/management_key",
                "{\"label\":\"l\",\"role\":\"org_admin\","
                    + "\"scopes\":[\"read\",\"write\",\"management\"]}")
            .expect(200)
            .json();
    Map<String, String> own = Map.of("x-management-key", made.get("key").asText());
    String body = "{\"label\":\"l\",\"team_id\":\"" + node.first().team() + "\"%s}";
    assertEquals(
        "this key lacks the scope lab", detail(node.send("POST", keys, body.formatted(""), own)));
    node.send("POST", keys, body.formatted(",\"scopes\":[\"read\"]"), own).expect(200);
    node.send(
            "POST",
            org + "/team/" + node.first().team() + "/create_api_access_token",
            "{\"env\":\"sandbox\"}",
            own)
        .expect(403);
    node.send("POST", org + "/management_key", "{\"label\":\"l\",\"role\":\"org_admin\"}", own)
        .expect(403);
    node.send("GET", org + "/lab_message", null, own).expect(403);
    String team = org + "/team/" + node.first().team() + "/sandbox";
    String hook = team + "/webhook/ep_1";
    for (String path : List.of("/message", "/message/msg_1", "/stats")) {
      assertEquals(
          "this key lacks the scope lab", detail(node.send("GET", hook + path, null, own)), path);
    }
    node.send("POST", team + "/webhook", "{}", own).expect(403);
    node.send("POST", team + "/webhook_portal_link", "{}", own).expect(403);
    node.send("POST", org + "/team_etl_pipelines/sandbox/us", "{}", own).expect(403);
    node.send("GET", org + "/team", null, own).expect(200);
  }

  @Test
  void aLinkToAPageShowsNothingThatItsKeyMayNotRead() {
    String writer =
        node.callManagement(
                "POST",
                org + "/management_key",
                "{\"label\":\"l\",\"role\":\"org_admin\","
                    + "\"scopes\":[\"write\",\"lab\",\"management\"]}")
            .expect(200)
            .json()
            .get("key")
            .asText();
    Map<String, String> own = Map.of("x-management-key", writer);
    String lacks = "this key lacks the scope read";
    String links = org + "/team/" + node.first().team() + "/sandbox/webhook_portal_link";
    assertEquals(lacks, detail(node.send("POST", links, "{}", own)));
    String review = org + "/lab_report/review/" + UUID.randomUUID() + "/link";
    assertEquals(lacks, detail(node.send("POST", review, "{\"reviewer\":\"A\"}", own)));
  }

  @Test
  void aKeyThatCallsTooOftenWaits() {
    String value =
        createKey(",\"rate_limit_per_minute\":20").expect(200).json().get("value").asText();
    TestResponse first = call(value, "GET", "/v2/user", null).expect(200);
    assertEquals("\"key\";q=20;w=60", first.header("ratelimit-policy"));
    assertTrue(first.header("ratelimit").startsWith("\"key\";r=1;t="), first.header("ratelimit"));
    TestResponse last = first;
    for (int i = 0; i < 40 && last.status() == 200; i++) {
      last = call(value, "GET", "/v2/user", null);
    }
    assertEquals(429, last.status());
    assertTrue(Integer.parseInt(last.header("retry-after")) >= 1);
    assertTrue(last.json().get("detail").isTextual());
    node.get("/v2/user").expect(200);
  }
}
