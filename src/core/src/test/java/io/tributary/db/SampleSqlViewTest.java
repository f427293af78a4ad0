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
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that the SQL functions decode the samples that the code encodes. */
final class SampleSqlViewTest {
  private static final int CASES = 1_000;
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
                r.getInt("data_origin_id"),
                stored == null ? 0 : (int) stored.toEpochSecond()));
      }
    }
    return out;
  }

  private static long micros(ResultSet r, String column) throws SQLException {
    return EpochMicros.of(r.getObject(column, OffsetDateTime.class).toInstant());
  }
}
