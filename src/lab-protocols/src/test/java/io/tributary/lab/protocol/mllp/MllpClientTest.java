package io.tributary.lab.protocol.mllp;

import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.ack;
import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.bytes;
import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.eventually;
import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.frame;
import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.idOf;
import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.protocol.hl7.AckCode;
import io.tributary.lab.protocol.hl7.Acknowledgement.Verdict;
import io.tributary.lab.protocol.hl7.OrderResponse;
import io.tributary.lab.protocol.mllp.MllpFault.Kind;
import io.tributary.testkit.TestResources;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MllpClientTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(150);

  private final Vertx vertx = Vertx.vertx();
  private final RecordingMllpEvents recorder = new RecordingMllpEvents();
  private final List<MllpMessageHandler.Inbound> unasked = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  private ScriptedMllpServer lab(BiConsumer<NetSocket, String> behaviour) throws Exception {
    return new ScriptedMllpServer(vertx, TestResources.port(), behaviour);
  }

  private static MllpClientOptions options(int port, Duration send, Duration answer) {
    return MllpClientOptions.of("127.0.0.1", port, Optional.empty())
        .withTimeouts(send, answer, Duration.ofMillis(20), Duration.ofMillis(100));
  }

  private MllpClient client(MllpClientOptions options) {
    MllpClient client =
        new MllpClient(
            vertx,
            options,
            message -> {
              unasked.add(message);
              return Future.succeededFuture(Verdict.accepted());
            },
            recorder);
    client.start();
    return client;
  }

  private static OrderResponse get(Future<OrderResponse> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static Kind fault(Future<OrderResponse> future) {
    Throwable cause = assertThrows(ExecutionException.class, () -> get(future)).getCause();
    return assertInstanceOf(MllpFault.class, cause).kind();
  }

  /**
   * Returns the response to M2. M2 is resent if the machine was suspended longer than the response
   * timeout.
   */
  private static OrderResponse awaitSecondResponse(MllpClient client, Future<OrderResponse> answer)
      throws Exception {
    Future<OrderResponse> last = answer;
    for (int tries = 1; tries < 20; tries++) {
      try {
        return get(last);
      } catch (ExecutionException late) {
        assertEquals(Kind.NO_ANSWER, assertInstanceOf(MllpFault.class, late.getCause()).kind());
        last = client.send("M2", bytes(order("M2")));
      }
    }
    return get(last);
  }

  private static void acknowledge(NetSocket socket, String message) {
    socket.write(frame(ack("AA", idOf(message))));
  }

  @Test
  void anOrderIsAnswered() throws Exception {
    ScriptedMllpServer lab = lab(MllpClientTest::acknowledge);
    OrderResponse answer =
        get(client(options(lab.port(), LONG, LONG)).send("M1", bytes(order("M1"))));
    assertEquals(AckCode.AA, answer.code());
    assertEquals("M1", answer.controlId());
    assertEquals(List.of(order("M1")), lab.received);
  }

  @Test
  void refusalsAreAnswersToo() throws Exception {
    ScriptedMllpServer lab = lab((socket, m) -> socket.write(frame(ack(idOf(m), idOf(m)))));
    MllpClient client = client(options(lab.port(), LONG, LONG));
    for (AckCode code : AckCode.values()) {
      assertEquals(code, get(client.send(code.name(), bytes(order(code.name())))).code());
    }
  }

  @Test
  void oneMessageIsUnderWayAtATime() throws Exception {
    AtomicInteger open = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    ScriptedMllpServer lab =
        lab(
            (socket, m) -> {
              most.accumulateAndGet(open.incrementAndGet(), Math::max);
              vertx.setTimer(
                  10,
                  id -> {
                    open.decrementAndGet();
                    acknowledge(socket, m);
                  });
            });
    MllpClient client = client(options(lab.port(), LONG, LONG));
    List<Future<OrderResponse>> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(client.send("M" + i, bytes(order("M" + i))));
    }
    for (int i = 0; i < 10; i++) {
      assertEquals("M" + i, get(all.get(i)).controlId());
    }
    assertEquals(1, most.get());
    assertEquals(1, lab.sockets.size());
    assertEquals("M0", idOf(lab.received.getFirst()));
    assertEquals("M9", idOf(lab.received.getLast()));
  }

  @Test
  void theAnswerOfAnotherMessageIsNoAnswer() throws Exception {
    ScriptedMllpServer lab =
        lab(
            (socket, m) -> {
              socket.write(frame(ack("AE", "OTHER")));
              socket.write(frame("nonsense"));
              socket.write(frame("MSH|^~\\&|LIS|LAB|WE|ACC|||ACK|A|P|2.5.1\rMSA|XX|M1\r"));
              acknowledge(socket, m);
            });
    assertEquals(
        AckCode.AA,
        get(client(options(lab.port(), LONG, LONG)).send("M1", bytes(order("M1")))).code());
    assertEquals(3, recorder.count("stray"));
    assertEquals(1, lab.received.size());
  }

  @Test
  void anAnswerInPiecesIsWhole() throws Exception {
    ScriptedMllpServer lab =
        lab(
            (socket, m) -> {
              Buffer all = frame(ack("AA", idOf(m)));
              for (int i = 0; i < all.length(); i++) {
                socket.write(all.slice(i, i + 1));
              }
            });
    assertEquals(
        AckCode.AA,
        get(client(options(lab.port(), LONG, LONG)).send("M1", bytes(order("M1")))).code());
  }

  @Test
  void silenceEndsInTimeAndTheNextMessageHasANewConnection() throws Exception {
    ScriptedMllpServer lab =
        lab(
            (socket, m) -> {
              if (!idOf(m).equals("M1")) {
                acknowledge(socket, m);
              }
            });
    MllpClient client = client(options(lab.port(), LONG, SHORT));
    Future<OrderResponse> silent = client.send("M1", bytes(order("M1")));
    Future<OrderResponse> next = client.send("M2", bytes(order("M2")));
    assertEquals(Kind.NO_ANSWER, fault(silent));
    assertTrue(new MllpFault(Kind.NO_ANSWER, "").mayHaveArrived());
    assertEquals("M2", awaitSecondResponse(client, next).controlId());
    assertTrue(lab.sockets.size() >= 2);
  }

  @Test
  void aLateAnswerIsNotTakenForTheNextOne() throws Exception {
    ScriptedMllpServer lab =
        lab(
            (socket, m) -> {
              if (idOf(m).equals("M1")) {
                vertx.setTimer(SHORT.toMillis() * 2, id -> acknowledge(socket, m));
              } else {
                acknowledge(socket, m);
              }
            });
    MllpClient client = client(options(lab.port(), LONG, SHORT));
    assertEquals(Kind.NO_ANSWER, fault(client.send("M1", bytes(order("M1")))));
    assertEquals(
        "M2", awaitSecondResponse(client, client.send("M2", bytes(order("M2")))).controlId());
  }

  @Test
  void aBrokenConnectionFailsTheMessageAndComesBack() throws Exception {
    AtomicInteger n = new AtomicInteger();
    ScriptedMllpServer lab =
        lab(
            (socket, m) -> {
              if (n.getAndIncrement() == 0) {
                socket.close();
              } else {
                acknowledge(socket, m);
              }
            });
    MllpClient client = client(options(lab.port(), LONG, LONG));
    assertEquals(Kind.BROKEN, fault(client.send("M1", bytes(order("M1")))));
    // The sender repeats the message with the same ID.
    assertEquals("M1", get(client.send("M1", bytes(order("M1")))).controlId());
    assertEquals(List.of(order("M1"), order("M1")), lab.received);
    assertEquals(2, recorder.count("connected"));
  }

  @Test
  void itConnectsWhenTheLaboratoryComesUpLater() throws Exception {
    int port = TestResources.port(); // a server that is stopping may still accept a connection
    MllpClient client = client(options(port, LONG, LONG));
    Future<OrderResponse> answer = client.send("M1", bytes(order("M1")));
    eventually(() -> recorder.count("connect failed") >= 3);
    assertFalse(client.isConnected());
    new ScriptedMllpServer(vertx, port, MllpClientTest::acknowledge);
    assertEquals("M1", get(answer).controlId());
    assertTrue(client.isConnected());
  }

  @Test
  void whatCannotBeSentInTimeWasNotSent() throws Exception {
    // A reserved port without a listener. A merely free port may be taken by another process.
    MllpClient client = client(options(TestResources.port(), SHORT, LONG));
    assertEquals(Kind.NOT_CONNECTED, fault(client.send("M1", bytes(order("M1")))));
    assertFalse(new MllpFault(Kind.NOT_CONNECTED, "").mayHaveArrived());
  }

  @Test
  void moreThanMayWaitIsNotTaken() throws Exception {
    ScriptedMllpServer lab = lab((socket, m) -> {});
    MllpClient client = client(options(lab.port(), LONG, LONG).withLimits(1, 1000));
    client.send("M1", bytes(order("M1")));
    eventually(() -> lab.received.size() == 1);
    client.send("M2", bytes(order("M2")));
    assertEquals(Kind.FULL, fault(client.send("M3", bytes(order("M3")))));
  }

  @Test
  void anAnswerBeyondTheBoundEndsTheConnection() throws Exception {
    ScriptedMllpServer lab = lab((socket, m) -> socket.write(frame("x".repeat(2000))));
    MllpClient client = client(options(lab.port(), LONG, LONG).withLimits(4, 1000));
    assertEquals(Kind.TOO_LARGE, fault(client.send("M1", bytes(order("M1")))));
    eventually(() -> recorder.count("connected") == 2);
    assertEquals(1, recorder.count("broken TOO_LARGE"));
  }

  @Test
  void noiseInsteadOfAnAnswerEndsTheConnection() throws Exception {
    ScriptedMllpServer lab = lab((socket, m) -> socket.write("HTTP/1.1 400 ".repeat(200)));
    MllpClient client = client(options(lab.port(), LONG, LONG));
    assertEquals(Kind.NOISE, fault(client.send("M1", bytes(order("M1")))));
  }

  @Test
  void theApplicationsAnswerAfterTheTransportsIsHandedOver() throws Exception {
    ScriptedMllpServer lab =
        lab(
            (socket, m) -> {
              if (!m.contains("MSA")) {
                socket.write(frame(ack("CA", idOf(m))));
                socket.write(
                    frame(
                        "MSH|^~\\&|LIS|LAB|WE|ACC|||ORL^O22|R1|P|2.5.1|||AL|NE\rMSA|AA|"
                            + idOf(m)
                            + "\r"));
              }
            });
    MllpClient client = client(options(lab.port(), LONG, LONG));
    assertEquals(AckCode.CA, get(client.send("M1", bytes(order("M1")))).code());
    eventually(() -> unasked.size() == 1);
    assertEquals("M1", OrderResponse.read(unasked.getFirst().bytes()).controlId());
    eventually(() -> lab.received.size() == 2);
    assertEquals(AckCode.CA, OrderResponse.read(bytes(lab.received.get(1))).code());
    assertEquals("R1", OrderResponse.read(bytes(lab.received.get(1))).controlId());
  }

  @Test
  void aResultOnTheSameConnectionIsAcknowledged() throws Exception {
    ScriptedMllpServer lab = lab((socket, m) -> {});
    client(options(lab.port(), LONG, LONG));
    eventually(() -> lab.sockets.size() == 1);
    lab.sockets.getFirst().write(frame("MSH|^~\\&|LIS|LAB|WE|ACC|||ORU^R01|R7|P|2.5.1\rPID|1\r"));
    eventually(() -> lab.received.size() == 1);
    OrderResponse answer = OrderResponse.read(bytes(lab.received.getFirst()));
    assertEquals(AckCode.AA, answer.code());
    assertEquals("R7", answer.controlId());
  }

  @Test
  void closingLetsTheMessageUnderWayEnd() throws Exception {
    ScriptedMllpServer lab = lab((socket, m) -> vertx.setTimer(100, id -> acknowledge(socket, m)));
    MllpClient client = client(options(lab.port(), LONG, LONG));
    Future<OrderResponse> sent = client.send("M1", bytes(order("M1")));
    eventually(() -> lab.received.size() == 1);
    Future<OrderResponse> waiting = client.send("M2", bytes(order("M2")));
    Future<Void> closed = client.close(20_000);
    assertEquals(Kind.CLOSED, fault(waiting));
    assertEquals("M1", get(sent).controlId());
    closed.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    assertEquals(Kind.CLOSED, fault(client.send("M3", bytes(order("M3")))));
    assertEquals(1, lab.received.size());
  }

  @Test
  void closingWaitsNoLongerThanItMay() throws Exception {
    ScriptedMllpServer lab = lab((socket, m) -> {});
    MllpClient client = client(options(lab.port(), LONG, LONG));
    Future<OrderResponse> sent = client.send("M1", bytes(order("M1")));
    eventually(() -> lab.received.size() == 1);
    client.close(50);
    assertEquals(Kind.BROKEN, fault(sent));
  }

  @Test
  void aMessageWithMarksIsNotSent() {
    MllpClient client = client(options(1, LONG, LONG));
    Throwable cause =
        assertThrows(ExecutionException.class, () -> get(client.send("M1", bytes("a\u001Cb"))))
            .getCause();
    assertInstanceOf(IllegalArgumentException.class, cause);
  }

  @Test
  void plainBytesStayOnThisMachine() {
    assertThrows(
        IllegalArgumentException.class,
        () -> MllpClientOptions.of("lab.example", 2575, Optional.empty()));
    assertThrows(
        IllegalArgumentException.class,
        () -> MllpClientOptions.of("203.0.113.5", 2575, Optional.empty()));
    MllpClientOptions.of("localhost", 2575, Optional.empty());
    MllpClientOptions.of("::1", 2575, Optional.empty());
  }
}
