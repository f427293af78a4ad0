package io.tributary.provenance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ProvenanceConfig;
import io.tributary.core.Cursor;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.model.Resource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * Routes for data completeness: whether each connection, resource and day is fetched, empty, failed
 * or pending. A day is listed if it has records, was requested, or will be requested.
 */
final class CompletenessRoutes implements Routes.Source {
  private static final String CONNECTIONS =
      """
      select u.id, c.provider, c.status, c.created_at, c.polled_at, c.error_type
        from app_user u left join connection c on c.user_id = u.id and ($4 = '' or c.provider = $4)
       where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
       order by c.provider
      """;

  /**
   * Selects the days of a page. For a failed connection every unsettled day counts as failed,
   * because it will not be requested again.
   *
   * <p>Parameters: $1 user, $2 provider or '', $3 resource or '', $4 and $5 days. $6 to $8 are the
   * last row of the previous page or nulls, $9 the limit, $10 today, $11 the summary resources.
   */
  private static final String DAYS =
      """
      with line as (
        select provider, resource, coalesce(a.data_days, '{}') as data,
               coalesce(a.fetched_days, '{}') as asked, coalesce(a.final_days, '{}') as settled,
               coalesce(a.failed_days, '{}') as failed, a.failure_reason, h.error_details,
               coalesce(h.status = 'failure', false) as pull_failed,
               case when h.range_start < h.range_end
                    then datemultirange(daterange(h.range_start::date, h.range_end::date, '[]'))
                    else '{}' end as pulled
          from (select * from historical_pull where user_id = $1) h
          full join (select * from resource_status where user_id = $1) a
         using (provider, resource)
         where ($2 = '' or provider = $2) and ($3 = '' or resource = $3) and resource <> 'profile'
      ), due as (
        select l.*, coalesce(c.status = 'error', false) as broken, c.error_type,
               l.data + datemultirange(daterange(u.ingestion_start, u.ingestion_end, '[]'))
                 * datemultirange(daterange(null, $10, '[]'))
                 * (l.pulled + l.asked + l.failed
                    + case when c.status in ('connected', 'error') and c.created_at::date <= $10
                           then datemultirange(daterange(c.created_at::date, $10, '[]'))
                           else '{}' end) as listed
          from line l
          join app_user u on u.id = $1
          left join connection c on c.user_id = $1 and c.provider = l.provider
      )
      select d.provider, d.resource, day, d.settled @> day as final,
             case when d.data @> day then 'fetched'
                  when d.settled @> day then 'empty'
                  when d.broken or d.failed @> day or d.pull_failed and d.pulled @> day
                       and not d.asked @> day then 'failed'
                  else 'pending' end as state,
             case when d.failed @> day then d.failure_reason
                  when d.pull_failed and d.pulled @> day and not d.asked @> day then d.error_details
                  when d.broken then d.error_type end as why,
             case when d.data @> day and d.resource = any ($11)
                  then (select count(*) from summary s
                         where s.user_id = $1 and s.resource = d.resource and s.day = x.day
                           and s.provider = d.provider) end as records
        from due d
       cross join lateral (select $4::date + n as day
                             from generate_series(0, $5::date - $4::date) as g(n)) x
       where d.listed @> day
         and ($6::text is null
              or (d.provider, d.resource, day) > ($6, $7::text, $8::date))
       order by d.provider, d.resource, day limit $9
      """;

  private static final String[] SUMMARIES =
      Arrays.stream(Resource.values())
          .filter(Resource::isSummary)
          .map(Resource::wire)
          .toArray(String[]::new);

  private final Db db;
  private final ProvenanceConfig settings;

  CompletenessRoutes(Db db, ProvenanceConfig settings) {
    this.db = db;
    this.settings = settings;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v2/explain/completeness/{user_id}", RouteAccess.TEAM, this::days);
  }

  private Future<Response> days(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    QueryParameters q = call.query();
    String provider = q.text("provider").orElse("");
    String resource = q.text("resource").orElse("");
    if (!resource.isEmpty() && Resource.of(resource).isEmpty()) {
      q.addError("resource", "Input should be the name of a resource", "enum");
    }
    if (q.text("start_date").isEmpty()) {
      q.addError("start_date", "Field required", "missing");
    }
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    LocalDate last = q.date("end_date").orElse(today);
    LocalDate first = q.date("start_date").orElse(last);
    if (first.isAfter(last)) {
      q.addError("start_date", "start_date should not be after end_date", "value_error");
    } else if (ChronoUnit.DAYS.between(first, last) >= settings.maxDays()) {
      q.addError(
          "start_date", "a range can span at most " + settings.maxDays() + " days", "value_error");
    }
    call.requireValid();
    List<?> filters = List.of("completeness", call.tenant(), user, provider, resource, first, last);
    List<String> after = Cursor.decode(q.text("next_cursor").orElse(null), filters, 3).orElse(null);
    LocalDate afterDay =
        after == null ? null : Times.parseDate(after.get(2)).orElseThrow(Cursor::malformed);
    return db.read(
            CONNECTIONS, user, call.tenant().team(), call.tenant().environment().wire(), provider)
        .compose(
            connections -> {
              if (connections.size() == 0) {
                throw ServiceException.notFound("user");
              }
              return db.read(
                      DAYS,
                      user,
                      provider,
                      resource,
                      first,
                      last,
                      after == null ? null : after.get(0),
                      after == null ? null : after.get(1),
                      afterDay,
                      settings.pageSize() + 1,
                      today,
                      SUMMARIES)
                  .map(rows -> Response.ok(page(user, connections, rows, filters)));
            });
  }

  private ObjectNode page(UUID user, RowSet<Row> connections, RowSet<Row> rows, List<?> filters) {
    ObjectNode out = Json.object().put("user_id", user.toString());
    ArrayNode known = out.putArray("connections");
    for (Row r : connections) {
      if (r.getString("provider") != null) {
        ObjectNode c =
            known
                .addObject()
                .put("provider", r.getString("provider"))
                .put("status", r.getString("status"));
        c.set("created_on", Json.tree(RowMapping.instant(r, "created_at")));
        c.set("last_polled_at", Json.tree(RowMapping.instant(r, "polled_at")));
        c.put("error_type", r.getString("error_type"));
      }
    }
    ArrayNode data = out.putArray("data");
    String next = null;
    Row before = null;
    for (Row r : rows) {
      if (data.size() == settings.pageSize()) {
        next =
            Cursor.encode(
                filters,
                List.of(
                    before.getString("provider"),
                    before.getString("resource"),
                    before.getLocalDate("day").toString()));
        break;
      }
      before = r;
      data.addObject()
          .put("provider", r.getString("provider"))
          .put("resource", r.getString("resource"))
          .put("date", r.getLocalDate("day").toString())
          .put("status", r.getString("state"))
          .put("final", r.getBoolean("final"))
          .put("records", r.getLong("records"))
          .put("error_details", r.getString("why"));
    }
    return out.put("next_cursor", next);
  }
}
