package io.tributary.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.Answer;
import io.tributary.testkit.TestNode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Users made and looked at by tests, over HTTP. */
final class Users {
  private final TestNode node;

  Users(TestNode node) {
    this.node = node;
  }

  /** A reference that nobody has. */
  static String name() {
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

  /** That the answer is 422 and its first fault stands there. */
  static void refused(Answer a, String... loc) {
    JsonNode detail = a.expect(422).json().get("detail");
    List<String> at = new ArrayList<>();
    detail.get(0).get("loc").forEach(p -> at.add(p.asText()));
    assertEquals(List.of(loc), at);
    assertTrue(detail.get(0).hasNonNull("msg") && detail.get(0).hasNonNull("type"));
  }

  /** A connection as if linked, with sealed tokens. */
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

  /** Rows of the user in a table. */
  long count(String table, JsonNode user) {
    return node.db()
        .query(
            "select count(*) as n from " + table + " where user_id = $1", UUID.fromString(id(user)))
        .iterator()
        .next()
        .getLong("n");
  }
}
