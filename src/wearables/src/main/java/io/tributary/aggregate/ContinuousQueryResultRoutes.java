package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.AggregateConfig;
import io.tributary.core.Json;
import io.tributary.core.KeysetCursor;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.team.FeatureFlagCache;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Routes for a user's continuous query results and their task history. */
final class ContinuousQueryResultRoutes implements Routes.Source {
  private static final String BASE =
      "/aggregate/v1/user/{user_id}/continuous_query/{query_id_or_slug}";

  // A slug selects the active query, or the archived query that used the slug last.
  private static final String FIND =
      """
      select q.id, q.query::text as query
        from continuous_query q
        join app_user u on u.team_id = q.team_id and u.environment = q.environment
       where q.team_id = $1 and q.environment = $2 and (q.id::text = $3 or q.slug = $3)
         and u.id = $4 and u.deleted_at is null
       order by q.id::text = $3 desc, q.status, q.created_at desc limit 1
      """;
  private static final String ROWS =
      """
      select cells from continuous_query_row where query_id = $1 and user_id = $2
       order by bucket, keys collate "C" limit $3
      """;
  private static final String HISTORY =
      """
      select id, status, scheduled_at, started_at, ended_at, error_details from continuous_query_task
       where query_id = $1 and user_id = $2
         and ($3::timestamptz is null or (scheduled_at, id) < ($3, $4::uuid))
       order by scheduled_at desc, id desc limit $5
      """;

  private final Db db;
  private final FeatureFlagCache featureFlags;
  private final ContinuousParser parser;
  private final AggregateConfig limits;

  ContinuousQueryResultRoutes(
      Db db, FeatureFlagCache switches, ContinuousParser parser, AggregateConfig limits) {
    this.db = db;
    this.featureFlags = switches;
    this.parser = parser;
    this.limits = limits;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get(BASE + "/result_table", RouteAccess.TEAM, this::table)
        .get(BASE + "/task_history", RouteAccess.TEAM, this::history);
  }

  private Future<Row> find(RequestContext c, UUID user) {
    Tenant t = c.tenant();
    String name = c.pathParameter("query_id_or_slug");
    return AggregateRoutes.requireAggregation(featureFlags, t)
        .compose(v -> db.read(FIND, t.team(), t.environment().wire(), name, user))
        .map(
            rows ->
                RowMapping.first(rows, r -> r)
                    .orElseThrow(() -> ServiceException.notFound("continuous query")));
  }

  private Future<Response> table(RequestContext c) {
    UUID user = c.pathUuid("user_id");
    return AcceptHeader.requireJson(
        c,
        () ->
            find(c, user)
                .compose(
                    q ->
                        db.read(ROWS, q.getUUID("id"), user, limits.maxRows() + 1)
                            .map(
                                rows -> table(q, RowMapping.list(rows, r -> r.getString("cells")))))
                .map(Response::ok));
  }

  private ObjectNode table(Row q, List<String> rows) {
    if (rows.size() > limits.maxRows()) {
      throw ServiceException.badRequest("the result has more than " + limits.maxRows() + " rows");
    }
    List<String> names =
        parser
            .parseStored(q.getString("query"), new ArrayList<>())
            .map(x -> x.select().stream().map(Query.Select::name).toList())
            .orElseThrow(() -> ServiceException.badRequest("the query is no longer valid"));
    List<JsonNode> cells = rows.stream().map(Json::parse).toList();
    ObjectNode out = Json.object();
    out.set("table", ContinuousQueryJob.toColumns(names, cells));
    return out;
  }

  private Future<Response> history(RequestContext c) {
    UUID user = c.pathUuid("user_id");
    int limit = c.query().integer("limit", 50, 1, 250);
    String cursor = c.query().text("next_cursor").orElse(null);
    c.requireValid();
    return find(c, user)
        .compose(
            q -> {
              UUID query = q.getUUID("id");
              List<Object> filters = List.of("task_history", query, user);
              KeysetCursor after = KeysetCursor.decode(cursor, filters);
              return db.read(HISTORY, query, user, after.at(), after.id(), limit + 1)
                  .map(rows -> page(query, user, filters, limit, RowMapping.list(rows, r -> r)));
            })
        .map(Response::ok);
  }

  private static ObjectNode page(
      UUID query, UUID user, List<Object> filters, int limit, List<Row> found) {
    boolean more = found.size() > limit;
    List<Row> rows = more ? found.subList(0, limit) : found;
    ObjectNode out = Json.object();
    ArrayNode data = out.putArray("data");
    for (Row r : rows) {
      data.addObject()
          .put("query_id", query.toString())
          .put("user_id", user.toString())
          .put("status", r.getString("status"))
          .put("scheduled_at", formatTime(r, "scheduled_at"))
          .put("started_at", formatTime(r, "started_at"))
          .put("ended_at", formatTime(r, "ended_at"))
          .put("error_details", r.getString("error_details"));
    }
    Row last = more ? rows.getLast() : null;
    return out.put(
        "next_cursor",
        last == null
            ? null
            : KeysetCursor.encode(
                filters, RowMapping.instant(last, "scheduled_at"), last.getUUID("id")));
  }

  private static String formatTime(Row r, String column) {
    Instant t = RowMapping.instant(r, column);
    return t == null ? null : Times.format(t);
  }
}
