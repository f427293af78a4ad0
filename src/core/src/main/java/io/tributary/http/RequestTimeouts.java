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
 * Sends error responses for requests of one event loop that would otherwise hang.
 *
 * <p>This applies to requests that wait for an unavailable database, whose body arrives too slowly,
 * or that exceed the request timeout.
 */
final class RequestTimeouts {
  /** Interval between checks. */
  static final Duration EVERY = Duration.ofMillis(200);

  /** Minimum number of body bytes per body time limit. */
  private static final int LEAST = 1024;

  /** Request without a response yet. */
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
   * @param answer sends a response to a request
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

  /** Ends the long-lived responses, when the service stops. */
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
      // Uploads are not subject to the request timeout.
      answer.accept(c, unavailable("no answer in time; try again", 5));
    }
  }

  private static Response unavailable(String detail, int seconds) {
    return ErrorResponses.reply(
        ServiceException.unavailable(detail, Duration.ofSeconds(seconds)), "", "");
  }

  /**
   * Returns whether a body arrives too slowly. If the handler reads the body itself, receiving
   * nothing at all may also mean that the handler is not ready, so it does not count.
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
