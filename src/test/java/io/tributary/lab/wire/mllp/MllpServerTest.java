package io.tributary.lab.wire.mllp;

import static io.tributary.lab.wire.mllp.Lab.bytes;
import static io.tributary.lab.wire.mllp.Lab.eventually;
import static io.tributary.lab.wire.mllp.Lab.frame;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.wire.hl7.AckCode;
import io.tributary.lab.wire.hl7.Acknowledgement.Verdict;
import io.tributary.lab.wire.hl7.Answer;
import io.tributary.lab.wire.hl7.ErrorCode;
import io.tributary.lab.wire.hl7.Hl7Fault;
import io.tributary.lab.wire.hl7.InboundRules;
import io.tributary.lab.wire.hl7.MessageKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MllpServerTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(150);

  private final Vertx vertx = Vertx.vertx();
  private final Recorder recorder = new Recorder();
  private final List<Receiver.Inbound> stored = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() throws Exception {
    await(vertx.close());
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static MllpServerOptions options() {
    return MllpServerOptions.at("127.0.0.1", 0, Optional.empty());
  }

  private MllpServer server(MllpServerOptions options, Receiver receiver) throws Exception {
    MllpServer server = new MllpServer(vertx, options, receiver, recorder);
    await(server.start());
    return server;
  }

  private Future<Verdict> store(Receiver.Inbound message) {
    stored.add(message);
    return Future.succeededFuture(Verdict.accepted());
  }

  /** A laboratory's end of a connection. */
  private final class Sender {
    final NetSocket socket;
    final List<Answer> answers = new CopyOnWriteArrayList<>();
    volatile boolean closed;

    Sender(MllpServer server) throws Exception {
      socket = await(vertx.createNetClient().connect(server.port(), "127.0.0.1"));
      Frames frames = new Frames(1 << 20, 100);
      socket.closeHandler(v -> closed = true);
      socket.handler(c -> frames.read(c).forEach(m -> answers.add(Answer.read(m))));
    }

    Answer answer(int n) throws Exception {
      eventually(() -> answers.size() > n);
      return answers.get(n);
    }
  }

  private static String result(String id) {
    return "MSH|^~\\&|LIS|LAB|WE|ACC|||ORU^R01^ORU_R01|" + id + "|P|2.5.1\rPID|1||\u00E9\r";
  }

  @Test
  void aResultIsHandedOverAsItCameAndAcknowledged() throws Exception {
    Sender sender = new Sender(server(options(), this::store));
    sender.socket.write(frame(result("R1")));
    Answer answer = sender.answer(0);
    assertEquals(AckCode.AA, answer.code());
    assertEquals("R1", answer.controlId());
    assertEquals(result("R1"), new String(stored.getFirst().bytes(), ISO_8859_1));
    assertEquals("127.0.0.1", stored.getFirst().peer());
    assertEquals("R1", stored.getFirst().header().controlId());
  }

  @Test
  void nothingIsAcknowledgedBeforeItIsStored() throws Exception {
    Promise<Verdict> storing = Promise.promise();
    Sender sender =
        new Sender(
            server(
                options(),
                m -> {
                  stored.add(m);
                  return storing.future();
                }));
    sender.socket.write(frame(result("R1")));
    eventually(() -> stored.size() == 1);
    // Enough turns of the loop for an answer, had there been one.
    for (int i = 0; i < 20; i++) {
      await(vertx.timer(1, TimeUnit.MILLISECONDS));
    }
    assertEquals(List.of(), sender.answers);
    storing.complete(Verdict.accepted());
    assertEquals(AckCode.AA, sender.answer(0).code());
  }

  @Test
  void severalMessagesInOneChunkAreStoredOneAfterTheOther() throws Exception {
    AtomicInteger open = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Sender sender =
        new Sender(
            server(
                options(),
                m -> {
                  most.accumulateAndGet(open.incrementAndGet(), Math::max);
                  return vertx
                      .timer(5, TimeUnit.MILLISECONDS)
                      .compose(
                          v -> {
                            open.decrementAndGet();
                            return store(m);
                          });
                }));
    Buffer all = Buffer.buffer();
    for (int i = 0; i < 20; i++) {
      all.appendBuffer(frame(result("R" + i)));
    }
    sender.socket.write(all);
    for (int i = 0; i < 20; i++) {
      assertEquals("R" + i, sender.answer(i).controlId());
    }
    assertEquals(1, most.get());
  }

  @Test
  void aMessageByteByByteIsWhole() throws Exception {
    Sender sender = new Sender(server(options(), this::store));
    Buffer all = frame(result("R1"));
    for (int i = 0; i < all.length(); i++) {
      await(sender.socket.write(all.slice(i, i + 1)));
    }
    assertEquals("R1", sender.answer(0).controlId());
  }

  @Test
  void aFailureAsksForARepetitionAndTheRepetitionIsTaken() throws Exception {
    AtomicInteger n = new AtomicInteger();
    Sender sender =
        new Sender(
            server(
                options(),
                m ->
                    n.getAndIncrement() == 0
                        ? Future.failedFuture(new IllegalStateException("database away"))
                        : store(m)));
    sender.socket.write(frame(result("R1")));
    Answer refused = sender.answer(0);
    assertEquals(AckCode.AR, refused.code());
    assertEquals("207", refused.problems().getFirst().code());
    assertFalse(refused.problems().getFirst().text().contains("database"));
    sender.socket.write(frame(result("R1")));
    assertEquals(AckCode.AA, sender.answer(1).code());
    assertEquals(1, recorder.count("receiver failed"));
  }

  @Test
  void aReceiverThatThrowsFailsItsMessageOnly() throws Exception {
    Sender sender =
        new Sender(
            server(
                options(),
                m -> {
                  if (m.header().controlId().equals("R1")) {
                    throw new IllegalStateException();
                  }
                  return store(m);
                }));
    sender.socket.write(frame(result("R1")).appendBuffer(frame(result("R2"))));
    assertEquals(AckCode.AR, sender.answer(0).code());
    assertEquals(AckCode.AA, sender.answer(1).code());
  }

  @Test
  void aReceiverMayChooseItsAnswer() throws Exception {
    Hl7Fault fault = new Hl7Fault(ErrorCode.INTERNAL, "", "again");
    Sender sender =
        new Sender(
            server(options(), m -> Future.succeededFuture(Verdict.refused(AckCode.AE, fault))));
    sender.socket.write(frame(result("R1")));
    assertEquals(AckCode.AE, sender.answer(0).code());
  }

  @Test
  void whatIsNoResultIsRefusedWithItsReason() throws Exception {
    InboundRules rules = new InboundRules(true);
    Sender sender =
        new Sender(
            server(
                options(),
                m -> {
                  rules.requireResult(m.header());
                  return store(m);
                }));
    sender.socket.write(frame(result("R1").replace("ORU^R01^ORU_R01", "ADT^A01")));
    assertEquals(AckCode.AR, sender.answer(0).code());
    assertEquals("200", sender.answer(0).problems().getFirst().code());
    sender.socket.write(frame(result("")));
    assertEquals(AckCode.AE, sender.answer(1).code());
    assertEquals(List.of(), stored);
  }

  @Test
  void aFrameWithoutHeaderIsAnsweredAndTheNextOneTaken() throws Exception {
    Sender sender = new Sender(server(options(), this::store));
    sender.socket.write(frame("nonsense").appendBuffer(frame(result("R2"))));
    assertEquals(AckCode.AE, sender.answer(0).code());
    assertEquals("R2", sender.answer(1).controlId());
  }

  @Test
  void storingThatTakesTooLongIsRefusedAndTheRepetitionKnown() throws Exception {
    Set<MessageKey> keys = new HashSet<>();
    Sender sender =
        new Sender(
            server(
                options().withBounds(LONG, SHORT, 4, 1 << 20),
                m ->
                    keys.add(MessageKey.of(m.header(), m.bytes()))
                        ? Future.future(never -> stored.add(m))
                        : Future.succeededFuture(Verdict.accepted())));
    sender.socket.write(frame(result("R1")));
    assertEquals(AckCode.AR, sender.answer(0).code());
    sender.socket.write(frame(result("R1")));
    assertEquals(AckCode.AA, sender.answer(1).code());
    assertEquals(1, stored.size());
  }

  @Test
  void whoeverLeavesBeforeTheAnswerGetsItTheNextTime() throws Exception {
    Promise<Verdict> first = Promise.promise();
    Set<MessageKey> keys = new HashSet<>();
    MllpServer server =
        server(
            options(),
            m -> {
              stored.add(m);
              return keys.add(MessageKey.of(m.header(), m.bytes()))
                  ? first.future()
                  : Future.succeededFuture(Verdict.accepted());
            });
    Sender gone = new Sender(server);
    gone.socket.write(frame(result("R1")));
    eventually(() -> stored.size() == 1);
    await(gone.socket.close());
    eventually(() -> server.connections() == 0);
    first.complete(Verdict.accepted());
    Sender back = new Sender(server);
    back.socket.write(frame(result("R1")));
    assertEquals(AckCode.AA, back.answer(0).code());
    assertEquals(1, keys.size());
    assertEquals(List.of(), gone.answers);
  }

  @Test
  void halfAMessageIsNoMessage() throws Exception {
    MllpServer server = server(options(), this::store);
    Sender sender = new Sender(server);
    Buffer all = frame(result("R1"));
    await(sender.socket.write(all.slice(0, all.length() - 2)));
    await(sender.socket.close());
    eventually(() -> recorder.count("disconnected") == 1);
    assertEquals(List.of(), stored);
  }

  @Test
  void aFrameThatDoesNotEndIsGivenUp() throws Exception {
    Sender sender = new Sender(server(options().withBounds(SHORT, LONG, 4, 1 << 20), this::store));
    sender.socket.write(frame(result("R1")));
    sender.answer(0);
    sender.socket.write("\u000BMSH|");
    eventually(() -> sender.closed);
    assertEquals(1, recorder.count("broken SLOW"));
    assertEquals(1, stored.size());
  }

  @Test
  void silenceBetweenMessagesIsAllowedUnlessABoundIsSet() throws Exception {
    Sender patient = new Sender(server(options().withBounds(SHORT, LONG, 4, 1 << 20), this::store));
    Sender bound = new Sender(server(options().withIdleTimeout(SHORT), this::store));
    eventually(() -> bound.closed);
    patient.socket.write(frame(result("R1")));
    assertEquals("R1", patient.answer(0).controlId());
  }

  @Test
  void tooLargeAMessageEndsTheConnection() throws Exception {
    Sender sender = new Sender(server(options().withBounds(LONG, LONG, 4, 1000), this::store));
    sender.socket.write(frame(result("R1") + "x".repeat(1000)));
    eventually(() -> sender.closed);
    assertEquals(1, recorder.count("broken TOO_LARGE"));
    assertEquals(List.of(), stored);
  }

  @Test
  void noiseEndsTheConnectionAndALittleDoesNot() throws Exception {
    MllpServer server = server(options(), this::store);
    Sender sender = new Sender(server);
    sender.socket.write(Buffer.buffer("\r\nhello").appendBuffer(frame(result("R1"))));
    assertEquals("R1", sender.answer(0).controlId());
    sender.socket.write("GET / HTTP/1.1 ".repeat(100));
    eventually(() -> sender.closed);
    assertEquals(1, recorder.count("broken NOISE"));
  }

  @Test
  void connectionsAreCounted() throws Exception {
    MllpServer server = server(options().withBounds(LONG, LONG, 2, 1000), this::store);
    Sender first = new Sender(server);
    Sender second = new Sender(server);
    eventually(() -> server.connections() == 2);
    new Sender(server);
    eventually(() -> recorder.count("turned away") == 1);
    assertEquals(2, server.connections());
    await(first.socket.close());
    eventually(() -> server.connections() == 1);
    second.socket.write(frame(result("R1")));
    assertEquals("R1", second.answer(0).controlId());
  }

  @Test
  void strangersAreTurnedAway() throws Exception {
    MllpServer server =
        server(options().withPeers(Peers.of(List.of("203.0.113.0/24"))), this::store);
    Sender sender = new Sender(server);
    sender.socket.write(frame(result("R1")));
    eventually(() -> recorder.count("turned away") == 1);
    Sender again = new Sender(server);
    eventually(() -> recorder.count("turned away") == 2);
    again.socket.write(frame(result("R2")));
    assertEquals(0, server.connections());
    assertEquals(List.of(), stored);
    assertEquals(List.of(), sender.answers);
  }

  @Test
  void theEnhancedModeHasTwoAnswers() throws Exception {
    Sender sender = new Sender(server(options(), this::store));
    sender.socket.write(frame(result("R1").replace("|2.5.1", "|2.5.1|||AL|AL")));
    assertEquals(AckCode.CA, sender.answer(0).code());
    assertEquals(AckCode.AA, sender.answer(1).code());
    sender.socket.write(frame(result("R2").replace("|2.5.1", "|2.5.1|||NE|NE")));
    sender.socket.write(frame(result("R3")));
    assertEquals("R3", sender.answer(2).controlId());
    assertEquals(3, stored.size());
  }

  @Test
  void stoppingAnswersWhatIsBeingStored() throws Exception {
    Promise<Verdict> storing = Promise.promise();
    MllpServer server =
        server(
            options(),
            m -> {
              stored.add(m);
              return storing.future();
            });
    Sender busy = new Sender(server);
    Sender idle = new Sender(server);
    busy.socket.write(frame(result("R1")).appendBuffer(frame(result("R2"))));
    eventually(() -> stored.size() == 1);
    Future<Void> stopped = server.stop(20_000);
    eventually(() -> idle.closed);
    storing.complete(Verdict.accepted());
    assertEquals("R1", busy.answer(0).controlId());
    await(stopped);
    eventually(() -> busy.closed);
    assertEquals(1, stored.size());
    assertEquals(1, busy.answers.size());
  }

  @Test
  void bothEndsUnderstandEachOther() throws Exception {
    MllpServer server =
        server(
            options(),
            m -> {
              stored.add(m);
              return stored.size() % 5 == 0
                  ? Future.failedFuture("now and then")
                  : Future.succeededFuture(Verdict.accepted());
            });
    MllpClient client =
        new MllpClient(
            vertx,
            MllpClientOptions.to("127.0.0.1", server.port(), Optional.empty())
                .withBounds(100, 1 << 20),
            m -> Future.succeededFuture(Verdict.accepted()),
            MllpEvents.NONE);
    client.start();
    Set<String> done = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      String id = "R" + i;
      Answer answer = await(client.send(id, bytes(result(id))));
      assertEquals(id, answer.controlId());
      if (answer.code() == AckCode.AA) {
        done.add(id);
      }
    }
    assertEquals(40, done.size());
    assertEquals(50, stored.size());
    await(client.close(0));
  }

  @Test
  void plainBytesStayOnThisMachine() {
    assertThrows(
        IllegalArgumentException.class, () -> MllpServerOptions.at("0.0.0.0", 0, Optional.empty()));
  }

  @Test
  void rangesOfPeersAreAddresses() {
    Peers peers = Peers.of(List.of("203.0.113.0/24", "2001:db8::/32", "198.51.100.7"));
    for (String in :
        List.of(
            "203.0.113.5",
            "2001:db8::1",
            "198.51.100.7",
            "::ffff:203.0.113.5",
            "2001:db8::1%eth0")) {
      assertTrue(peers.admits(in), in);
    }
    for (String out :
        List.of("203.0.114.5", "2001:db9::1", "198.51.100.8", "", "lab.example", "127.0.0.1")) {
      assertFalse(peers.admits(out), out);
    }
    assertTrue(Peers.of(List.of()).admits("192.0.2.1"));
    assertThrows(IllegalArgumentException.class, () -> Peers.of(List.of("lab.example")));
    assertThrows(IllegalArgumentException.class, () -> Peers.of(List.of("10.0.0.0/64")));
  }
}
