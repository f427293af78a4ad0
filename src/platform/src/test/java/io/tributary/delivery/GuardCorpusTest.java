package io.tributary.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.ServiceConfig;
import io.tributary.core.Environment;
import io.tributary.outbound.SsrfGuard;
import io.tributary.outbound.SsrfPolicy;
import io.tributary.outbound.TargetUrl;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestResources;
import io.vertx.core.Future;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * SSRF corpus: each hostile URL is requested by a real attempt while trap servers listen on
 * internal addresses, next to legitimate URLs. P is a placeholder for the port of the servers.
 */
class GuardCorpusTest {
  private static final Map<String, List<String>> NAMES = new HashMap<>();
  private static final List<String> LOOKUPS = new CopyOnWriteArrayList<>();
  private static final List<RawTcpServer> TRAPS = new ArrayList<>();
  private static TransportRig strict;
  private static int port;

  private static Future<List<InetAddress>> lookup(String name) {
    LOOKUPS.add(name);
    List<String> found = NAMES.get(name);
    return found == null
        ? Future.failedFuture(new UnknownHostException(name))
        : Future.succeededFuture(found.stream().map(GuardCorpusTest::address).toList());
  }

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static SsrfGuard guard() {
    return new SsrfGuard(
        new SsrfPolicy(
            new ServiceConfig.Outbound(false, List.of(), false, "", Duration.ofMinutes(5))),
        GuardCorpusTest::lookup);
  }

  private static TransportRig rig(String... settings) {
    List<String> all = new ArrayList<>(List.of("TRIBUTARY_OUTBOUND_REQUIRE_HTTPS", "false"));
    Collections.addAll(all, settings);
    return TransportRig.withLookup(GuardCorpusTest::lookup, all.toArray(String[]::new));
  }

  @BeforeAll
  static void listen() {
    NAMES.put("public.example", List.of("93.184.215.14"));
    NAMES.put("xn--bcher-kva.example", List.of("93.184.215.15"));
    for (String name :
        List.of("under_score.public", "localhost.public", "internal", "127.0.0.1.public")) {
      NAMES.put(name + ".example", List.of("93.184.215.16"));
    }
    NAMES.put("six-only.example", List.of("2606:4700::1111"));
    NAMES.put("two.example", List.of("2606:4700::1111", "93.184.215.14"));
    NAMES.put("private.example", List.of("10.0.0.5"));
    NAMES.put("loop.example", List.of("127.0.0.1"));
    NAMES.put("mapped.example", List.of("::ffff:127.0.0.1"));
    NAMES.put("six.example", List.of("::1"));
    NAMES.put("nat64.example", List.of("64:ff9b::7f00:1"));
    NAMES.put("unique.example", List.of("fd00:ec2::254"));
    NAMES.put("one-of-two.example", List.of("93.184.215.14", "127.0.0.1"));
    NAMES.put(
        "last-of-four.example", List.of("8.8.8.8", "93.184.215.14", "2606:4700::1111", "::1"));
    NAMES.put("metadata.example", List.of("169.254.169.254"));
    NAMES.put("nothing.example", List.of());
    for (String local : List.of("localhost", "a.localhost", "printer.local")) {
      NAMES.put(local, List.of("127.0.0.1"));
    }
    port = TestResources.port();
    TRAPS.add(new RawTcpServer(s -> {}, "127.0.0.1", port));
    TRAPS.add(new RawTcpServer(s -> {}, "127.0.0.2", port));
    TRAPS.add(new RawTcpServer(s -> {}, "127.255.255.254", port));
    TRAPS.add(new RawTcpServer(s -> {}, "::1", port));
    strict = rig("TRIBUTARY_OUTBOUND_ALLOW_PRIVATE", "false");
  }

  @AfterAll
  static void close() {
    strict.close();
    TRAPS.forEach(RawTcpServer::close);
  }

  private static int trapHits() {
    return TRAPS.stream().mapToInt(RawTcpServer::accepted).sum();
  }

  @ParameterizedTest
  @MethodSource("io.tributary.delivery.GuardCorpus#hostile")
  void noneIsConnected(String form) {
    String url = form.replace(":P", ":" + port).replace("+P", "+" + port);
    int before = trapHits();
    for (Environment environment : Environment.values()) {
      AttemptOutcome o = strict.attempt(url, environment);
      boolean nowhere = form.contains("nothing.example");
      assertEquals(
          Optional.of(nowhere ? DeliveryError.DNS_ERROR : DeliveryError.BLOCKED_ADDRESS),
          o.error());
      assertEquals(0, o.status());
    }
    assertEquals(before, trapHits());
  }

  /** URLs that are recognizable without a DNS lookup are rejected when the endpoint is created. */
  @ParameterizedTest
  @MethodSource("io.tributary.delivery.GuardCorpus#hostile")
  void whatNeedsNoLookupIsRefusedAtOnce(String form) {
    boolean needsLookup =
        form.contains(".example:P/") && !form.contains("@") && !form.contains("\\");
    String url = form.replace(":P", ":" + port).replace("+P", "+" + port);
    boolean hidden = form.contains("%00") || form.contains("\u0000");
    assertEquals(
        needsLookup && !hidden,
        guard().policy().validationError(url, false).isEmpty(),
        () -> guard().policy().validationError(url, false).toString());
  }

  @ParameterizedTest
  @MethodSource("io.tributary.delivery.GuardCorpus#honest")
  void anHonestOneLeadsWhereItSays(List<String> pair) throws TargetUrl.InvalidUrlException {
    String url = pair.getFirst();
    assertEquals(Optional.empty(), guard().policy().validationError(url, false));
    SocketAddress to = guard().resolve(TargetUrl.parse(url), false).await();
    assertEquals(pair.getLast(), to.hostAddress() + ":" + to.port());
  }

  @Test
  void theCorpusIsLargeEnough() {
    assertTrue(GuardCorpus.hostile().distinct().count() >= 60);
    assertTrue(GuardCorpus.honest().distinct().count() >= 20);
  }

  @Test
  void aNameThatChangesItsMindIsJudgedAnewAndLookedUpOnce() {
    RawTcpServer server =
        new RawTcpServer(
            s -> {
              while (RawTcpServer.readRequest(s)) {
                RawTcpServer.write(s, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
              }
            },
            "127.0.0.1",
            TestResources.port());
    RawTcpServer inside = new RawTcpServer(s -> {}, "127.0.0.2", server.port());
    try (TransportRig rig =
        rig(
            "TRIBUTARY_OUTBOUND_ALLOW_PRIVATE", "false",
            "TRIBUTARY_OUTBOUND_ALLOW_CIDRS", "127.0.0.1/32")) {
      String url = "http://rebind.example:" + server.port() + "/";
      LOOKUPS.clear();
      NAMES.put("rebind.example", List.of("127.0.0.1"));
      assertTrue(rig.attempt(url, Environment.PRODUCTION).success());
      assertEquals(List.of("rebind.example"), LOOKUPS);
      NAMES.put("rebind.example", List.of("127.0.0.2"));
      assertEquals(
          Optional.of(DeliveryError.BLOCKED_ADDRESS),
          rig.attempt(url, Environment.PRODUCTION).error());
      NAMES.put("rebind.example", List.of("127.0.0.1", "127.0.0.2"));
      assertEquals(
          Optional.of(DeliveryError.BLOCKED_ADDRESS),
          rig.attempt(url, Environment.PRODUCTION).error());
      assertEquals(1, server.accepted());
      assertEquals(0, inside.accepted());
    } finally {
      server.close();
      inside.close();
    }
  }

  @Test
  void aFirstLookupThatIsPublicDoesNotSpeakForTheSecond() throws TargetUrl.InvalidUrlException {
    TargetUrl to = TargetUrl.parse("https://second.example/");
    NAMES.put("second.example", List.of("93.184.215.14"));
    assertEquals("93.184.215.14", guard().resolve(to, false).await().hostAddress());
    NAMES.put("second.example", List.of("10.0.0.1"));
    assertThrows(SsrfGuard.BlockedAddressException.class, () -> guard().resolve(to, false).await());
  }

  /**
   * Asserts that the attempt connects and times out. It is repeated because a suspended machine may
   * miss both time limits.
   */
  private static void assertAllowed(TransportRig rig, String url, Environment environment) {
    int before = trapHits();
    Eventually.eventually(
        Duration.ofSeconds(60),
        () -> {
          assertEquals(Optional.of(DeliveryError.TIMEOUT), rig.attempt(url, environment).error());
          assertTrue(trapHits() > before);
        });
  }

  @Test
  void theSwitchOpensSandboxesOnlyAndTheListBoth() {
    String url = "http://127.0.0.1:" + port + "/";
    int before = trapHits();
    try (TransportRig open =
        rig("TRIBUTARY_OUTBOUND_ALLOW_PRIVATE", "true", "TRIBUTARY_WEBHOOK_TIMEOUT", "200ms")) {
      assertEquals(
          Optional.of(DeliveryError.BLOCKED_ADDRESS),
          open.attempt(url, Environment.PRODUCTION).error());
      assertEquals(before, trapHits());
      assertAllowed(open, url, Environment.SANDBOX);
      assertEquals(
          Optional.of(DeliveryError.BLOCKED_ADDRESS),
          open.attempt("http://169.254.169.254/", Environment.SANDBOX).error());
    }
    try (TransportRig listed =
        rig(
            "TRIBUTARY_OUTBOUND_ALLOW_PRIVATE", "false",
            "TRIBUTARY_OUTBOUND_ALLOW_CIDRS", "127.0.0.0/8,::1/128",
            "TRIBUTARY_WEBHOOK_TIMEOUT", "200ms")) {
      for (Environment environment : Environment.values()) {
        assertAllowed(listed, url, environment);
        assertAllowed(listed, "http://[::1]:" + port + "/", environment);
      }
    }
  }
}
