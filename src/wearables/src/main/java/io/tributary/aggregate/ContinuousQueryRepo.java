package io.tributary.aggregate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ContinuousQueryConfig;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.SqlErrors;
import io.tributary.model.Resource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Stores the definitions of continuous queries. */
final class ContinuousQueryRepo {
  private static final String COLUMNS =
      """
      id, team_id, slug, title, query::text as query, query_config::text as query_config, resources,
      minimum_gap_s, data_events, status, created_at
      """;
  private static final String OWNED = "select 1 from team where id = $1 and org_id = $2";
  private static final String LOCK_TEAM =
      "select 1 from team_environment where team_id = $1 and environment = $2 for no key update";
  private static final String COUNT =
      "select count(*) from continuous_query where team_id = $1 and environment = $2 and status ="
          + " 'active'";
  private static final String INSERT =
      """
      insert into continuous_query (id, team_id, environment, slug, title, query, query_config,
                                    resources, minimum_gap_s, data_events, status)
      values ($1, $2, $3, $4, $5, $6::text::json, $7::text::json, $8, $9, $10, 'active')
      """;
  // The first runs are due after every node's cached "team has no queries" has expired, see
  // ContinuousQueryScheduler.
  private static final String FIRST_TASKS =
      """
      insert into continuous_query_task (id, query_id, user_id, status, due_at)
      select gen_random_uuid(), $1, id, 'scheduled', now() + $4::bigint * interval '1 millisecond'
        from app_user where team_id = $2 and environment = $3 and deleted_at is null
       order by id
      """;
  private static final String PAGE =
      "select "
          + COLUMNS
          + """
           from continuous_query where team_id = $1 and environment = $2
            and ($3::timestamptz is null or (created_at, id) < ($3, $4::uuid))
          order by created_at desc, id desc limit $5
          """;
  private static final String ONE =
      "select "
          + COLUMNS
          + " from continuous_query where id = $1 and team_id = $2 and environment = $3";
  private static final String PATCH =
      """
      update continuous_query
         set title = coalesce($4, title),
             minimum_gap_s = case when $5 then $6 else minimum_gap_s end, updated_at = now()
       where id = $1 and team_id = $2 and environment = $3
      """;
  private static final String ARCHIVE =
      """
      update continuous_query set status = 'archived', updated_at = now()
       where id = $1 and team_id = $2 and environment = $3 and status = 'active'
      """;
  private static final String SKIP_SCHEDULED =
      "update continuous_query_task set status = 'skipped', ended_at = now() where query_id = $1"
          + " and status = 'scheduled'";

  private final Db db;
  private final ContinuousQueryConfig limits;

  ContinuousQueryRepo(Db db, ContinuousQueryConfig limits) {
    this.db = db;
    this.limits = limits;
  }

  /** Fails with 404 unless the team belongs to the organization. */
  Future<Void> requireOwned(UUID org, UUID team) {
    return db.read(OWNED, team, org)
        .compose(
            rows ->
                rows.size() > 0
                    ? Future.succeededFuture()
                    : Future.failedFuture(ServiceException.notFound("team")));
  }

  Future<ObjectNode> create(Tenant t, ContinuousParser.Definition d) {
    UUID id = Ids.uuid();
    String environment = t.environment().wire();
    return db.txAsync(
            tx -> {
              tx.query(LOCK_TEAM, t.team(), environment);
              long active = tx.first(COUNT, t.team(), environment).orElseThrow().getLong(0);
              if (active >= limits.maxQueries()) {
                throw ServiceException.badRequest(
                    "a team may have at most "
                        + limits.maxQueries()
                        + " active continuous queries");
              }
              tx.update(
                  INSERT,
                  id,
                  t.team(),
                  environment,
                  d.slug(),
                  d.title(),
                  Json.text(d.queryJson()),
                  Json.text(d.config()),
                  resources(d.query()),
                  d.gap().orElse(null),
                  d.events());
              tx.update(FIRST_TASKS, id, t.team(), environment, limits.cacheTtl().toMillis() * 2);
              return id;
            })
        .recover(
            e ->
                Future.failedFuture(
                    SqlErrors.violatesUnique(e, "continuous_query_slug")
                        ? ServiceException.conflict(
                            "an active continuous query with this slug already exists")
                        : e))
        .compose(made -> get(t, made));
  }

  Future<ObjectNode> get(Tenant t, UUID id) {
    return db.read(ONE, id, t.team(), t.environment().wire())
        .map(rows -> RowMapping.first(rows, r -> r))
        .map(r -> json(r.orElseThrow(() -> ServiceException.notFound("continuous query"))));
  }

  /** Definition with the position that a cursor needs. */
  record ListedQuery(Instant at, UUID id, ObjectNode json) {}

  Future<List<ListedQuery>> page(Tenant t, Instant before, UUID id, int limit) {
    return db.read(PAGE, t.team(), t.environment().wire(), before, id, limit)
        .map(
            rows ->
                RowMapping.list(
                    rows,
                    r ->
                        new ListedQuery(
                            RowMapping.instant(r, "created_at"), r.getUUID("id"), json(r))));
  }

  Future<ObjectNode> patch(Tenant t, UUID id, ContinuousParser.QueryPatch c) {
    return db.txAsync(
            tx ->
                tx.update(
                    PATCH,
                    id,
                    t.team(),
                    t.environment().wire(),
                    c.title().orElse(null),
                    c.setsGap(),
                    c.gap().orElse(null)))
        .compose(n -> get(t, id));
  }

  /** Archives a query, which keeps its results. Idempotent. */
  Future<Void> archive(Tenant t, UUID id) {
    return get(t, id)
        .compose(
            there ->
                db.txAsync(
                    tx -> {
                      if (tx.update(ARCHIVE, id, t.team(), t.environment().wire()) > 0) {
                        tx.update(SKIP_SCHEDULED, id);
                      }
                      return null;
                    }));
  }

  static String[] resources(Query q) {
    return q.table().dependencies().stream().map(Resource::wire).sorted().toArray(String[]::new);
  }

  /** Returns the names and types of the result columns. */
  static ObjectNode schema(Query q) {
    ObjectNode out = Json.object();
    ArrayNode fields = out.putArray("fields");
    q.select().forEach(s -> fields.addObject().put("name", s.name()).put("type", s.type().wire()));
    return out;
  }

  private static ObjectNode json(Row r) {
    ObjectNode out =
        Json.object()
            .put("id", r.getUUID("id").toString())
            .put("team_id", r.getUUID("team_id").toString())
            .put("status", r.getString("status"))
            .put("slug", r.getString("slug"))
            .put("title", r.getString("title"));
    out.set("query", Json.parse(r.getString("query")));
    out.set("query_config", Json.parse(r.getString("query_config")));
    out.putObject("scheduling_preferences")
        .put("minimum_gap_duration_second", r.getInteger("minimum_gap_s"));
    out.putObject("export_preferences")
        .put("fhir_observations", false)
        .putObject("data_events")
        .put("enabled", r.getBoolean("data_events"));
    out.putArray("fhir_observation_mappers");
    out.set("result_table_schema", Json.object());
    ArrayNode resources = out.putArray("resource_dependencies");
    Optional.ofNullable(RowMapping.texts(r, "resources")).orElse(List.of()).forEach(resources::add);
    return out;
  }
}
