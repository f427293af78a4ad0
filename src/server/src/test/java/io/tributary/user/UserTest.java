package io.tributary.user;

import static io.tributary.user.UserFixture.assertRejected;
import static io.tributary.user.UserFixture.id;
import static io.tributary.user.UserFixture.path;
import static io.tributary.user.UserFixture.unusedReference;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Creation, reads and changes of users, and validation errors. */
class UserTest {
  private static TestNode node;
  private static UserFixture users;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_USERS_SANDBOX_LIMIT", "10000");
    users = new UserFixture(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void aNewUserHasEveryKeyAndTheTeamsId() {
    String reference = unusedReference();
    JsonNode user = users.create(reference);
    List<String> keys = new ArrayList<>();
    user.fieldNames().forEachRemaining(keys::add);
    assertEquals(
        List.of(
            "user_id",
            "team_id",
            "client_user_id",
            "created_on",
            "connected_sources",
            "fallback_time_zone",
            "fallback_birth_date",
            "ingestion_start",
            "ingestion_end"),
        keys);
    assertEquals(node.first().team().toString(), user.get("team_id").asText());
    assertEquals(reference, user.get("client_user_id").asText());
    assertTrue(user.get("created_on").asText().endsWith("+00:00"));
    assertTrue(user.get("fallback_time_zone").isNull());
    assertEquals(user, node.get(path(user)).expect(200).json());
    assertEquals(user, node.get(path(user) + "/").expect(200).json());
  }

  @Test
  void fallbacksTellWhoSetThemAndWhen() {
    JsonNode user =
        node.post(
                "/v2/user",
                """
                {"client_user_id":"%s","fallback_time_zone":"Europe/Berlin",
                 "fallback_birth_date":"1980-02-29","ingestion_start":"2024-01-01",
                 "ingestion_end":"2024-01-01","unknown":1}
                """
                    .formatted(unusedReference()))
            .expect(200)
            .json();
    assertEquals("Europe/Berlin", user.at("/fallback_time_zone/id").asText());
    assertEquals("manual", user.at("/fallback_time_zone/source_slug").asText());
    assertEquals(user.get("created_on"), user.at("/fallback_time_zone/updated_at"));
    assertEquals("1980-02-29", user.at("/fallback_birth_date/value").asText());
    assertEquals("2024-01-01", user.get("ingestion_end").asText());
  }

  @Test
  void aReferenceIsRequiredOnCreation() {
    assertRejected(node.post("/v2/user", "{}"), "body", "client_user_id");
    assertRejected(node.post("/v2/user", "{\"client_user_id\":null}"), "body", "client_user_id");
    assertRejected(node.post("/v2/user", "{\"client_user_id\":\"\"}"), "body", "client_user_id");
    assertRejected(node.post("/v2/user", "{\"client_user_id\":7}"), "body", "client_user_id");
    assertRejected(
        node.post("/v2/user", "{\"client_user_id\":\"" + "x".repeat(257) + "\"}"),
        "body",
        "client_user_id");
    assertRejected(
        node.post("/v2/user", "{\"client_user_id\":\"a\\u0000b\"}"), "body", "client_user_id");
    users.create(Ids.randomHex(128));
    assertRejected(node.post("/v2/user", "[]"), "body");
    assertRejected(node.post("/v2/user", null), "body");
    node.post("/v2/user", "{\"client_user_id\":").expect(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"Mars/Base\"",
        "\"\"",
        "\"+02:00\"",
        "\"UTC+2\"",
        "\"Z\"",
        "\"europe/berlin\"",
        "7",
        "{}"
      })
  void onlyIanaZonesAreZones(String zone) {
    String body = "{\"client_user_id\":\"%s\",\"fallback_time_zone\":%s}";
    assertRejected(
        node.post("/v2/user", body.formatted(unusedReference(), zone)),
        "body",
        "fallback_time_zone");
    JsonNode user = users.create(unusedReference());
    assertRejected(
        node.call("PATCH", path(user), "{\"fallback_time_zone\":" + zone + "}"),
        "body",
        "fallback_time_zone");
  }

  @Test
  void aBirthDateIsADateNotInTheFuture() {
    JsonNode user = users.create(unusedReference());
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    for (String bad : List.of(today.plusDays(2).toString(), "1980-02-30", "1980-2-3", "x")) {
      assertRejected(
          node.call("PATCH", path(user), "{\"fallback_birth_date\":\"" + bad + "\"}"),
          "body",
          "fallback_birth_date");
    }
    node.call("PATCH", path(user), "{\"fallback_birth_date\":\"" + today.minusDays(1) + "\"}")
        .expect(200);
  }

  @Test
  void everyFaultOfABodyIsListed() {
    JsonNode detail =
        node.post(
                "/v2/user",
                """
                {"fallback_time_zone":"x","fallback_birth_date":"x","ingestion_start":"x","ingestion_end":3}
                """)
            .expect(422)
            .json()
            .get("detail");
    assertEquals(5, detail.size());
  }

  @Test
  void ingestionBoundsKeepTheirOrder() {
    String body =
        "{\"client_user_id\":\"%s\",\"ingestion_start\":\"2024-02-02\",\"ingestion_end\":\"2024-02-01\"}";
    assertRejected(
        node.post("/v2/user", body.formatted(unusedReference())), "body", "ingestion_end");
    JsonNode user = users.create(unusedReference());
    node.call("PATCH", path(user), "{\"ingestion_end\":\"2024-02-01\"}").expect(200);
    assertRejected(
        node.call("PATCH", path(user), "{\"ingestion_start\":\"2024-02-02\"}"),
        "body",
        "ingestion_end");
    JsonNode moved =
        node.call(
                "PATCH", path(user), "{\"ingestion_start\":\"2024-02-02\",\"ingestion_end\":null}")
            .expect(200)
            .json();
    assertEquals("2024-02-02", moved.get("ingestion_start").asText());
    assertTrue(moved.get("ingestion_end").isNull());
  }

  @Test
  void aTakenReferenceNamesItsHolder() {
    JsonNode holder = users.create(unusedReference());
    String reference = holder.get("client_user_id").asText();
    JsonNode other = users.create(unusedReference());
    String body = "{\"client_user_id\":\"" + reference + "\"}";
    for (TestResponse a :
        List.of(node.post("/v2/user", body), node.call("PATCH", path(other), body))) {
      JsonNode detail = a.expect(400).json().get("detail");
      assertEquals("INVALID_REQUEST", detail.get("error_type").asText());
      assertTrue(detail.hasNonNull("error_message"));
      assertEquals(holder.get("user_id"), detail.get("user_id"));
      assertEquals(holder.get("created_on"), detail.get("created_on"));
    }
    node.call("PATCH", path(holder), body).expect(200);
    assertNotEquals(id(holder), id(users.create(reference.toUpperCase(java.util.Locale.ROOT))));
  }

  @Test
  void aPatchKeepsWhatItDoesNotNameAndClearsWhatIsNull() {
    JsonNode user = users.create(unusedReference());
    node.call(
            "PATCH",
            path(user),
            "{\"fallback_time_zone\":\"UTC\",\"fallback_birth_date\":\"1990-01-01\"}")
        .expect(200);
    JsonNode kept = node.call("PATCH", path(user) + "/", "{}").expect(200).json();
    assertEquals("UTC", kept.at("/fallback_time_zone/id").asText());
    assertEquals("1990-01-01", kept.at("/fallback_birth_date/value").asText());
    JsonNode cleared =
        node.call("PATCH", path(user), "{\"client_user_id\":null,\"fallback_time_zone\":null}")
            .expect(200)
            .json();
    assertTrue(cleared.get("client_user_id").isNull());
    assertTrue(cleared.get("fallback_time_zone").isNull());
    assertEquals(kept.get("fallback_birth_date"), cleared.get("fallback_birth_date"));
    assertEquals(cleared, node.get(path(user)).expect(200).json());
    assertRejected(
        node.call("PATCH", path(user), "{\"client_user_id\":\"\"}"), "body", "client_user_id");
  }

  @Test
  void unknownIdsAreNotFoundAndBrokenOnesAreFaults() {
    String unknown = "/v2/user/" + UUID.randomUUID();
    node.get(unknown).expect(404);
    node.call("PATCH", unknown, "{}").expect(404);
    node.call("DELETE", unknown, null).expect(404);
    node.post(unknown + "/sign_in_token", null).expect(404);
    node.get(unknown + "/info/latest").expect(404);
    assertRejected(node.get("/v2/user/nobody"), "path", "user_id");
    assertEquals(401, node.send("GET", "/v2/user", null, Map.of()).status());
  }

  @Test
  void aSignInTokenIsStoredAsAHashWithTenMinutesToLive() {
    JsonNode user = users.create(unusedReference());
    JsonNode first = node.post(path(user) + "/sign_in_token/", null).expect(200).json();
    JsonNode second = node.post(path(user) + "/sign_in_token", null).expect(200).json();
    assertEquals(id(user), first.get("user_id").asText());
    assertNotEquals(first.get("sign_in_token"), second.get("sign_in_token"));
    var row =
        node.db()
            .query(
                """
                select extract(epoch from expires_at - now())::int as left from sign_in_token
                 where token_hash = $1
                """,
                (Object) Encryption.sha256(first.get("sign_in_token").asText()))
            .iterator()
            .next();
    int left = row.getInteger("left");
    assertTrue(left > 570 && left <= 600, "seconds left: " + left);
  }
}
