package io.tributary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.audit.AuditEntry;
import io.tributary.audit.AuditTrail;
import io.tributary.config.Defaults;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.metrics.Metrics;
import io.tributary.testkit.TestPostgres;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** The HTTP server with test routes, and clients that call it. */
final class HttpServerFixture implements AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private final Promise<Response> neverCompleted = Promise.promise();
  private final Vertx vertx = Vertx.vertx();
  private final Db db = Db.open(vertx, TestPostgres.newDatabase(), Defaults.config().db());
  private final SharedHttpLimits limits =
      SharedHttpLimits.of(Defaults.config().http(), Defaults.config().rateLimit(), new Metrics());
  final RequestConcurrencyLimit limit = limits.requests();

  /** The last response promise of the handler of {@code /t/late}. */
  final AtomicReference<Promise<Response>> lateResponse = new AtomicReference<>();

  /** Completes when the audit row of a streaming response is stored. */
  final Promise<Void> stored = Promise.promise();

  /** Set to true if a streaming response reported a full buffer before that. */
  final AtomicReference<Boolean> full = new AtomicReference<>();

  /** True once a streaming response has continued to write. */
  final AtomicBoolean continuedWriting = new AtomicBoolean();

  final int port;

  /** Port of the server with short time limits. */
  final int shortTimeoutPort;

  HttpServerFixture() {
    Routes routes =
        new Routes()
            .get("/t/thing/{id}", RouteAccess.TEAM, c -> ok(c.pathUuid("id").toString()))
            .get("/t/thing/newest", RouteAccess.TEAM, c -> ok("newest"))
            .get("/t/name/{name}", RouteAccess.TEAM, c -> ok(c.pathParameter("name")))
            .post("/t/thing", RouteAccess.TEAM, HttpServerFixture::create)
            .get(
                "/t/fault",
                RouteAccess.TEAM,
                c -> Future.failedFuture(new IllegalStateException("inner secret")))
            .get(
                "/t/thrown",
                RouteAccess.TEAM,
                c -> {
                  throw new IllegalStateException("inner secret");
                })
            .get(
                "/t/busy",
                RouteAccess.TEAM,
                c ->
                    Future.failedFuture(
                        ServiceException.tooManyRequests("slow down", Duration.ofMillis(1500))))
            .add(
                HttpMethod.PUT,
                "/t/large",
                RouteAccess.SESSION,
                100_000,
                c -> ok(Integer.toString(c.request().cookieCount())))
            .errorFormat(
                "/t/wordless",
                usual -> {
                  throw new IllegalStateException("inner secret");
                })
            .get("/t/standing", RouteAccess.TEAM, this::stand)
            .get("/t/never", RouteAccess.TEAM, c -> neverCompleted.future())
            .get(
                "/t/late",
                RouteAccess.TEAM,
                c -> {
                  Promise<Response> late = Promise.promise();
                  this.lateResponse.set(late);
                  return late.future();
                })
            .get(
                "/t/endless",
                RouteAccess.TEAM,
                c -> {
                  c.response().setChunked(true).write("a beginning");
                  return neverCompleted.future();
                });
    port = listen(Duration.ofMinutes(1), routes, db);
    shortTimeoutPort = listen(Duration.ofMillis(600), routes, db);
  }

  private int listen(Duration answer, Routes routes, Db db) {
    HttpVerticle verticle =
        new HttpVerticle(
            new ServiceConfig.Http(
                "127.0.0.1",
                0,
                "",
                1,
                50,
                2048,
                answer,
                Duration.ofSeconds(1),
                Defaults.config().http().tls(),
                Defaults.config().http().limits(),
                List.of()),
            routes,
            new TestAuthenticator(),
            limits,
            db,
            new SlowAuditTrail());
    vertx.deployVerticle(verticle).await();
    return verticle.port();
  }

  @Override
  public void close() {
    vertx.close().await();
    http.close();
  }

  private static final class TestAuthenticator implements Authenticator {
    @Override
    public Future<Principal> authenticateTeam(HttpServerRequest r) {
      return "good".equals(r.getHeader("x-service-api-key"))
          ? Future.succeededFuture(
              Principal.session(
                  Principal.Kind.API_KEY,
                  Ids.DEFAULT_APP,
                  new Tenant(Ids.DEFAULT_APP, Environment.SANDBOX)))
          : Future.failedFuture(ServiceException.unauthorized("the API key is invalid"));
    }

    @Override
    public Future<Principal> authenticateManagement(HttpServerRequest r) {
      return Future.failedFuture(ServiceException.unauthorized("no"));
    }
  }

  /** Audit trail that delays the rows of one route. */
  private final class SlowAuditTrail implements AuditTrail {
    @Override
    public Future<Void> write(AuditEntry entry) {
      return entry.route().equals("/t/standing") ? stored.future() : Future.succeededFuture();
    }

    @Override
    public void writeLater(AuditEntry entry) {}

    @Override
    public boolean writesAhead() {
      return true;
    }

    @Override
    public Source source() {
      return Source.OFF;
    }
  }

  private static Future<Response> ok(String text) {
    return Future.succeededFuture(Response.ok(Json.object().put("value", text)));
  }

  private static Future<Response> create(RequestContext c) {
    JsonFields f = c.body();
    f.requiredText("name", 1, 5);
    f.requiredInteger("size", 0, 10);
    f.choice("kind", k -> k.equals("a") ? Optional.of(k) : Optional.empty(), List.of("a"));
    f.uuids("ids", 3);
    f.object("inner").ifPresent(i -> i.requiredDate("day"));
    c.query().integer("limit", 5, 1, 9);
    c.requireValid();
    return ok("made");
  }

  private Future<Response> stand(RequestContext call) {
    StreamingResponse reply = StreamingResponse.begin(call, "text/plain", () -> {});
    reply.write(Buffer.buffer("first "));
    reply.onceWritable(
        () -> {
          continuedWriting.set(true);
          reply.write(Buffer.buffer("second"));
          reply.end();
        });
    full.set(reply.shouldPause());
    return reply.ended();
  }

  HttpResponse<String> call(String method, String path, String body) {
    return call(method, path, body, "good");
  }

  HttpResponse<String> call(String method, String path, String body, String key) {
    return call(port, method, path, body, key);
  }

  /** Calls the server with short time limits. */
  HttpResponse<String> callWithShortTimeouts(String method, String path) {
    return call(shortTimeoutPort, method, path, null, "good");
  }

  private HttpResponse<String> call(int at, String method, String path, String body, String key) {
    HttpRequest.Builder b =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + at + path))
            .timeout(Duration.ofSeconds(90))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (key != null) {
      b.header("x-service-api-key", key);
    }
    try {
      return http.send(b.build(), HttpResponse.BodyHandlers.ofString());
    } catch (java.io.IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  HttpResponse<String> large(int bytes, String cookie) {
    HttpRequest.Builder b =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/t/large"))
            .PUT(HttpRequest.BodyPublishers.ofByteArray(new byte[bytes]));
    try {
      return http.send(
          (cookie == null ? b : b.header("cookie", cookie)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (java.io.IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  String raw(String request) throws Exception {
    try (Socket s = new Socket("127.0.0.1", port)) {
      s.setSoTimeout(60_000);
      s.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(s.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answer.lines().findFirst().orElse("");
    }
  }

  static JsonNode detail(HttpResponse<String> r) {
    assertEquals("application/json", r.headers().firstValue("content-type").orElse(""));
    JsonNode detail = Json.parse(r.body()).get("detail");
    assertNotNull(detail, r.body());
    return detail;
  }
}
