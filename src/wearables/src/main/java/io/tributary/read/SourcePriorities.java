package io.tributary.read;

import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the source priorities of teams, which the aggregation package writes. They apply in
 * aggregation and in merged reads.
 */
public final class SourcePriorities {
  /** Data type of all timeseries. */
  private static final String TIMESERIES = "timeseries";

  private static final String OF_TENANT =
      """
      select data_type, provider, priority from source_priority
       where team_id = $1 and environment = $2
      """;

  private final Db db;

  public SourcePriorities(Db db) {
    this.db = db;
  }

  /** Returns the priorities by data type and provider. Blocking. */
  public Map<String, Map<String, Integer>> of(Tenant t) {
    return grouped(db.query(OF_TENANT, t.team(), t.environment().wire()));
  }

  /** Returns the ranking of sample sources. Non-blocking. */
  Future<SourceRank> timeseries(Tenant t) {
    return db.read(OF_TENANT, t.team(), t.environment().wire()).map(rows -> rank(grouped(rows)));
  }

  /** Returns the ranking of sample sources. Blocking. */
  SourceRank awaitTimeseries(Tenant t) {
    return rank(of(t));
  }

  private static SourceRank rank(Map<String, Map<String, Integer>> all) {
    return new SourceRank(List.of(), all.getOrDefault(TIMESERIES, Map.of()));
  }

  private static Map<String, Map<String, Integer>> grouped(RowSet<Row> rows) {
    Map<String, Map<String, Integer>> out = new HashMap<>();
    for (Row r : rows) {
      out.computeIfAbsent(r.getString("data_type"), d -> new HashMap<>())
          .put(r.getString("provider"), r.getInteger("priority"));
    }
    return out;
  }
}
