package io.tributary.read;

import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.model.Resource;
import io.tributary.model.SourceType;
import io.tributary.sampleblock.SampleBlockCodec;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * SQL of sample reads. A step reads one index range per series and never scans the whole time
 * range.
 */
final class SampleQueries {
  private static final String SERIES =
      """
      select t.id, t.provider, t.source_type
        from app_user u
        left join series t on t.user_id = u.id and t.resource = $4 and ($5 = '' or t.provider = $5)
       where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
       order by t.provider, t.source_type
      """;

  /** Series of a user that the caller has already checked. */
  static final String SERIES_OF_USER =
      """
      select id, provider, source_type from series
       where user_id = $1 and resource = $2 and ($3 = '' or provider = $3)
       order by provider, source_type
      """;

  /** Limit of samples per query; complete slots are returned, at least one. */
  private static final int MAX_SAMPLES = 100_000;

  static final String BLOCKS =
      """
      select series_id, start_minute, data, found
        from (select series_id, start_minute, data, count(*) over () as found,
                     sum(sample_count) over (order by start_minute) - sum(sample_count) over (partition by start_minute) as before
                from (select b.series_id, b.start_minute, b.sample_count, b.data
                        from unnest($1::int[]) as t(id)
                       cross join lateral (
                         select series_id, start_minute, sample_count, data from sample_block
                          where series_id = t.id and start_minute between $2 and $3
                          order by start_minute limit $4) b
                       order by b.start_minute, b.series_id limit $4) c) d
       where before < %d
       order by start_minute, series_id
      """
          .formatted(MAX_SAMPLES);

  private final Db db;

  SampleQueries(Db db) {
    this.db = db;
  }

  /**
   * Returns the series of a resource by provider and source type; fails with 404 if the user does
   * not belong to the tenant.
   */
  Future<List<SeriesRef>> series(Tenant tenant, UUID user, Resource resource, String provider) {
    return db.read(
            SERIES, user, tenant.team(), tenant.environment().wire(), resource.wire(), provider)
        .map(SampleQueries::requireUser);
  }

  /** Blocking variant of {@link #series(Tenant, UUID, Resource, String)}. */
  List<SeriesRef> awaitSeries(Tenant tenant, UUID user, Resource resource, String provider) {
    return requireUser(
        db.query(
            SERIES, user, tenant.team(), tenant.environment().wire(), resource.wire(), provider));
  }

  private static List<SeriesRef> requireUser(RowSet<Row> rows) {
    if (rows.size() == 0) {
      throw ServiceException.notFound("user");
    }
    return series(rows);
  }

  static List<SeriesRef> series(RowSet<Row> rows) {
    List<SeriesRef> out = new ArrayList<>();
    for (Row row : rows) {
      if (row.getInteger("id") != null) {
        out.add(
            new SeriesRef(
                row.getInteger("id"),
                row.getString("provider"),
                SourceType.of(row.getString("source_type"))));
      }
    }
    return out;
  }

  /** Returns the first blocks of a range of slots, by slot and series. */
  Future<BlockResult> blocks(Integer[] series, int from, int to, int limit) {
    return db.replicaReads().read(BLOCKS, series, from, to, limit).map(SampleQueries::blocks);
  }

  /**
   * Result of a block query.
   *
   * @param found number of blocks below the limit, of which the first are in the list
   */
  record BlockResult(List<StoredBlock> list, long found) {}

  static BlockResult blocks(RowSet<Row> rows) {
    List<StoredBlock> out = new ArrayList<>(rows.size());
    long found = 0;
    for (Row row : rows) {
      found = row.getLong(3);
      out.add(
          new StoredBlock(
              row.getInteger(0),
              row.getInteger(1),
              SampleBlockCodec.decode(row.getBuffer(2).getBytes())));
    }
    return new BlockResult(out, found);
  }

  static Integer[] ids(List<SeriesRef> series) {
    return series.stream().map(SeriesRef::id).toArray(Integer[]::new);
  }
}
