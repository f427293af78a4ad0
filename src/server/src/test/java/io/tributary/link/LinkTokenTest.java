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
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Link tokens: content and validity. */
class LinkTokenTest {
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

  @Test
  void tokensThatAreNoGoodAreToldApart() {
    String user = link.user();
    String used = link.token(user, ",\"redirect_url\":\"https://app.test/x\"");
    String callback = link.openConsent(used, consentParameters(user));
    link.followCallback(callback).expect(307);
    String late = link.token(user, ",\"redirect_url\":\"https://app.test/x\"");
    String lateCallback = link.openConsent(late, consentParameters(user));
    link.node
        .db()
        .query(
            "update link_session set expires_at = now() - interval '1 second'"
                + " where user_id = $1 and consumed_at is null",
            UUID.fromString(user));
    assertEquals("token_consumed", error(link.followCallback(callback)));
    assertEquals("token_expired", error(link.followCallback(lateCallback)));
    String fresh = link.token(user, ",\"redirect_url\":\"https://app.test/x\"");
    assertEquals(
        "token_not_validated",
        error(link.followCallback("/v2/link/connect/oura?code=c&state=" + fresh)),
        "a callback nobody asked for");

    for (String bad : List.of("x", used.substring(0, used.length() - 3) + "abc", unsigned(used))) {
      TestResponse page =
          link.followCallback("/v2/link/connect/oura?code=c&state=" + bad).expect(200);
      assertTrue(page.text().contains("invalid_token"), page.text());
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
        link.followCallback("/v2/link/providers")
            .expect(400)
            .json()
            .get("detail")
            .get("error_type")
            .asText());
    // POST calls return 200 with the state.
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

  /** Returns the same claims with the algorithm {@code none}. */
  private static String unsigned(String token) {
    String head =
        java.util.Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString("{\"typ\":\"JWT\",\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8));
    return head + "." + token.split("\\.")[1] + ".";
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
        io.tributary.core.Json.parse(
            java.util.Base64.getUrlDecoder().decode(token.split("\\.")[1]));
    assertEquals(user, claims.get("user_id").asText());
    assertEquals(link.node.first().team().toString(), claims.get("team_id").asText());
    long life = claims.get("exp").asLong() - System.currentTimeMillis() / 1000;
    assertTrue(life > 3500 && life <= 3600, () -> "life " + life);
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
}
