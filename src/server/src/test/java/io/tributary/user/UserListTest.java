package io.tributary.user;

import static io.tributary.user.UserFixture.assertRejected;
import static io.tributary.user.UserFixture.id;
import static io.tributary.user.UserFixture.path;
import static io.tributary.user.UserFixture.unusedReference;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Users by reference and search, in pages, and their count. */
class UserListTest {
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
  void aReferenceResolvesExactly() {
    String odd = "Ä/b c+%?&" + Ids.randomHex(4);
    JsonNode user = users.create(odd.replace("\"", ""));
    String encoded =
        java.net.URLEncoder.encode(odd, java.nio.charset.StandardCharsets.UTF_8)
            .replace("+", "%20");
    assertEquals(user, node.get("/v2/user/resolve/" + encoded).expect(200).json());
    JsonNode plain = users.create("Mixed" + Ids.randomHex(6));
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

  @Test
  void usersAreCountedByWhoeverChangesThem() {
    try (TestNode own = TestNode.start()) {
      String id = own.post("/v2/user", "{\"client_user_id\":\"a\"}").json().get("user_id").asText();
      own.call("DELETE", "/v2/user/" + id, null).expect(200);
      total(own, 0);
      own.db().query("update app_user set deleted_at = now() where id = $1", UUID.fromString(id));
      total(own, 0);
      own.db().query("update app_user set deleted_at = null where id = $1", UUID.fromString(id));
      own.db().query("update app_user set deleted_at = null, updated_at = now()");
      total(own, 1);
      own.db()
          .query(
              "insert into app_user (id, team_id, environment, deleted_at) select"
                  + " gen_random_uuid(), team_id, environment, case when i > 3 then now() end from"
                  + " app_user, generate_series(1, 5) i");
      total(own, 4);
      own.db().query("delete from app_user where deleted_at is not null");
      total(own, 4);
      own.db().query("delete from app_user where id <> $1", UUID.fromString(id));
      total(own, 1);
    }
  }

  private static void total(TestNode node, int users) {
    assertEquals(users, node.get("/v2/user").expect(200).json().get("total").asInt());
  }

  @ParameterizedTest
  @ValueSource(strings = {"offset=-1", "offset=x", "limit=0", "limit=501", "limit=1.5"})
  void pagesHaveBounds(String query) {
    assertRejected(node.get("/v2/user?" + query), "query", query.substring(0, query.indexOf('=')));
  }

  @Test
  void aSearchFindsIdsAndPrefixes() {
    String prefix = "find" + Ids.randomHex(4) + "%";
    JsonNode one = users.create(prefix + "1");
    JsonNode two = users.create(prefix + "2");
    users.create("x" + prefix);
    String q = prefix.replace("%", "%25");
    JsonNode found = node.get("/v2/team/users/search?query_id=" + q).expect(200).json();
    assertEquals(2, found.size());
    assertEquals(one, found.get(0));
    JsonNode byId = node.get("/v2/team/users/search?query_id=" + id(two)).expect(200).json();
    assertEquals(two, byId.get(0));
    assertFalse(byId.has(1));
    assertRejected(node.get("/v2/team/users/search?query_id=a"), "query", "query_id");
    assertRejected(node.get("/v2/team/users/search?query_id="), "query", "query_id");
    assertEquals(0, node.get("/v2/team/users/search").expect(200).json().size());
    assertEquals(0, node.get("/v2/team/users/search?query_id=a%00b").expect(200).json().size());
  }

  @Test
  void connectedSourcesHoldWhatIsConnectedOrInErrorTwice() {
    JsonNode user = users.create(unusedReference());
    users.connect(user, "oura", "connected");
    users.connect(user, "fitbit", "error");
    users.connect(user, "garmin", "paused");
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
                Ids.DEFAULT_APP);
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
}
