package io.tributary.http;

import io.tributary.config.ServiceConfig;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The requests of one event loop that have no answer yet: those that wait on a database that is
 * away, bring their body too slowly or are past their time are answered, instead of hanging.
 */
final class RequestTimeouts {
  /** How often it looks. */
  static final Duration EVERY = Duration.ofMillis(200);

  /** The least that a body brings in the time that is set for it. */
  private static final int LEAST = 1024;

  /** A request that has no answer yet. */
  static final class Open {
    private final RoutingContext context;
    private final Routes.Spec spec;
    private final long since = System.nanoTime();
    private long bytes;
    private long bytesAt = since;

    private Open(RoutingContext context, Routes.Spec spec) {
      this.context = context;
      this.spec = spec;
    }

    long since() {
      return since;
    }
  }

  private final ServiceConfig.Http settings;
  private final Db db;
  private final ConnectionTracker connections;
  private final RejectedRequests turnedAway;
  private final BiConsumer<RoutingContext, Response> answer;
  private final Set<Open> open = new HashSet<>();

  /**
   * @param answer gives a request its reply
   */
  RequestTimeouts(
      ServiceConfig.Http settings,
      Db db,
      ConnectionTracker connections,
      RejectedRequests turnedAway,
      BiConsumer<RoutingContext, Response> answer) {
    this.settings = settings;
    this.db = db;
    this.connections = connections;
    this.turnedAway = turnedAway;
    this.answer = answer;
  }

  Open add(RoutingContext context, Routes.Spec spec) {
    Open o = new Open(context, spec);
    open.add(o);
    return o;
  }

  void remove(Open o) {
    open.remove(o);
  }

  /** Ends the replies that would stand for as long as the service does. */
  void endStanding() {
    open.stream()
        .map(o -> o.context)
        .filter(c -> c.get(RequestPipeline.STANDING) != null)
        .toList()
        .forEach(c -> c.<StreamingResponse>get(RequestPipeline.STANDING).end());
  }

  void look() {
    long now = System.nanoTime();
    boolean away = db.away();
    for (Open o : Set.copyOf(open)) {
      look(o, now, away);
    }
    connections.look(now);
  }

  private void look(Open o, long now, boolean away) {
    RoutingContext c = o.context;
    if (c.get(RequestPipeline.STANDING) != null) {
      return;
    }
    if (c.response().headWritten()) {
      // A client that reads too slowly holds a database cursor.
      if (now - o.since > settings.streamLimit().toNanos()) {
        turnedAway.count(RejectedRequests.Why.SLOW_READER);
        ConnectionAbort.now(c.request().connection());
      }
      return;
    }
    boolean reading = c.get(RequestPipeline.READING) != null && !c.request().isEnded();
    boolean late = !o.spec.streamed() && now - o.since > settings.requestTimeout().toNanos();
    if (away && o.spec.access() != RouteAccess.OPEN && now - o.since > EVERY.toNanos()) {
      answer.accept(c, unavailable("the database cannot be reached; try again", 1));
    } else if (tooSlow(o, now, reading) || late && reading) {
      turnedAway.count(RejectedRequests.Why.SLOW_BODY);
      connections.closeAfter(c.request());
      answer.accept(
          c, Response.of(408, Json.object().put("detail", "the body did not come in time")));
    } else if (late) {
      // A long upload is no late answer.
      answer.accept(c, unavailable("no answer in time; try again", 5));
    }
  }

  private static Response unavailable(String detail, int seconds) {
    return ErrorResponses.reply(
        ServiceException.unavailable(detail, Duration.ofSeconds(seconds)), "", "");
  }

  /**
   * Whether a body drips. Of one that its handler reads by itself nothing at all may also mean that
   * the handler waits.
   */
  private boolean tooSlow(Open o, long now, boolean reading) {
    HttpServerRequest request = o.context.request();
    if (now - o.bytesAt < settings.limits().body().toNanos()) {
      return false;
    }
    long came = request.bytesRead() - o.bytes;
    o.bytes += came;
    o.bytesAt = now;
    return came < LEAST && (reading || o.spec.streamed() && came > 0 && !request.isEnded());
  }
}
