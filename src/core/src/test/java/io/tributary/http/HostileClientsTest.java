package io.tributary.http;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.audit.AuditTrail;
import io.tributary.config.Defaults;
import io.tributary.config.HttpLimits;
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
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Slow, greedy and broken clients on raw sockets. Each gets an error where HTTP permits one, none
 * hangs, and every slot is released.
 */
class HostileClientsTest {
  private static final int CONNECTIONS = 12;

  private static final List<Promise<Response>> HELD_RESPONSES = new CopyOnWriteArrayList<>();

  private static SharedHttpLimits limits;
  private static Vertx vertx;

  /**
   * Port of the server with long time limits, so that a pause of the machine does not count against
   * a client.
   */
  private static int port;

  /**
   * Port of the server with short limits for the request head and for the remaining bytes of a
   * rejected body.
   */
  private static int shortHeadTimeoutPort;

  /** Port of the server whose limits are all short. */
  private static int shortTimeoutPort;

  /** Uses the API key as the team. */
  private static final class KeyAsTeamAuthenticator implements Authenticator {
    @Override
    public Future<Principal> authenticateTeam(HttpServerRequest r) {
      String key = r.getHeader("x-service-api-key");
      return key == null
          ? Future.failedFuture(ServiceException.unauthorized("the API key is invalid"))
          : Future.succeededFuture(
              Principal.session(
                  Principal.Kind.API_KEY,
                  Ids.DEFAULT_APP,
                  new Tenant(UUID.nameUUIDFromBytes(key.getBytes()), Environment.SANDBOX)));
    }

    @Override
    public Future<Principal> authenticateManagement(HttpServerRequest r) {
      return Future.succeededFuture(
          new Principal(
              Principal.Kind.MANAGEMENT_KEY,
              Optional.empty(),
              Ids.DEFAULT_APP,
              Optional.empty(),
              Optional.empty(),
              KeyScope.ALL,
              OptionalInt.empty()));
    }
  }

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
    Duration soon = Duration.ofMillis(400);
    Duration late = Duration.ofMinutes(1);
    ServiceConfig.Http patient = settings(late, late, late);
    SharedHttpLimits usual =
        SharedHttpLimits.of(patient, Defaults.config().rateLimit(), new Metrics());
    // The reservation for a rejected team uses a frozen clock, so that a pause of the machine does
    // not count.
    limits =
        new SharedHttpLimits(
            new RequestConcurrencyLimit(
                patient.maxConcurrentRequests(),
                patient.limits().fairSharePercent(),
                usual.rejections(),
                () -> 0),
            usual.connections(),
            usual.handshakes(),
            usual.rateLimiter(),
            usual.rejections(),
            usual.meters());
    Db db = Db.open(vertx, TestPostgres.newDatabase(), Defaults.config().db());
    Routes routes =
        new Routes()
            .get("/h/small", RouteAccess.TEAM, c -> ok("small"))
            .get("/h/large", RouteAccess.TEAM, c -> ok("x".repeat(4 << 20)))
            .post("/h/body", RouteAccess.TEAM, c -> ok(Integer.toString(c.raw().length())))
            .add(
                HttpMethod.POST,
                "/h/stream",
                RouteAccess.TEAM,
                Routes.STREAMED,
                HostileClientsTest::read)
            .get("/h/hold", RouteAccess.TEAM, c -> hold())
            .get("/health/hold", RouteAccess.OPEN, c -> hold())
            .get("/health/live", RouteAccess.OPEN, c -> ok("live"));
    port = listen(patient, routes, db);
    shortHeadTimeoutPort = listen(settings(soon, late, late), routes, db);
    shortTimeoutPort = listen(settings(soon, Duration.ofMillis(1200), soon), routes, db);
  }

  private static int listen(ServiceConfig.Http settings, Routes routes, Db db) {
    HttpVerticle verticle =
        new HttpVerticle(
            settings, routes, new KeyAsTeamAuthenticator(), limits, db, AuditTrail.NONE);
    vertx.deployVerticle(verticle).await();
    return verticle.port();
  }

  private static ServiceConfig.Http settings(Duration head, Duration idle, Duration body) {
    return new ServiceConfig.Http(
        "127.0.0.1",
        0,
        "",
        1,
        4,
        10_000,
        Duration.ofMinutes(1),
        Duration.ofMillis(1500),
        Defaults.config().http().tls(),
        new HttpLimits(CONNECTIONS, 5, 1024, 2048, 10, head, idle, body, 50),
        List.of());
  }

  @AfterAll
  static void stop() {
    vertx.close().await();
  }

  @AfterEach
  void nothingStaysTaken() {
    HELD_RESPONSES.forEach(h -> h.tryComplete(Response.ok(Json.object())));
    HELD_RESPONSES.clear();
    eventually(
        Duration.ofSeconds(25),
        () -> {
          assertEquals(0, limits.requests().count());
          assertEquals(0, limits.requests().slotsInUse());
          assertEquals(0, limits.connections().count());
        });
  }

  private static Future<Response> ok(String text) {
    return Future.succeededFuture(Response.ok(Json.object().put("value", text)));
  }

  private static Future<Response> hold() {
    Promise<Response> held = Promise.promise();
    HELD_RESPONSES.add(held);
    return held.future();
  }

  /** Reads the body as an import does. */
  private static Future<Response> read(RequestContext c) {
    Promise<Response> done = Promise.promise();
    c.request().exceptionHandler(done::tryFail);
    c.request().endHandler(v -> done.tryComplete(Response.ok(Json.object())));
    c.request().handler(b -> {});
    c.request().resume();
    return done.future();
  }

  /** Sends a request on a new connection and returns the response. */
  private static String exchange(String request) throws IOException {
    try (RawHttpClient c = new RawHttpClient(port)) {
      return c.write(request).readResponse();
    }
  }

  private static String head(String method, String path, String more) {
    return method
        + " "
        + path
        + " HTTP/1.1\r\nHost: a\r\nx-service-api-key: one\r\n"
        + more
        + "\r\n";
  }

  private static void assertRejected(int status, String answer) {
    assertTrue(answer.matches("(?s)HTTP/1\\.[01] " + status + " .*"), answer);
    String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
    assertTrue(Json.parse(body).get("detail").isTextual(), answer);
  }

  @Test
  void aHeadThatDripsIs408() throws Exception {
    try (RawHttpClient c = new RawHttpClient(shortTimeoutPort)) {
      c.write("GET /h/small HTTP/1.1\r\n")
          .writeSlowly("Host: somewhere.example.org\r\nX-Long: aaaaaa");
      assertRejected(408, c.readToEnd());
    }
    assertTrue(limits.rejections().currentCount(RejectedRequests.RejectionReason.SLOW_HEAD) > 0);
  }

  @Test
  void aConnectionThatSaysNothingIsHungUp() throws Exception {
    try (RawHttpClient c = new RawHttpClient(shortTimeoutPort)) {
      assertEquals("", c.readToEnd());
    }
    String answer = "";
    // A suspended machine may cause the connection to be closed before the request is read.
    for (int tries = 0; tries < 20 && answer.isEmpty(); tries++) {
      try (RawHttpClient c = new RawHttpClient(shortTimeoutPort)) {
        answer = c.write(head("GET", "/h/small", "")).readResponse();
        assertEquals("", c.readToEnd());
      }
    }
    assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
  }

  @Test
  void aBodyThatDripsOrStopsIs408() throws Exception {
    for (String path : List.of("/h/body", "/h/stream")) {
      try (RawHttpClient c = new RawHttpClient(shortTimeoutPort)) {
        c.write(head("POST", path, "Content-Length: 5000\r\n")).writeSlowly("x".repeat(60));
        assertRejected(408, c.readToEnd());
      }
    }
    try (RawHttpClient c = new RawHttpClient(shortTimeoutPort)) {
      c.write(head("POST", "/h/body", "Content-Length: 5000\r\n") + "x".repeat(20));
      assertRejected(408, c.readToEnd());
    }
  }

  @Test
  void aBodyThatIsTooLongIs413HoweverItIsSent() throws Exception {
    try (RawHttpClient c = new RawHttpClient(port)) {
      c.write(head("POST", "/h/body", "Content-Length: 900000000\r\n"));
      assertRejected(413, c.readResponse());
    }
    try (RawHttpClient c = new RawHttpClient(shortHeadTimeoutPort)) {
      c.write(head("POST", "/h/body", "Transfer-Encoding: chunked\r\n"));
      for (int i = 0; i < 3; i++) {
        c.write("1000\r\n" + "x".repeat(4096) + "\r\n");
      }
      assertRejected(413, c.readResponse());
      // An endless body; the server closes the connection.
      c.writeSlowly("1000\r\n" + "x".repeat(200));
      assertEquals("", c.readToEnd());
    }
  }

  @Test
  void aRefusedBodyThatEndsLeavesTheConnectionForTheNextRequest() throws Exception {
    try (RawHttpClient c = new RawHttpClient(port)) {
      c.write(head("POST", "/h/body", "Content-Length: 20000\r\n") + "x".repeat(20_000));
      assertRejected(413, c.readResponse());
      c.write(head("GET", "/h/small", ""));
      assertTrue(c.readResponse().startsWith("HTTP/1.1 200 "));
    }
  }

  @Test
  void headsThatAreTooLongAreNamed() throws Exception {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      many.append("a").append(i).append(": b\r\n");
    }
    try (RawHttpClient c = new RawHttpClient(port)) {
      assertRejected(431, c.write(head("GET", "/h/small", many.toString())).readToEnd());
    }
    try (RawHttpClient c = new RawHttpClient(port)) {
      assertRejected(
          431, c.write(head("GET", "/h/small", "a: " + "b".repeat(3000) + "\r\n")).readToEnd());
    }
    try (RawHttpClient c = new RawHttpClient(port)) {
      assertRejected(414, c.write(head("GET", "/h/small?" + "b".repeat(3000), "")).readToEnd());
    }
  }

  @Test
  void aConnectionEndsAfterSoManyRequestsAndSaysSo() throws Exception {
    try (RawHttpClient c = new RawHttpClient(port)) {
      for (int i = 1; i <= 5; i++) {
        String answer = c.write(head("GET", "/h/small", "")).readResponse();
        assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
        assertEquals(i == 5, answer.contains("connection: close"), answer);
      }
      assertEquals("", c.readToEnd());
    }
  }

  @Test
  void requestsThatAreSentTogetherAreAnsweredInTheirOrder() throws Exception {
    try (RawHttpClient c = new RawHttpClient(port)) {
      String one = head("POST", "/h/body", "Content-Length: 1\r\n") + "x";
      c.write(one + head("GET", "/h/nothing", "") + head("GET", "/h/small", ""));
      assertTrue(c.readResponse().contains("\"1\""));
      assertRejected(404, c.readResponse());
      assertTrue(c.readResponse().contains("small"));
    }
  }

  @Test
  void whoAsksOnWithoutReadingIsCut() throws Exception {
    try (RawHttpClient c = new RawHttpClient(port, 4096)) {
      long before = limits.rejections().currentCount(RejectedRequests.RejectionReason.SLOW_READER);
      c.write(head("GET", "/h/large", "").repeat(4));
      eventually(
          Duration.ofSeconds(25),
          () -> {
            assertEquals(
                before + 1,
                limits.rejections().currentCount(RejectedRequests.RejectionReason.SLOW_READER));
            assertEquals(0, limits.connections().count());
          });
      // Only the first response was produced, and part of it had been sent.
      assertTrue(c.readToEnd().length() < 5 << 20);
    }
  }

  @Test
  void connectionsThatWaitMakeRoomForNewOnes() throws Exception {
    List<RawHttpClient> idle = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        idle.add(new RawHttpClient(port));
      }
      try (RawHttpClient c = new RawHttpClient(port)) {
        c.write(head("GET", "/h/small", ""));
        assertTrue(c.readResponse().startsWith("HTTP/1.1 200 "));
      }
    } finally {
      for (RawHttpClient c : idle) {
        c.close();
      }
    }
  }

  @Test
  void oneConnectionTooManyIs503WhenAllAreAtWork() throws Exception {
    List<RawHttpClient> working = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        working.add(new RawHttpClient(port).write("GET /health/hold HTTP/1.1\r\nHost: a\r\n\r\n"));
      }
      eventually(Duration.ofSeconds(25), () -> assertEquals(CONNECTIONS, HELD_RESPONSES.size()));
      try (RawHttpClient c = new RawHttpClient(port)) {
        assertRejected(503, c.write(head("GET", "/h/small", "")).readToEnd());
      }
    } finally {
      for (RawHttpClient c : working) {
        c.close();
      }
    }
  }

  @Test
  void aTeamThatHoldsEverySlotLeavesTheNextOnesToOthersAndProbesPass() throws Exception {
    List<RawHttpClient> holding = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        holding.add(new RawHttpClient(port).write(head("GET", "/h/hold", "")));
        // Sequential, so that the first client gets the first slot.
        int taken = i + 1;
        eventually(Duration.ofSeconds(25), () -> assertEquals(taken, HELD_RESPONSES.size()));
      }
      String other = head("GET", "/h/small", "").replace(": one", ": two");
      String answer = exchange(other);
      assertRejected(503, answer);
      assertTrue(answer.contains("retry-after: 1"), answer);
      assertTrue(exchange("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n").contains("200"));
      HELD_RESPONSES.remove(0).complete(Response.ok(Json.object()));
      assertTrue(holding.get(0).readResponse().startsWith("HTTP/1.1 200 "));
      // The slot is reserved for the rejected client.
      assertRejected(503, exchange(head("GET", "/h/small", "")));
      assertTrue(exchange(other).startsWith("HTTP/1.1 200 "));
    } finally {
      for (RawHttpClient c : holding) {
        c.close();
      }
    }
  }
}
