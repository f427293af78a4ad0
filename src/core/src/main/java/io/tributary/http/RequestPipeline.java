package io.tributary.http;

import io.tributary.audit.AuditTrail;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.telemetry.Tracing;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Path of a request through admission, body, handler and response, including its error responses.
 */
final class RequestPipeline {
  static final String READING = "reading";
  static final String LONG_LIVED = "standing";

  private final Routes routes;
  private final AdmissionControl admission;
  private final RequestConcurrencyLimit limit;
  private final HttpMetrics meters;
  private final Db db;
  private final AuditTrail trail;
  private final RejectedRequests rejections;
  private final RequestTimeouts timeouts;

  RequestPipeline(
      ServiceConfig.Http settings,
      Routes routes,
      Authenticator authenticator,
      SharedHttpLimits limits,
      Db db,
      AuditTrail trail,
      ConnectionTracker connections) {
    this.routes = routes;
    this.limit = limits.requests();
    this.admission = new AdmissionControl(settings, authenticator, limit, limits.rateLimiter());
    this.meters = limits.meters();
    this.db = db;
    this.trail = trail;
    this.rejections = limits.rejections();
    this.timeouts = new RequestTimeouts(settings, db, connections, rejections, this::sendError);
  }

  RequestTimeouts timeouts() {
    return timeouts;
  }

  void admit(RoutingContext c, Routes.RouteSpec spec) {
    if (!limit.tryEnter()) {
      sendError(c, ErrorResponses.toResponse(AdmissionControl.overloaded(), "", spec.template()));
      return;
    }
    RequestTimeouts.PendingRequest o = timeouts.add(c, spec);
    Tracing.setRoute(spec.method().name(), spec.template());
    String trace = AccessLog.traceId(c);
    c.put("trace", trace);
    AuditedRequest audited = AuditedRequest.begin(trail, c, spec);
    c.addEndHandler(
        r -> {
          timeouts.remove(o);
          limit.leave();
          audited.recordEnd();
          meters.recordRequest(spec, c.response().getStatusCode(), System.nanoTime() - o.since());
          AccessLog.write(c, spec, o.since(), trace);
        });
    if (spec.access() != RouteAccess.OPEN) {
      // Responses contain secrets and health data, so no cache between server and client may keep
      // them.
      c.response().putHeader("cache-control", "no-store");
    }
    if (spec.access() != RouteAccess.OPEN && db.isUnavailable()) {
      c.fail(
          ServiceException.unavailable(
              "the database cannot be reached; try again", Duration.ofSeconds(1)));
      return;
    }
    c.request().pause();
    admission
        .admit(c, spec)
        .onComplete(
            r -> {
              if (r.failed()) {
                c.request().resume();
                c.fail(r.cause());
              } else if (spec.isStreamed()) {
                c.next();
              } else {
                c.request().resume();
                c.put(READING, true);
                c.next();
              }
            });
  }

  void handle(RoutingContext c, Routes.RouteSpec spec) {
    c.remove(READING);
    RequestContext call =
        new RequestContext(c, Optional.ofNullable(c.get(AdmissionControl.CALLER)));
    Future<Response> reply;
    try {
      reply = spec.handler().apply(call);
    } catch (RuntimeException e) {
      reply = Future.failedFuture(e);
    }
    reply.onComplete(
        r -> {
          if (r.failed()) {
            c.fail(r.cause());
          } else if (r.result().body() instanceof Response.Streamed body) {
            StreamedBytes.send(call, r.result(), body).onFailure(c::fail);
          } else if (!r.result().isHandled()) {
            AuditedRequest.of(c)
                .recordResponse(r.result())
                .onComplete(stored -> ResponseWriter.respond(c, r.result()), c::fail);
          }
        });
  }

  void handleFailure(RoutingContext c, Routes.RouteSpec spec) {
    Throwable t = c.failure();
    int status = t instanceof HttpException h ? h.getStatusCode() : c.statusCode();
    if (status == 413) {
      rejections.count(RejectedRequests.RejectionReason.TOO_LARGE);
      t =
          new ServiceException(
              ServiceException.Reason.TOO_LARGE, "the body is too large for this endpoint");
    } else if (t == null || t instanceof HttpException || spec == null || c.get(READING) != null) {
      // Before a route is found and while the body is being read, only client errors occur:
      // malformed paths, chunks or forms.
      t = ServiceException.badRequest("the request is malformed");
    }
    String trace = c.get("trace");
    Response reply = ErrorResponses.toResponse(t, trace, spec == null ? "-" : spec.template());
    if (c.response().ended()) {
      // RequestTimeouts has already sent a response; the connection may be serving another request
      // by now.
      return;
    }
    if (c.response().headWritten()) {
      // A stream failed after its head was sent. Closing the connection is the only remaining
      // signal to the client.
      c.request().connection().close();
    } else if (spec == null) {
      sendError(c, reply);
    } else {
      AuditedRequest.of(c).recordResponse(reply.status()).onComplete(stored -> sendError(c, reply));
    }
  }

  /** Fallback for a failure in the failure handler itself. */
  static void handleInternalError(RoutingContext c) {
    Throwable fault = c.failure() == null ? new IllegalStateException("no cause") : c.failure();
    ResponseWriter.respond(c, ErrorResponses.toResponse(fault, c.get("trace"), "-"));
  }

  private void sendError(RoutingContext c, Response failure) {
    ResponseWriter.respond(c, routes.formatError(c.request().path(), failure));
  }

  void handleUnknownPath(RoutingContext c) {
    Set<String> methods = routes.methods(c.request().path());
    if (methods.isEmpty()) {
      String detail = routes.unknownPathDetail(c.request().path());
      sendError(c, Response.of(404, Json.object().put("detail", detail)));
    } else {
      String allow = String.join(", ", methods);
      sendError(
          c,
          new Response(
              405,
              Json.object().put("detail", "method not allowed; this path supports " + allow),
              Map.of("allow", allow)));
    }
  }
}
