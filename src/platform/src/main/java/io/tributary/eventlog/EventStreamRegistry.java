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
  record StreamDependencies(
      Vertx vertx,
      Db db,
      EventReader reader,
      Authenticator authenticator,
      EventLogConfig settings) {}

  private final StreamDependencies tools;
  private final Metrics meters;
  private final AtomicInteger total = new AtomicInteger();
  private final Map<UUID, Integer> countByTeam = new ConcurrentHashMap<>();

  EventStreamRegistry(
      Vertx vertx,
      Db db,
      EventReader reader,
      Authenticator authenticator,
      EventLogConfig settings,
      Metrics meters) {
    this.tools = new StreamDependencies(vertx, db, reader, authenticator, settings);
    this.meters = meters;
    meters.gauge("tributary_event_streams", total::get);
  }

  /** Starts a stream if the limits allow it and the first read succeeds. */
  Future<Response> open(RequestContext call, EventFilter filters, Future<LogPosition> begin) {
    UUID team = filters.tenant().team();
    acquire(team);
    return begin
        .compose(place -> EventStream.readPage(tools, filters, place))
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
              release(team);
              return Future.succeededFuture();
            });
  }

  private void acquire(UUID team) {
    int most = tools.settings().maxStreamsPerTeam();
    if (total.incrementAndGet() > tools.settings().maxStreams()) {
      total.decrementAndGet();
      throw ServiceException.unavailable(
          "this node has reached its limit of event streams; try again", RETRY);
    }
    if (countByTeam.merge(team, 1, Integer::sum) > most) {
      release(team);
      throw ServiceException.tooManyRequests(
          "a team may have at most " + most + " event streams at once on a node", RETRY);
    }
  }

  private void release(UUID team) {
    countByTeam.computeIfPresent(team, (t, n) -> n == 1 ? null : n - 1);
    total.decrementAndGet();
  }
}
