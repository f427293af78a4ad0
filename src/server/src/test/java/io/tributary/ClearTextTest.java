package io.tributary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.db.RowMapping;
import io.tributary.link.LinkHarness;
import io.tributary.testkit.ClearTextScanner;
import io.tributary.testkit.LogCapture;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that no token or secret is stored in clear text. Covers every column of every table, the
 * files that the server writes, and the log at every level. {@code PasswordLinkTest} covers
 * passwords, at a vendor that accepts them.
 */
class ClearTextTest {
  private static LinkHarness link;
  private static ClearTextScanner search;
  private static LogCapture logged;

  @BeforeAll
  static void start() {
    logged = new LogCapture().includeDebug();
    link =
        new LinkHarness(
            "TRIBUTARY_HTTP_PUBLIC_URL", "http://localhost:1",
            "TRIBUTARY_PROVIDERS_GARMIN_CLIENT_ID", "garmin-app",
            "TRIBUTARY_PROVIDERS_GARMIN_CLIENT_SECRET", "unused");
    search = new ClearTextScanner(link.node.db(), link.node.dbUrl());
  }

  @AfterAll
  static void stop() {
    link.close();
    logged.close();
  }

  @Test
  void nothingSecretIsFoundInClear() {
    Map<String, String> secrets = new LinkedHashMap<>();
    String org = "/v1/org/" + link.node.first().org();
    String team = link.node.first().team().toString();
    String verification = "verify-" + Ids.randomBase62(24);
    String polar = "polar-secret-" + Ids.randomBase62(24);
    secrets.put("client secret", polar);
    secrets.put("webhook secret of a provider", verification);
    link.node
        .callManagement(
            "POST",
            org + "/team_custom_credentials/sandbox/us",
            "{\"team_id\":\"%s\",\"provider\":\"polar\",\"client_id\":\"p\",\"client_secret\":\"%s\",\"details\":{\"webhook_secret\":\"%s\"}}"
                .formatted(team, polar, verification))
        .expect(200);
    String hook =
        link.node
            .callManagement(
                "POST",
                org + "/prepare_team_custom_credentials/sandbox/us",
                "{\"team_id\":\"%s\",\"provider\":\"oura\"}".formatted(team))
            .expect(200)
            .json()
            .at("/preparation_steps/1/value")
            .asText();
    secrets.put("secret of a push address", hook.substring(hook.lastIndexOf('/') + 1));

    String user = link.user();
    link.linkUser(user);
    tokens(user).forEach((name, value) -> secrets.put("linked: " + name, value));
    String ended = link.user();
    link.linkUser(ended);
    tokens(ended).forEach((name, value) -> secrets.put("ended: " + name, value));
    link.node.call("DELETE", "/v2/user/" + ended + "/oura", null).expect(200);
    secrets.put("API key", link.node.first().apiKey());
    secrets.put("management key", link.node.first().managementKey());
    assertEquals(9, secrets.size());
    secrets.putAll(importTokens(team));
    secrets.putAll(sdkTokens(user));
    secrets.putAll(teamSecrets(org, team));
    secrets.put("verifier of a link under way", verifier(link.user()));
    assertEquals(19, secrets.size());

    String known = "control-" + Ids.randomBase62(24);
    link.node.post("/v2/user", "{\"client_user_id\":\"" + known + "\"}").expect(200);
    assertFalse(search.tablesContaining(known).isEmpty(), "what is there in clear is found");
    secrets.forEach((name, value) -> assertEquals(List.of(), search.tablesContaining(value), name));
    assertFalse(search.filesContaining(List.of(known)).isEmpty(), "and in the files");
    assertEquals(List.of(), search.filesContaining(secrets.values()));
    assertFalse(logged.linesContaining("route=/v2/user").isEmpty(), "what is logged is looked at");
    secrets.forEach((name, value) -> assertEquals(List.of(), logged.linesContaining(value), name));
  }

  /** Imports tokens in bulk: one for a user who is connected and one for an unknown user. */
  private static Map<String, String> importTokens(String team) {
    Map<String, String> out = new LinkedHashMap<>();
    link.node.db().query("update team_environment set link_migration = true");
    link.node
        .callManagement(
            "POST",
            "/v1/org/" + link.node.first().org() + "/team_custom_credentials/sandbox/us",
            "{\"team_id\":\"%s\",\"provider\":\"garmin\",\"client_id\":\"g\",\"client_secret\":\"s\"}"
                .formatted(team))
        .expect(200);
    for (String user : List.of(link.user(), UUID.randomUUID().toString())) {
      String access = "imported-" + Ids.randomBase62(24);
      String refresh = "imported-" + Ids.randomBase62(24);
      link.node
          .post(
              "/v2/link/bulk_import",
              """
              {"provider":"garmin","wait_for_completion":true,"connections":[{"user_id":"%s",
               "access_token":"%s","refresh_token":"%s","provider_id":"c","expires_at":2147483647}]}
              """
                  .formatted(user, access, refresh))
          .expect(200);
      out.put("imported access of " + user, access);
      out.put("imported refresh of " + user, refresh);
    }
    return out;
  }

  private static Map<String, String> sdkTokens(String user) {
    Map<String, String> out = new LinkedHashMap<>();
    String path = "/v2/link/code/create?user_id=" + user;
    out.put("link code", link.node.post(path, null).expect(200).json().get("code").asText());
    String token =
        link.node
            .post("/v2/user/" + user + "/sign_in_token", null)
            .expect(200)
            .json()
            .get("sign_in_token")
            .asText();
    JsonNode tokens =
        link.node
            .post("/v2/user/sign_in", "{\"sign_in_token\":\"" + token + "\"}")
            .expect(200)
            .json();
    out.put("sign-in token", token);
    out.put("phone's access token", tokens.get("access_token").asText());
    return out;
  }

  private static Map<String, String> teamSecrets(String org, String team) {
    String base = org + "/team/" + team;
    String portal =
        link.node.get("/v2/team/webhook_portal/url").expect(200).json().get("url").asText();
    String hook =
        link.node
            .callManagement(
                "POST", base + "/sandbox/webhook", "{\"url\":\"https://example.org/hook\"}")
            .json()
            .get("id")
            .asText();
    String secret =
        link.node
            .callManagement("GET", base + "/sandbox/webhook/" + hook + "/secret", null)
            .expect(200)
            .text();
    return Map.of(
        "link to the webhook page",
        portal.substring(portal.indexOf("#link=") + 6),
        "signing secret of a webhook",
        secret.replaceAll(".*whsec_([A-Za-z0-9+/]+).*", "$1"));
  }

  private static String verifier(String user) {
    String token = link.token(user, "");
    link.withToken("GET", "/v2/link/provider/oauth/garmin", token, null).expect(200);
    return RowMapping.first(
            link.node
                .db()
                .query(
                    "select id::text, oauth_verifier_encrypted from link_session"
                        + " where user_id = $1 and oauth_provider = 'garmin'",
                    UUID.fromString(user)),
            r -> {
              byte[] sealed = RowMapping.bytes(r, "oauth_verifier_encrypted");
              assertEquals(2, sealed[0], "with the key of its user");
              return link.node.node().vault().open(sealed, r.getString("id"));
            })
        .orElseThrow();
  }

  private static Map<String, String> tokens(String user) {
    JsonNode connection = link.connections(user).get(0);
    assertEquals("connected", connection.get("status").asText());
    return RowMapping.first(
            link.node
                .db()
                .query(
                    """
                    select id::text, access_token_encrypted, refresh_token_encrypted
                      from connection where user_id = $1
                    """,
                    UUID.fromString(user)),
            r -> {
              Map<String, String> out = new LinkedHashMap<>();
              for (String name : List.of("access", "refresh")) {
                out.put(
                    name,
                    link.node
                        .node()
                        .vault()
                        .open(RowMapping.bytes(r, name + "_token_encrypted"), r.getString("id")));
              }
              return out;
            })
        .orElseThrow();
  }
}
