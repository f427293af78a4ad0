package io.tributary.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.config.ClusterConfig;
import io.tributary.core.PortUnavailable;
import io.tributary.core.ServiceException;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestResources;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two members that trust each other, and unauthorized connections to their ports. */
class ClusterTest {
  private static final String SECRET = "a-secret-of-this-test-of-32-and-more";
  private static final String OTHER = SECRET.replace('a', 'b');
  private static final UUID DATABASE = UUID.randomUUID();
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final List<Integer> PORTS =
      IntStream.range(0, 6).mapToObj(i -> TestResources.port()).toList();
  private static Cluster one;
  private static Cluster two;
  private static Bus busOne;
  private static Bus busTwo;

  private record Question(int n) implements BusMessage.Remote {}

  private record Reply(int n) implements BusMessage.Remote {}

  private record Later(int n) implements BusMessage.Remote {}

  private static ClusterConfig settings(int member, String secret) {
    return settings(member, secret, "", "", "");
  }

  private static ClusterConfig settings(
      int member, String secret, String key, String certificate, String authority) {
    return settings(
        secret, PORTS.get(2 * member), PORTS.get(2 * member + 1), key, certificate, authority);
  }

  private static ClusterConfig settings(
      String secret, int port, int busPort, String key, String certificate, String authority) {
    return new ClusterConfig(
        true,
        "test",
        secret,
        "127.0.0.1",
        port,
        busPort,
        "",
        0,
        0,
        List.of("127.0.0.1:" + PORTS.get(0), "127.0.0.1:" + PORTS.get(2)),
        "conf/cluster.xml",
        key,
        certificate,
        authority);
  }

  @BeforeAll
  static void open() {
    one = join(0, settings(0, SECRET), DATABASE);
    two = join(1, settings(1, SECRET), DATABASE);
    busOne = bus(one);
    busTwo = bus(two);
    two.vertx()
        .deployVerticle(
            new VerticleBase() {
              @Override
              public Future<?> start() {
                busTwo.serveOwned("actor.x.1", Question.class, q -> new Reply(q.n() + 1));
                return Future.succeededFuture();
              }
            },
            new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD))
        .await();
    Eventually.eventually(SOON, () -> request(busOne, 1));
  }

  private static Cluster join(int member, ClusterConfig settings, UUID database) {
    return Cluster.join(settings, database, "node-" + member, Vertx.builder());
  }

  private static Bus bus(Cluster cluster) {
    Bus bus = Bus.create(cluster.vertx());
    bus.register(Question.class);
    bus.register(Reply.class);
    return bus;
  }

  private static Reply request(Bus bus, int n) {
    return bus.<Reply>request("actor.x.1", new Question(n), Duration.ofSeconds(30)).await();
  }

  @AfterAll
  static void close() {
    one.leave(SOON);
    two.leave(SOON);
  }

  @Test
  void anActorIsAskedFromItsOwnNodeAndFromAnother() {
    Eventually.eventually(SOON, () -> assertEquals(2, one.members()));
    assertEquals(new Reply(8), request(busOne, 7));
    assertEquals(new Reply(8), request(busTwo, 7));
  }

  @Test
  void aMessageOfALaterVersionIsRefusedAndNotWaitedFor() {
    busOne.register(Later.class);
    ServiceException refusal =
        assertThrows(
            ServiceException.class,
            () -> busOne.request("actor.x.1", new Later(1), Duration.ofSeconds(60)).await());
    assertEquals(ServiceException.Reason.UNAVAILABLE, refusal.reason());
  }

  @Test
  void aNodeWithAnotherSecretStaysAlone() {
    strangerStaysAlone(join(2, settings(2, OTHER), DATABASE));
  }

  @Test
  void aNodeOfAnotherDatabaseStaysAlone() {
    strangerStaysAlone(join(2, settings(2, SECRET), UUID.randomUUID()));
  }

  @Test
  void aPortThatIsTakenIsNamedAndTheMemberLeaves() {
    assertPortInUse("TRIBUTARY_CLUSTER_BUS_PORT", PORTS.get(4), PORTS.get(1));
    assertPortInUse("TRIBUTARY_CLUSTER_PORT", PORTS.get(0), PORTS.get(5));
    Eventually.eventually(SOON, () -> assertEquals(2, one.members()));
  }

  private static void assertPortInUse(String setting, int port, int busPort) {
    ClusterConfig settings = settings(SECRET, port, busPort, "", "", "");
    PortUnavailable told = assertThrows(PortUnavailable.class, () -> join(2, settings, DATABASE));
    assertTrue(told.getMessage().contains(setting + " "), told::getMessage);
  }

  @Test
  void aBusThatIsLeftButNotClosedYetIsWaitedForByTheNextStart() {
    ClusterConfig settings = settings(2, OTHER);
    Cluster before = join(2, settings, DATABASE);
    Promise<Void> stopped = Promise.promise();
    before
        .vertx()
        .deployVerticle(
            new VerticleBase() {
              @Override
              public Future<?> stop() {
                return stopped.future();
              }
            })
        .await();
    before.leave(Duration.ofMillis(200));
    RuntimeException held = assertThrows(RuntimeException.class, () -> join(2, settings, DATABASE));
    assertTrue(Cluster.isTransient(held), held::toString);
    stopped.complete();
    Eventually.eventually(SOON, () -> assertEquals(0, before.members()));
    Cluster[] next = new Cluster[1];
    Eventually.eventually(SOON, () -> next[0] = join(2, settings, DATABASE));
    next[0].leave(SOON);
  }

  private static void strangerStaysAlone(Cluster stranger) {
    try {
      assertEquals(1, stranger.members());
      Eventually.eventually(SOON, () -> assertEquals(2, one.members()));
    } finally {
      stranger.leave(SOON);
    }
  }

  @Test
  void whoCannotProveToKnowTheSecretIsNotHeardAndToldNothing() throws IOException {
    try (Socket socket = new Socket("127.0.0.1", PORTS.get(0))) {
      byte[] hello = socket.getInputStream().readNBytes(8 + 32);
      socket.getOutputStream().write("TRIBCLU1".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(hello, 8, 32);
      socket.getOutputStream().write(new byte[32]);
      assertArrayEquals(new byte[0], readToEnd(socket));
    }
    assertEquals(new Reply(2), request(busOne, 1));
  }

  /** Reads until the peer closes; a connection reset counts as the end. */
  private static byte[] readToEnd(Socket socket) {
    try {
      return socket.getInputStream().readAllBytes();
    } catch (IOException reset) {
      return new byte[0];
    }
  }

  @Test
  void theBusHearsOnlyWhoShowsACertificateOfTheCluster() {
    assertEquals(1, pingResponseSize(Optional.of(SECRET)));
    assertEquals(0, pingResponseSize(Optional.of(OTHER)));
    assertEquals(0, pingResponseSize(Optional.empty()));
  }

  /**
   * Sends one ping to the bus and returns the size of the answer, or 0 if the bus closes the
   * connection.
   */
  private static int pingResponseSize(Optional<String> secret) {
    NetClientOptions options =
        new NetClientOptions().setSsl(true).setTrustAll(true).setHostnameVerificationAlgorithm("");
    secret.ifPresent(s -> options.setKeyCertOptions(certificates(s).keyCert()));
    var client = two.vertx().createNetClient(options);
    Promise<Integer> answer = Promise.promise();
    client
        .connect(PORTS.get(1), "127.0.0.1")
        .onFailure(refused -> answer.tryComplete(0))
        .onSuccess(
            socket -> {
              socket.handler(b -> answer.tryComplete(b.length()));
              socket.exceptionHandler(t -> answer.tryComplete(0));
              socket.closeHandler(v -> answer.tryComplete(0));
              socket.write(ping());
            });
    try {
      return answer.future().await(20, TimeUnit.SECONDS);
    } catch (java.util.concurrent.TimeoutException e) {
      throw new AssertionError("neither answered nor refused", e);
    } finally {
      client.close().await();
    }
  }

  /** Builds the ping that members send to check a connection. */
  private static Buffer ping() {
    Buffer message =
        Buffer.buffer()
            .appendByte((byte) 2)
            .appendByte((byte) 1)
            .appendByte((byte) 0)
            .appendInt(12)
            .appendString("__vertx_ping")
            .appendInt(0)
            .appendInt(4)
            .appendString("none")
            .appendInt(4);
    return Buffer.buffer().appendInt(message.length()).appendBuffer(message);
  }

  private static BusCertificates certificates(String secret) {
    return BusCertificates.of(settings(2, secret), new ClusterSecret(secret, DATABASE), "test");
  }

  @Test
  void aNodeWithFilesOfItsOwnAuthorityTrustsThatOneOnly(@TempDir Path folder) throws IOException {
    BusCertificates foreign = certificates(OTHER);
    PemKeyCertOptions own = foreign.keyCert();
    Path key = Files.write(folder.resolve("key"), own.getKeyValue().getBytes());
    Path cert = Files.write(folder.resolve("cert"), own.getCertValue().getBytes());
    Path ca =
        Files.write(folder.resolve("ca"), foreign.trust().getCertValues().getFirst().getBytes());
    // The third node has the secret and becomes a member, but its bus uses another certificate
    // authority.
    Cluster third =
        join(2, settings(2, SECRET, key.toString(), cert.toString(), ca.toString()), DATABASE);
    try {
      Eventually.eventually(SOON, () -> assertEquals(3, third.members()));
      Bus bus = bus(third);
      assertThrows(ServiceException.class, () -> request(bus, 1));
    } finally {
      third.leave(SOON);
    }
    assertFalse(certificates(SECRET).keyCert().equals(certificates(SECRET).keyCert()));
  }
}
