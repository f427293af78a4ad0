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
import io.tributary.testkit.Pg;
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
 * Clients that are slow, greedy or broken, on raw sockets: each is told so where HTTP permits it,
 * none hangs, and no place stays taken.
 */
class HardClientsTest {
  private static final int CONNECTIONS = 12;

  private static final List<Promise<Response>> HELD = new CopyOnWriteArrayList<>();

  private static SharedHttpLimits limits;
  private static Vertx vertx;

  /** Where no pause of the machine is one of the client's. */
  private static int port;

  /** Where a head must come soon, and what is left of a refused body. */
  private static int firm;

  /** Where everything must come soon. */
  private static int hasty;

  /** The key is the team. */
  private static final class Doors implements Authenticator {
    @Override
    public Future<Principal> authenticateTeam(HttpServerRequest r) {
      String key = r.getHeader("x-service-api-key");
      return key == null
          ? Future.failedFuture(ServiceException.unauthorized("the API key is not known"))
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
    // Who came in vain is waited for by a clock that stands still: a pause of the machine is none.
    limits =
        new SharedHttpLimits(
            new RequestConcurrencyLimit(
                patient.maxInFlight(), patient.limits().fairFrom(), usual.rejections(), () -> 0),
            usual.connections(),
            usual.handshakes(),
            usual.rateLimiter(),
            usual.rejections(),
            usual.meters());
    Db db = Db.open(vertx, Pg.newDatabase(), Defaults.config().db());
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
                HardClientsTest::read)
            .get("/h/hold", RouteAccess.TEAM, c -> hold())
            .get("/health/hold", RouteAccess.OPEN, c -> hold())
            .get("/health/live", RouteAccess.OPEN, c -> ok("live"));
    port = listen(patient, routes, db);
    firm = listen(settings(soon, late, late), routes, db);
    hasty = listen(settings(soon, Duration.ofMillis(1200), soon), routes, db);
  }

  private static int listen(ServiceConfig.Http settings, Routes routes, Db db) {
    HttpVerticle verticle =
        new HttpVerticle(settings, routes, new Doors(), limits, db, AuditTrail.NONE);
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
    HELD.forEach(h -> h.tryComplete(Response.ok(Json.object())));
    HELD.clear();
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
    HELD.add(held);
    return held.future();
  }

  /** Takes what comes, as an import does. */
  private static Future<Response> read(RequestContext c) {
    Promise<Response> done = Promise.promise();
    c.request().exceptionHandler(done::tryFail);
    c.request().endHandler(v -> done.tryComplete(Response.ok(Json.object())));
    c.request().handler(b -> {});
    c.request().resume();
    return done.future();
  }

  /** The answer to one request on a connection of its own. */
  private static String asked(String request) throws IOException {
    try (RawClient c = new RawClient(port)) {
      return c.says(request).answer();
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

  private static void refused(int status, String answer) {
    assertTrue(answer.matches("(?s)HTTP/1\\.[01] " + status + " .*"), answer);
    String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
    assertTrue(Json.parse(body).get("detail").isTextual(), answer);
  }

  @Test
  void aHeadThatDripsIs408() throws Exception {
    try (RawClient c = new RawClient(hasty)) {
      c.says("GET /h/small HTTP/1.1\r\n").drips("Host: somewhere.example.org\r\nX-Long: aaaaaa");
      refused(408, c.hears());
    }
    assertTrue(limits.rejections().currentCount(RejectedRequests.RejectionReason.SLOW_HEAD) > 0);
  }

  @Test
  void aConnectionThatSaysNothingIsHungUp() throws Exception {
    try (RawClient c = new RawClient(hasty)) {
      assertEquals("", c.hears());
    }
    String answer = "";
    // It is hung up on before it is heard where the machine sleeps first.
    for (int tries = 0; tries < 20 && answer.isEmpty(); tries++) {
      try (RawClient c = new RawClient(hasty)) {
        answer = c.says(head("GET", "/h/small", "")).answer();
        assertEquals("", c.hears());
      }
    }
    assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
  }

  @Test
  void aBodyThatDripsOrStopsIs408() throws Exception {
    for (String path : List.of("/h/body", "/h/stream")) {
      try (RawClient c = new RawClient(hasty)) {
        c.says(head("POST", path, "Content-Length: 5000\r\n")).drips("x".repeat(60));
        refused(408, c.hears());
      }
    }
    try (RawClient c = new RawClient(hasty)) {
      c.says(head("POST", "/h/body", "Content-Length: 5000\r\n") + "x".repeat(20));
      refused(408, c.hears());
    }
  }

  @Test
  void aBodyThatIsTooLongIs413HoweverItIsSent() throws Exception {
    try (RawClient c = new RawClient(port)) {
      c.says(head("POST", "/h/body", "Content-Length: 900000000\r\n"));
      refused(413, c.answer());
    }
    try (RawClient c = new RawClient(firm)) {
      c.says(head("POST", "/h/body", "Transfer-Encoding: chunked\r\n"));
      for (int i = 0; i < 3; i++) {
        c.says("1000\r\n" + "x".repeat(4096) + "\r\n");
      }
      refused(413, c.answer());
      // Goes on for ever, and is hung up on.
      c.drips("1000\r\n" + "x".repeat(200));
      assertEquals("", c.hears());
    }
  }

  @Test
  void aRefusedBodyThatEndsLeavesTheConnectionForTheNextRequest() throws Exception {
    try (RawClient c = new RawClient(port)) {
      c.says(head("POST", "/h/body", "Content-Length: 20000\r\n") + "x".repeat(20_000));
      refused(413, c.answer());
      c.says(head("GET", "/h/small", ""));
      assertTrue(c.answer().startsWith("HTTP/1.1 200 "));
    }
  }

  @Test
  void headsThatAreTooLongAreNamed() throws Exception {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      many.append("a").append(i).append(": b\r\n");
    }
    try (RawClient c = new RawClient(port)) {
      refused(431, c.says(head("GET", "/h/small", many.toString())).hears());
    }
    try (RawClient c = new RawClient(port)) {
      refused(431, c.says(head("GET", "/h/small", "a: " + "b".repeat(3000) + "\r\n")).hears());
    }
    try (RawClient c = new RawClient(port)) {
      refused(414, c.says(head("GET", "/h/small?" + "b".repeat(3000), "")).hears());
    }
  }

  @Test
  void aConnectionEndsAfterSoManyRequestsAndSaysSo() throws Exception {
    try (RawClient c = new RawClient(port)) {
      for (int i = 1; i <= 5; i++) {
        String answer = c.says(head("GET", "/h/small", "")).answer();
        assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
        assertEquals(i == 5, answer.contains("connection: close"), answer);
      }
      assertEquals("", c.hears());
    }
  }

  @Test
  void requestsThatAreSentTogetherAreAnsweredInTheirOrder() throws Exception {
    try (RawClient c = new RawClient(port)) {
      String one = head("POST", "/h/body", "Content-Length: 1\r\n") + "x";
      c.says(one + head("GET", "/h/nothing", "") + head("GET", "/h/small", ""));
      assertTrue(c.answer().contains("\"1\""));
      refused(404, c.answer());
      assertTrue(c.answer().contains("small"));
    }
  }

  @Test
  void whoAsksOnWithoutReadingIsCut() throws Exception {
    try (RawClient c = new RawClient(port, 4096)) {
      long before = limits.rejections().currentCount(RejectedRequests.RejectionReason.SLOW_READER);
      c.says(head("GET", "/h/large", "").repeat(4));
      eventually(
          Duration.ofSeconds(25),
          () -> {
            assertEquals(
                before + 1,
                limits.rejections().currentCount(RejectedRequests.RejectionReason.SLOW_READER));
            assertEquals(0, limits.connections().count());
          });
      // No more than the first answer was made; some of it had left.
      assertTrue(c.hears().length() < 5 << 20);
    }
  }

  @Test
  void connectionsThatWaitMakeRoomForNewOnes() throws Exception {
    List<RawClient> idle = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        idle.add(new RawClient(port));
      }
      try (RawClient c = new RawClient(port)) {
        c.says(head("GET", "/h/small", ""));
        assertTrue(c.answer().startsWith("HTTP/1.1 200 "));
      }
    } finally {
      for (RawClient c : idle) {
        c.close();
      }
    }
  }

  @Test
  void oneConnectionTooManyIs503WhenAllAreAtWork() throws Exception {
    List<RawClient> working = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        working.add(new RawClient(port).says("GET /health/hold HTTP/1.1\r\nHost: a\r\n\r\n"));
      }
      eventually(Duration.ofSeconds(25), () -> assertEquals(CONNECTIONS, HELD.size()));
      try (RawClient c = new RawClient(port)) {
        refused(503, c.says(head("GET", "/h/small", "")).hears());
      }
    } finally {
      for (RawClient c : working) {
        c.close();
      }
    }
  }

  @Test
  void aTeamThatHoldsEveryPlaceLeavesTheNextOnesToOthersAndProbesPass() throws Exception {
    List<RawClient> holding = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        holding.add(new RawClient(port).says(head("GET", "/h/hold", "")));
        // One after the other, so that the first place is the first client's.
        int taken = i + 1;
        eventually(Duration.ofSeconds(25), () -> assertEquals(taken, HELD.size()));
      }
      String other = head("GET", "/h/small", "").replace(": one", ": two");
      String answer = asked(other);
      refused(503, answer);
      assertTrue(answer.contains("retry-after: 1"), answer);
      assertTrue(asked("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n").contains("200"));
      HELD.remove(0).complete(Response.ok(Json.object()));
      assertTrue(holding.get(0).answer().startsWith("HTTP/1.1 200 "));
      // The place is kept for the one who came in vain.
      refused(503, asked(head("GET", "/h/small", "")));
      assertTrue(asked(other).startsWith("HTTP/1.1 200 "));
    } finally {
      for (RawClient c : holding) {
        c.close();
      }
    }
  }
}
