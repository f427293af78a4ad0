package io.tributary.team;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.Map;
import java.util.UUID;

/**
 * The first organization, and a second one with its own key, which must not see any of its data.
 */
final class OrganizationsFixture {
  private final TestNode node;

  /** Paths of both organizations. */
  final String org;

  final String foreignOrg;
  private final String foreignKey = "mg_" + Ids.randomBase62(40);

  OrganizationsFixture(TestNode node) {
    this.node = node;
    org = "/v1/org/" + node.first().org();
    UUID other = Ids.uuid();
    foreignOrg = "/v1/org/" + other;
    node.db().query("insert into organisation (id, name) values ($1, 'Other')", other);
    node.db()
        .query(
            "insert into management_key (id, org_id, key_hash, key_hint) values ($1, $2, $3, '')",
            Ids.uuid(),
            other,
            Encryption.sha256(foreignKey));
  }

  JsonNode team(String name) {
    return node.callManagement(
            "POST", org + "/team/", "{\"name\":\"" + name + "\",\"region\":\"us\"}")
        .expect(200)
        .json();
  }

  JsonNode key(String team, String environment) {
    return node.callManagement(
            "POST",
            org + "/team_api_keys/" + environment + "/us",
            "{\"label\":\"l\",\"team_id\":\"" + team + "\"}")
        .expect(200)
        .json();
  }

  /** Sends a call with the key of the other organization. */
  TestResponse callAsOther(String method, String path, String body) {
    return node.send(method, path, body, Map.of("x-management-key", foreignKey));
  }

  int withKey(String method, String path, String body, String key) {
    return node.send(method, path, body, Map.of("x-service-api-key", key)).status();
  }
}
