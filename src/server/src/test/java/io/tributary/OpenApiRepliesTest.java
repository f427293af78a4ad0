package io.tributary;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.core.Ids;
import io.tributary.testkit.Answer;
import io.tributary.testkit.ApiDocument;
import io.tributary.testkit.TestNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Real replies are as the OpenAPI document says. */
class OpenApiRepliesTest {
  private static TestNode node;
  private static ApiDocument api;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    api = ApiDocument.of(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Answer valid(Answer answer, int status, String operationId) {
    return api.valid(answer, status, operationId);
  }

  @Test
  void theCheckOfRepliesRefusesAWrongOne() {
    byte[] wrong =
        "{\"users\":7,\"total\":0,\"offset\":0,\"limit\":1}".getBytes(StandardCharsets.UTF_8);
    Answer good = node.get("/v2/user").expect(200);
    assertThrows(
        RuntimeException.class,
        () -> valid(new Answer(200, good.headers(), wrong), 200, "listUsers"));
    byte[] more =
        "{\"users\":[],\"total\":0,\"offset\":0,\"limit\":1,\"x\":1}"
            .getBytes(StandardCharsets.UTF_8);
    assertThrows(
        AssertionError.class, () -> valid(new Answer(200, good.headers(), more), 200, "listUsers"));
  }

  @Test
  void repliesAboutUsersAreAsDocumented() {
    String id =
        valid(
                node.post(
                    "/v2/user",
                    "{\"client_user_id\":\"openapi\",\"fallback_time_zone\":\"Europe/Berlin\","
                        + "\"fallback_birth_date\":\"1980-02-29\"}"),
                200,
                "createUser")
            .json()
            .get("user_id")
            .asText();
    valid(node.post("/v2/user", "{\"client_user_id\":\"openapi\"}"), 400, "createUser");
    valid(node.get("/v2/user"), 200, "listUsers");
    valid(node.get("/v2/user/" + id), 200, "getUser");
    valid(node.get("/v2/user/resolve/openapi"), 200, "resolveUser");
    valid(
        node.call("PATCH", "/v2/user/" + id, "{\"ingestion_start\":\"2026-01-01\"}"),
        200,
        "patchUser");
    valid(node.get("/v2/user/metrics"), 200, "getTeamMetrics");
    valid(node.get("/v2/team/users/search?query_id=open"), 200, "searchUsers");
    valid(node.post("/v2/user/" + id + "/sign_in_token", null), 200, "createSignInToken");
    valid(node.post("/v2/link/code/create?user_id=" + id, null), 200, "createLinkCode");
    valid(node.get("/v2/team/webhook_portal/url"), 200, "getWebhookPortalUrl");
    String portal = "/v2/user/" + id + "/create_portal_url";
    valid(node.post(portal, "{}"), 422, "createPortalUrl");
    valid(node.post(portal, "{\"context\":\"launch\"}"), 422, "createPortalUrl");
    valid(node.get("/v2/user/" + id + "/device"), 200, "listDevices");
    valid(node.get("/v2/user/" + id + "/info/latest"), 404, "getUserInfo");
    valid(node.get("/v2/user/" + id + "/erasure_receipt"), 404, "getErasureReceipt");
    valid(node.call("DELETE", "/v2/user/" + id, null), 200, "deleteUser");
    valid(node.post("/v2/user/undo_delete?user_id=" + id, null), 200, "undoDeleteUser");
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
    valid(node.call("PATCH", "/v2/user/" + id + "/info", info), 200, "saveUserInfo");
    valid(node.get("/v2/user/" + id + "/info/latest"), 200, "getUserInfo");
    valid(
        node.post("/v2/user/" + id + "/create_portal_url", "{\"context\":\"communications\"}"),
        403,
        "createPortalUrl");
  }

  @Test
  void refusalsAreAsDocumented() {
    valid(node.send("GET", "/v2/user", null, Map.of()), 401, "listUsers");
    valid(node.get("/v2/user?limit=0&offset=-1"), 422, "listUsers");
    valid(node.get("/v2/user/00000000-0000-4000-8000-000000000000"), 404, "getUser");
    valid(node.post("/v2/user", "{}"), 422, "createUser");
  }

  @Test
  void managementRepliesAreAsDocumented() {
    String org = "/v1/org/" + node.first().org();
    String team = org + "/team/" + node.first().team();
    String keys = org + "/team_api_keys/sandbox/us";
    valid(node.manage("GET", org, null), 200, "getOrganisation");
    valid(node.manage("GET", org + "/team", null), 200, "listTeams");
    valid(node.manage("GET", team, null), 200, "getTeam");
    valid(node.manage("GET", org + "/erasure_receipt", null), 200, "listErasureReceipts");
    valid(node.send("GET", "/.well-known/jwks.json", null, Map.of()), 200, "getSigningKeys");
    String change =
        """
        {"sandbox":{"reject_duplicate_connection":true,"brand_information":{"company_name":"Moor"},
         "logo_url":"https://example.org/logo.png"}}
        """;
    valid(node.manage("PATCH", team, change), 200, "patchTeam");
    valid(
        node.manage("POST", org + "/team", "{\"name\":\"Second\",\"region\":\"us\"}"),
        200,
        "createTeam");
    String third =
        node.manage("POST", org + "/team", "{\"name\":\"Third\",\"region\":\"us\"}")
            .expect(200)
            .json()
            .get("id")
            .asText();
    valid(node.manage("DELETE", org + "/team/" + third, null), 200, "deleteTeam");
    valid(node.manage("DELETE", org + "/team/" + Ids.uuid(), null), 404, "deleteTeam");
    valid(node.get("/v2/team/" + node.first().team()), 200, "getOwnTeam");
    String key =
        valid(
                node.manage(
                    "POST",
                    keys,
                    "{\"label\":\"more\",\"team_id\":\"" + node.first().team() + "\"}"),
                200,
                "createApiKey")
            .json()
            .get("id")
            .asText();
    valid(node.manage("GET", keys, null), 200, "listApiKeys");
    valid(node.manage("DELETE", keys + "?api_key_id=" + key, null), 200, "deleteApiKeys");
    valid(node.manage("GET", org + "/management_key", null), 200, "listManagementKeys");
    valid(node.manage("GET", org + "/audit?limit=5", null), 200, "listAuditEntries");
    valid(
        node.manage(
            "POST", org + "/management_key", "{\"label\":\"spare\",\"role\":\"org_admin\"}"),
        200,
        "createManagementKey");
    valid(
        node.manage("POST", team + "/create_api_access_token", "{\"env\":\"sandbox\"}"),
        200,
        "createAccessToken");
    valid(node.send("GET", org, null, Map.of()), 401, "getOrganisation");
    valid(
        node.manage("GET", org + "/team/00000000-0000-4000-8000-000000000000", null),
        404,
        "getTeam");
  }

  @Test
  void repliesAboutCredentialsAreAsDocumented() {
    String org = "/v1/org/" + node.first().org();
    String own = org + "/team_custom_credentials/sandbox/us";
    String team = "{\"team_id\":\"" + node.first().team() + "\",\"provider\":\"polar\"";
    valid(
        node.manage("POST", org + "/prepare_team_custom_credentials/sandbox/us", team + "}"),
        200,
        "prepareCredentials");
    valid(node.manage("GET", org + "/provider_doctor/polar", null), 200, "examineProvider");
    String id =
        valid(
                node.manage(
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
    valid(node.manage("GET", own, null), 200, "listCredentials");
    valid(node.manage("DELETE", own + "?credential_id=" + id, null), 200, "deleteCredentials");
    String scopes = org + "/team/" + node.first().team() + "/scope_requirements";
    String wanted = "{\"oura\":{\"user_must_grant\":[\"daily\"],\"user_may_grant\":[]}}";
    valid(node.manage("POST", scopes, wanted), 200, "saveScopeRequirements");
    valid(node.manage("GET", scopes, null), 200, "listScopeRequirements");
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
    valid(node.post(imports + "/apple_health_kit", "{}"), 415, post);
    Map<String, String> key = Map.of("x-service-api-key", node.first().apiKey());
    valid(node.send("POST", imports + "/apple_health_kit", null, key), 422, post);
    valid(node.send("POST", imports + "/apple_health_kit", null, Map.of()), 401, post);
    String none = imports + "/00000000-0000-4000-8000-000000000000";
    valid(node.get(imports), 200, "listFileImports");
    valid(node.get(imports + "?page_size=0"), 422, "listFileImports");
    valid(node.get(none), 404, "getFileImport");
    valid(node.call("DELETE", none, null), 404, "cancelFileImport");
  }

  @Test
  void repliesAboutProvidersAreAsDocumented() {
    valid(node.get("/v2/providers"), 200, "listProviders");
    valid(node.get("/v2/providers?source_type=submarine"), 422, "listProviders");
  }

  @Test
  void probesAreAsDocumented() {
    valid(node.get("/health/live"), 200, "live");
    valid(node.get("/health/ready"), 200, "ready");
  }

  @Test
  void repliesAboutPullsAreAsDocumented() {
    String id =
        node.post("/v2/user", "{\"client_user_id\":\"pulls\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText();
    valid(node.get("/v2/introspect/resources?user_id=" + id), 200, "introspectResources");
    valid(node.get("/v2/introspect/historical_pull"), 200, "introspectPulls");
    valid(node.post("/v2/user/refresh/" + id, null), 400, "refreshUser");
    String preferences = "/v1/org/" + node.first().org() + "/team_data_pull_preferences/sandbox/us";
    valid(
        node.manage(
            "POST",
            preferences,
            """
            {"team_ids":["%s"],"providers":{"oura":{"default":{"historical_days_to_pull":30}}}}
            """
                .formatted(node.first().team())),
        200,
        "savePullPreferences");
    valid(node.manage("GET", preferences, null), 200, "listPullPreferences");
    valid(node.manage("DELETE", preferences, null), 200, "resetPullPreferences");
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
        valid(node.post("/v2/link/token", "{\"user_id\":\"" + id + "\"}"), 200, "createLinkToken")
            .json()
            .get("link_token")
            .asText();
    Map<String, String> header = Map.of("x-service-link-token", token);
    valid(node.send("GET", "/v2/link/providers", null, header), 200, "listLinkProviders");
    valid(node.send("GET", "/v2/link/providers", null, Map.of()), 400, "listLinkProviders");
    valid(
        node.send("GET", "/v2/link/providers", null, Map.of("x-service-link-token", "no.such.one")),
        401,
        "listLinkProviders");
    valid(
        node.send(
            "POST",
            "/v2/link/provider/password/whoop",
            "{\"username\":\"a\",\"password\":\"b\"}",
            header),
        200,
        "linkByPassword");
    valid(
        node.send(
            "POST",
            "/v2/link/provider/email/freestyle_libre",
            "{\"email\":\"a@b.test\"}",
            Map.of()),
        400,
        "linkByEmail");
    valid(
        node.send(
            "POST",
            "/v2/link/provider/password/abbott_libreview/complete_mfa",
            "{\"mfa_code\":\"1\"}",
            header),
        200,
        "completeMfa");
    valid(node.get("/v2/user/providers/" + id), 200, "listConnections");
    valid(node.call("DELETE", "/v2/user/" + id + "/oura", null), 404, "deleteConnection");
    valid(node.post("/v2/link/connect/demo", "{}"), 422, "connectDemo");
  }

  @Test
  void repliesOfBulkOperationsAreAsDocumented() {
    String ask = "{\"provider\":\"oura\",\"user_ids\":[]}";
    String path = "/v2/link/bulk_trigger_historical_pull";
    valid(node.post(path, ask), 403, "triggerHistoricalPulls");
    node.manage(
            "PATCH",
            "/v1/org/" + node.first().org() + "/team/" + node.first().team(),
            "{\"sandbox\":{\"link_migration\":true}}")
        .expect(200);
    valid(node.post(path, ask), 202, "triggerHistoricalPulls");
    valid(
        node.post(path, ask.replace("[]}", "[],\"wait_for_completion\":true}")),
        200,
        "triggerHistoricalPulls");
    valid(node.post(path, "{}"), 422, "triggerHistoricalPulls");
    String id = "00000000-0000-4000-8000-000000000000";
    valid(node.post(path, ask.replace("[]", "[\"" + id + "\"]")), 202, "triggerHistoricalPulls");
    valid(node.get("/v2/link/bulk_op"), 200, "listBulkOperations");
    valid(node.get("/v2/link/bulk_op?next_cursor=x"), 400, "listBulkOperations");
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
    valid(node.post("/v2/link/bulk_import", imports), 400, "importConnections");
    node.manage(
            "POST",
            org + "/team_custom_credentials/sandbox/us",
            "{\"team_id\":\"%s\",\"provider\":\"oura\",\"client_id\":\"i\",\"client_secret\":\"s\"}"
                .formatted(team))
        .expect(200);
    valid(node.post("/v2/link/bulk_import", imports), 200, "importConnections");
    valid(
        node.post("/v2/link/bulk_import", imports.replace("true", "false")),
        202,
        "importConnections");
    valid(node.post("/v2/link/bulk_import", "{}"), 422, "importConnections");
    String pause = "{\"provider\":\"oura\",\"user_ids\":[\"" + user + "\"]}";
    valid(node.post("/v2/link/bulk_pause", pause), 200, "pauseConnections");
    valid(node.post("/v2/link/bulk_pause", "{}"), 422, "pauseConnections");
    valid(node.post("/v2/link/bulk_export", pause), 200, "exportConnections");
    valid(node.post("/v2/link/bulk_export", "{}"), 422, "exportConnections");
  }
}
