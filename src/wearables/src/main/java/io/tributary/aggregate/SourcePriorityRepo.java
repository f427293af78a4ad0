package io.tributary.aggregate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.Optional;

/**
 * Lists and sets the source priorities of teams. Rankings read them through {@link
 * io.tributary.read.SourcePriorities}.
 */
final class SourcePriorityRepo {
  static final List<String> DATA_TYPES =
      List.of("workouts", "activity", "sleep", "body", "timeseries");

  private static final String LIST =
      """
      select data_type, provider, priority from source_priority
       where team_id = $1 and environment = $2 and ($3::text is null or data_type = $3)
       order by data_type, priority desc, provider
      """;
  private static final String UPSERT =
      """
      insert into source_priority (team_id, environment, data_type, provider, priority)
      select $1, $2, d, p, n from unnest($3::text[], $4::text[], $5::int[]) as u(d, p, n)
       order by d, p
      on conflict (team_id, environment, data_type, provider)
        do update set priority = excluded.priority
      """;

  private final Db db;

  SourcePriorityRepo(Db db) {
    this.db = db;
  }

  /** Priority of a provider for a data type; larger values win. */
  record Priority(String dataType, String provider, int priority) {}

  Future<ArrayNode> list(Tenant t, Optional<String> dataType) {
    return db.read(LIST, t.team(), t.environment().wire(), dataType.orElse(null))
        .map(SourcePriorityRepo::json);
  }

  /**
   * Sets the given priorities, leaves the others unchanged, and returns all. The pairs must be
   * distinct.
   */
  ArrayNode set(Tenant t, List<Priority> given) {
    return db.tx(
        tx -> {
          tx.update(
              UPSERT,
              t.team(),
              t.environment().wire(),
              given.stream().map(Priority::dataType).toArray(String[]::new),
              given.stream().map(Priority::provider).toArray(String[]::new),
              given.stream().map(Priority::priority).toArray(Integer[]::new));
          return json(all(tx, t));
        });
  }

  private static RowSet<Row> all(Tx tx, Tenant t) {
    return tx.query(LIST, t.team(), t.environment().wire(), null);
  }

  private static ArrayNode json(RowSet<Row> rows) {
    ArrayNode out = Json.array();
    for (Row r : rows) {
      out.addObject()
          .put("data_type", r.getString("data_type"))
          .put("provider", r.getString("provider"))
          .put("priority", r.getInteger("priority"));
    }
    return out;
  }
}
