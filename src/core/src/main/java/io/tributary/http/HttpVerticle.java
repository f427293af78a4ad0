package io.tributary.http;

import io.tributary.audit.AuditTrail;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.PlatformHandler;

/** HTTP server on one event loop. Its only state is the requests in flight. */
public final class HttpVerticle extends VerticleBase {
  private final ServiceConfig.Http settings;
  private final Routes routes;
  private final SecurityHeaders safe;
  private final RejectedRequests turnedAway;
  private final ConnectionTracker connections;
  private final RequestPipeline passage;
  private final TlsHandshakeLimit handshakes;
  private PrefixRouter areas;
  private HttpServer server;

  public HttpVerticle(
      ServiceConfig.Http settings,
      Routes routes,
      Authenticator gatekeeper,
      SharedHttpLimits limits,
      Db db,
      AuditTrail trail) {
    this.settings = settings;
    this.routes = routes;
    this.safe = new SecurityHeaders(settings);
    this.turnedAway = limits.turnedAway();
    this.handshakes = limits.handshakes();
    this.connections = new ConnectionTracker(settings, limits.connections(), turnedAway);
    this.passage =
        new RequestPipeline(settings, routes, gatekeeper, limits, db, trail, connections);
  }

  @Override
  public Future<?> start() {
    areas = new PrefixRouter(vertx);
    for (Routes.Spec spec : routes.specs()) {
      mount(areas.of(spec), spec);
    }
    areas.each(this::close);
    vertx.setPeriodic(RequestTimeouts.EVERY.toMillis(), id -> passage.watch().look());
    Tls tls = new Tls(vertx, settings.tls(), settings.limits(), handshakes);
    return tls.into(options())
        .compose(
            options -> {
              server = vertx.createHttpServer(options);
              return server
                  .connectionHandler(connections::came)
                  .invalidRequestHandler(r -> MalformedRequestHandler.answer(r, turnedAway))
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
        // With clear-text HTTP/2, a connection would be counted only after its first bytes.
        .setHttp2ClearTextEnabled(false)
        .setCompressionSupported(true);
  }

  private void begun(HttpServerRequest request) {
    connections.begin(request);
    safe.on(request.response());
    if (request.headers().size() > settings.limits().headers()) {
      MalformedRequestHandler.tooManyHeaders(request, turnedAway);
    } else if (request.response().writeQueueFull()) {
      // The client pipelines requests without reading the responses, which would accumulate here.
      request.pause();
      request
          .response()
          .drainHandler(
              v -> {
                request.response().drainHandler(null);
                areas.route(request);
                if (request.response().ended()) {
                  // The request was rejected before its body was read.
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
      Route route =
          router.route(spec.method(), p).handler((PlatformHandler) c -> passage.enter(c, spec));
      if (!spec.streamed()) {
        route.handler((PlatformHandler) HttpVerticle::plain).handler(body);
      }
      route.handler(c -> passage.handle(c, spec)).failureHandler(c -> passage.failed(c, spec));
    }
  }

  /**
   * Prevents decoding of the body as a form.
   *
   * <p>No route accepts a form, but curl declares every body as one. Decoding it would reject
   * files, and JSON that contains a percent sign.
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
    router.route().handler(passage::unknown);
    router.errorHandler(400, c -> passage.failed(c, null));
    router.errorHandler(500, RequestPipeline::broken);
  }

  /** Returns the port in use; valid after the start. */
  public int port() {
    return server.actualPort();
  }

  @Override
  public Future<?> stop() {
    passage.watch().endStanding();
    return server == null ? Future.succeededFuture() : server.shutdown();
  }
}
