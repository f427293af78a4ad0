package io.tributary.http;

import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.kernel.Json;
import io.tributary.kernel.Refusal;
import io.tributary.telemetry.Spans;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Serves the routes on one event loop. Holds only the requests in flight. */
public final class HttpVerticle extends VerticleBase {
  private static final String READING = "reading";
  static final String STANDING = "standing";
  private static final Duration WATCH = Duration.ofMillis(200);

  private final ServiceConfig.Http settings;
  private final Routes routes;
  private final Gatekeeper gatekeeper;
  private final InFlightLimit limit;
  private final Db db;
  private final Set<Open> open = new HashSet<>();
  private HttpServer server;

  /** A request that has no answer yet. */
  private record Open(RoutingContext context, Access access, boolean streamed, long since) {}

  public HttpVerticle(
      ServiceConfig.Http settings,
      Routes routes,
      Gatekeeper gatekeeper,
      InFlightLimit limit,
      Db db) {
    this.settings = settings;
    this.routes = routes;
    this.gatekeeper = gatekeeper;
    this.limit = limit;
    this.db = db;
  }

  @Override
  public Future<?> start() {
    Map<String, Router> routers = new HashMap<>();
    for (Routes.Spec spec : routes.specs()) {
      mount(routers.computeIfAbsent(area(spec), k -> Router.router(vertx)), spec);
    }
    Router none = Router.router(vertx);
    routers.values().forEach(this::close);
    close(none);
    vertx.setPeriodic(WATCH.toMillis(), id -> watch());
    server =
        vertx.createHttpServer(
            new HttpServerOptions()
                .setHost(settings.host())
                .setPort(settings.port())
                .setIdleTimeout(120)
                .setMaxInitialLineLength(16 * 1024)
                .setCompressionSupported(true));
    return server
        .invalidRequestHandler(Unreadable::answer)
        .requestHandler(
            r -> {
              Router area = routers.get(area(r.method(), r.path()));
              Router open = routers.getOrDefault(openArea(r.method(), r.path()), none);
              (area == null ? open : area).handle(r);
            })
        .listen();
  }

  /**
   * Method and first two segments. A router tries its routes one after another, so each area of the
   * API has one of its own.
   */
  private static String area(HttpMethod method, String path) {
    int second = path == null ? -1 : path.indexOf('/', 1);
    int third = second < 0 ? -1 : path.indexOf('/', second + 1);
    String area = third < 0 ? path : path.substring(0, third);
    // "/x" and "/x/" are one area.
    return method
        + " "
        + (second == -1 || second < area.length() - 1 ? area : area.substring(0, second));
  }

  private static String area(Routes.Spec spec) {
    List<String> segments = spec.segments();
    if (segments.size() == 2 && segments.get(1).startsWith("{")) {
      return openArea(spec.method(), spec.template());
    }
    if (segments.stream().limit(2).anyMatch(x -> x.startsWith("{"))) {
      throw new IllegalArgumentException(
          "of longer paths the first two segments must be literal: " + spec.template());
    }
    return area(spec.method(), spec.template());
  }

  /** Of paths of two segments the second of which may be anything that has no area of its own. */
  private static String openArea(HttpMethod method, String path) {
    int second = path == null ? -1 : path.indexOf('/', 1);
    return method + " " + (second < 0 ? path : path.substring(0, second)) + "/{}";
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
    open.stream()
        .map(Open::context)
        .filter(c -> c.get(STANDING) != null)
        .toList()
        .forEach(c -> c.<StandingReply>get(STANDING).end());
    return server == null ? Future.succeededFuture() : server.shutdown();
  }

  private void enter(RoutingContext c, Routes.Spec spec) {
    if (!limit.enter()) {
      refuse(
          c,
          Failures.reply(
              Refusal.unavailable("too many requests in flight; try again", Duration.ofSeconds(1)),
              "",
              spec.template()));
      return;
    }
    Open o = new Open(c, spec.access(), spec.streamed(), System.nanoTime());
    open.add(o);
    Spans.route(spec.method().name(), spec.template());
    String trace = AccessLog.trace(c);
    c.put("trace", trace);
    c.addEndHandler(
        r -> {
          open.remove(o);
          limit.leave();
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
    Future<?> known =
        switch (spec.access()) {
          case OPEN -> Future.succeededFuture();
          case SESSION -> bounded(c, spec);
          case TEAM -> gatekeeper.team(c.request()).onSuccess(t -> c.put("tenant", t));
          case CLIENT -> gatekeeper.client(c.request()).compose(k -> confined(c, k));
          case MANAGEMENT ->
              gatekeeper.management(c.request()).onSuccess(o2 -> c.put("organisation", o2));
        };
    known.onComplete(
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

  /**
   * Whose session it is only the handler finds out, when the body has been read: what is larger
   * than usual is read of nobody who shows no cookie, and of few at once.
   */
  private Future<Void> bounded(RoutingContext c, Routes.Spec spec) {
    if (spec.bodyLimit() <= settings.maxBodyBytes()
        || announced(c.request()) <= settings.maxBodyBytes()) {
      return Future.succeededFuture();
    }
    if (c.request().cookieCount() == 0) {
      return Future.failedFuture(Refusal.unknownKey("there is no session"));
    }
    if (!limit.enterLarge()) {
      return Future.failedFuture(
          Refusal.unavailable(
              "too many large bodies are being read; try again", Duration.ofSeconds(2)));
    }
    c.addEndHandler(r -> limit.leaveLarge());
    return Future.succeededFuture();
  }

  /** How long the body is, as its sender says; who does not say may send any length. */
  private static long announced(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? Long.MAX_VALUE : Long.parseLong(length);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  private static Future<Void> confined(RoutingContext c, Gatekeeper.Client client) {
    c.put("tenant", client.tenant()).put("only", client.only().orElse(null));
    return client.sees(c.pathParam("user_id"))
        ? Future.succeededFuture()
        : Future.failedFuture(Refusal.notFound("user"));
  }

  private void handle(RoutingContext c, Routes.Spec spec) {
    c.remove(READING);
    Call call =
        new Call(c, c.get("tenant"), c.get("only"), c.<UUID>get("organisation"), c.get("trace"));
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
            Responder.respond(c, r.result());
          }
        });
  }

  private void failed(RoutingContext c, Routes.Spec spec) {
    Throwable t = c.failure();
    int status = t instanceof HttpException h ? h.getStatusCode() : c.statusCode();
    if (status == 413) {
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
    } else {
      refuse(c, reply);
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

  /**
   * Requests that wait on a database that is away, or past their time, get 503 instead of hanging.
   */
  private void watch() {
    long now = System.nanoTime();
    boolean away = db.away();
    for (Open o : Set.copyOf(open)) {
      if (o.context().get(STANDING) != null) {
        continue;
      }
      if (o.context().response().headWritten()) {
        // A client that reads too slowly holds a database cursor.
        if (now - o.since() > settings.streamLimit().toNanos()) {
          Cut.now(o.context().request().connection());
        }
        continue;
      }
      if (away && o.access() != Access.OPEN && now - o.since() > WATCH.toNanos()) {
        refuse(
            o.context(),
            Failures.reply(
                Refusal.unavailable(
                    "the database cannot be reached; try again", Duration.ofSeconds(1)),
                "",
                ""));
      } else if (!o.streamed() && now - o.since() > settings.requestTimeout().toNanos()) {
        // A long upload is no late answer; one that stands still ends with the idle connection.
        refuse(
            o.context(),
            Failures.reply(
                Refusal.unavailable("no answer in time; try again", Duration.ofSeconds(5)),
                "",
                ""));
      }
    }
  }
}
