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
  static final Duration CHECK_INTERVAL = Duration.ofMillis(200);

  /** Minimum number of body bytes per body time limit. */
  private static final int MIN_BODY_BYTES = 1024;

  /** Request without a response yet. */
  static final class PendingRequest {
    private final RoutingContext context;
    private final Routes.RouteSpec spec;
    private final long since = System.nanoTime();
    private long bytes;
    private long bytesAt = since;

    private PendingRequest(RoutingContext context, Routes.RouteSpec spec) {
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
  private final RejectedRequests rejections;
  private final BiConsumer<RoutingContext, Response> errorSender;
  private final Set<PendingRequest> pending = new HashSet<>();

  /**
   * @param errorSender sends a response to a request
   */
  RequestTimeouts(
      ServiceConfig.Http settings,
      Db db,
      ConnectionTracker connections,
      RejectedRequests rejections,
      BiConsumer<RoutingContext, Response> errorSender) {
    this.settings = settings;
    this.db = db;
    this.connections = connections;
    this.rejections = rejections;
    this.errorSender = errorSender;
  }

  PendingRequest add(RoutingContext context, Routes.RouteSpec spec) {
    PendingRequest o = new PendingRequest(context, spec);
    pending.add(o);
    return o;
  }

  void remove(PendingRequest o) {
    pending.remove(o);
  }

  /** Ends the long-lived responses, when the service stops. */
  void endLongLived() {
    pending.stream()
        .map(o -> o.context)
        .filter(c -> c.get(RequestPipeline.LONG_LIVED) != null)
        .toList()
        .forEach(c -> c.<StreamingResponse>get(RequestPipeline.LONG_LIVED).end());
  }

  void check() {
    long now = System.nanoTime();
    boolean away = db.isUnavailable();
    for (PendingRequest o : Set.copyOf(pending)) {
      check(o, now, away);
    }
    connections.enforceTimeouts(now);
  }

  private void check(PendingRequest o, long now, boolean away) {
    RoutingContext c = o.context;
    if (c.get(RequestPipeline.LONG_LIVED) != null) {
      return;
    }
    if (c.response().headWritten()) {
      // A client that reads too slowly holds a database cursor.
      if (now - o.since > settings.streamTimeout().toNanos()) {
        rejections.count(RejectedRequests.RejectionReason.SLOW_READER);
        ConnectionAbort.abort(c.request().connection());
      }
      return;
    }
    boolean reading = c.get(RequestPipeline.READING) != null && !c.request().isEnded();
    boolean late = !o.spec.isStreamed() && now - o.since > settings.requestTimeout().toNanos();
    if (away && o.spec.access() != RouteAccess.OPEN && now - o.since > CHECK_INTERVAL.toNanos()) {
      errorSender.accept(c, unavailable("the database cannot be reached; try again", 1));
    } else if (isBodyTooSlow(o, now, reading) || late && reading) {
      rejections.count(RejectedRequests.RejectionReason.SLOW_BODY);
      connections.closeAfterResponse(c.request());
      errorSender.accept(
          c, Response.of(408, Json.object().put("detail", "the body was not received in time")));
    } else if (late) {
      // Uploads are not subject to the request timeout.
      errorSender.accept(c, unavailable("the request timed out; try again", 5));
    }
  }

  private static Response unavailable(String detail, int seconds) {
    return ErrorResponses.toResponse(
        ServiceException.unavailable(detail, Duration.ofSeconds(seconds)), "", "");
  }

  /**
   * Returns whether a body arrives too slowly. If the handler reads the body itself, receiving
   * nothing at all may also mean that the handler is not ready, so it does not count.
   */
  private boolean isBodyTooSlow(PendingRequest o, long now, boolean reading) {
    HttpServerRequest request = o.context.request();
    if (now - o.bytesAt < settings.limits().bodyInterval().toNanos()) {
      return false;
    }
    long came = request.bytesRead() - o.bytes;
    o.bytes += came;
    o.bytesAt = now;
    return came < MIN_BODY_BYTES
        && (reading || o.spec.isStreamed() && came > 0 && !request.isEnded());
  }
}
