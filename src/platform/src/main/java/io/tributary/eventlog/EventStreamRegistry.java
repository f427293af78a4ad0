package io.tributary.eventlog;

import io.tributary.config.EventLogConfig;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.http.Authenticator;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.metrics.Metrics;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Limits and counts the event streams of this node. Shared by all event loops. */
final class EventStreamRegistry {
  private static final Duration RETRY = Duration.ofSeconds(5);

  /** Dependencies of a stream. */
  record Tools(
      Vertx vertx, Db db, EventReader reader, Authenticator gatekeeper, EventLogConfig settings) {}

  private final Tools tools;
  private final Metrics meters;
  private final AtomicInteger all = new AtomicInteger();
  private final Map<UUID, Integer> ofTeam = new ConcurrentHashMap<>();

  EventStreamRegistry(
      Vertx vertx,
      Db db,
      EventReader reader,
      Authenticator gatekeeper,
      EventLogConfig settings,
      Metrics meters) {
    this.tools = new Tools(vertx, db, reader, gatekeeper, settings);
    this.meters = meters;
    meters.gauge("tributary_event_streams", all::get);
  }

  /** Starts a stream if the limits allow it and the first read succeeds. */
  Future<Response> open(RequestContext call, EventFilter filters, Future<LogPosition> begin) {
    UUID team = filters.tenant().team();
    enter(team);
    return begin
        .compose(place -> EventStream.first(tools, filters, place))
        .compose(
            first ->
                new EventStream(
                        tools,
                        meters.counter("tributary_event_log_events_total", "by", "stream"),
                        call,
                        filters,
                        first)
                    .run())
        .eventually(
            () -> {
              leave(team);
              return Future.succeededFuture();
            });
  }

  private void enter(UUID team) {
    int most = tools.settings().streamsPerTeam();
    if (all.incrementAndGet() > tools.settings().streams()) {
      all.decrementAndGet();
      throw ServiceException.unavailable("this node has as many event streams as it serves", RETRY);
    }
    if (ofTeam.merge(team, 1, Integer::sum) > most) {
      leave(team);
      throw ServiceException.tooMany(
          "a team has at most " + most + " event streams at once on a node", RETRY);
    }
  }

  private void leave(UUID team) {
    ofTeam.computeIfPresent(team, (t, n) -> n == 1 ? null : n - 1);
    all.decrementAndGet();
  }
}
