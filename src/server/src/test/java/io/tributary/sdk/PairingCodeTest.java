package io.tributary.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Times;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Codes that pair a phone with a user. */
class PairingCodeTest {
  private static final String MAKE = "/v2/link/code/create";
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = SdkHarness.node();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static JsonNode createCode(SdkHarness user, String more) {
    return node.post(MAKE + "?user_id=" + user.id + more, null).expect(200).json();
  }

  private static TestResponse exchangeCode(TestNode at, String code) {
    return at.send("POST", "/v2/user/sign_in", "{\"code\":\"" + code + "\"}", Map.of());
  }

  private static TestResponse exchangeCode(TestNode at, String code, String forwarded) {
    return at.send(
        "POST",
        "/v2/user/sign_in",
        "{\"code\":\"" + code + "\"}",
        Map.of("x-forwarded-for", forwarded));
  }

  @Test
  void aCodeSignsItsUserInOnce() {
    SdkHarness user = SdkHarness.user(node);
    JsonNode made = createCode(user, "");
    String code = made.get("code").asText();
    assertTrue(code.matches("skus[0-9a-f]{8}"), code);
    assertEquals("service://service?code=" + code, made.get("exchange_url").asText());
    Instant until = Times.parseInstant(made.get("expires_at").asText()).orElseThrow();
    long minutes = Duration.between(Instant.now(), until).toMinutes();
    assertTrue(minutes >= 58 && minutes <= 60, () -> "" + minutes);
    JsonNode tokens = exchangeCode(node, code).expect(200).json();
    assertEquals(user.id.toString(), tokens.get("user_id").asText());
    exchangeCode(node, code).expect(401);
    node.db()
        .query("select c::text as row from link_code c")
        .forEach(r -> assertFalse(r.getString("row").contains(code)));
  }

  @Test
  void aCodeMayStandInThePlaceOfTheToken() {
    String code = createCode(SdkHarness.user(node), "").get("code").asText();
    node.send("POST", "/v2/user/sign_in", "{\"sign_in_token\":\"" + code + "\"}", Map.of())
        .expect(200);
  }

  @Test
  void aCodeEndsWhenItIsToldTo() {
    SdkHarness user = SdkHarness.user(node);
    Instant at = Instant.parse("2999-01-01T00:00:00Z");
    Instant until =
        Times.parseInstant(createCode(user, "&expires_at=" + at).get("expires_at").asText())
            .orElseThrow();
    assertEquals(30, Duration.between(Instant.now(), until.plusSeconds(60)).toDays());
    Instant soon = Instant.now().plusSeconds(7200);
    JsonNode other = createCode(user, "&expires_at=" + soon);
    assertEquals(
        soon.getEpochSecond(),
        Times.parseInstant(other.get("expires_at").asText()).orElseThrow().getEpochSecond());
    node.db().query("update link_code set expires_at = now() where user_id = $1", user.id);
    exchangeCode(node, other.get("code").asText()).expect(401);
  }

  @Test
  void aCodeOfADeletedUserOpensNothing() {
    SdkHarness user = SdkHarness.user(node);
    String code = createCode(user, "").get("code").asText();
    node.call("DELETE", "/v2/user/" + user.id, null).expect(200);
    exchangeCode(node, code).expect(401);
  }

  @Test
  void whatIsWrongIsTold() {
    SdkHarness user = SdkHarness.user(node);
    node.post(MAKE, null).expect(422);
    node.post(MAKE + "?user_id=" + Ids.uuid(), null).expect(404);
    node.post(MAKE + "?user_id=" + user.id + "&expires_at=soon", null).expect(422);
    node.post(MAKE + "?user_id=" + user.id + "&expires_at=2020-01-01T00:00:00Z", null).expect(422);
    node.send("POST", MAKE + "?user_id=" + user.id, null, Map.of()).expect(401);
    exchangeCode(node, "skus123").expect(422);
    node.send("POST", "/v2/user/sign_in", "{\"code\":null}", Map.of()).expect(422);
  }

  @Test
  void guessingIsStopped() {
    String code = createCode(SdkHarness.user(node), "").get("code").asText();
    try (TestNode other = node.startPeer("TRIBUTARY_HTTP_TRUSTED_PROXIES", "203.0.113.0/24")) {
      for (int i = 0; i < 10; i++) {
        exchangeCode(other, "pkeu%08x".formatted(i)).expect(401);
      }
      exchangeCode(other, "pkeu%08x".formatted(10)).expect(429);
      exchangeCode(other, code).expect(429);
      // Another connection of the same phone through two proxies counts as the same phone.
      for (int i = 0; i < 10; i++) {
        String wrong = "pkeu%08x".formatted(i);
        exchangeCode(other, wrong, "198.51.100.1:" + (4000 + i) + ", 203.0.113.9").expect(401);
      }
      exchangeCode(other, code, "198.51.100.1:5000, 203.0.113.8").expect(429);
      // A request from another address still succeeds.
      exchangeCode(other, code, "198.51.100.1, 198.51.100.2, 203.0.113.9").expect(200);
    }
  }
}
