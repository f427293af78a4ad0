package io.tributary.delivery;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Environment;
import io.tributary.testkit.TestResources;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS and HTTP/2 receivers where they differ from plain ones, and headers over both protocols. */
class TlsReceiversTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String NAME = "hooks.example.com";
  private static final String BODY = "{\"note\":\"café · 23.7\"}";

  /** A received request. */
  record Got(HttpVersion version, HttpServerRequest request, Buffer body) {
    String header(String name) {
      return request.getHeader(name);
    }
  }

  @TempDir Path folder;
  private final TestCertificates certificates = new TestCertificates();
  private final Vertx vertx = Vertx.vertx();
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private final Map<String, Consumer<HttpServerRequest>> answers = new ConcurrentHashMap<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private volatile InetAddress address;
  private TransportRig rig;

  @BeforeEach
  void start() throws Exception {
    address = InetAddress.getByName("127.0.0.1");
    rig = rig(certificates.writeAuthority(folder).toString());
  }

  private TransportRig rig(String authorities, String... more) {
    List<String> settings =
        new ArrayList<>(
            List.of("TRIBUTARY_OUTBOUND_CA_FILE", authorities, "TRIBUTARY_WEBHOOK_TIMEOUT", "60s"));
    settings.addAll(List.of(more));
    return TransportRig.withLookup(
        name -> Future.succeededFuture(List.of(address)), settings.toArray(String[]::new));
  }

  @AfterEach
  void stop() {
    rig.close();
    vertx.close().await();
  }

  private int listen(HttpServerOptions options, String host, int port) {
    HttpServer server = vertx.createHttpServer(options);
    server.connectionHandler(
        c -> {
          connections.incrementAndGet();
          open.incrementAndGet();
          c.closeHandler(v -> open.decrementAndGet());
        });
    server.requestHandler(
        r ->
            r.body()
                .onSuccess(
                    body -> {
                      got.add(new Got(r.version(), r, body));
                      answers.getOrDefault(r.path(), x -> x.response().end("ok")).accept(r);
                    }));
    return server.listen(port, host).await().actualPort();
  }

  private HttpServerOptions tls(String name) {
    return new HttpServerOptions()
        .setSsl(true)
        .setUseAlpn(true)
        .setSni(true)
        .setKeyCertOptions(certificates.issue(name));
  }

  private int listen(HttpServerOptions options) {
    return listen(options, "127.0.0.1", 0);
  }

  private static String url(int port, String path) {
    return "https://" + NAME + ":" + port + path;
  }

  @Test
  void aReceiverOfTheOperatorsAuthorityIsSpokenToInHttp2ByItsName() {
    int port = listen(tls(NAME));
    AttemptOutcome o = rig.attempt(url(port, "/in?a=1"));
    assertTrue(o.success(), () -> o.error().toString());
    assertEquals("ok", new String(o.body(), StandardCharsets.UTF_8));
    Got one = got.getFirst();
    assertEquals(HttpVersion.HTTP_2, one.version());
    assertEquals(NAME + ":" + port, one.request().authority().toString());
    assertEquals(NAME, one.request().connection().indicatedServerName());
    assertEquals("/in?a=1", one.request().uri());
    for (int i = 0; i < 20; i++) {
      assertTrue(rig.attempt(url(port, "/in")).success());
    }
    assertEquals(1, connections.get());
  }

  @Test
  void withoutHttp2ItIsHttp11AndWithoutTlsNeverMore() {
    int old = listen(tls(NAME).setUseAlpn(false));
    int plain = listen(new HttpServerOptions());
    assertTrue(rig.attempt(url(old, "/in")).success());
    assertTrue(rig.attempt("http://" + NAME + ":" + plain + "/in").success());
    for (Got g : got) {
      assertEquals(HttpVersion.HTTP_1_1, g.version());
      assertNull(g.header("upgrade"));
    }
    assertEquals(2, got.size());
  }

  @Test
  void aNumberIsCheckedAgainstTheCertificateAsWell() {
    assertTrue(rig.attempt("https://127.0.0.1:" + listen(tls(NAME)) + "/").success());
  }

  private void refused(TransportRig from, HttpServerOptions server) {
    AttemptOutcome o = from.attempt(url(listen(server), "/"));
    assertEquals(Optional.of(DeliveryError.TLS_ERROR), o.error());
    assertEquals(0, o.status());
    assertTrue(got.isEmpty());
  }

  @Test
  void anotherName() {
    refused(rig, tls("other.example.com"));
  }

  @Test
  void anExpiredCertificate() {
    Instant yesterday = Instant.now().minus(Duration.ofDays(1));
    refused(rig, tls(NAME).setKeyCertOptions(certificates.issue(NAME, yesterday)));
  }

  @Test
  void anUnknownAuthority() {
    refused(rig, tls(NAME).setKeyCertOptions(new TestCertificates().issue(NAME)));
    try (TransportRig plain = rig("")) {
      refused(plain, tls(NAME));
    }
  }

  @Test
  void aFileWithoutCertificatesStopsTheStart() {
    assertThrows(IllegalArgumentException.class, () -> rig(folder.resolve("none").toString()));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void headersBodyAndSignatureAreTheSameInBothVersions(boolean http2) {
    int port = listen(http2 ? tls(NAME) : new HttpServerOptions());
    answers.put("/", r -> r.response().putHeader("set-cookie", "a=b").end());
    Map<String, String> own =
        Map.ofEntries(
            Map.entry("X-Own", "mine"),
            Map.entry("Authorization", "Bearer x"),
            Map.entry("Webhook-Id", "evil"),
            Map.entry("svix-signature", "evil"),
            Map.entry("X-Svix-Id", "evil"),
            Map.entry("webhook-sequence", "evil"),
            Map.entry("User-Agent", "evil"),
            Map.entry("Content-Type", "evil"),
            Map.entry("Content-Length", "1"),
            Map.entry("Accept-Encoding", "gzip"),
            Map.entry("Host", "evil.example"),
            Map.entry("Connection", "close"),
            Map.entry("Transfer-Encoding", "chunked"),
            Map.entry("Expect", "100-continue"),
            Map.entry("TE", "trailers"));
    String url = (http2 ? "https://" : "http://") + NAME + ":" + port + "/";
    byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 2; i++) {
      EndpointSnapshot to = TransportRig.target(url, Environment.SANDBOX, own);
      assertTrue(rig.send(to, TransportRig.delivery(body, 41L + i)).await().success());
    }
    Got one = got.getLast();
    assertEquals(http2 ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1, one.version());
    assertArrayEquals(body, one.body().getBytes());
    assertEquals(NAME + ":" + port, one.request().authority().toString());
    assertEquals("mine", one.header("x-own"));
    assertEquals("Bearer x", one.header("authorization"));
    assertEquals("42", one.header("webhook-sequence"));
    assertEquals("Tributary-Webhooks/1", one.header("user-agent"));
    assertEquals("application/json", one.header("content-type"));
    assertEquals("identity", one.header("accept-encoding"));
    assertEquals(Integer.toString(body.length), one.header("content-length"));
    for (String none : List.of("cookie", "te", "expect", "transfer-encoding", "x-svix-id")) {
      assertNull(one.header(none), none);
    }
    assertEquals(1, connections.get(), "the connection stays");
    for (String part : List.of("id", "timestamp", "signature")) {
      assertNotNull(one.header("webhook-" + part));
      assertEquals(one.header("webhook-" + part), one.header("svix-" + part));
      assertEquals(1, one.request().headers().getAll("webhook-" + part).size());
    }
    assertEquals(TransportRig.ID, one.header("webhook-id"));
    assertEquals(
        WebhookSigner.signature(
            List.of(WebhookSigner.decodeKey(TransportRig.SECRET).orElseThrow()),
            TransportRig.ID,
            Long.parseLong(one.header("webhook-timestamp")),
            body),
        one.header("webhook-signature"));
    assertEquals(Set.of(), unknown(one));
  }

  private static Set<String> unknown(Got got) {
    Set<String> names = ConcurrentHashMap.newKeySet();
    got.request().headers().names().forEach(n -> names.add(n.toLowerCase()));
    names.removeIf(n -> n.startsWith(":") || n.startsWith("webhook-") || n.startsWith("svix-"));
    names.removeAll(Set.of("host", "x-own", "authorization", "user-agent", "accept-encoding"));
    names.removeAll(Set.of("content-type", "content-length"));
    return names;
  }

  @Test
  void aHeaderThatCannotBeSentFailsTheAttemptAndKeepsTheConnection() {
    String url = "http://" + NAME + ":" + listen(new HttpServerOptions()) + "/";
    EndpointSnapshot bad =
        TransportRig.target(url, Environment.SANDBOX, Map.of("x-own", "a\r\nhost: evil"));
    assertEquals(
        Optional.of(DeliveryError.PROTOCOL_ERROR),
        rig.send(bad, TransportRig.delivery(new byte[2], null)).await().error());
    assertTrue(rig.attempt(url).success());
    assertEquals(1, connections.get());
    assertEquals(1, got.size());
  }

  @Test
  void aStreamThatHangsHurtsNobodyOnItsConnectionWhichThenGoes() {
    try (TransportRig quick =
        rig(
            folder.resolve("authority.pem").toString(),
            "TRIBUTARY_WEBHOOK_TIMEOUT",
            "8s",
            "TRIBUTARY_WEBHOOK_KEEP_ALIVE_TIMEOUT",
            "60s")) {
      int port = listen(tls(NAME));
      answers.put("/hang", r -> {});
      assertTrue(quick.attempt(url(port, "/in")).success());
      Future<AttemptOutcome> hanging = quick.send(url(port, "/hang"), new byte[2]);
      for (int i = 0; i < 20; i++) {
        assertTrue(quick.attempt(url(port, "/in")).success());
      }
      assertEquals(Optional.of(DeliveryError.TIMEOUT), hanging.await().error());
      assertEquals(1, connections.get());
      assertTrue(quick.attempt(url(port, "/in")).success());
      eventually(SOON, () -> assertEquals(1, open.get()));
      assertEquals(2, connections.get(), "the one that fell silent is not used again");
    }
  }

  @Test
  void anEndlessBodyInHttp2IsCutAndTheConnectionStays() {
    int port = listen(tls(NAME));
    answers.put(
        "/flood",
        r -> {
          r.response().write(Buffer.buffer(new byte[40_000]));
          vertx.setPeriodic(
              5,
              id -> {
                if (r.response().closed()) {
                  vertx.cancelTimer(id);
                } else {
                  r.response().write(Buffer.buffer(new byte[1000]));
                }
              });
        });
    for (int i = 0; i < 10; i++) {
      AttemptOutcome o = rig.attempt(url(port, "/flood"));
      assertTrue(o.success());
      assertEquals(16 * 1024, o.body().length);
      assertTrue(
          o.duration().compareTo(Duration.ofSeconds(60)) < 0, "not cut by the limit of time");
    }
    assertTrue(rig.attempt(url(port, "/in")).success());
    assertEquals(1, connections.get());
  }

  @Test
  void aStreamThatIsResetIsNamedByItsCode() {
    int port = listen(tls(NAME));
    answers.put("/refused", r -> r.response().reset(7));
    answers.put("/internal", r -> r.response().reset(2));
    answers.put("/blamed", r -> r.response().reset(1));
    assertEquals(
        Optional.of(DeliveryError.CONNECT_ERROR), rig.attempt(url(port, "/refused")).error());
    assertEquals(
        Optional.of(DeliveryError.CONNECT_ERROR), rig.attempt(url(port, "/internal")).error());
    assertEquals(
        Optional.of(DeliveryError.PROTOCOL_ERROR), rig.attempt(url(port, "/blamed")).error());
    assertTrue(rig.attempt(url(port, "/in")).success());
    assertEquals(1, connections.get());
  }

  @Test
  void aReceiverThatSaysGoodbyeIsAskedOnANewConnection() {
    int port = listen(tls(NAME));
    answers.put(
        "/bye",
        r -> {
          r.connection().goAway(0);
          r.response().end();
        });
    answers.put("/gone", r -> r.connection().close());
    assertTrue(rig.attempt(url(port, "/bye")).success());
    assertTrue(rig.attempt(url(port, "/in")).success());
    assertEquals(2, connections.get());
    assertEquals(Optional.of(DeliveryError.CONNECT_ERROR), rig.attempt(url(port, "/gone")).error());
    assertTrue(rig.attempt(url(port, "/in")).success());
  }

  @Test
  void aNameThatLeadsElsewhereNowIsFollowedAtOnce() throws Exception {
    int port = listen(tls(NAME), "127.0.0.1", TestResources.port());
    listen(tls(NAME), "127.0.0.2", port);
    assertTrue(rig.attempt(url(port, "/in")).success());
    address = InetAddress.getByAddress(NAME, new byte[] {127, 0, 0, 2});
    assertTrue(rig.attempt(url(port, "/in")).success());
    assertEquals("127.0.0.1", got.getFirst().request().localAddress().hostAddress());
    assertEquals("127.0.0.2", got.getLast().request().localAddress().hostAddress());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noConnectionOutlivesItsTime(boolean http2) {
    try (TransportRig brief =
        rig(
            folder.resolve("authority.pem").toString(),
            "TRIBUTARY_OUTBOUND_CONNECTION_MAX_AGE",
            "300ms",
            "TRIBUTARY_WEBHOOK_KEEP_ALIVE_TIMEOUT",
            "60s")) {
      int port = listen(http2 ? tls(NAME) : new HttpServerOptions());
      String url = (http2 ? "https://" : "http://") + NAME + ":" + port + "/";
      eventually(
          SOON,
          () -> {
            assertTrue(brief.attempt(url).success());
            assertTrue(connections.get() > 2);
          });
      eventually(SOON, () -> assertEquals(0, open.get()));
    }
  }
}
