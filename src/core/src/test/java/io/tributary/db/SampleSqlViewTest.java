package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.sampleblock.EpochMicros;
import io.tributary.sampleblock.RandomBlockRows;
import io.tributary.sampleblock.SampleBlock;
import io.tributary.sampleblock.SampleBlockCodec;
import io.tributary.testkit.TestPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that the operator's SQL view shows the content of sample blocks and that old rows are
 * migrated to blocks.
 */
final class SampleSqlViewTest {
  private static final int CASES = 1_000;
  private static final String USER =
      """
      insert into organisation (id, name) values (gen_random_uuid(), 'o');
      insert into team (id, org_id, name) select gen_random_uuid(), id, 't' from organisation;
      insert into team_environment (team_id, environment) select id, 'sandbox' from team;
      insert into app_user (id, team_id, environment)
        select gen_random_uuid(), team_id, environment from team_environment;
      """;

  private static String url;

  @BeforeAll
  static void migrate() {
    url = TestPostgres.newDatabase();
    Migrations.run(url);
  }

  @Test
  void theDatabaseUnpacksWhatTheCodePacks() throws SQLException {
    Random random = new Random(23);
    try (Connection c = TestPostgres.connect(url);
        PreparedStatement s = c.prepareStatement("select * from sample_block_rows(?)")) {
      for (int i = 0; i < CASES; i++) {
        List<SampleBlock.Row> rows = RandomBlockRows.random(random, random.nextInt(30));
        s.setBytes(1, SampleBlockCodec.encode(RandomBlockRows.block(rows)));
        assertEquals(rows, read(s), "case " + i);
      }
    }
    System.out.println("SampleViewTest: " + CASES + " cases");
  }

  private static List<SampleBlock.Row> read(PreparedStatement s) throws SQLException {
    List<SampleBlock.Row> out = new ArrayList<>();
    try (ResultSet r = s.executeQuery()) {
      while (r.next()) {
        Double value2 = (Double) r.getObject("value2");
        Integer offset = (Integer) r.getObject("offset_s");
        OffsetDateTime stored = r.getObject("stored_at", OffsetDateTime.class);
        out.add(
            new SampleBlock.Row(
                micros(r, "at"),
                r.getString("reading"),
                r.getObject("end_at") == null ? SampleBlock.NO_END : micros(r, "end_at"),
                r.getDouble("value"),
                value2 == null ? Double.NaN : value2,
                offset == null ? SampleBlock.NO_OFFSET : offset,
                r.getInt("context_id"),
                r.getString("note"),
                (UUID) r.getObject("device_id"),
                r.getInt("origin_id"),
                stored == null ? 0 : (int) stored.toEpochSecond()));
      }
    }
    return out;
  }

  private static long micros(ResultSet r, String column) throws SQLException {
    return EpochMicros.of(r.getObject(column, OffsetDateTime.class).toInstant());
  }

  @Test
  void rowsOfTheFirstVersionAreAllThereAfterwards() throws SQLException {
    String old = TestPostgres.newDatabase();
    Migrations.run(old, "001");
    try (Connection c = TestPostgres.connect(old);
        Statement s = c.createStatement()) {
      s.execute(USER);
      s.execute(
          """
          insert into series (user_id, resource, provider, source_type)
            select id, r, 'oura', 'ring' from app_user, unnest(array['heartrate', 'cholesterol']) r;
          insert into sample_context (user_id, extras) select id, '{"type":"hdl"}' from app_user;
          insert into sample (series_id, at, value, offset_s)
            select 1, timestamptz '2026-03-29T00:00:00Z' + i * interval '7 seconds', 60 + i % 9, 3600
              from generate_series(1, 2000) i;
          insert into sample (series_id, at, reading, end_at, value, value2, context_id, note)
            values (2, '2026-03-01T00:00:00.000001Z', 'hdl', '2026-03-01T01:00:00Z', 1.25, 7, 1, 'n'),
                   (2, '2026-03-01T00:00:00.000001Z', '', null, -3, null, null, null);
          create table before as select * from sample;
          """);
      Migrations.run(old);
      try (ResultSet r =
          s.executeQuery(
              """
              with now_there as (
                select series_id, at, reading, end_at, value, value2, offset_s, context_id, note,
                       device_id from sample)
              select (select count(*) from sample),
                     (select count(*) from (select * from before except select * from now_there) x),
                     (select sum(n) from sample_block)
              """)) {
        r.next();
        assertEquals(2002, r.getLong(1));
        assertEquals(0, r.getLong(2));
        assertEquals(2002, r.getLong(3));
      }
    }
  }
}
