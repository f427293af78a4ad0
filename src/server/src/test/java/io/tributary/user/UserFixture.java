package io.tributary.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Creates and reads users over HTTP. */
final class UserFixture {
  private final TestNode node;

  UserFixture(TestNode node) {
    this.node = node;
  }

  /** Returns an unused reference. */
  static String unusedReference() {
    return "c-" + Ids.randomHex(8);
  }

  JsonNode create(String reference) {
    return node.post("/v2/user/", "{\"client_user_id\":\"" + reference + "\"}").expect(200).json();
  }

  static String id(JsonNode user) {
    return user.get("user_id").asText();
  }

  static String path(JsonNode user) {
    return "/v2/user/" + id(user);
  }

  /** Asserts a 422 whose first error is at this location. */
  static void assertRejected(TestResponse a, String... loc) {
    JsonNode detail = a.expect(422).json().get("detail");
    List<String> at = new ArrayList<>();
    detail.get(0).get("loc").forEach(p -> at.add(p.asText()));
    assertEquals(List.of(loc), at);
    assertTrue(detail.get(0).hasNonNull("msg") && detail.get(0).hasNonNull("type"));
  }

  /** Inserts a connection with encrypted tokens. */
  void connect(JsonNode user, String provider, String status) {
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
            Ids.DEFAULT_APP,
            node.secrets().seal("token", connection.toString()));
  }

  /** Returns the number of the user's rows in a table. */
  long count(String table, JsonNode user) {
    return node.db()
        .query(
            "select count(*) as n from " + table + " where user_id = $1", UUID.fromString(id(user)))
        .iterator()
        .next()
        .getLong("n");
  }
}
