package io.tributary.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.Answer;
import io.tributary.harness.TestNode;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Secrets;
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

class UserTest {
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_USERS_SANDBOX_LIMIT", "10000");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static String name() {
    return "c-" + Ids.hex(8);
  }

  private static JsonNode create(String reference) {
    return node.post("/v2/user/", "{\"client_user_id\":\"" + reference + "\"}").expect(200).json();
  }

  private static String id(JsonNode user) {
    return user.get("user_id").asText();
  }

  private static String path(JsonNode user) {
    return "/v2/user/" + id(user);
  }

  private static void refused(Answer a, String... loc) {
    JsonNode detail = a.expect(422).json().get("detail");
    List<String> at = new ArrayList<>();
    detail.get(0).get("loc").forEach(p -> at.add(p.asText()));
    assertEquals(List.of(loc), at);
    assertTrue(detail.get(0).hasNonNull("msg") && detail.get(0).hasNonNull("type"));
  }

  private static void connect(JsonNode user, String provider, String status) {
    UUID connection = Ids.uuid();
    node.db()
        .query(
            """
            insert into connection (id, user_id, team_id, environment, provider, status, app_id,
                                    access_token_encrypted)
            values ($1, $2, $3, 'sandbox', $4, $5, $6, $7)
            """,
            connection,
            UUID.fromString(id(user)),
            node.first().team(),
            provider,
            status,
            Ids.NIL,
            node.secrets().seal("token", connection.toString()));
  }

  @Test
  void aNewUserHasEveryKeyAndTheTeamsId() {
    String reference = name();
    JsonNode user = create(reference);
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
                    .formatted(name()))
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
    refused(node.post("/v2/user", "{}"), "body", "client_user_id");
    refused(node.post("/v2/user", "{\"client_user_id\":null}"), "body", "client_user_id");
    refused(node.post("/v2/user", "{\"client_user_id\":\"\"}"), "body", "client_user_id");
    refused(node.post("/v2/user", "{\"client_user_id\":7}"), "body", "client_user_id");
    refused(
        node.post("/v2/user", "{\"client_user_id\":\"" + "x".repeat(257) + "\"}"),
        "body",
        "client_user_id");
    refused(node.post("/v2/user", "{\"client_user_id\":\"a\\u0000b\"}"), "body", "client_user_id");
    create(Ids.hex(128));
    refused(node.post("/v2/user", "[]"), "body");
    refused(node.post("/v2/user", null), "body");
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
    refused(node.post("/v2/user", body.formatted(name(), zone)), "body", "fallback_time_zone");
    JsonNode user = create(name());
    refused(
        node.call("PATCH", path(user), "{\"fallback_time_zone\":" + zone + "}"),
        "body",
        "fallback_time_zone");
  }

  @Test
  void aBirthDateIsADateNotInTheFuture() {
    JsonNode user = create(name());
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    for (String bad : List.of(today.plusDays(2).toString(), "1980-02-30", "1980-2-3", "x")) {
      refused(
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
    refused(node.post("/v2/user", body.formatted(name())), "body", "ingestion_end");
    JsonNode user = create(name());
    node.call("PATCH", path(user), "{\"ingestion_end\":\"2024-02-01\"}").expect(200);
    refused(
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
    JsonNode holder = create(name());
    String reference = holder.get("client_user_id").asText();
    JsonNode other = create(name());
    String body = "{\"client_user_id\":\"" + reference + "\"}";
    for (Answer a : List.of(node.post("/v2/user", body), node.call("PATCH", path(other), body))) {
      JsonNode detail = a.expect(400).json().get("detail");
      assertEquals("INVALID_REQUEST", detail.get("error_type").asText());
      assertTrue(detail.hasNonNull("error_message"));
      assertEquals(holder.get("user_id"), detail.get("user_id"));
      assertEquals(holder.get("created_on"), detail.get("created_on"));
    }
    node.call("PATCH", path(holder), body).expect(200);
    assertNotEquals(id(holder), id(create(reference.toUpperCase(java.util.Locale.ROOT))));
  }

  @Test
  void aPatchKeepsWhatItDoesNotNameAndClearsWhatIsNull() {
    JsonNode user = create(name());
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
    refused(node.call("PATCH", path(user), "{\"client_user_id\":\"\"}"), "body", "client_user_id");
  }

  @Test
  void unknownIdsAreNotFoundAndBrokenOnesAreFaults() {
    String unknown = "/v2/user/" + UUID.randomUUID();
    node.get(unknown).expect(404);
    node.call("PATCH", unknown, "{}").expect(404);
    node.call("DELETE", unknown, null).expect(404);
    node.post(unknown + "/sign_in_token", null).expect(404);
    node.get(unknown + "/info/latest").expect(404);
    refused(node.get("/v2/user/nobody"), "path", "user_id");
    assertEquals(401, node.send("GET", "/v2/user", null, Map.of()).status());
  }

  @Test
  void aReferenceResolvesExactly() {
    String odd = "Ä/b c+%?&" + Ids.hex(4);
    JsonNode user = create(odd.replace("\"", ""));
    String encoded =
        java.net.URLEncoder.encode(odd, java.nio.charset.StandardCharsets.UTF_8)
            .replace("+", "%20");
    assertEquals(user, node.get("/v2/user/resolve/" + encoded).expect(200).json());
    JsonNode plain = create("Mixed" + Ids.hex(6));
    String reference = plain.get("client_user_id").asText();
    assertEquals(plain, node.get("/v2/user/resolve/" + reference + "/").expect(200).json());
    node.get("/v2/user/resolve/" + reference.toLowerCase(java.util.Locale.ROOT)).expect(404);
    node.get("/v2/user/resolve/a%00b").expect(404);
  }

  @Test
  void aListIsPagedInOrderOfCreation() {
    try (TestNode own = TestNode.start()) {
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        ids.add(
            own.post("/v2/user", "{\"client_user_id\":\"u" + i + "\"}")
                .expect(200)
                .json()
                .get("user_id")
                .asText());
      }
      JsonNode all = own.get("/v2/user/").expect(200).json();
      assertEquals(5, all.get("total").asInt());
      assertEquals(0, all.get("offset").asInt());
      assertEquals(100, all.get("limit").asInt());
      List<String> seen = new ArrayList<>();
      all.get("users").forEach(u -> seen.add(u.get("user_id").asText()));
      assertEquals(ids, seen);
      JsonNode page = own.get("/v2/user?offset=1&limit=2").expect(200).json();
      assertEquals(ids.get(1), page.at("/users/0/user_id").asText());
      assertEquals(2, page.get("users").size());
      own.call("DELETE", "/v2/user/" + ids.get(0), null).expect(200);
      assertEquals(4, own.get("/v2/user").json().get("total").asInt());
      assertEquals(0, own.get("/v2/user?offset=9").expect(200).json().get("users").size());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"offset=-1", "offset=x", "limit=0", "limit=501", "limit=1.5"})
  void pagesHaveBounds(String query) {
    refused(node.get("/v2/user?" + query), "query", query.substring(0, query.indexOf('=')));
  }

  @Test
  void connectedSourcesHoldWhatIsConnectedOrInErrorTwice() {
    JsonNode user = create(name());
    connect(user, "oura", "connected");
    connect(user, "fitbit", "error");
    connect(user, "garmin", "paused");
    JsonNode sources = node.get(path(user)).expect(200).json().get("connected_sources");
    assertEquals(2, sources.size());
    JsonNode first = sources.get(0);
    assertEquals("oura", first.at("/source/slug").asText());
    assertEquals("Oura", first.at("/source/name").asText());
    assertEquals(first.get("source"), first.get("provider"));
    assertTrue(first.get("provider").get("name").isTextual());
    assertTrue(first.get("provider").get("logo").isTextual());
    assertTrue(first.get("created_on").asText().endsWith("+00:00"));
  }

  @Test
  void aDeletedUserIsGoneAtOnceAndItsReferenceFree() {
    JsonNode user = create(name());
    String reference = user.get("client_user_id").asText();
    connect(user, "oura", "connected");
    node.post(path(user) + "/sign_in_token", null).expect(200);
    assertTrue(
        node.call("DELETE", path(user) + "/", null).expect(200).json().get("success").asBoolean());
    node.get(path(user)).expect(404);
    node.call("DELETE", path(user), null).expect(404);
    node.call("PATCH", path(user), "{}").expect(404);
    node.get("/v2/user/resolve/" + reference).expect(404);
    node.post(path(user) + "/sign_in_token", null).expect(404);
    assertEquals(0, count("connection", user));
    assertEquals(0, count("sign_in_token", user));
    assertNotEquals(id(user), id(create(reference)));
  }

  private static long count(String table, JsonNode user) {
    return node.db()
        .query(
            "select count(*) as n from " + table + " where user_id = $1", UUID.fromString(id(user)))
        .iterator()
        .next()
        .getLong("n");
  }

  @Test
  void aDeletionCanBeUndoneInItsWindow() {
    JsonNode user = create(name());
    connect(user, "oura", "connected");
    node.call("DELETE", path(user), null).expect(200);
    node.post("/v2/user/undo_delete?user_id=" + id(user), null).expect(200);
    JsonNode back = node.get(path(user)).expect(200).json();
    assertEquals(0, back.get("connected_sources").size());
    assertEquals(user.get("created_on"), back.get("created_on"));
    node.post("/v2/user/undo_delete/?user_id=" + id(user), null).expect(404);
  }

  @Test
  void aReferenceUndoesItsNewestDeletion() {
    String reference = name();
    JsonNode older = create(reference);
    node.call("DELETE", path(older), null).expect(200);
    JsonNode newer = create(reference);
    node.call("DELETE", path(newer), null).expect(200);
    node.post("/v2/user/undo_delete?client_user_id=" + reference, null).expect(200);
    node.get(path(newer)).expect(200);
    node.get(path(older)).expect(404);
  }

  @Test
  void anUndoIsRefusedWhenTheReferenceIsTakenOrTheWindowOver() {
    String reference = name();
    JsonNode user = create(reference);
    node.call("DELETE", path(user), null).expect(200);
    JsonNode holder = create(reference);
    JsonNode detail =
        node.post("/v2/user/undo_delete?user_id=" + id(user), null)
            .expect(400)
            .json()
            .get("detail");
    assertEquals(id(holder), detail.get("user_id").asText());
    node.call("DELETE", path(holder), null).expect(200);
    node.db()
        .query(
            "update app_user set deleted_at = now() - interval '7 days 1 second' where id = $1",
            UUID.fromString(id(holder)));
    node.post("/v2/user/undo_delete?user_id=" + id(holder), null).expect(404);
    node.post("/v2/user/undo_delete?client_user_id=nobody", null).expect(404);
    node.post("/v2/user/undo_delete?client_user_id=a%00b", null).expect(404);
  }

  @Test
  void anUndoNamesExactlyOneUser() {
    String both = "?user_id=" + UUID.randomUUID() + "&client_user_id=x";
    refused(node.post("/v2/user/undo_delete" + both, null), "query", "user_id");
    refused(node.post("/v2/user/undo_delete", null), "query", "user_id");
    refused(node.post("/v2/user/undo_delete?user_id=x", null), "query", "user_id");
  }

  @Test
  void aSignInTokenIsStoredAsAHashWithTenMinutesToLive() {
    JsonNode user = create(name());
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
                (Object) Secrets.sha256(first.get("sign_in_token").asText()))
            .iterator()
            .next();
    int left = row.getInteger("left");
    assertTrue(left > 570 && left <= 600, "seconds left: " + left);
  }

  @Test
  void metricsCountUsersAndTheirSources() {
    try (TestNode own = TestNode.start()) {
      JsonNode empty = own.get("/v2/user/metrics/").expect(200).json();
      assertEquals(0, empty.get("number_of_users").asInt());
      assertEquals(0, empty.get("number_of_connected_sources_by_week").size());
      JsonNode user = own.post("/v2/user", "{\"client_user_id\":\"m\"}").expect(200).json();
      for (String[] c :
          List.of(
              new String[] {"oura", "connected"},
              new String[] {"fitbit", "error"},
              new String[] {"garmin", "paused"})) {
        own.db()
            .query(
                """
                insert into connection (id, user_id, team_id, environment, provider, status, app_id)
                values ($1, $2, $3, 'sandbox', $4, $5, $6)
                """,
                Ids.uuid(),
                UUID.fromString(id(user)),
                own.first().team(),
                c[0],
                c[1],
                Ids.NIL);
      }
      JsonNode m = own.get("/v2/user/metrics").expect(200).json();
      assertEquals(own.first().team().toString(), m.get("team_id").asText());
      assertEquals(1, m.get("number_of_users").asInt());
      assertEquals(2, m.get("number_of_connected_sources").asInt());
      assertEquals(1, m.get("number_of_errored_connected_sources").asInt());
      assertEquals(0, m.get("number_of_ordered_tests").asInt());
      JsonNode week = m.at("/number_of_connected_sources_by_week/0");
      assertEquals(2, week.get("value").asInt());
      assertEquals(2, week.get("all").asInt());
    }
  }

  @Test
  void aSearchFindsIdsAndPrefixes() {
    String prefix = "find" + Ids.hex(4) + "%";
    JsonNode one = create(prefix + "1");
    JsonNode two = create(prefix + "2");
    create("x" + prefix);
    String q = prefix.replace("%", "%25");
    JsonNode found = node.get("/v2/team/users/search?query_id=" + q).expect(200).json();
    assertEquals(2, found.size());
    assertEquals(one, found.get(0));
    JsonNode byId = node.get("/v2/team/users/search?query_id=" + id(two)).expect(200).json();
    assertEquals(two, byId.get(0));
    assertFalse(byId.has(1));
    refused(node.get("/v2/team/users/search?query_id=a"), "query", "query_id");
    refused(node.get("/v2/team/users/search?query_id="), "query", "query_id");
    assertEquals(0, node.get("/v2/team/users/search").expect(200).json().size());
    assertEquals(0, node.get("/v2/team/users/search?query_id=a%00b").expect(200).json().size());
  }
}
