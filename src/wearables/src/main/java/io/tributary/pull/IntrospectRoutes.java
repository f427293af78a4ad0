package io.tributary.pull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.KeysetCursor;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Routes that report what was fetched for each user. Pages contain users, oldest first. */
final class IntrospectRoutes implements Routes.Source {
  private static final int DEFAULT_USERS = 50;
  private static final int MAX_USERS = 500;

  /**
   * $1 team, $2 environment, $3 user or null, $4 provider or null, $5 and $6 position or null, $7
   * page size plus one.
   */
  private static final String PAGE =
      """
      with page as (
        select u.id, u.created_at from app_user u
         where u.team_id = $1 and u.environment = $2 and u.deleted_at is null
           and ($3::uuid is null or u.id = $3)
           and ($5::timestamptz is null or (u.created_at, u.id) > ($5, $6::uuid))
           and exists (%s)
         order by u.created_at, u.id limit $7
      )
      """;

  private static final String RESOURCES =
      PAGE.formatted(
              "select 1 from resource_status a where a.user_id = u.id"
                  + " and ($4::text is null or a.provider = $4)")
          + """
          select p.id, p.created_at, a.provider, a.resource, a.last_attempt_at, a.last_attempt_status,
                 a.oldest_data, a.newest_data, a.sent_count
            from page p join resource_status a on a.user_id = p.id
           where $4::text is null or a.provider = $4
           order by p.created_at, p.id, a.provider, a.resource
          """;

  private static final String PULLS =
      PAGE.formatted(
              "select 1 from historical_pull h where h.user_id = u.id"
                  + " and ($4::text is null or h.provider = $4)")
          + """
          select p.id, p.created_at, h.provider, h.resource, h.status, h.range_start, h.range_end,
                 h.scheduled_at, h.started_at, h.ended_at, h.release, h.trace_id, h.error_details,
                 (select coalesce(sum(upper(d) - lower(d)), 0)::int from unnest(h.days) as t(d)) as days,
                 coalesce(c.demo, false) as demo
            from page p join historical_pull h on h.user_id = p.id
            left join connection c on c.user_id = h.user_id and c.provider = h.provider
           where $4::text is null or h.provider = $4
           order by p.created_at, p.id, h.provider, h.resource
          """;

  private final Db db;
  private final Adapters adapters;

  IntrospectRoutes(Db db, Adapters adapters) {
    this.db = db;
    this.adapters = adapters;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v2/introspect/resources", RouteAccess.TEAM, c -> page(c, "resources", RESOURCES));
    routes.get("/v2/introspect/historical_pull", RouteAccess.TEAM, c -> page(c, "pulls", PULLS));
  }

  private Future<Response> page(RequestContext call, String kind, String sql) {
    QueryParameters q = call.query();
    UUID user = q.uuid("user_id").orElse(null);
    String provider = q.text("provider").orElse(null);
    int limit = q.integer("user_limit", DEFAULT_USERS, 1, MAX_USERS);
    String cursor = q.text("next_cursor").or(() -> q.text("cursor")).orElse(null);
    call.requireValid();
    List<?> filters = List.of(kind, call.tenant(), String.valueOf(user), String.valueOf(provider));
    KeysetCursor after = KeysetCursor.decode(cursor, filters);
    return db.read(
            sql,
            call.tenant().team(),
            call.tenant().environment().wire(),
            user,
            provider,
            after.at(),
            after.id(),
            limit + 1)
        .map(rows -> Response.ok(body(rows, limit, filters, kind.equals("pulls"))));
  }

  private ObjectNode body(RowSet<Row> rows, int limit, List<?> filters, boolean pulls) {
    Map<UUID, ObjectNode> users = new LinkedHashMap<>();
    String next = null;
    KeysetCursor last = null;
    for (Row r : rows) {
      UUID id = r.getUUID("id");
      if (!users.containsKey(id) && users.size() == limit) {
        next = KeysetCursor.encode(filters, last.at(), last.id());
        break;
      }
      last = new KeysetCursor(RowMapping.instant(r, "created_at"), id);
      ObjectNode providers =
          (ObjectNode)
              users
                  .computeIfAbsent(
                      id,
                      k -> {
                        ObjectNode u = Json.object().put("user_id", k.toString());
                        u.putObject("provider");
                        return u;
                      })
                  .get("provider");
      if (pulls) {
        addPull(providers, r);
      } else {
        providers
            .withObjectProperty(r.getString("provider"))
            .set(r.getString("resource"), attempt(r));
      }
    }
    ObjectNode out = Json.object();
    out.putArray("data").addAll(users.values());
    return out.put("next", next).put("next_cursor", next);
  }

  /** Adds one resource of a provider. The other supported resources are listed as not pulled. */
  private void addPull(ObjectNode providers, Row r) {
    String provider = r.getString("provider");
    ObjectNode entry = (ObjectNode) providers.get(provider);
    if (entry == null) {
      entry = providers.putObject(provider);
      entry.putObject("pulled");
      var rest = entry.putArray("not_pulled");
      adapters
          .of(provider, r.getBoolean("demo"))
          .map(Adapter::descriptor)
          .ifPresent(d -> d.resources().stream().map(Resource::wire).sorted().forEach(rest::add));
    }
    String resource = r.getString("resource");
    entry.withObjectProperty("pulled").set(resource, statistics(r));
    var rest = entry.withArrayProperty("not_pulled");
    for (int i = rest.size() - 1; i >= 0; i--) {
      if (rest.get(i).textValue().equals(resource)) {
        rest.remove(i);
      }
    }
  }

  private static ObjectNode statistics(Row r) {
    ObjectNode out = Json.object().put("status", r.getString("status"));
    out.set("range_start", time(r, "range_start"));
    out.set("range_end", time(r, "range_end"));
    ObjectNode timeline = out.putObject("timeline");
    timeline.set("scheduled_at", time(r, "scheduled_at"));
    timeline.set("started_at", time(r, "started_at"));
    timeline.set("ended_at", time(r, "ended_at"));
    return out.put("days_with_data", r.getInteger("days"))
        .put("release", r.getString("release"))
        .put("trace_id", r.getString("trace_id"))
        .put("error_details", r.getString("error_details"));
  }

  private static ObjectNode attempt(Row r) {
    ObjectNode out = Json.object();
    if (r.getValue("last_attempt_at") == null) {
      out.putNull("last_attempt");
    } else {
      ObjectNode last = out.putObject("last_attempt");
      last.set("timestamp", time(r, "last_attempt_at"));
      last.put("status", r.getString("last_attempt_status"));
    }
    out.set("oldest_data", time(r, "oldest_data"));
    out.set("newest_data", time(r, "newest_data"));
    return out.put("sent_count", r.getLong("sent_count"));
  }

  private static JsonNode time(Row r, String column) {
    return Json.tree(RowMapping.instant(r, column));
  }
}
