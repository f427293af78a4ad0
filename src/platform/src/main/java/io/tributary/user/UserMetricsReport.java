package io.tributary.user;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;

/**
 * Counts of a team: users that are not deleted, their sources, sources in error, and new and total
 * sources by week of the link.
 *
 * <p>Sources are connections in status connected or error, like the connected_sources of a user.
 */
final class UserMetricsReport {
  private static final String COUNTS =
      """
      select (select count(*) from app_user
               where team_id = $1 and environment = $2 and deleted_at is null) as users,
             count(*) filter (where status in ('connected', 'error')) as sources,
             count(*) filter (where status = 'error') as errored
        from connection where team_id = $1 and environment = $2
      """;
  // The newest 53 weeks with links. The running total includes the older ones.
  private static final String WEEKS =
      """
      select * from (
        select week, began, (sum(began) over (order by week))::bigint as so_far
          from (select date_trunc('week', created_at, 'UTC') as week, count(*) as began
                  from connection
                 where team_id = $1 and environment = $2 and status in ('connected', 'error')
                 group by 1) w
         order by week desc limit 53) newest
       order by week
      """;

  private final Db db;

  UserMetricsReport(Db db) {
    this.db = db;
  }

  Future<ObjectNode> of(Tenant t) {
    Future<RowSet<Row>> counts = db.read(COUNTS, t.team(), t.environment().wire());
    Future<RowSet<Row>> weeks = db.read(WEEKS, t.team(), t.environment().wire());
    return Future.all(counts, weeks)
        .map(
            both -> {
              Row n = counts.result().iterator().next();
              ObjectNode out =
                  Json.object()
                      .put("team_id", t.team().toString())
                      .put("number_of_connected_sources", n.getLong("sources"))
                      .put("number_of_users", n.getLong("users"))
                      .put("number_of_errored_connected_sources", n.getLong("errored"));
              ArrayNode points = out.putArray("number_of_connected_sources_by_week");
              weeks.result().forEach(w -> points.add(point(w)));
              return out.put("number_of_ordered_tests", 0);
            });
  }

  private static ObjectNode point(Row w) {
    return Json.object()
        .put("date", Times.format(RowMapping.instant(w, "week")))
        .put("value", w.getLong("began"))
        .put("all", w.getLong("so_far"));
  }
}
