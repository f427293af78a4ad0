package io.tributary.lab.protocol.mllp;

import static io.tributary.lab.protocol.mllp.MllpServerFixture.LONG;
import static io.tributary.lab.protocol.mllp.MllpServerFixture.SHORT;
import static io.tributary.lab.protocol.mllp.MllpServerFixture.await;
import static io.tributary.lab.protocol.mllp.MllpServerFixture.options;
import static io.tributary.lab.protocol.mllp.MllpServerFixture.result;
import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.eventually;
import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.frame;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tributary.lab.protocol.hl7.AckCode;
import io.tributary.lab.protocol.hl7.Acknowledgement.Verdict;
import io.tributary.lab.protocol.hl7.ErrorCode;
import io.tributary.lab.protocol.hl7.Hl7Fault;
import io.tributary.lab.protocol.hl7.InboundMessageValidator;
import io.tributary.lab.protocol.hl7.MessageKey;
import io.tributary.lab.protocol.hl7.OrderResponse;
import io.tributary.lab.protocol.mllp.MllpServerFixture.MllpTestSender;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks that messages are acknowledged after they are stored, and not before. */
class MllpServerTest {
  private final MllpServerFixture bench = new MllpServerFixture();

  @AfterEach
  void close() throws Exception {
    bench.close();
  }

  @Test
  void aResultIsHandedOverAsItCameAndAcknowledged() throws Exception {
    MllpTestSender sender = bench.sender(bench.server(options(), bench::store));
    sender.socket.write(frame(result("R1")));
    OrderResponse answer = sender.answer(0);
    assertEquals(AckCode.AA, answer.code());
    assertEquals("R1", answer.controlId());
    assertEquals(result("R1"), new String(bench.stored.getFirst().bytes(), ISO_8859_1));
    assertEquals("127.0.0.1", bench.stored.getFirst().peer());
    assertEquals("R1", bench.stored.getFirst().header().controlId());
  }

  @Test
  void nothingIsAcknowledgedBeforeItIsStored() throws Exception {
    Promise<Verdict> storing = Promise.promise();
    MllpTestSender sender =
        bench.sender(
            bench.server(
                options(),
                m -> {
                  bench.stored.add(m);
                  return storing.future();
                }));
    sender.socket.write(frame(result("R1")));
    eventually(() -> bench.stored.size() == 1);
    // Enough event loop iterations for a response to appear.
    for (int i = 0; i < 20; i++) {
      await(bench.vertx.timer(1, TimeUnit.MILLISECONDS));
    }
    assertEquals(List.of(), sender.answers);
    storing.complete(Verdict.accepted());
    assertEquals(AckCode.AA, sender.answer(0).code());
  }

  @Test
  void severalMessagesInOneChunkAreStoredOneAfterTheOther() throws Exception {
    AtomicInteger open = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    MllpTestSender sender =
        bench.sender(
            bench.server(
                options(),
                m -> {
                  most.accumulateAndGet(open.incrementAndGet(), Math::max);
                  return bench
                      .vertx
                      .timer(5, TimeUnit.MILLISECONDS)
                      .compose(
                          v -> {
                            open.decrementAndGet();
                            return bench.store(m);
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
    MllpTestSender sender = bench.sender(bench.server(options(), bench::store));
    Buffer all = frame(result("R1"));
    for (int i = 0; i < all.length(); i++) {
      await(sender.socket.write(all.slice(i, i + 1)));
    }
    assertEquals("R1", sender.answer(0).controlId());
  }

  @Test
  void aFailureAsksForARepetitionAndTheRepetitionIsTaken() throws Exception {
    AtomicInteger n = new AtomicInteger();
    MllpTestSender sender =
        bench.sender(
            bench.server(
                options(),
                m ->
                    n.getAndIncrement() == 0
                        ? Future.failedFuture(new IllegalStateException("database away"))
                        : bench.store(m)));
    sender.socket.write(frame(result("R1")));
    OrderResponse refused = sender.answer(0);
    assertEquals(AckCode.AR, refused.code());
    assertEquals("207", refused.errors().getFirst().code());
    assertFalse(refused.errors().getFirst().text().contains("database"));
    sender.socket.write(frame(result("R1")));
    assertEquals(AckCode.AA, sender.answer(1).code());
    assertEquals(1, bench.recorder.count("receiver failed"));
  }

  @Test
  void aReceiverThatThrowsFailsItsMessageOnly() throws Exception {
    MllpTestSender sender =
        bench.sender(
            bench.server(
                options(),
                m -> {
                  if (m.header().controlId().equals("R1")) {
                    throw new IllegalStateException();
                  }
                  return bench.store(m);
                }));
    sender.socket.write(frame(result("R1")).appendBuffer(frame(result("R2"))));
    assertEquals(AckCode.AR, sender.answer(0).code());
    assertEquals(AckCode.AA, sender.answer(1).code());
  }

  @Test
  void aReceiverMayChooseItsAnswer() throws Exception {
    Hl7Fault fault = new Hl7Fault(ErrorCode.INTERNAL, "", "again");
    MllpTestSender sender =
        bench.sender(
            bench.server(
                options(), m -> Future.succeededFuture(Verdict.rejected(AckCode.AE, fault))));
    sender.socket.write(frame(result("R1")));
    assertEquals(AckCode.AE, sender.answer(0).code());
  }

  @Test
  void whatIsNoResultIsRefusedWithItsReason() throws Exception {
    InboundMessageValidator rules = new InboundMessageValidator(true);
    MllpTestSender sender =
        bench.sender(
            bench.server(
                options(),
                m -> {
                  rules.requireResult(m.header());
                  return bench.store(m);
                }));
    sender.socket.write(frame(result("R1").replace("ORU^R01^ORU_R01", "ADT^A01")));
    assertEquals(AckCode.AR, sender.answer(0).code());
    assertEquals("200", sender.answer(0).errors().getFirst().code());
    sender.socket.write(frame(result("")));
    assertEquals(AckCode.AE, sender.answer(1).code());
    assertEquals(List.of(), bench.stored);
  }

  @Test
  void aFrameWithoutHeaderIsAnsweredAndTheNextOneTaken() throws Exception {
    MllpTestSender sender = bench.sender(bench.server(options(), bench::store));
    sender.socket.write(frame("nonsense").appendBuffer(frame(result("R2"))));
    assertEquals(AckCode.AE, sender.answer(0).code());
    assertEquals("R2", sender.answer(1).controlId());
  }

  @Test
  void storingThatTakesTooLongIsRefusedAndTheRepetitionKnown() throws Exception {
    Set<MessageKey> keys = new HashSet<>();
    MllpTestSender sender =
        bench.sender(
            bench.server(
                options().withLimits(LONG, SHORT, 4, 1 << 20),
                m ->
                    keys.add(MessageKey.of(m.header(), m.bytes()))
                        ? Future.future(never -> bench.stored.add(m))
                        : Future.succeededFuture(Verdict.accepted())));
    sender.socket.write(frame(result("R1")));
    assertEquals(AckCode.AR, sender.answer(0).code());
    sender.socket.write(frame(result("R1")));
    assertEquals(AckCode.AA, sender.answer(1).code());
    assertEquals(1, bench.stored.size());
  }

  @Test
  void whoeverLeavesBeforeTheAnswerGetsItTheNextTime() throws Exception {
    Promise<Verdict> first = Promise.promise();
    Set<MessageKey> keys = new HashSet<>();
    MllpServer server =
        bench.server(
            options(),
            m -> {
              bench.stored.add(m);
              return keys.add(MessageKey.of(m.header(), m.bytes()))
                  ? first.future()
                  : Future.succeededFuture(Verdict.accepted());
            });
    MllpTestSender gone = bench.sender(server);
    gone.socket.write(frame(result("R1")));
    eventually(() -> bench.stored.size() == 1);
    await(gone.socket.close());
    eventually(() -> server.connections() == 0);
    first.complete(Verdict.accepted());
    MllpTestSender back = bench.sender(server);
    back.socket.write(frame(result("R1")));
    assertEquals(AckCode.AA, back.answer(0).code());
    assertEquals(1, keys.size());
    assertEquals(List.of(), gone.answers);
  }

  @Test
  void theEnhancedModeHasTwoAnswers() throws Exception {
    MllpTestSender sender = bench.sender(bench.server(options(), bench::store));
    sender.socket.write(frame(result("R1").replace("|2.5.1", "|2.5.1|||AL|AL")));
    assertEquals(AckCode.CA, sender.answer(0).code());
    assertEquals(AckCode.AA, sender.answer(1).code());
    sender.socket.write(frame(result("R2").replace("|2.5.1", "|2.5.1|||NE|NE")));
    sender.socket.write(frame(result("R3")));
    assertEquals("R3", sender.answer(2).controlId());
    assertEquals(3, bench.stored.size());
  }
}
