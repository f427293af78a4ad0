package io.tributary.db;

import io.tributary.model.Resource;
import io.tributary.sampleblock.BlockInterval;
import io.tributary.sampleblock.EpochMicros;
import io.tributary.sampleblock.SampleBlock;
import io.tributary.sampleblock.SampleBlockCodec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.flywaydb.core.api.migration.BaseJavaMigration;
import org.flywaydb.core.api.migration.Context;

/** Migration that packs the samples, which were rows before V002, into blocks per series. */
// Flyway derives version and description from the class name.
final class V002_1__PackSamples extends BaseJavaMigration {
  private static final String OLD =
      """
      select s.series_id, t.resource, s.at, s.reading, s.end_at, s.value, s.value2, s.offset_s,
             s.context_id, s.note, s.device_id
        from sample_row s join series t on t.id = s.series_id
       order by s.series_id, s.at, s.reading
      """;
  private static final int FETCH = 5000;

  @Override
  public void migrate(Context context) throws SQLException {
    Connection connection = context.getConnection();
    try (Statement read = connection.createStatement();
        PreparedStatement write =
            connection.prepareStatement(
                "insert into sample_block (series_id, slot, n, data) values (?, ?, ?, ?)")) {
      read.setFetchSize(FETCH);
      List<SampleBlock.Row> block = new ArrayList<>();
      int series = 0;
      int slot = 0;
      try (ResultSet r = read.executeQuery(OLD)) {
        while (r.next()) {
          long at = micros(r, 3);
          int ofRow = BlockInterval.slot(Resource.of(r.getString(2)).orElseThrow(), at);
          if (series != r.getInt(1) || slot != ofRow) {
            write(write, series, slot, block);
            block.clear();
            series = r.getInt(1);
            slot = ofRow;
          }
          block.add(row(r, at));
        }
      }
      write(write, series, slot, block);
    }
    try (Statement drop = connection.createStatement()) {
      drop.execute("drop table sample_row");
    }
  }

  private static void write(
      PreparedStatement write, int series, int slot, List<SampleBlock.Row> rows)
      throws SQLException {
    if (!rows.isEmpty()) {
      // The text collation of the database differs from Java's order.
      rows.sort(
          Comparator.comparingLong(SampleBlock.Row::at).thenComparing(SampleBlock.Row::reading));
      SampleBlock block = new SampleBlock(rows.size());
      rows.forEach(block::add);
      write.setInt(1, series);
      write.setInt(2, slot);
      write.setInt(3, block.size());
      write.setBytes(4, SampleBlockCodec.encode(block));
      write.executeUpdate();
    }
  }

  private static SampleBlock.Row row(ResultSet r, long at) throws SQLException {
    Double value2 = (Double) r.getObject(7);
    Integer offset = (Integer) r.getObject(8);
    Integer context = (Integer) r.getObject(9);
    return new SampleBlock.Row(
        at,
        r.getString(4),
        r.getObject(5) == null ? SampleBlock.NO_END : micros(r, 5),
        r.getDouble(6),
        value2 == null ? Double.NaN : value2,
        offset == null ? SampleBlock.NO_OFFSET : offset,
        context == null ? 0 : context,
        r.getString(10),
        (UUID) r.getObject(11),
        0,
        0);
  }

  private static long micros(ResultSet r, int column) throws SQLException {
    return EpochMicros.of(r.getObject(column, OffsetDateTime.class).toInstant());
  }
}
