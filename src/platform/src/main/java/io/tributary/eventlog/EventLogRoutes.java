package io.tributary.eventlog;

import io.micrometer.core.instrument.Counter;
import io.tributary.config.EventLogConfig;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.JsonBytes;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.http.JsonFields;
import io.tributary.http.ManagementPath;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.metrics.Metrics;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Optional;

/** Routes of the event log: the organization enables it, the team reads it. */
final class EventLogRoutes implements Routes.Source {
  private static final String SETTINGS_PATH = ManagementPath.TEAM + "/event_log";
  private static final String EVENTS_PATH = "/v2/events";
  private static final int LIMIT = 100;
  private static final int MAX_LIMIT = 1000;

  private static final String TEAM =
      """
      select l.since from team t
        join team_environment e on e.team_id = t.id and e.environment = $3
        left join event_log l on l.team_id = t.id and l.environment = $3
       where t.id = $1 and t.org_id = $2
      """;
  private static final String ON =
      """
      insert into event_log (team_id, environment) values ($1, $2)
      on conflict (team_id, environment) do nothing
      """;
  private static final String OFF = "delete from event_log where team_id = $1 and environment = $2";

  private static final byte[] BEGIN = JsonBytes.ascii("{\"events\":[");
  private static final byte[] ID = JsonBytes.ascii("{\"id\":");
  private static final byte[] TYPE = JsonBytes.ascii(",\"event_type\":");
  private static final byte[] CREATED = JsonBytes.ascii(",\"created_at\":");
  private static final byte[] USER = JsonBytes.ascii(",\"user_id\":");
  private static final byte[] PAYLOAD = JsonBytes.ascii(",\"payload\":");
  private static final byte[] NULL = JsonBytes.ascii("null");
  private static final byte[] NEXT = JsonBytes.ascii("],\"next_cursor\":");
  private static final byte[] MORE = JsonBytes.ascii(",\"has_more\":true}");
  private static final byte[] LAST = JsonBytes.ascii(",\"has_more\":false}");

  private final Db db;
  private final EventReader reader;
  private final EventStreamRegistry streams;
  private final EventLogConfig settings;
  private final Counter delivered;

  EventLogRoutes(
      Db db,
      EventReader reader,
      EventStreamRegistry streams,
      EventLogConfig settings,
      Metrics meters) {
    this.db = db;
    this.reader = reader;
    this.streams = streams;
    this.settings = settings;
    this.delivered = meters.counter("tributary_event_log_events_total", "by", "page");
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get(SETTINGS_PATH, RouteAccess.MANAGEMENT, this::readSettings)
        .put(SETTINGS_PATH, RouteAccess.MANAGEMENT, this::writeSettings)
        .get(EVENTS_PATH, RouteAccess.TEAM, this::readPage)
        .get(EVENTS_PATH + "/stream", RouteAccess.TEAM, this::openStream);
  }

  private Future<Response> readSettings(RequestContext call) {
    Tenant tenant = ManagementPath.tenant(call);
    return db.read(TEAM, tenant.team(), call.organisation(), tenant.environment().wire())
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw ServiceException.notFound("team");
              }
              Instant since = RowMapping.instant(rows.iterator().next(), "since");
              return Response.ok(
                  Json.object()
                      .put("enabled", since != null)
                      .put("since", since == null ? null : Times.format(since)));
            });
  }

  private Future<Response> writeSettings(RequestContext call) {
    Tenant tenant = ManagementPath.tenant(call);
    String environment = tenant.environment().wire();
    JsonFields body = call.body();
    Optional<Boolean> enabled = body.flag("enabled");
    if (body.raw("enabled").isEmpty()) {
      call.addError(FieldError.body("enabled", "Field required", "missing"));
    }
    call.requireValid();
    return db.read(TEAM, tenant.team(), call.organisation(), environment)
        .compose(
            rows ->
                rows.size() == 0
                    ? Future.failedFuture(ServiceException.notFound("team"))
                    : db.write(enabled.get() ? ON : OFF, tenant.team(), environment))
        .compose(done -> readSettings(call));
  }

  private Future<Response> readPage(RequestContext call) {
    EventFilter filters = EventFilter.of(call);
    int limit = call.query().integer("limit", LIMIT, 1, MAX_LIMIT);
    String cursor = call.query().text("cursor").orElse(null);
    call.requireValid();
    return position(cursor, filters)
        .compose(place -> reader.read(filters, place, limit, settings.pageBytes()))
        .map(
            page -> {
              delivered.increment(page.rows().size());
              return Response.ok(new Response.Raw("application/json", render(page, filters)));
            });
  }

  private Future<Response> openStream(RequestContext call) {
    EventFilter filters = EventFilter.of(call);
    // A reconnecting client sends both its original cursor and its current position.
    String cursor =
        Optional.ofNullable(call.header("last-event-id"))
            .filter(id -> !id.isEmpty())
            .or(() -> call.query().text("cursor"))
            .orElse(null);
    call.requireValid();
    return streams.open(call, filters, position(cursor, filters));
  }

  private Future<LogPosition> position(String cursor, EventFilter filters) {
    return LogPosition.decode(cursor, filters)
        .map(Future::succeededFuture)
        .orElseGet(() -> reader.startPosition(filters));
  }

  private static byte[] render(EventPage page, EventFilter filters) {
    JsonBytes out = new JsonBytes(16 * 1024).raw(BEGIN);
    boolean comma = false;
    for (EventPage.Row row : page.rows()) {
      if (comma) {
        out.raw(',');
      }
      comma = true;
      out.raw(ID).text(row.id()).raw(TYPE).text(row.type());
      out.raw(CREATED).text(Times.format(row.createdAt()));
      out.raw(USER).text(row.userId() == null ? null : row.userId().toString());
      out.raw(PAYLOAD).raw(row.body() == null ? NULL : row.body().getBytes()).raw('}');
    }
    return out.raw(NEXT)
        .text(page.next().encode(filters))
        .raw(page.hasMore() ? MORE : LAST)
        .bytes();
  }
}
