package io.tributary.fuzz;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.RowMapping;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Deletes a team with data of every kind. No data of it may remain, and the other team keeps all of
 * its data.
 */
class TeamDeletionCompletenessTest {
  /** Tables that outlive a team: token export audit, erasure receipts and the audit trail. */
  private static final Set<String> TABLES_THAT_REMAIN =
      Set.of("bulk_export_audit", "erasure_receipt", "audit_entry", "audit_outbox");

  private FuzzEnvironment env;

  private List<String> tablesWith(String column) {
    return RowMapping.list(
        env.node
            .db()
            .query(
                """
                select c.table_name as t from information_schema.columns c
                  join information_schema.tables t using (table_schema, table_name)
                 where c.column_name = $1 and c.table_schema = 'public' and t.table_type = 'BASE TABLE'
                   and not (select relispartition from pg_class
                             where oid = format('%I.%I', c.table_schema, c.table_name)::regclass)
                 order by 1
                """,
                column),
        r -> r.getString("t"));
  }

  private Map<String, Long> rows(String column, Object ids) {
    Map<String, Long> out = new TreeMap<>();
    for (String table : tablesWith(column)) {
      long n =
          env.node
              .db()
              .query("select count(*) from " + table + " where " + column + " = any ($1)", ids)
              .iterator()
              .next()
              .getLong(0);
      if (n > 0 && !TABLES_THAT_REMAIN.contains(table)) {
        out.put(table, n);
      }
    }
    return out;
  }

  private Object ids(String sql, UUID team) {
    List<Object> all = RowMapping.list(env.node.db().query(sql, team), r -> r.getValue(0));
    return all.getFirst() instanceof UUID ? all.toArray(UUID[]::new) : all.toArray(String[]::new);
  }

  @Test
  void nothingOfItIsLeft() {
    try (FuzzEnvironment world =
        new FuzzEnvironment(
            "TRIBUTARY_MAINTENANCE_INTERVAL", "100ms",
            "TRIBUTARY_PROVIDERS_OURA_API_URL", "http://127.0.0.1:9",
            "TRIBUTARY_CONNECTIONS_REVOKE_RETRY_SCHEDULE", "50ms,50ms",
            "TRIBUTARY_CONNECTIONS_REVOKE_INTERVAL", "50ms",
            "TRIBUTARY_BULK_CLOSE_INTERVAL", "100ms")) {
      env = world;
      String org = "/v1/org/" + env.node.first().org();
      String path = org + "/team/" + env.other.team;
      UUID team = UUID.fromString(env.other.team);
      createBulkData(org);
      UUID[] own = {UUID.fromString(env.own.team)};
      Map<String, Long> kept = rows("team_id", own);
      Object users = ids("select id from app_user where team_id = $1", team);
      Object endpoints = ids("select id from webhook_endpoint where team_id = $1", team);
      UUID[] teams = {team};
      createSettings(team);
      assertTrue(rows("team_id", teams).size() > 25, () -> rows("team_id", teams).toString());

      env.node
          .send("DELETE", path, null, Map.of("x-management-key", env.foreignManagementKey))
          .expect(404);
      env.node.callManagement("DELETE", path, null).expect(200);
      env.node.callManagement("GET", path, null).expect(404);
      env.other.call("GET", "/v2/user", null).expect(401);
      assertTrue(
          env.node
              .callManagement("GET", org + "/team", null)
              .expect(200)
              .text()
              .contains(env.own.team));
      int again = env.node.callManagement("DELETE", path, null).status();
      assertTrue(again == 200 || again == 404, () -> "" + again);

      eventually(Duration.ofSeconds(90), () -> assertEquals(Map.of(), rows("team_id", teams)));
      eventually(
          Duration.ofSeconds(60),
          () ->
              assertEquals(
                  0, env.node.db().query("select 1 from team where id = $1", team).size()));
      assertEquals(Map.of(), rows("user_id", users));
      String receipts = org + "/erasure_receipt?team_id=" + env.other.team;
      JsonNode told =
          env.node.callManagement("GET", receipts, null).expect(200).json().get("receipts");
      assertEquals(((Object[]) users).length, told.size());
      assertEquals("team_ended", told.at("/0/receipt/reason").asText());
      assertEquals(Map.of(), rows("endpoint_id", endpoints));
      env.node.callManagement("DELETE", path, null).expect(404);

      Map<String, Long> left = rows("team_id", own);
      // Background work of the other team continues meanwhile.
      List.of("message", "deregistration", "pull_job").forEach(t -> left.put(t, kept.get(t)));
      left.values().removeIf(java.util.Objects::isNull);
      assertEquals(kept, left);
      env.own.call("GET", "/v2/user", null).expect(200);

      env.node.callManagement("DELETE", org + "/team/" + env.own.team, null).expect(200);
      eventually(Duration.ofSeconds(90), () -> assertEquals(Map.of(), rows("team_id", own)));
      try (TestNode later = env.node.startPeer()) {
        assertNull(later.node().firstTeam().team());
        later
            .callManagement("POST", org + "/team", "{\"name\":\"Next\",\"region\":\"us\"}")
            .expect(200);
      }
    }
  }

  /** Sets the team-level settings. */
  private void createSettings(UUID team) {
    for (String sql :
        List.of(
            "insert into pull_preference (team_id, environment, provider, historical_days)"
                + " values ($1, 'sandbox', 'oura', 3)",
            "insert into scope_requirement (team_id, provider, user_must_grant, user_may_grant)"
                + " values ($1, 'oura', '{}', '{}')",
            "insert into source_priority (team_id, environment, data_type, provider, priority)"
                + " values ($1, 'sandbox', 'sleep', 'oura', 1)",
            "insert into streaming_destination (team_id, environment) values ($1, 'sandbox')",
            "insert into event_log (team_id, environment) values ($1, 'sandbox')",
            "insert into site_availability (team_id, environment, provider, code, read_at, times)"
                + " values ($1, 'sandbox', 'p', 'c', now(), '{}')",
            "insert into report_synonym (team_id, environment, name, unit, specimen, loinc_code)"
                + " values ($1, 'sandbox', 'n', 'u', 's', '1-8')",
            "insert into access_token (token_hash, team_id, environment, expires_at)"
                + " values ('x', $1, 'sandbox', now() + interval '1 hour')")) {
      env.node.db().query(sql, team);
    }
  }

  /**
   * Creates connections with tokens of the team's own application, an export, a code and a link.
   */
  private void createBulkData(String org) {
    env.node.db().query("update team_environment set link_migration = true");
    env.node
        .callManagement(
            "POST",
            org + "/team_custom_credentials/sandbox/us",
            "{\"team_id\":\"%s\",\"provider\":\"oura\",\"client_id\":\"i\",\"client_secret\":\"s\"}"
                .formatted(env.other.team))
        .expect(200);
    env.other
        .call(
            "POST",
            "/v2/link/bulk_import",
            """
            {"provider":"oura","wait_for_completion":true,"connections":[{"user_id":"%s",
             "access_token":"a","refresh_token":"b","provider_id":"c","expires_at":2147483647}]}
            """
                .formatted(env.other.userId()))
        .expect(200);
    env.other.call("POST", "/v2/link/bulk_export", "{\"provider\":\"oura\"}").expect(200);
    env.other.call("POST", "/v2/link/code/create?user_id=" + env.other.userId(), null).expect(200);
    env.other.call("GET", "/v2/team/webhook_portal/url", null).expect(200);
  }
}
