package io.tributary.sdk;

import static io.tributary.sdk.SdkHarness.counts;
import static io.tributary.sdk.SdkHarness.daily;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that user access tokens open only the permitted routes. */
class SignInTest {
  private static final String BODY =
      daily("manual", "[{\"value\":61,\"unit\":\"bpm\",\"start_date\":\"2026-03-02T06:48:11Z\"}]");
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = SdkHarness.node();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static TestResponse renew(String token) {
    return node.send(
        "POST", "/v2/user/sign_in/refresh", "{\"refresh_token\":\"" + token + "\"}", Map.of());
  }

  private static String access(JsonNode tokens) {
    return tokens.get("access_token").asText();
  }

  private static Map<String, String> bearer(String token) {
    return Map.of("authorization", "Bearer " + token);
  }

  @Test
  void aSignedInUserPushesForItselfAlone() {
    SdkHarness user = SdkHarness.user(node);
    SdkHarness other = SdkHarness.user(node);
    JsonNode tokens = user.signIn();
    assertEquals(user.id.toString(), tokens.get("user_id").asText());
    assertEquals("Bearer", tokens.get("token_type").asText());
    assertEquals(3600, tokens.get("expires_in").asInt());
    assertEquals(1, counts(user.as(access(tokens), "heartrate", BODY)).get("created").asInt());
    other.as(access(tokens), "heartrate", BODY).expect(404);
    node.send(
            "POST",
            "/v2/link/provider/manual/omron_ble",
            "{\"user_id\":\"" + other.id + "\"}",
            bearer(access(tokens)))
        .expect(404);
    node.send(
            "POST",
            "/v2/link/provider/manual/omron_ble",
            "{\"user_id\":\"" + user.id + "\"}",
            bearer(access(tokens)))
        .expect(200);
    node.send(
            "POST", "/v2/user/" + other.id + "/sdk_sync_state/manual", "{}", bearer(access(tokens)))
        .expect(404);
    node.send("POST", "/v2/user/" + other.id + "/deauthorise", null, bearer(access(tokens)))
        .expect(404);
  }

  @Test
  void onlyTheCallsOfClientsTakeTheToken() {
    SdkHarness user = SdkHarness.user(node);
    Set<String> open = new TreeSet<>();
    for (Routes.RouteSpec s : node.node().routes().specs()) {
      // A page session starts with the link in the body and may be ended without a body.
      if (s.access() == RouteAccess.OPEN
          || s.access() == RouteAccess.SESSION && s.template().endsWith("/session")) {
        continue;
      }
      String path =
          s.template()
              .replace("{user_id}", user.id.toString())
              .replace("{resource}", "heartrate")
              .replace("{provider}", "manual")
              .replaceAll("\\{[a-z_]+}", "x");
      String body = s.method().name().equals("GET") ? null : "{}";
      // A new token each time, because one of the calls revokes it.
      String token = access(user.signIn());
      int status = node.send(s.method().name(), path, body, bearer(token)).status();
      // A page reports a missing session in its own format; the token has no effect there.
      boolean deaf =
          s.access() == RouteAccess.SESSION
              && status == node.send(s.method().name(), path, body, Map.of()).status();
      if (status != 401 && !deaf) {
        open.add(s.template());
      }
    }
    Set<String> meant =
        node.node().routes().specs().stream()
            .filter(r -> r.access() == RouteAccess.CLIENT)
            .map(Routes.RouteSpec::template)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(meant, open);
    assertTrue(meant.contains("/v2/timeseries/{user_id}/{resource}"));
    assertTrue(meant.stream().noneMatch(t -> t.contains("info") || t.equals("/v2/user/{user_id}")));
    String token = access(user.signIn());
    node.send("GET", "/v2/user/" + user.id, null, bearer(token)).expect(401);
    node.send("GET", "/v2/user/" + user.id + "/info/latest", null, bearer(token)).expect(401);
    node.send("GET", "/v2/summary/sleep/" + user.id, null, bearer(token)).expect(401);
  }

  @Test
  void aSignInTokenIsTradedOnce() {
    SdkHarness user = SdkHarness.user(node);
    String token =
        node.post("/v2/user/" + user.id + "/sign_in_token", null)
            .expect(200)
            .json()
            .get("sign_in_token")
            .asText();
    String body = "{\"sign_in_token\":\"" + token + "\"}";
    node.send("POST", "/v2/user/sign_in", body, Map.of()).expect(200);
    node.send("POST", "/v2/user/sign_in", body, Map.of()).expect(401);
    node.send("POST", "/v2/user/sign_in", "{\"sign_in_token\":\"sit_x\"}", Map.of()).expect(401);
    node.send("POST", "/v2/user/sign_in", "{}", Map.of()).expect(422);
    user.as(token, "heartrate", BODY).expect(401);
  }

  @Test
  void refreshTokensAreReplacedAndTheLastOneServesUntilItsSuccessorIsUsed() {
    SdkHarness user = SdkHarness.user(node);
    JsonNode first = user.signIn();
    String r0 = first.get("refresh_token").asText();
    JsonNode second = renew(r0).expect(200).json();
    String r1 = second.get("refresh_token").asText();
    assertNotEquals(r0, r1);
    // The response was lost, so the old refresh token is used again.
    String r2 = renew(r0).expect(200).json().get("refresh_token").asText();
    renew(r1).expect(401);
    renew(r2).expect(200);
    renew(r0).expect(401);
    counts(user.as(access(first), "heartrate", BODY));
    counts(user.as(access(second), "heartrate", BODY));
  }

  @Test
  void aSignInEndsByItselfOrWithAllOthers() {
    SdkHarness user = SdkHarness.user(node);
    JsonNode one = user.signIn();
    JsonNode two = user.signIn();
    String path = "/v2/user/" + user.id + "/deauthorise";
    node.send("POST", path, null, bearer(access(one))).expect(200);
    user.as(access(one), "heartrate", BODY).expect(401);
    renew(one.get("refresh_token").asText()).expect(401);
    counts(user.as(access(two), "heartrate", BODY));
    node.post(path, null).expect(200);
    user.as(access(two), "heartrate", BODY).expect(401);
    renew(two.get("refresh_token").asText()).expect(401);
  }

  @Test
  void lateTokensAreUnknown() {
    SdkHarness user = SdkHarness.user(node);
    JsonNode tokens = user.signIn();
    node.db()
        .query(
            "update user_access_token set expires_at = now() - interval '1 second' where user_id ="
                + " $1",
            user.id);
    user.as(access(tokens), "heartrate", BODY).expect(401);
    JsonNode next = renew(tokens.get("refresh_token").asText()).expect(200).json();
    counts(user.as(access(next), "heartrate", BODY));
    node.db()
        .query(
            "update user_sign_in set expires_at = now() - interval '1 second' where user_id = $1",
            user.id);
    renew(next.get("refresh_token").asText()).expect(401);
  }

  @Test
  void aDeletedUsersTokensAreGoneEvenWhenItComesBack() {
    SdkHarness user = SdkHarness.user(node);
    JsonNode tokens = user.signIn();
    node.call("DELETE", "/v2/user/" + user.id, null).expect(200);
    user.as(access(tokens), "heartrate", BODY).expect(401);
    node.post("/v2/user/undo_delete?user_id=" + user.id, null).expect(200);
    user.as(access(tokens), "heartrate", BODY).expect(401);
    renew(tokens.get("refresh_token").asText()).expect(401);
  }
}
