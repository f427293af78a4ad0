package io.tributary.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A team that imports and exports connections. */
record BulkTeam(TestNode node) {
  static final String IMPORT = "/v2/link/bulk_import";
  static final String EXPORT = "/v2/link/bulk_export";
  static final String PAUSE = "/v2/link/bulk_pause";

  /** Enables the feature and gives the team its own application at Oura. */
  BulkTeam enable() {
    node.db().query("update team_environment set link_migration = true");
    return application("tributary-sandbox", "tributary-sandbox-secret");
  }

  BulkTeam application(String id, String secret) {
    node.callManagement(
            "POST",
            "/v1/org/" + node.first().org() + "/team_custom_credentials/sandbox/us",
            Json.text(
                Map.of(
                    "team_id",
                    node.first().team().toString(),
                    "provider",
                    "oura",
                    "client_id",
                    id,
                    "client_secret",
                    secret)))
        .expect(200);
    return this;
  }

  /** Creates users without connections. */
  List<UUID> createUsers(int count) {
    return stream(
            node.db()
                .query(
                    """
                    insert into app_user (id, team_id, environment)
                    select gen_random_uuid(), $1, 'sandbox' from generate_series(1, $2::int)
                    returning id
                    """,
                    node.first().team(),
                    count))
        .map(r -> r.getUUID(0))
        .toList();
  }

  private static Stream<Row> stream(Iterable<Row> rows) {
    return java.util.stream.StreamSupport.stream(rows.spliterator(), false);
  }

  /** Builds a grant of an import body. */
  static ObjectNode grant(UUID user) {
    ObjectNode out =
        Json.object()
            .put("user_id", user.toString())
            .put("access_token", "at-" + user)
            .put("refresh_token", "rt-" + user)
            .put("provider_id", "account-" + user)
            .put("expires_at", 4_000_000_000L);
    out.putArray("oauth_scopes").add("daily").add("heartrate");
    return out;
  }

  TestResponse imports(boolean wait, JsonNode... grants) {
    return imports(wait, List.of(grants));
  }

  TestResponse imports(boolean wait, List<? extends JsonNode> grants) {
    ObjectNode body = Json.object().put("provider", "oura").put("wait_for_completion", wait);
    ArrayNode all = body.putArray("connections");
    grants.forEach(all::add);
    return node.post(IMPORT, body.toString());
  }

  TestResponse exports(String more) {
    return node.post(EXPORT, "{\"provider\":\"oura\"" + more + "}");
  }

  TestResponse pause(UUID... users) {
    return node.post(
        PAUSE,
        Stream.of(users)
            .map(u -> "\"" + u + "\"")
            .collect(Collectors.joining(",", "{\"provider\":\"oura\",\"user_ids\":[", "]}")));
  }

  /** Replaces the access token, as a renewal does. */
  void replaceToken(UUID user, String token) {
    UUID connection =
        node.db()
            .query("select id from connection where user_id = $1", user)
            .iterator()
            .next()
            .getUUID(0);
    node.db()
        .query(
            "update connection set access_token_encrypted = $2, token_lease_expires_at = null"
                + " where id = $1",
            connection,
            node.secrets().seal(token, connection.toString()));
  }

  /** Returns every column of the user's connection as text. */
  String connectionRow(UUID user) {
    return node.db()
        .query("select c::text as row from connection c where user_id = $1", user)
        .iterator()
        .next()
        .getString("row");
  }

  String status(UUID user) {
    return node.db()
        .query("select status from connection where user_id = $1", user)
        .iterator()
        .next()
        .getString(0);
  }

  long count(String sql, Object... args) {
    return node.db().query(sql, args).iterator().next().getLong(0);
  }

  long created(UUID user) {
    return count(
        "select count(*) from message where user_id = $1"
            + " and event_type = 'provider.connection.created'",
        user);
  }

  /** Creates a disabled endpoint, because events are recorded only if the team has an endpoint. */
  void createEndpoint() {
    node.db()
        .query(
            "insert into webhook_endpoint (id, team_id, environment, shard, url, disabled)"
                + " values ('ep_bulk', $1, 'sandbox', 0, 'http://localhost/', true)",
            node.first().team());
  }

  static List<String> ids(JsonNode list) {
    return IntStream.range(0, list.size()).mapToObj(i -> list.get(i).asText()).toList();
  }

  static String random() {
    return Ids.randomBase62(12);
  }
}
