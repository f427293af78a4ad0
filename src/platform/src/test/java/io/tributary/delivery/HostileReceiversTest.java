package io.tributary.delivery;

import static io.tributary.delivery.RawTcpServer.readRequest;
import static io.tributary.delivery.RawTcpServer.write;
import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.delivery.HostileReceiverCases.ReceiverCase;
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
 * Receivers that misbehave, all at the same time as a well-behaved one. None may hold an attempt
 * beyond its timeout, keep a connection or delay other receivers.
 */
class HostileReceiversTest {
  /**
   * Shorter than the default timeout, because the test runs often; {@code
   * scripts/test-hostile-receivers} uses the default. Well-behaved receivers must finish within it
   * even if the machine pauses.
   */
  private static final Duration TIMEOUT =
      Duration.ofSeconds(Integer.getInteger("tributary.receivers.timeout", 10));

  /** Timeout of attempts that get no answer. */
  private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(2);

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int NEIGHBOURS = 160;

  private static List<ReceiverCase> cases;
  private static final Map<String, RawTcpServer> SERVERS = new LinkedHashMap<>();
  private static final Map<String, AttemptOutcome> OUTCOMES = new LinkedHashMap<>();
  private static final List<AttemptOutcome> NEIGHBOUR = new ArrayList<>();
  private static TransportRig rig;
  private static TransportRig shortTimeoutRig;
  private static RawTcpServer target;
  private static RawTcpServer good;

  private static RawTcpServer name(String name) {
    return SERVERS.get(name);
  }

  @BeforeAll
  static void all() {
    rig = rig(TIMEOUT);
    shortTimeoutRig = rig(SHORT_TIMEOUT);
    target = new RawTcpServer(s -> {});
    cases = new HostileReceiverCases(TIMEOUT, target.url()).all();
    good =
        new RawTcpServer(
            s -> {
              while (readRequest(s)) {
                write(s, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
              }
            });
    cases.forEach(c -> SERVERS.put(c.name(), new RawTcpServer(c.behaviour())));
    // Class loading makes the first attempt slow.
    rig.attempt(good.url());
    runAllCases();
    Duration longest =
        OUTCOMES.values().stream()
            .map(AttemptOutcome::duration)
            .max(Duration::compareTo)
            .orElseThrow();
    System.out.printf(
        "%d receivers, limit %d ms, longest attempt %d ms, neighbour's longest %d ms%n",
        cases.size(),
        TIMEOUT.toMillis(),
        longest.toMillis(),
        NEIGHBOUR.stream()
            .map(AttemptOutcome::duration)
            .max(Duration::compareTo)
            .orElseThrow()
            .toMillis());
  }

  private static TransportRig rig(Duration timeout) {
    return TransportRig.with(
        "TRIBUTARY_WEBHOOK_TIMEOUT",
        timeout.toMillis() + "ms",
        "TRIBUTARY_WEBHOOK_KEEP_ALIVE_TIMEOUT",
        "1s");
  }

  /** Runs each case once, with well-behaved receivers in parallel. */
  private static void runAllCases() {
    Map<String, Future<AttemptOutcome>> running = new LinkedHashMap<>();
    for (ReceiverCase c : cases) {
      String url = name(c.name()).url().replace("http:", c.scheme() + ":");
      running.put(c.name(), rig.send(url, c.body()));
    }
    for (int i = 0; i < NEIGHBOURS; i++) {
      NEIGHBOUR.add(rig.attempt(good.url()));
    }
    running.forEach((n, attempt) -> OUTCOMES.put(n, awaitOutcome(n, attempt)));
  }

  private static AttemptOutcome awaitOutcome(String name, Future<AttemptOutcome> attempt) {
    try {
      return attempt.await(TIMEOUT.plus(SOON).toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("never ends: " + name);
    }
  }

  @AfterAll
  static void close() {
    rig.close();
    shortTimeoutRig.close();
    SERVERS.values().forEach(RawTcpServer::close);
    target.close();
    good.close();
  }

  static List<ReceiverCase> cases() {
    return cases;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void eachAttemptEndsAsWhatItIs(ReceiverCase c) {
    AttemptOutcome o = OUTCOMES.get(c.name());
    assertEquals(c.status(), o.status());
    assertEquals(Optional.ofNullable(c.error()), o.error());
    assertTrue(o.body().length <= 16 * 1024, o.body().length + " bytes kept");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void noConnectionIsLeft(ReceiverCase c) {
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

  /**
   * Closing with the library's method would send the remaining data as soon as the receiver reads
   * again.
   */
  @Test
  void whatWasNotReadInTimeIsNotSentLater() {
    // Larger than the kernel's socket buffers.
    byte[] body = new byte[10_000_000];
    try (RawTcpServer late = new RawTcpServer(s -> Thread.sleep(SHORT_TIMEOUT.toMillis() * 3))) {
      eventually(
          SOON,
          () -> {
            AttemptOutcome o = awaitOutcome("late", shortTimeoutRig.send(late.url(), body));
            assertEquals(Optional.of(DeliveryError.TIMEOUT), o.error());
            assertTrue(late.accepted() > 0);
          });
      eventually(SOON, () -> assertEquals(0, late.open()));
      assertTrue(late.drained() < body.length, late.drained() + " bytes");
    }
  }

  @Test
  void redirectsAreNotFollowed() {
    assertEquals(0, target.accepted());
  }

  @Test
  void neighboursAreUnhurt() {
    for (AttemptOutcome o : NEIGHBOUR) {
      assertEquals(200, o.status());
      assertTrue(o.success());
    }
    assertTrue(
        good.accepted() < NEIGHBOUR.size() / 5, "connections are used again: " + good.accepted());
  }

  @Test
  void aLookupThatHangsEndsInTime() {
    try (TransportRig deaf =
        TransportRig.withLookup(
            name -> Promise.<List<InetAddress>>promise().future(),
            "TRIBUTARY_WEBHOOK_TIMEOUT",
            SHORT_TIMEOUT.toMillis() + "ms")) {
      AttemptOutcome o = awaitOutcome("slow", deaf.send("http://slow.example/", new byte[2]));
      assertEquals(Optional.of(DeliveryError.TIMEOUT), o.error());
    }
  }

  @Test
  void aConnectionThatIsNeverAcceptedEndsInTime() throws IOException {
    List<Socket> fill = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      // Fills the socket's accept queue.
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
      String url = "http://127.0.0.1:" + full.getLocalPort() + "/";
      AttemptOutcome o = awaitOutcome("full", shortTimeoutRig.send(url, new byte[2]));
      assertEquals(Optional.of(DeliveryError.TIMEOUT), o.error());
      eventually(SOON, () -> assertTrue(shortTimeoutRig.attempt(good.url()).success()));
    } finally {
      for (Socket s : fill) {
        s.close();
      }
    }
  }
}
