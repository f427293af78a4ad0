package io.tributary.eventlog;

import io.tributary.config.EventLogConfig;
import io.tributary.db.Db;
import io.tributary.http.Call;
import io.tributary.http.Gatekeeper;
import io.tributary.http.Reply;
import io.tributary.kernel.Refusal;
import io.tributary.metrics.Meters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The streams of this node, and how many there may be. Shared by all event loops. */
final class Streams {
  private static final Duration RETRY = Duration.ofSeconds(5);

  /** What a stream works with. */
  record Tools(
      Vertx vertx, Db db, EventReader reader, Gatekeeper gatekeeper, EventLogConfig settings) {}

  private final Tools tools;
  private final Meters meters;
  private final AtomicInteger all = new AtomicInteger();
  private final Map<UUID, Integer> ofTeam = new ConcurrentHashMap<>();

  Streams(
      Vertx vertx,
      Db db,
      EventReader reader,
      Gatekeeper gatekeeper,
      EventLogConfig settings,
      Meters meters) {
    this.tools = new Tools(vertx, db, reader, gatekeeper, settings);
    this.meters = meters;
    meters.gauge("tributary_event_streams", all::get);
  }

  /** Answers with a stream, once the first read has shown that there can be one. */
  Future<Reply> open(Call call, Filters filters, Future<Place> begin) {
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
      throw Refusal.unavailable("this node has as many event streams as it serves", RETRY);
    }
    if (ofTeam.merge(team, 1, Integer::sum) > most) {
      leave(team);
      throw Refusal.tooMany(
          "a team has at most " + most + " event streams at once on a node", RETRY);
    }
  }

  private void leave(UUID team) {
    ofTeam.computeIfPresent(team, (t, n) -> n == 1 ? null : n - 1);
    all.decrementAndGet();
  }
}
