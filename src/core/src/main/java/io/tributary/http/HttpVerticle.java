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
  private final SecurityHeaders securityHeaders;
  private final RejectedRequests rejections;
  private final ConnectionTracker connections;
  private final RequestPipeline pipeline;
  private final TlsHandshakeLimit handshakes;
  private PrefixRouter routers;
  private HttpServer server;

  public HttpVerticle(
      ServiceConfig.Http settings,
      Routes routes,
      Authenticator authenticator,
      SharedHttpLimits limits,
      Db db,
      AuditTrail trail) {
    this.settings = settings;
    this.routes = routes;
    this.securityHeaders = new SecurityHeaders(settings);
    this.rejections = limits.rejections();
    this.handshakes = limits.handshakes();
    this.connections = new ConnectionTracker(settings, limits.connections(), rejections);
    this.pipeline =
        new RequestPipeline(settings, routes, authenticator, limits, db, trail, connections);
  }

  @Override
  public Future<?> start() {
    routers = new PrefixRouter(vertx);
    for (Routes.RouteSpec spec : routes.specs()) {
      mount(routers.routerFor(spec), spec);
    }
    routers.forEachRouter(this::addFallbackHandlers);
    vertx.setPeriodic(RequestTimeouts.CHECK_INTERVAL.toMillis(), id -> pipeline.timeouts().check());
    TlsCertificateReloader tls =
        new TlsCertificateReloader(vertx, settings.tls(), settings.limits(), handshakes);
    return tls.applyTo(options())
        .compose(
            options -> {
              server = vertx.createHttpServer(options);
              return server
                  .connectionHandler(connections::onConnect)
                  .invalidRequestHandler(r -> MalformedRequestHandler.respond(r, rejections))
                  .requestHandler(this::onRequest)
                  .listen();
            })
        .onSuccess(tls::watch);
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

  private void onRequest(HttpServerRequest request) {
    connections.onRequest(request);
    securityHeaders.addTo(request.response());
    if (request.headers().size() > settings.limits().headers()) {
      MalformedRequestHandler.rejectTooManyHeaders(request, rejections);
    } else if (request.response().writeQueueFull()) {
      // The client pipelines requests without reading the responses, which would accumulate here.
      request.pause();
      request
          .response()
          .drainHandler(
              v -> {
                request.response().drainHandler(null);
                routers.route(request);
                if (request.response().ended()) {
                  // The request was rejected before its body was read.
                  request.resume();
                }
              });
    } else {
      routers.route(request);
    }
  }

  private void mount(Router router, Routes.RouteSpec spec) {
    BodyHandler body =
        BodyHandler.create(false)
            .setBodyLimit(spec.bodyLimit() > 0 ? spec.bodyLimit() : settings.maxBodyBytes());
    String path = spec.template().replaceAll("\\{([a-z_0-9]+)}", ":$1");
    for (String p : path.equals("/") ? new String[] {path} : new String[] {path, path + "/"}) {
      Route route =
          router.route(spec.method(), p).handler((PlatformHandler) c -> pipeline.admit(c, spec));
      if (!spec.isStreamed()) {
        route.handler((PlatformHandler) HttpVerticle::disableFormDecoding).handler(body);
      }
      route
          .handler(c -> pipeline.handle(c, spec))
          .failureHandler(c -> pipeline.handleFailure(c, spec));
    }
  }

  /**
   * Prevents decoding of the body as a form.
   *
   * <p>No route accepts a form, but curl declares every body as one. Decoding it would reject
   * files, and JSON that contains a percent sign.
   */
  private static void disableFormDecoding(RoutingContext c) {
    String type = c.request().getHeader("content-type");
    if (type != null
        && (type.startsWith("application/x-www-form-urlencoded")
            || type.startsWith("multipart/form-data"))) {
      c.request().headers().set("content-type", "application/octet-stream");
    }
    c.next();
  }

  private void addFallbackHandlers(Router router) {
    router.route().handler(pipeline::handleUnknownPath);
    router.errorHandler(400, c -> pipeline.handleFailure(c, null));
    router.errorHandler(500, RequestPipeline::handleInternalError);
  }

  /** Returns the port in use; valid after the start. */
  public int port() {
    return server.actualPort();
  }

  @Override
  public Future<?> stop() {
    pipeline.timeouts().endLongLived();
    return server == null ? Future.succeededFuture() : server.shutdown();
  }
}
