package io.tributary.http;

import static io.tributary.harness.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.audit.AuditEntry;
import io.tributary.audit.AuditTrail;
import io.tributary.config.Defaults;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.harness.Pg;
import io.tributary.kernel.Environment;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Json;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Tenant;
import io.tributary.metrics.Meters;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The edge with routes of its own: what every endpoint inherits. */
class HttpVerticleTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Promise<Reply> NEVER = Promise.promise();
  private static final AtomicReference<Promise<Reply>> LATE = new AtomicReference<>();
  private static final Limits LIMITS =
      Limits.of(Defaults.config().http(), Defaults.config().rateLimit(), new Meters());
  private static final InFlightLimit LIMIT = LIMITS.requests();
  private static final Promise<Void> STORED = Promise.promise();
  private static final AtomicReference<Boolean> FULL = new AtomicReference<>();
  private static final AtomicBoolean WROTE_ON = new AtomicBoolean();
  private static Vertx vertx;
  private static Db db;
  private static int port;

  private static final class Doors implements Gatekeeper {
    @Override
    public Future<Caller> team(HttpServerRequest r) {
      return "good".equals(r.getHeader("x-service-api-key"))
          ? Future.succeededFuture(
              Caller.session(
                  Caller.Kind.API_KEY, Ids.NIL, new Tenant(Ids.NIL, Environment.SANDBOX)))
          : Future.failedFuture(Refusal.unknownKey("the API key is not known"));
    }

    @Override
    public Future<Caller> management(HttpServerRequest r) {
      return Future.failedFuture(Refusal.unknownKey("no"));
    }
  }

  /** Keeps the rows of one route waiting. */
  private static final class SlowTrail implements AuditTrail {
    @Override
    public Future<Void> write(AuditEntry entry) {
      return entry.route().equals("/t/standing") ? STORED.future() : Future.succeededFuture();
    }

    @Override
    public void later(AuditEntry entry) {}

    @Override
    public boolean ahead() {
      return true;
    }

    @Override
    public Source source() {
      return Source.OFF;
    }
  }

  private static Future<Reply> stand(Call call) {
    StandingReply reply = StandingReply.begin(call, "text/plain", () -> {});
    reply.write(Buffer.buffer("first "));
    reply.whenDrained(
        () -> {
          WROTE_ON.set(true);
          reply.write(Buffer.buffer("second"));
          reply.end();
        });
    FULL.set(reply.full());
    return reply.done();
  }

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
    db = Db.open(vertx, Pg.newDatabase(), Defaults.config().db());
    Routes routes =
        new Routes()
            .get("/t/thing/{id}", Access.TEAM, c -> ok(c.pathUuid("id").toString()))
            .get("/t/thing/newest", Access.TEAM, c -> ok("newest"))
            .get("/t/name/{name}", Access.TEAM, c -> ok(c.path("name")))
            .post("/t/thing", Access.TEAM, HttpVerticleTest::create)
            .get(
                "/t/fault",
                Access.TEAM,
                c -> Future.failedFuture(new IllegalStateException("inner secret")))
            .get(
                "/t/thrown",
                Access.TEAM,
                c -> {
                  throw new IllegalStateException("inner secret");
                })
            .get(
                "/t/busy",
                Access.TEAM,
                c -> Future.failedFuture(Refusal.tooMany("slow down", Duration.ofMillis(1500))))
            .add(
                HttpMethod.PUT,
                "/t/large",
                Access.SESSION,
                100_000,
                c -> ok(Integer.toString(c.request().cookieCount())))
            .get("/t/standing", Access.TEAM, HttpVerticleTest::stand)
            .get("/t/never", Access.TEAM, c -> NEVER.future())
            .get(
                "/t/late",
                Access.TEAM,
                c -> {
                  Promise<Reply> late = Promise.promise();
                  LATE.set(late);
                  return late.future();
                })
            .get(
                "/t/endless",
                Access.TEAM,
                c -> {
                  c.response().setChunked(true).write("a beginning");
                  return NEVER.future();
                });
    ServiceConfig.Http h = Defaults.config().http();
    HttpVerticle verticle =
        new HttpVerticle(
            new ServiceConfig.Http(
                "127.0.0.1",
                0,
                "",
                1,
                50,
                2048,
                Duration.ofMillis(600),
                Duration.ofSeconds(1),
                Defaults.config().http().tls(),
                Defaults.config().http().limits()),
            routes,
            new Doors(),
            LIMITS,
            db,
            new SlowTrail());
    vertx.deployVerticle(verticle).await();
    port = verticle.port();
  }

  @AfterAll
  static void stop() {
    vertx.close().await();
  }

  private static Future<Reply> ok(String text) {
    return Future.succeededFuture(Reply.ok(Json.object().put("value", text)));
  }

  private static Future<Reply> create(Call c) {
    Fields f = c.body();
    f.requiredText("name", 1, 5);
    f.requiredInteger("size", 0, 10);
    f.choice("kind", k -> k.equals("a") ? Optional.of(k) : Optional.empty(), List.of("a"));
    f.uuids("ids", 3);
    f.object("inner").ifPresent(i -> i.requiredDate("day"));
    c.query().integer("limit", 5, 1, 9);
    c.check();
    return ok("made");
  }

  private static HttpResponse<String> call(String method, String path, String body) {
    return call(method, path, body, "good");
  }

  private static HttpResponse<String> call(String method, String path, String body, String key) {
    HttpRequest.Builder b =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(20))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (key != null) {
      b.header("x-service-api-key", key);
    }
    try {
      return HTTP.send(b.build(), HttpResponse.BodyHandlers.ofString());
    } catch (java.io.IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode detail(HttpResponse<String> r) {
    assertEquals("application/json", r.headers().firstValue("content-type").orElse(""));
    JsonNode detail = Json.parse(r.body()).get("detail");
    assertNotNull(detail, r.body());
    return detail;
  }

  @Test
  void everyPathIsServedWithAndWithoutASlash() {
    for (String path : List.of("/t/thing/newest", "/t/thing/newest/")) {
      assertEquals(200, call("GET", path, null).statusCode(), path);
    }
  }

  @Test
  void ofAStandingReplyNothingLeavesAndNothingMoreIsReadBeforeItsRowIsStored() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        CompletableFuture.supplyAsync(() -> call("GET", "/t/standing", null));
    eventually(Duration.ofSeconds(20), () -> assertEquals(true, FULL.get()));
    // Another request of the same event loop, behind whatever the reply would have begun.
    assertEquals(200, call("GET", "/t/thing/newest", null).statusCode());
    assertFalse(WROTE_ON.get());
    assertFalse(answer.isDone());
    STORED.complete();
    assertEquals("first second", answer.get().body());
  }

  @Test
  void literalPathsWinOverParameters() {
    assertEquals(
        "newest", Json.parse(call("GET", "/t/thing/newest", null).body()).get("value").asText());
  }

  @Test
  void parametersArePercentDecoded() {
    assertEquals(
        "a b/ü+c",
        Json.parse(call("GET", "/t/name/a%20b%2F%C3%BC+c", null).body()).get("value").asText());
  }

  @Test
  void anIdThatIsNoUuidIsNamed() {
    HttpResponse<String> r = call("GET", "/t/thing/17", null);
    assertEquals(422, r.statusCode());
    assertEquals("[\"path\",\"id\"]", detail(r).get(0).get("loc").toString());
  }

  @Test
  void aWrongOrMissingKeyIs401BeforeTheBodyIsLookedAt() {
    for (String key : new String[] {null, "bad"}) {
      HttpResponse<String> r = call("POST", "/t/thing", "{", key);
      assertEquals(401, r.statusCode());
      assertTrue(detail(r).isTextual());
    }
  }

  @Test
  void anUnknownPathIs404AndAWrongMethodIs405WithAllow() {
    assertEquals(404, call("GET", "/t/nothing", null).statusCode());
    HttpResponse<String> r = call("DELETE", "/t/thing/newest/", null);
    assertEquals(405, r.statusCode());
    assertEquals("GET", r.headers().firstValue("allow").orElse(""));
    assertTrue(detail(r).isTextual());
  }

  @Test
  void aBodyThatIsNotJsonIs400AndAnotherKindOfJson422() {
    assertEquals(400, call("POST", "/t/thing", "{\"name\":").statusCode());
    assertEquals(400, call("POST", "/t/thing", "{\"name\":\"a\",\"name\":\"b\"}").statusCode());
    assertEquals(422, call("POST", "/t/thing", "[1]").statusCode());
    assertEquals(422, call("POST", "/t/thing", "").statusCode());
  }

  @Test
  void everyFaultIsListedWithPlaceTextAndType() {
    HttpResponse<String> r =
        call(
            "POST",
            "/t/thing?limit=99",
            "{\"name\":\"toolong\",\"size\":\"1\",\"kind\":\"b\",\"ids\":[\"x\"],\"inner\":{\"day\":\"2026-02-30\"}}");
    assertEquals(422, r.statusCode());
    List<String> places =
        StreamSupport.stream(detail(r).spliterator(), false)
            .map(
                f -> {
                  assertTrue(f.get("msg").isTextual() && f.get("type").isTextual());
                  return f.get("loc").toString();
                })
            .toList();
    assertEquals(
        List.of(
            "[\"body\",\"name\"]",
            "[\"body\",\"size\"]",
            "[\"body\",\"kind\"]",
            "[\"body\",\"ids\",0]",
            "[\"body\",\"inner\",\"day\"]",
            "[\"query\",\"limit\"]"),
        places);
  }

  @Test
  void aBodyOverTheLimitIs413() {
    HttpResponse<String> r = call("POST", "/t/thing", "{\"name\":\"" + "x".repeat(4000) + "\"}");
    assertEquals(413, r.statusCode());
    assertTrue(detail(r).isTextual());
  }

  @Test
  void aLargeBodyOfNobodyIsRefusedBeforeItIsSent() throws Exception {
    try (Socket s = new Socket("127.0.0.1", port)) {
      String head = "PUT /t/large HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n\r\n";
      s.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      s.getOutputStream().flush();
      BufferedReader in =
          new BufferedReader(new InputStreamReader(s.getInputStream(), StandardCharsets.US_ASCII));
      assertEquals("HTTP/1.1 401 Unauthorized", in.readLine());
    }
    assertEquals(200, large(1000, null).statusCode());
  }

  @Test
  void largeBodiesOfSessionsAreReadOfFewAtOnce() throws Exception {
    for (int i = 0; i < InFlightLimit.LARGE_BODIES; i++) {
      assertTrue(LIMIT.enterLarge());
    }
    HttpResponse<String> refused = large(90_000, "a=b");
    assertEquals(503, refused.statusCode());
    assertEquals("2", refused.headers().firstValue("retry-after").orElseThrow());
    assertEquals(200, large(1000, "a=b").statusCode());
    LIMIT.leaveLarge();
    // Each gives its place back.
    for (int i = 0; i < 3; i++) {
      eventually(Duration.ofSeconds(5), () -> assertEquals(200, large(90_000, "a=b").statusCode()));
    }
    for (int i = 1; i < InFlightLimit.LARGE_BODIES; i++) {
      LIMIT.leaveLarge();
    }
  }

  private static HttpResponse<String> large(int bytes, String cookie) {
    HttpRequest.Builder b =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/t/large"))
            .PUT(HttpRequest.BodyPublishers.ofByteArray(new byte[bytes]));
    try {
      return HTTP.send(
          (cookie == null ? b : b.header("cookie", cookie)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (java.io.IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFaultIs500WithoutInnerText() {
    for (String path : List.of("/t/fault", "/t/thrown")) {
      HttpResponse<String> r = call("GET", path, null);
      assertEquals(500, r.statusCode());
      assertFalse(r.body().contains("inner"), r.body());
      assertFalse(r.body().contains("Exception"), r.body());
    }
  }

  @Test
  void aWaitIsToldInWholeSecondsRoundedUp() {
    HttpResponse<String> r = call("GET", "/t/busy", null);
    assertEquals(429, r.statusCode());
    assertEquals("2", r.headers().firstValue("retry-after").orElse(""));
  }

  @Test
  void aHandlerThatNeverAnswersEndsIn503() {
    HttpResponse<String> r = call("GET", "/t/never", null);
    assertEquals(503, r.statusCode());
    assertTrue(r.headers().firstValue("retry-after").isPresent());
  }

  @Test
  void aHandlerThatFailsAfterItsCallerWasAnsweredLeavesTheConnectionOpen() throws Exception {
    String key = "Host: a\r\nx-service-api-key: good\r\n\r\n";
    try (Socket s = new Socket("127.0.0.1", port)) {
      s.setSoTimeout(5000);
      BufferedReader in =
          new BufferedReader(new InputStreamReader(s.getInputStream(), StandardCharsets.US_ASCII));
      s.getOutputStream().write(("GET /t/late HTTP/1.1\r\n" + key).getBytes());
      assertEquals("HTTP/1.1 503 Service Unavailable", in.readLine());
      String line = in.readLine();
      while (!line.isEmpty()) {
        line = in.readLine();
      }
      in.skip("{'detail':'no answer in time; try again'}".length());
      LATE.get().fail(new IllegalStateException("too late"));
      s.getOutputStream().write(("GET /t/thing/newest HTTP/1.1\r\n" + key).getBytes());
      assertEquals("HTTP/1.1 200 OK", in.readLine());
    }
  }

  @Test
  void whatOnlyKeyHoldersGetIsNotForCaches() {
    for (String path : List.of("/t/thing/newest", "/t/busy", "/t/fault")) {
      assertEquals(
          List.of("no-store"), call("GET", path, null).headers().allValues("cache-control"), path);
    }
  }

  @Test
  void aTextThatCannotBeStoredIsRefused() {
    for (String text : List.of("\\u0000", "\\ud800", "a\\udc00", "\\udc00\\ud800")) {
      assertEquals(
          422, call("POST", "/t/thing", "{\"name\":\"" + text + "\",\"size\":1}").statusCode());
    }
    assertEquals(
        200, call("POST", "/t/thing", "{\"name\":\"\\ud83d\\ude00\",\"size\":1}").statusCode());
  }

  @Test
  void aNulInAPathReadsAsACharacterThatMatchesNothing() {
    assertEquals(
        "a\ufffdb", Json.parse(call("GET", "/t/name/a%00b", null).body()).get("value").textValue());
  }

  @Test
  void aBodyOrPathThatCannotBeReadIsTheSendersFault() throws Exception {
    String head =
        "POST /t/thing HTTP/1.1\r\nHost: a\r\nx-service-api-key: good\r\nConnection: close\r\n";
    for (String type : List.of("application/x-www-form-urlencoded", "multipart/form-data")) {
      assertEquals(
          "HTTP/1.1 400 Bad Request",
          raw(head + "Content-Type: " + type + "\r\nContent-Length: 5\r\n\r\na=%zz"));
    }
    assertEquals(
        "HTTP/1.1 400 Bad Request", raw("GET ? HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
  }

  private static String raw(String request) throws Exception {
    try (Socket s = new Socket("127.0.0.1", port)) {
      s.setSoTimeout(5000);
      s.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(s.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answer.lines().findFirst().orElse("");
    }
  }

  @Test
  void aStreamThatDoesNotEndIsCut() {
    assertThrows(IllegalStateException.class, () -> call("GET", "/t/endless", null));
  }

  @Test
  void bytesThatAreNoHttpDoNotHurtTheNextRequest() throws Exception {
    try (Socket s = new Socket("127.0.0.1", port)) {
      OutputStream out = s.getOutputStream();
      out.write("NONSENSE\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      out.flush();
      s.setSoTimeout(5000);
      String answer = new String(s.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertFalse(answer.contains("Exception"), answer);
    }
    assertEquals(200, call("GET", "/t/thing/newest", null).statusCode());
  }
}
