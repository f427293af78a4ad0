package io.tributary.http;

import io.tributary.audit.AuditTrail;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.kernel.Json;
import io.tributary.kernel.Refusal;
import io.tributary.telemetry.Spans;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.HttpException;
import io.vertx.ext.web.handler.PlatformHandler;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Serves the routes on one event loop. Holds only the requests in flight. */
public final class HttpVerticle extends VerticleBase {
  static final String READING = "reading";
  static final String STANDING = "standing";

  private final ServiceConfig.Http settings;
  private final Routes routes;
  private final Entrance entrance;
  private final InFlightLimit limit;
  private final HttpMeters meters;
  private final Db db;
  private final AuditTrail trail;
  private final SafeHeaders safe;
  private final TurnedAway turnedAway;
  private final Connections connections;
  private final Watch watch;
  private final Handshakes handshakes;
  private Areas areas;
  private HttpServer server;

  public HttpVerticle(
      ServiceConfig.Http settings,
      Routes routes,
      Gatekeeper gatekeeper,
      Limits limits,
      Db db,
      AuditTrail trail) {
    this.settings = settings;
    this.routes = routes;
    this.limit = limits.requests();
    this.entrance = new Entrance(settings, gatekeeper, limit, limits.keys());
    this.trail = trail;
    this.meters = limits.meters();
    this.safe = new SafeHeaders(settings);
    this.turnedAway = limits.turnedAway();
    this.db = db;
    this.handshakes = limits.handshakes();
    this.connections = new Connections(settings, limits.connections(), turnedAway);
    this.watch = new Watch(settings, db, connections, turnedAway, this::refuse);
  }

  @Override
  public Future<?> start() {
    areas = new Areas(vertx);
    for (Routes.Spec spec : routes.specs()) {
      mount(areas.of(spec), spec);
    }
    areas.each(this::close);
    vertx.setPeriodic(Watch.EVERY.toMillis(), id -> watch.look());
    Tls tls = new Tls(vertx, settings.tls(), settings.limits(), handshakes);
    return tls.into(options())
        .compose(
            options -> {
              server = vertx.createHttpServer(options);
              return server
                  .connectionHandler(connections::came)
                  .invalidRequestHandler(r -> Unreadable.answer(r, turnedAway))
                  .requestHandler(this::begun)
                  .listen();
            })
        .onSuccess(tls::follow);
  }

  private HttpServerOptions options() {
    return new HttpServerOptions()
        .setHost(settings.host())
        .setPort(settings.port())
        .setIdleTimeout(120)
        .setMaxInitialLineLength(settings.limits().urlBytes())
        .setMaxHeaderSize(settings.limits().headerBytes())
        // Connections would count only once they have said something.
        .setHttp2ClearTextEnabled(false)
        .setCompressionSupported(true);
  }

  private void begun(HttpServerRequest request) {
    connections.begin(request);
    safe.on(request.response());
    if (request.headers().size() > settings.limits().headers()) {
      Unreadable.tooManyHeaders(request, turnedAway);
    } else if (request.response().writeQueueFull()) {
      // The client asks on without reading what it asked for: each answer would pile up here.
      request.pause();
      request
          .response()
          .drainHandler(
              v -> {
                request.response().drainHandler(null);
                areas.route(request);
                if (request.response().ended()) {
                  // Refused before anybody asked for its body.
                  request.resume();
                }
              });
    } else {
      areas.route(request);
    }
  }

  private void mount(Router router, Routes.Spec spec) {
    BodyHandler body =
        BodyHandler.create(false)
            .setBodyLimit(spec.bodyLimit() > 0 ? spec.bodyLimit() : settings.maxBodyBytes());
    String path = spec.template().replaceAll("\\{([a-z_0-9]+)}", ":$1");
    for (String p : path.equals("/") ? new String[] {path} : new String[] {path, path + "/"}) {
      Route route = router.route(spec.method(), p).handler((PlatformHandler) c -> enter(c, spec));
      if (!spec.streamed()) {
        route.handler((PlatformHandler) HttpVerticle::plain).handler(body);
      }
      route.handler(c -> handle(c, spec)).failureHandler(c -> failed(c, spec));
    }
  }

  /**
   * No call takes a form, but curl says that every body is one: decoding it would refuse files, and
   * JSON with a percent sign.
   */
  private static void plain(RoutingContext c) {
    String type = c.request().getHeader("content-type");
    if (type != null
        && (type.startsWith("application/x-www-form-urlencoded")
            || type.startsWith("multipart/form-data"))) {
      c.request().headers().set("content-type", "application/octet-stream");
    }
    c.next();
  }

  private void close(Router router) {
    router.route().handler(this::unknown);
    router.errorHandler(400, c -> failed(c, null));
  }

  /** The port in use, after start. */
  public int port() {
    return server.actualPort();
  }

  @Override
  public Future<?> stop() {
    watch.endStanding();
    return server == null ? Future.succeededFuture() : server.shutdown();
  }

  private void enter(RoutingContext c, Routes.Spec spec) {
    if (!limit.enter()) {
      refuse(c, Failures.reply(Entrance.full(), "", spec.template()));
      return;
    }
    Watch.Open o = watch.add(c, spec);
    Spans.route(spec.method().name(), spec.template());
    String trace = AccessLog.trace(c);
    c.put("trace", trace);
    Audited audited = Audited.begin(trail, c, spec);
    c.addEndHandler(
        r -> {
          watch.remove(o);
          limit.leave();
          audited.ended();
          meters.served(spec, c.response().getStatusCode(), System.nanoTime() - o.since());
          AccessLog.write(c, spec, o.since(), trace);
        });
    if (spec.access() != Access.OPEN) {
      // Bodies, secrets and health data: no cache between us and the caller is to keep them.
      c.response().putHeader("cache-control", "no-store");
    }
    if (spec.access() != Access.OPEN && db.away()) {
      c.fail(
          Refusal.unavailable("the database cannot be reached; try again", Duration.ofSeconds(1)));
      return;
    }
    c.request().pause();
    entrance
        .pass(c, spec)
        .onComplete(
            r -> {
              if (r.failed()) {
                c.request().resume();
                c.fail(r.cause());
              } else if (spec.streamed()) {
                c.next();
              } else {
                c.request().resume();
                c.put(READING, true);
                c.next();
              }
            });
  }

  private void handle(RoutingContext c, Routes.Spec spec) {
    c.remove(READING);
    Call call = new Call(c, Optional.ofNullable(c.get(Entrance.CALLER)));
    Future<Reply> reply;
    try {
      reply = spec.handler().apply(call);
    } catch (RuntimeException e) {
      reply = Future.failedFuture(e);
    }
    reply.onComplete(
        r -> {
          if (r.failed()) {
            c.fail(r.cause());
          } else if (r.result().body() instanceof Reply.Streamed body) {
            StreamedBytes.send(call, r.result(), body).onFailure(c::fail);
          } else if (!r.result().isHandled()) {
            Audited.of(c)
                .answered(r.result())
                .onComplete(stored -> Responder.respond(c, r.result()), c::fail);
          }
        });
  }

  private void failed(RoutingContext c, Routes.Spec spec) {
    Throwable t = c.failure();
    int status = t instanceof HttpException h ? h.getStatusCode() : c.statusCode();
    if (status == 413) {
      turnedAway.count(TurnedAway.Why.TOO_LARGE);
      t = new Refusal(Refusal.Reason.TOO_LARGE, "the body is larger than this call takes");
    } else if (t == null || t instanceof HttpException || spec == null || c.get(READING) != null) {
      // Before a route is found and while the body is read only the sender makes mistakes: broken
      // paths, chunks or forms.
      t = Refusal.invalid("the request cannot be read");
    }
    String trace = c.get("trace");
    Reply reply = Failures.reply(t, trace, spec == null ? "-" : spec.template());
    if (c.response().ended()) {
      // Answered in time by the watch; the connection may serve another request by now.
      return;
    }
    if (c.response().headWritten()) {
      // A stream broke after its head went out: cutting the connection is the only honest signal
      // left.
      c.request().connection().close();
    } else if (spec == null) {
      refuse(c, reply);
    } else {
      Audited.of(c).answered(reply.status()).onComplete(stored -> refuse(c, reply));
    }
  }

  private void refuse(RoutingContext c, Reply failure) {
    Responder.respond(c, routes.failure(c.request().path(), failure));
  }

  private void unknown(RoutingContext c) {
    Set<String> methods = routes.methods(c.request().path());
    if (methods.isEmpty()) {
      refuse(c, Reply.of(404, Json.object().put("detail", "no such path")));
    } else {
      String allow = String.join(", ", methods);
      refuse(
          c,
          new Reply(
              405,
              Json.object().put("detail", "this path takes " + allow),
              Map.of("allow", allow)));
    }
  }
}
