package io.tributary;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.core.Ids;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Validates real responses against the OpenAPI document. */
class OpenApiResponsesTest {
  private static TestNode node;
  private static OpenApiDocument api;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    api = OpenApiDocument.of(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static TestResponse assertValid(TestResponse answer, int status, String operationId) {
    return api.assertValid(answer, status, operationId);
  }

  @Test
  void theCheckOfRepliesRefusesAWrongOne() {
    byte[] wrong =
        "{\"users\":7,\"total\":0,\"offset\":0,\"limit\":1}".getBytes(StandardCharsets.UTF_8);
    TestResponse good = node.get("/v2/user").expect(200);
    assertThrows(
        RuntimeException.class,
        () -> assertValid(new TestResponse(200, good.headers(), wrong), 200, "listUsers"));
    byte[] more =
        "{\"users\":[],\"total\":0,\"offset\":0,\"limit\":1,\"x\":1}"
            .getBytes(StandardCharsets.UTF_8);
    assertThrows(
        AssertionError.class,
        () -> assertValid(new TestResponse(200, good.headers(), more), 200, "listUsers"));
  }

  @Test
  void repliesAboutUsersAreAsDocumented() {
    String id =
        assertValid(
                node.post(
                    "/v2/user",
                    "{\"client_user_id\":\"openapi\",\"fallback_time_zone\":\"Europe/Berlin\","
                        + "\"fallback_birth_date\":\"1980-02-29\"}"),
                200,
                "createUser")
            .json()
            .get("user_id")
            .asText();
    assertValid(node.post("/v2/user", "{\"client_user_id\":\"openapi\"}"), 400, "createUser");
    assertValid(node.get("/v2/user"), 200, "listUsers");
    assertValid(node.get("/v2/user/" + id), 200, "getUser");
    assertValid(node.get("/v2/user/resolve/openapi"), 200, "resolveUser");
    assertValid(
        node.call("PATCH", "/v2/user/" + id, "{\"ingestion_start\":\"2026-01-01\"}"),
        200,
        "patchUser");
    assertValid(node.get("/v2/user/metrics"), 200, "getTeamMetrics");
    assertValid(node.get("/v2/team/users/search?query_id=open"), 200, "searchUsers");
    assertValid(node.post("/v2/user/" + id + "/sign_in_token", null), 200, "createSignInToken");
    assertValid(node.post("/v2/link/code/create?user_id=" + id, null), 200, "createLinkCode");
    assertValid(node.get("/v2/team/webhook_portal/url"), 200, "getWebhookPortalUrl");
    String portal = "/v2/user/" + id + "/create_portal_url";
    assertValid(node.post(portal, "{}"), 422, "createPortalUrl");
    assertValid(node.post(portal, "{\"context\":\"launch\"}"), 422, "createPortalUrl");
    assertValid(node.get("/v2/user/" + id + "/device"), 200, "listDevices");
    assertValid(node.get("/v2/user/" + id + "/info/latest"), 404, "getUserInfo");
    assertValid(node.get("/v2/user/" + id + "/erasure_receipt"), 404, "getErasureReceipt");
    assertValid(node.call("DELETE", "/v2/user/" + id, null), 200, "deleteUser");
    assertValid(node.post("/v2/user/undo_delete?user_id=" + id, null), 200, "undoDeleteUser");
  }

  @Test
  void demographicsAreAsDocumented() {
    String id =
        node.post("/v2/user", "{\"client_user_id\":\"demographics\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText();
    String info =
        """
        {"first_name":"Ada","last_name":"Moor","email":"ada@example.org","phone_number":"+4930901820",
         "gender":"female","dob":"1990-05-17","address":{"first_line":"Hauptstr. 1","country":"DE",
         "zip":"10115","city":"Berlin","state":"BE"}}
        """;
    assertValid(node.call("PATCH", "/v2/user/" + id + "/info", info), 200, "saveUserInfo");
    assertValid(node.get("/v2/user/" + id + "/info/latest"), 200, "getUserInfo");
    assertValid(
        node.post("/v2/user/" + id + "/create_portal_url", "{\"context\":\"communications\"}"),
        403,
        "createPortalUrl");
  }

  @Test
  void refusalsAreAsDocumented() {
    assertValid(node.send("GET", "/v2/user", null, Map.of()), 401, "listUsers");
    assertValid(node.get("/v2/user?limit=0&offset=-1"), 422, "listUsers");
    assertValid(node.get("/v2/user/00000000-0000-4000-8000-000000000000"), 404, "getUser");
    assertValid(node.post("/v2/user", "{}"), 422, "createUser");
  }

  @Test
  void managementRepliesAreAsDocumented() {
    String org = "/v1/org/" + node.first().org();
    String team = org + "/team/" + node.first().team();
    String keys = org + "/team_api_keys/sandbox/us";
    assertValid(node.callManagement("GET", org, null), 200, "getOrganisation");
    assertValid(node.callManagement("GET", org + "/team", null), 200, "listTeams");
    assertValid(node.callManagement("GET", team, null), 200, "getTeam");
    assertValid(
        node.callManagement("GET", org + "/erasure_receipt", null), 200, "listErasureReceipts");
    assertValid(node.send("GET", "/.well-known/jwks.json", null, Map.of()), 200, "getSigningKeys");
    String change =
        """
        {"sandbox":{"reject_duplicate_connection":true,"brand_information":{"company_name":"Moor"},
         "logo_url":"https://example.org/logo.png"}}
        """;
    assertValid(node.callManagement("PATCH", team, change), 200, "patchTeam");
    assertValid(
        node.callManagement("POST", org + "/team", "{\"name\":\"Second\",\"region\":\"us\"}"),
        200,
        "createTeam");
    String third =
        node.callManagement("POST", org + "/team", "{\"name\":\"Third\",\"region\":\"us\"}")
            .expect(200)
            .json()
            .get("id")
            .asText();
    assertValid(node.callManagement("DELETE", org + "/team/" + third, null), 200, "deleteTeam");
    assertValid(
        node.callManagement("DELETE", org + "/team/" + Ids.uuid(), null), 404, "deleteTeam");
    assertValid(node.get("/v2/team/" + node.first().team()), 200, "getOwnTeam");
    String key =
        assertValid(
                node.callManagement(
                    "POST",
                    keys,
                    "{\"label\":\"more\",\"team_id\":\"" + node.first().team() + "\"}"),
                200,
                "createApiKey")
            .json()
            .get("id")
            .asText();
    assertValid(node.callManagement("GET", keys, null), 200, "listApiKeys");
    assertValid(
        node.callManagement("DELETE", keys + "?api_key_id=" + key, null), 200, "deleteApiKeys");
    assertValid(
        node.callManagement("GET", org + "/management_key", null), 200, "listManagementKeys");
    assertValid(node.callManagement("GET", org + "/audit?limit=5", null), 200, "listAuditEntries");
    assertValid(
        node.callManagement(
            "POST", org + "/management_key", "{\"label\":\"spare\",\"role\":\"org_admin\"}"),
        200,
        "createManagementKey");
    assertValid(
        node.callManagement("POST", team + "/create_api_access_token", "{\"env\":\"sandbox\"}"),
        200,
        "createAccessToken");
    assertValid(node.send("GET", org, null, Map.of()), 401, "getOrganisation");
    assertValid(
        node.callManagement("GET", org + "/team/00000000-0000-4000-8000-000000000000", null),
        404,
        "getTeam");
  }

  @Test
  void repliesAboutCredentialsAreAsDocumented() {
    String org = "/v1/org/" + node.first().org();
    String own = org + "/team_custom_credentials/sandbox/us";
    String team = "{\"team_id\":\"" + node.first().team() + "\",\"provider\":\"polar\"";
    assertValid(
        node.callManagement(
            "POST", org + "/prepare_team_custom_credentials/sandbox/us", team + "}"),
        200,
        "prepareCredentials");
    assertValid(
        node.callManagement("GET", org + "/provider_doctor/polar", null), 200, "examineProvider");
    String id =
        assertValid(
                node.callManagement(
                    "POST",
                    own,
                    team
                        + ",\"client_id\":\"a\",\"client_secret\":\"b\","
                        + "\"details\":{\"webhook_secret\":\"c\"}}"),
                200,
                "saveCredentials")
            .json()
            .get("id")
            .asText();
    assertValid(node.callManagement("GET", own, null), 200, "listCredentials");
    assertValid(
        node.callManagement("DELETE", own + "?credential_id=" + id, null),
        200,
        "deleteCredentials");
    String scopes = org + "/team/" + node.first().team() + "/scope_requirements";
    String wanted = "{\"oura\":{\"user_must_grant\":[\"daily\"],\"user_may_grant\":[]}}";
    assertValid(node.callManagement("POST", scopes, wanted), 200, "saveScopeRequirements");
    assertValid(node.callManagement("GET", scopes, null), 200, "listScopeRequirements");
  }

  @Test
  void repliesAboutImportsAreAsDocumented() {
    String id =
        node.post("/v2/user", "{\"client_user_id\":\"imports\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText();
    String imports = "/v2/user/" + id + "/import";
    String post = "importAppleHealthExport";
    assertValid(node.post(imports + "/apple_health_kit", "{}"), 415, post);
    Map<String, String> key = Map.of("x-service-api-key", node.first().apiKey());
    assertValid(node.send("POST", imports + "/apple_health_kit", null, key), 422, post);
    assertValid(node.send("POST", imports + "/apple_health_kit", null, Map.of()), 401, post);
    String none = imports + "/00000000-0000-4000-8000-000000000000";
    assertValid(node.get(imports), 200, "listFileImports");
    assertValid(node.get(imports + "?page_size=0"), 422, "listFileImports");
    assertValid(node.get(none), 404, "getFileImport");
    assertValid(node.call("DELETE", none, null), 404, "cancelFileImport");
  }

  @Test
  void repliesAboutProvidersAreAsDocumented() {
    assertValid(node.get("/v2/providers"), 200, "listProviders");
    assertValid(node.get("/v2/providers?source_type=submarine"), 422, "listProviders");
  }

  @Test
  void probesAreAsDocumented() {
    assertValid(node.get("/health/live"), 200, "live");
    assertValid(node.get("/health/ready"), 200, "ready");
  }

  @Test
  void repliesAboutPullsAreAsDocumented() {
    String id =
        node.post("/v2/user", "{\"client_user_id\":\"pulls\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText();
    assertValid(node.get("/v2/introspect/resources?user_id=" + id), 200, "introspectResources");
    assertValid(node.get("/v2/introspect/historical_pull"), 200, "introspectPulls");
    assertValid(node.post("/v2/user/refresh/" + id, null), 400, "refreshUser");
    String preferences = "/v1/org/" + node.first().org() + "/team_data_pull_preferences/sandbox/us";
    assertValid(
        node.callManagement(
            "POST",
            preferences,
            """
            {"team_ids":["%s"],"providers":{"oura":{"default":{"historical_days_to_pull":30}}}}
            """
                .formatted(node.first().team())),
        200,
        "savePullPreferences");
    assertValid(node.callManagement("GET", preferences, null), 200, "listPullPreferences");
    assertValid(node.callManagement("DELETE", preferences, null), 200, "resetPullPreferences");
  }

  @Test
  void repliesOfTheLinkFlowAreAsDocumented() {
    String id =
        node.post("/v2/user", "{\"client_user_id\":\"link\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText();
    String token =
        assertValid(
                node.post("/v2/link/token", "{\"user_id\":\"" + id + "\"}"), 200, "createLinkToken")
            .json()
            .get("link_token")
            .asText();
    Map<String, String> header = Map.of("x-service-link-token", token);
    assertValid(node.send("GET", "/v2/link/providers", null, header), 200, "listLinkProviders");
    assertValid(node.send("GET", "/v2/link/providers", null, Map.of()), 400, "listLinkProviders");
    assertValid(
        node.send("GET", "/v2/link/providers", null, Map.of("x-service-link-token", "no.such.one")),
        401,
        "listLinkProviders");
    assertValid(
        node.send(
            "POST",
            "/v2/link/provider/password/whoop",
            "{\"username\":\"a\",\"password\":\"b\"}",
            header),
        200,
        "linkByPassword");
    assertValid(
        node.send(
            "POST",
            "/v2/link/provider/email/freestyle_libre",
            "{\"email\":\"a@b.test\"}",
            Map.of()),
        400,
        "linkByEmail");
    assertValid(
        node.send(
            "POST",
            "/v2/link/provider/password/abbott_libreview/complete_mfa",
            "{\"mfa_code\":\"1\"}",
            header),
        200,
        "completeMfa");
    assertValid(node.get("/v2/user/providers/" + id), 200, "listConnections");
    assertValid(node.call("DELETE", "/v2/user/" + id + "/oura", null), 404, "deleteConnection");
    assertValid(node.post("/v2/link/connect/demo", "{}"), 422, "connectDemo");
  }

  @Test
  void repliesOfBulkOperationsAreAsDocumented() {
    String ask = "{\"provider\":\"oura\",\"user_ids\":[]}";
    String path = "/v2/link/bulk_trigger_historical_pull";
    assertValid(node.post(path, ask), 403, "triggerHistoricalPulls");
    node.callManagement(
            "PATCH",
            "/v1/org/" + node.first().org() + "/team/" + node.first().team(),
            "{\"sandbox\":{\"link_migration\":true}}")
        .expect(200);
    assertValid(node.post(path, ask), 202, "triggerHistoricalPulls");
    assertValid(
        node.post(path, ask.replace("[]}", "[],\"wait_for_completion\":true}")),
        200,
        "triggerHistoricalPulls");
    assertValid(node.post(path, "{}"), 422, "triggerHistoricalPulls");
    String id = "00000000-0000-4000-8000-000000000000";
    assertValid(
        node.post(path, ask.replace("[]", "[\"" + id + "\"]")), 202, "triggerHistoricalPulls");
    assertValid(node.get("/v2/link/bulk_op"), 200, "listBulkOperations");
    assertValid(node.get("/v2/link/bulk_op?next_cursor=x"), 400, "listBulkOperations");
    manyConnections();
  }

  private static void manyConnections() {
    String org = "/v1/org/" + node.first().org();
    String team = node.first().team().toString();
    String user =
        node.post("/v2/user", "{\"client_user_id\":\"moving\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText();
    String imports =
        """
        {"provider":"oura","wait_for_completion":true,"connections":[{"user_id":"%s",
         "access_token":"a","refresh_token":"b","provider_id":"c","expires_at":2147483647,
         "oauth_scopes":["daily"]}]}
        """
            .formatted(user);
    assertValid(node.post("/v2/link/bulk_import", imports), 400, "importConnections");
    node.callManagement(
            "POST",
            org + "/team_custom_credentials/sandbox/us",
            "{\"team_id\":\"%s\",\"provider\":\"oura\",\"client_id\":\"i\",\"client_secret\":\"s\"}"
                .formatted(team))
        .expect(200);
    assertValid(node.post("/v2/link/bulk_import", imports), 200, "importConnections");
    assertValid(
        node.post("/v2/link/bulk_import", imports.replace("true", "false")),
        202,
        "importConnections");
    assertValid(node.post("/v2/link/bulk_import", "{}"), 422, "importConnections");
    String pause = "{\"provider\":\"oura\",\"user_ids\":[\"" + user + "\"]}";
    assertValid(node.post("/v2/link/bulk_pause", pause), 200, "pauseConnections");
    assertValid(node.post("/v2/link/bulk_pause", "{}"), 422, "pauseConnections");
    assertValid(node.post("/v2/link/bulk_export", pause), 200, "exportConnections");
    assertValid(node.post("/v2/link/bulk_export", "{}"), 422, "exportConnections");
  }
}
