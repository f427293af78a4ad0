package io.tributary.delivery;

import static io.tributary.delivery.RawServer.readRequest;
import static io.tributary.delivery.RawServer.write;
import static io.tributary.harness.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.delivery.RawServer.Behaviour;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Receivers that misbehave, all at the same time and beside a good one. None holds an attempt
 * beyond its limit, keeps a connection or harms a neighbour.
 */
class HostileReceiversTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final Duration GRACE = Duration.ofMillis(500);
  private static final long BEYOND = TIMEOUT.toMillis() * 2;
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final int AT_ONCE = 12;
  private static final int NEIGHBOURS = 20;
  private static final byte[] SMALL = "{\"n\":1}".getBytes();
  private static final byte[] BIG = new byte[900_000];
  private static final String OK = "HTTP/1.1 200 OK\r\n";

  /**
   * @param status of the outcome; 0 = no answer
   * @param error null for a success
   */
  record Case(
      String name, String scheme, byte[] body, int status, ErrorClass error, Behaviour behaviour) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Case> CASES = new ArrayList<>();
  private static final Map<String, RawServer> SERVERS = new LinkedHashMap<>();
  private static final Map<String, Outcome> OUTCOMES = new LinkedHashMap<>();
  private static final List<Outcome> NEIGHBOUR = new ArrayList<>();
  private static Rig rig;
  private static RawServer target;
  private static RawServer good;

  private static void on(String name, int status, ErrorClass error, Behaviour behaviour) {
    CASES.add(new Case(name, "http", SMALL, status, error, behaviour));
  }

  private static void tls(String name, ErrorClass error, Behaviour behaviour) {
    CASES.add(new Case(name, "https", SMALL, 0, error, behaviour));
  }

  private static void big(String name, int status, ErrorClass error, Behaviour behaviour) {
    CASES.add(new Case(name, "http", BIG, status, error, behaviour));
  }

  /** Reads the request and answers with this text. */
  private static Behaviour says(String text) {
    return s -> {
      readRequest(s);
      write(s, text);
    };
  }

  private static Behaviour saysAndCloses(String text) {
    return s -> {
      readRequest(s);
      write(s, text);
      s.close();
    };
  }

  private static Behaviour saysForEver(String first, String again, int pauseMs) {
    return s -> {
      readRequest(s);
      write(s, first);
      while (true) {
        write(s, again);
        if (pauseMs > 0) {
          Thread.sleep(pauseMs);
        }
      }
    };
  }

  private static void reset(Socket s) throws IOException {
    s.setSoLinger(true, 0);
    s.close();
  }

  private static void silence() {
    on("reads and says nothing", 0, ErrorClass.TIMEOUT, RawServer::readRequest);
    big("never reads", 0, ErrorClass.TIMEOUT, s -> Thread.sleep(BEYOND));
    big(
        "reads a byte at a time",
        0,
        ErrorClass.TIMEOUT,
        s -> {
          for (int i = 0; i < 100; i++) {
            s.getInputStream().read();
            Thread.sleep(BEYOND / 100);
          }
        });
    on("a byte of the head at a time", 0, ErrorClass.TIMEOUT, saysForEver(OK + "x: ", "y", 50));
    on("a header at a time", 0, ErrorClass.TIMEOUT, saysForEver(OK, "a: b\r\n", 50));
    on(
        "100 without end",
        0,
        ErrorClass.TIMEOUT,
        saysForEver("", "HTTP/1.1 100 Continue\r\n\r\n", 5));
    on(
        "103 without end",
        0,
        ErrorClass.TIMEOUT,
        saysForEver("", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n", 5));
    tls("no handshake", ErrorClass.TIMEOUT, s -> s.getInputStream().read());
    tls(
        "half a handshake",
        ErrorClass.TIMEOUT,
        s -> s.getOutputStream().write(new byte[] {0x16, 3, 3, 0x40, 0}));
    tls("plain text instead of TLS", ErrorClass.TLS_ERROR, s -> write(s, OK + "\r\n"));
    tls("hangs up in the handshake", ErrorClass.TLS_ERROR, s -> s.close());
  }

  private static void faults() {
    on("reset at once", 0, ErrorClass.CONNECT_ERROR, HostileReceiversTest::reset);
    on(
        "reset after the request",
        0,
        ErrorClass.CONNECT_ERROR,
        s -> {
          readRequest(s);
          reset(s);
        });
    on("closed after the request", 0, ErrorClass.CONNECT_ERROR, saysAndCloses(""));
    on(
        "half closed without an answer",
        0,
        ErrorClass.CONNECT_ERROR,
        s -> {
          readRequest(s);
          s.shutdownOutput();
        });
    on("closed in the head", 0, ErrorClass.CONNECT_ERROR, saysAndCloses(OK + "x: "));
    big(
        "reset while the request is read",
        0,
        ErrorClass.CONNECT_ERROR,
        s -> {
          s.getInputStream().read();
          reset(s);
        });
    on("headers without end", 0, ErrorClass.PROTOCOL_ERROR, saysForEver(OK, "a: b\r\n", 0));
    on("a header without end", 0, ErrorClass.PROTOCOL_ERROR, saysForEver(OK + "a: ", "bbbb", 0));
    on(
        "huge headers",
        0,
        ErrorClass.PROTOCOL_ERROR,
        says(OK + "a: " + "b".repeat(64_000) + "\r\n\r\n"));
    on(
        "a first line without end",
        0,
        ErrorClass.PROTOCOL_ERROR,
        saysForEver("HTTP/1.1 200 ", "x", 0));
    on("garbage", 0, ErrorClass.PROTOCOL_ERROR, says("\u0001\u0002 what is this\r\n\r\n"));
    on("another protocol", 0, ErrorClass.PROTOCOL_ERROR, says("SSH-2.0-OpenSSH_9.2\r\n\r\n"));
    on("HTTP/3.7", 0, ErrorClass.PROTOCOL_ERROR, says("HTTP/3.7 200 OK\r\n\r\n"));
    on(
        "two lengths",
        0,
        ErrorClass.PROTOCOL_ERROR,
        says(OK + "content-length: 1\r\ncontent-length: 2\r\n\r\nab"));
    on("a negative length", 0, ErrorClass.PROTOCOL_ERROR, says(OK + "content-length: -1\r\n\r\n"));
    on("a status of letters", 0, ErrorClass.PROTOCOL_ERROR, says("HTTP/1.1 abc OK\r\n\r\n"));
  }

  private static void bodies() {
    on("a body without end", 200, null, saysForEver(OK + "\r\n", "x".repeat(1000), 0));
    on(
        "chunks without end",
        200,
        null,
        saysForEver(OK + "transfer-encoding: chunked\r\n\r\n", "4\r\nabcd\r\n", 0));
    on(
        "a chunk size without end",
        200,
        null,
        saysForEver(OK + "transfer-encoding: chunked\r\n\r\n", "0", 0));
    on("a byte of the body at a time", 200, null, saysForEver(OK + "\r\n", "x", 50));
    on(
        "trailers without end",
        200,
        null,
        saysForEver(OK + "transfer-encoding: chunked\r\n\r\n0\r\n", "a: b\r\n", 0));
    on("less than the length", 200, null, saysAndCloses(OK + "content-length: 100\r\n\r\nshort"));
    on("a length that never comes", 200, null, says(OK + "content-length: 100\r\n\r\nshort"));
    on("bad chunks", 200, null, says(OK + "transfer-encoding: chunked\r\n\r\nzz\r\n"));
    on(
        "reset in the body",
        200,
        null,
        s -> {
          readRequest(s);
          write(s, OK + "content-length: 100\r\n\r\nshort");
          reset(s);
        });
    on(
        "an error page without end",
        503,
        ErrorClass.HTTP_STATUS,
        saysForEver("HTTP/1.1 503 No\r\nretry-after: 9\r\n\r\n", "x".repeat(1000), 0));
    on(
        "a compressed body",
        200,
        null,
        says(OK + "content-encoding: gzip\r\ncontent-length: 4\r\n\r\n\u001f\u008b\u0008\u0000"));
    on("more than the length", 200, null, says(OK + "content-length: 2\r\n\r\nok and more"));
    on(
        "a second answer",
        200,
        null,
        says(OK + "content-length: 0\r\n\r\nHTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n"));
    on(
        "says close and stays",
        200,
        null,
        says(OK + "connection: close\r\ncontent-length: 0\r\n\r\n"));
    on("HTTP/1.0 until close", 200, null, saysAndCloses("HTTP/1.0 200 OK\r\n\r\nok"));
    big(
        "answers before it reads",
        200,
        null,
        s -> {
          write(s, OK + "content-length: 0\r\n\r\n");
          Thread.sleep(BEYOND);
        });
    big(
        "refuses before it reads",
        413,
        ErrorClass.HTTP_STATUS,
        s -> {
          s.getInputStream().read();
          write(s, "HTTP/1.1 413 No\r\ncontent-length: 0\r\n\r\n");
          Thread.sleep(BEYOND);
        });
  }

  private static void statuses() {
    String empty = "content-length: 0\r\n\r\n";
    on("102 first", 200, null, says("HTTP/1.1 102 Processing\r\n\r\n" + OK + empty));
    on(
        "100 and 103 first",
        204,
        null,
        says(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"
                + "HTTP/1.1 204 No Content\r\n\r\n"));
    on("101", 101, ErrorClass.HTTP_STATUS, says("HTTP/1.1 101 Up\r\nupgrade: x\r\n\r\nraw"));
    on("304", 304, ErrorClass.HTTP_STATUS, says("HTTP/1.1 304 Not Modified\r\n\r\n"));
    on("410", 410, ErrorClass.HTTP_STATUS, says("HTTP/1.1 410 Gone\r\n" + empty));
    for (int status : List.of(301, 302, 303, 307, 308)) {
      on(
          "redirect " + status,
          status,
          ErrorClass.HTTP_STATUS,
          s -> {
            readRequest(s);
            write(s, "HTTP/1.1 " + status + " x\r\nlocation: " + target.url() + "\r\n" + empty);
          });
    }
  }

  private static RawServer name(String name) {
    return SERVERS.get(name);
  }

  @BeforeAll
  static void all() {
    rig =
        Rig.with(
            "TRIBUTARY_WEBHOOK_TIMEOUT",
            TIMEOUT.toMillis() + "ms",
            "TRIBUTARY_WEBHOOK_KEEP_ALIVE",
            "1s");
    silence();
    faults();
    bodies();
    statuses();
    target = new RawServer(says(OK + "content-length: 0\r\n\r\n"));
    good =
        new RawServer(
            s -> {
              while (readRequest(s)) {
                write(s, OK + "content-length: 2\r\n\r\nok");
              }
            });
    CASES.forEach(c -> SERVERS.put(c.name(), new RawServer(c.behaviour())));
    // The first use of classes and of TLS is slow, and no attempt's fault.
    round(new LinkedHashMap<>());
    NEIGHBOUR.clear();
    round(OUTCOMES);
  }

  /** Each case once, some at a time, and good ones in between. */
  private static void round(Map<String, Outcome> outcomes) {
    for (int from = 0; from < CASES.size(); from += AT_ONCE) {
      Map<String, Future<Outcome>> running = new LinkedHashMap<>();
      for (Case c : CASES.subList(from, Math.min(CASES.size(), from + AT_ONCE))) {
        String url = name(c.name()).url().replace("http:", c.scheme() + ":");
        running.put(c.name(), rig.send(url, c.body()));
      }
      for (int i = 0; i < NEIGHBOURS; i++) {
        NEIGHBOUR.add(rig.attempt(good.url()));
      }
      running.forEach((n, attempt) -> outcomes.put(n, ended(n, attempt)));
    }
  }

  private static Outcome ended(String name, Future<Outcome> attempt) {
    try {
      return attempt.await(20, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("never ends: " + name);
    }
  }

  @AfterAll
  static void close() {
    rig.close();
    SERVERS.values().forEach(RawServer::close);
    target.close();
    good.close();
  }

  static List<Case> cases() {
    return CASES;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void eachAttemptEndsInTimeAsWhatItIs(Case c) {
    Outcome o = OUTCOMES.get(c.name());
    assertTrue(o.took().compareTo(TIMEOUT.plus(GRACE)) < 0, "took " + o.took());
    assertEquals(c.status(), o.status());
    assertEquals(Optional.ofNullable(c.error()), o.error());
    assertTrue(o.body().length <= 16 * 1024, o.body().length + " bytes kept");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void noConnectionIsLeft(Case c) {
    eventually(SOON, () -> assertEquals(0, name(c.name()).open()));
  }

  @Test
  void aBodyIsKeptUpToTheLimitAndAsFarAsItCame() {
    assertEquals(16 * 1024, OUTCOMES.get("a body without end").body().length);
    assertEquals("short", new String(OUTCOMES.get("reset in the body").body()));
    assertEquals(4, OUTCOMES.get("a compressed body").body().length);
    assertEquals(
        Optional.of(Duration.ofSeconds(9)), OUTCOMES.get("an error page without end").retryAfter());
  }

  @Test
  void redirectsAreNotFollowed() {
    assertEquals(0, target.accepted());
  }

  @Test
  void neighboursAreUnhurt() {
    for (Outcome o : NEIGHBOUR) {
      assertEquals(200, o.status());
      assertTrue(o.success());
    }
    assertTrue(good.accepted() <= 3, "connections are used again: " + good.accepted());
  }

  @Test
  void aLookupThatHangsEndsInTime() {
    try (Rig deaf =
        Rig.resolving(
            name -> Promise.<List<InetAddress>>promise().future(),
            "TRIBUTARY_WEBHOOK_TIMEOUT",
            TIMEOUT.toMillis() + "ms")) {
      Outcome o = deaf.attempt("http://slow.example/");
      assertEquals(Optional.of(ErrorClass.TIMEOUT), o.error());
      assertTrue(o.took().compareTo(TIMEOUT.plus(GRACE)) < 0, "took " + o.took());
    }
  }

  @Test
  void aConnectionThatIsNeverAcceptedEndsInTime() throws IOException {
    List<Socket> fill = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      // Until the kernel lets no more wait.
      boolean more = true;
      while (more) {
        Socket s = new Socket();
        fill.add(s);
        try {
          s.connect(new InetSocketAddress("127.0.0.1", full.getLocalPort()), 200);
        } catch (SocketTimeoutException nobody) {
          more = false;
        }
      }
      Outcome o = rig.attempt("http://127.0.0.1:" + full.getLocalPort() + "/");
      assertEquals(Optional.of(ErrorClass.TIMEOUT), o.error());
      assertTrue(o.took().compareTo(TIMEOUT.plus(GRACE)) < 0, "took " + o.took());
      Outcome next = rig.attempt(good.url());
      assertTrue(next.success());
    } finally {
      for (Socket s : fill) {
        s.close();
      }
    }
  }
}
