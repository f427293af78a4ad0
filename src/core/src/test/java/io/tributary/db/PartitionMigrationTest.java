package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.testkit.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that partitioning keeps existing messages in the files that already hold them. */
class PartitionMigrationTest {
  private static final String BEFORE = "044";
  private static final String LAST_BEFORE_THE_LOCK = "045.1.1";

  private static final String ROWS =
      """
      insert into organisation (id, name) values (gen_random_uuid(), 'o');
      insert into team (id, org_id, name) select gen_random_uuid(), id, 't' from organisation;
      insert into team_environment (team_id, environment) select id, 'sandbox' from team;
      insert into webhook_endpoint (id, team_id, environment, shard, url)
        select 'ep', team_id, environment, 0, 'https://a.example' from team_environment;
      insert into message (id, team_id, environment, event_type, body)
        select 'msg_0BU3tfDYhQ' || i, team_id, 'sandbox', 'x', 'y' from team_environment, generate_series(1, 9) i;
      insert into delivery (message_id, endpoint_id, shard, state, attempt_id)
        select id, 'ep', 0, case when id < 'msg_0BU3tfDYhQ5' then 'delivered' else 'failed' end,
               case when id < 'msg_0BU3tfDYhQ5' then gen_random_uuid() end from message;
      insert into delivery_attempt (id, message_id, endpoint_id, number, started_at, duration_ms, response_status_code)
        select gen_random_uuid(), id, 'ep', 1, now(), 1, 500 from message;
      """;

  private static List<String> list(Connection c, String sql) throws SQLException {
    List<String> out = new ArrayList<>();
    try (Statement s = c.createStatement();
        ResultSet r = s.executeQuery(sql)) {
      while (r.next()) {
        out.add(r.getString(1));
      }
    }
    return out;
  }

  @Test
  void rowsAndIndexesOfBeforeStayWhereTheyAre() throws SQLException {
    String url = TestPostgres.newDatabase();
    Migrations.run(url, BEFORE);
    try (Connection c = TestPostgres.connect(url)) {
      try (Statement s = c.createStatement()) {
        s.execute(ROWS);
      }
      // The slow work happens before the step that locks the tables.
      Migrations.run(url, LAST_BEFORE_THE_LOCK);
      List<String> before =
          list(
              c,
              "select c.relfilenode::text from pg_class c where c.oid in"
                  + " ('message'::regclass, 'delivery'::regclass, 'delivery_attempt'::regclass)"
                  + " or c.oid in (select indexrelid from pg_index where indrelid in"
                  + " ('message'::regclass, 'delivery'::regclass) or indexrelid in"
                  + " ('delivery_attempt_endpoint'::regclass, 'delivery_attempt_key'::regclass))"
                  + " order by 1");
      Migrations.run(url);
      assertEquals(
          before,
          list(
              c,
              "select c.relfilenode::text from pg_class c where c.oid in ('message_p0'::regclass,"
                  + " 'delivery_p0'::regclass, 'delivery_attempt_p0'::regclass) or c.oid in (select"
                  + " indexrelid from pg_index where indrelid in ('message_p0'::regclass,"
                  + " 'delivery_p0'::regclass) or indexrelid in"
                  + " ('delivery_attempt_p0_endpoint'::regclass,"
                  + " 'delivery_attempt_p0_pkey'::regclass)) order by 1"));
      assertEquals(List.of("9"), list(c, "select count(*) from message where body is not null"));
      assertEquals(List.of("9"), list(c, "select count(*) from delivery"));
      assertEquals(List.of("13"), list(c, "select count(*) from attempt"));
      assertEquals(
          List.of(),
          list(c, "select indexrelid::regclass::text from pg_index where not indisvalid"));
      try (Statement s = c.createStatement()) {
        s.execute("delete from message where id = 'msg_0BU3tfDYhQ1'");
      }
      assertEquals(List.of("8"), list(c, "select count(*) from delivery_attempt"));
    }
  }

  @Test
  void aDatabaseThatTookTheLastStepInItsFirstWordingIsNotRefused() throws SQLException {
    String url = TestPostgres.newDatabase();
    Migrations.run(url);
    try (Connection c = TestPostgres.connect(url);
        Statement s = c.createStatement()) {
      s.execute("delete from flyway_schema_history where version in ('045.1.1', '047')");
      s.execute("drop function refuse_deletion_by_place cascade");
      assertEquals(
          1,
          s.executeUpdate(
              "update flyway_schema_history set checksum = 1694154880 where version = '045.2'"));
      assertEquals(2, Migrations.run(url));
      assertEquals(
          List.of(), list(c, "select 1 from pg_class where relname = 'delivery_attempt_key'"));
    }
  }
}
