package io.tributary.delivery;

import static io.tributary.delivery.RawServer.readRequest;
import static io.tributary.delivery.RawServer.write;
import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.delivery.HostileReceivers.Case;
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
  /**
   * Shorter than the service's own, for a test that many run; {@code scripts/receivers} takes that.
   * Who answers well must be done within it on a machine that pauses.
   */
  private static final Duration TIMEOUT =
      Duration.ofSeconds(Integer.getInteger("tributary.receivers.timeout", 10));

  /** For attempts that nobody answers. */
  private static final Duration BRIEF = Duration.ofSeconds(2);

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int NEIGHBOURS = 160;

  private static List<Case> cases;
  private static final Map<String, RawServer> SERVERS = new LinkedHashMap<>();
  private static final Map<String, AttemptOutcome> OUTCOMES = new LinkedHashMap<>();
  private static final List<AttemptOutcome> NEIGHBOUR = new ArrayList<>();
  private static Rig rig;
  private static Rig hasty;
  private static RawServer target;
  private static RawServer good;

  private static RawServer name(String name) {
    return SERVERS.get(name);
  }

  @BeforeAll
  static void all() {
    rig = rig(TIMEOUT);
    hasty = rig(BRIEF);
    target = new RawServer(s -> {});
    cases = new HostileReceivers(TIMEOUT, target.url()).all();
    good =
        new RawServer(
            s -> {
              while (readRequest(s)) {
                write(s, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
              }
            });
    cases.forEach(c -> SERVERS.put(c.name(), new RawServer(c.behaviour())));
    // The first use of classes is slow, and no attempt's fault.
    rig.attempt(good.url());
    allAtOnce();
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

  private static Rig rig(Duration timeout) {
    return Rig.with(
        "TRIBUTARY_WEBHOOK_TIMEOUT",
        timeout.toMillis() + "ms",
        "TRIBUTARY_WEBHOOK_KEEP_ALIVE",
        "1s");
  }

  /** Each case once, and good ones meanwhile. */
  private static void allAtOnce() {
    Map<String, Future<AttemptOutcome>> running = new LinkedHashMap<>();
    for (Case c : cases) {
      String url = name(c.name()).url().replace("http:", c.scheme() + ":");
      running.put(c.name(), rig.send(url, c.body()));
    }
    for (int i = 0; i < NEIGHBOURS; i++) {
      NEIGHBOUR.add(rig.attempt(good.url()));
    }
    running.forEach((n, attempt) -> OUTCOMES.put(n, ended(n, attempt)));
  }

  private static AttemptOutcome ended(String name, Future<AttemptOutcome> attempt) {
    try {
      return attempt.await(TIMEOUT.plus(SOON).toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("never ends: " + name);
    }
  }

  @AfterAll
  static void close() {
    rig.close();
    hasty.close();
    SERVERS.values().forEach(RawServer::close);
    target.close();
    good.close();
  }

  static List<Case> cases() {
    return cases;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void eachAttemptEndsAsWhatItIs(Case c) {
    AttemptOutcome o = OUTCOMES.get(c.name());
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

  /** Closing by the library's means would send the rest as soon as the receiver reads on. */
  @Test
  void whatWasNotReadInTimeIsNotSentLater() {
    // More than the kernel takes for a reader to come.
    byte[] body = new byte[10_000_000];
    try (RawServer late = new RawServer(s -> Thread.sleep(BRIEF.toMillis() * 3))) {
      eventually(
          SOON,
          () -> {
            AttemptOutcome o = ended("late", hasty.send(late.url(), body));
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
    try (Rig deaf =
        Rig.resolving(
            name -> Promise.<List<InetAddress>>promise().future(),
            "TRIBUTARY_WEBHOOK_TIMEOUT",
            BRIEF.toMillis() + "ms")) {
      AttemptOutcome o = ended("slow", deaf.send("http://slow.example/", new byte[2]));
      assertEquals(Optional.of(DeliveryError.TIMEOUT), o.error());
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
      String url = "http://127.0.0.1:" + full.getLocalPort() + "/";
      AttemptOutcome o = ended("full", hasty.send(url, new byte[2]));
      assertEquals(Optional.of(DeliveryError.TIMEOUT), o.error());
      eventually(SOON, () -> assertTrue(hasty.attempt(good.url()).success()));
    } finally {
      for (Socket s : fill) {
        s.close();
      }
    }
  }
}
