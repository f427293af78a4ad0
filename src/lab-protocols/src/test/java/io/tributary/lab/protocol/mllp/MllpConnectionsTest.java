package io.tributary.lab.protocol.mllp;

import static io.tributary.lab.protocol.mllp.MllpServerFixture.LONG;
import static io.tributary.lab.protocol.mllp.MllpServerFixture.SHORT;
import static io.tributary.lab.protocol.mllp.MllpServerFixture.await;
import static io.tributary.lab.protocol.mllp.MllpServerFixture.options;
import static io.tributary.lab.protocol.mllp.MllpServerFixture.result;
import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.bytes;
import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.eventually;
import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.frame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.protocol.hl7.AckCode;
import io.tributary.lab.protocol.hl7.Acknowledgement.Verdict;
import io.tributary.lab.protocol.hl7.OrderResponse;
import io.tributary.lab.protocol.mllp.MllpServerFixture.MllpTestSender;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections of an MLLP server: allowed peers, time limits and reasons for closing. */
class MllpConnectionsTest {
  private final MllpServerFixture bench = new MllpServerFixture();

  @AfterEach
  void close() throws Exception {
    bench.close();
  }

  @Test
  void halfAMessageIsNoMessage() throws Exception {
    MllpServer server = bench.server(options(), bench::store);
    MllpTestSender sender = bench.sender(server);
    Buffer all = frame(result("R1"));
    await(sender.socket.write(all.slice(0, all.length() - 2)));
    await(sender.socket.close());
    eventually(() -> bench.recorder.count("disconnected") == 1);
    assertEquals(List.of(), bench.stored);
  }

  @Test
  void aFrameThatDoesNotEndIsGivenUp() throws Exception {
    MllpTestSender sender =
        bench.sender(bench.server(options().withLimits(SHORT, LONG, 4, 1 << 20), bench::store));
    sender.socket.write(frame(result("R1")));
    sender.answer(0);
    sender.socket.write("\u000BMSH|");
    eventually(() -> sender.closed);
    assertEquals(1, bench.recorder.count("broken SLOW"));
    assertEquals(1, bench.stored.size());
  }

  @Test
  void silenceBetweenMessagesIsAllowedUnlessABoundIsSet() throws Exception {
    MllpTestSender patient =
        bench.sender(bench.server(options().withLimits(SHORT, LONG, 4, 1 << 20), bench::store));
    MllpTestSender bound =
        bench.sender(bench.server(options().withIdleTimeout(SHORT), bench::store));
    eventually(() -> bound.closed);
    patient.socket.write(frame(result("R1")));
    assertEquals("R1", patient.answer(0).controlId());
  }

  @Test
  void tooLargeAMessageEndsTheConnection() throws Exception {
    MllpTestSender sender =
        bench.sender(bench.server(options().withLimits(LONG, LONG, 4, 1000), bench::store));
    sender.socket.write(frame(result("R1") + "x".repeat(1000)));
    eventually(() -> sender.closed);
    assertEquals(1, bench.recorder.count("broken TOO_LARGE"));
    assertEquals(List.of(), bench.stored);
  }

  @Test
  void noiseEndsTheConnectionAndALittleDoesNot() throws Exception {
    MllpServer server = bench.server(options(), bench::store);
    MllpTestSender sender = bench.sender(server);
    sender.socket.write(Buffer.buffer("\r\nhello").appendBuffer(frame(result("R1"))));
    assertEquals("R1", sender.answer(0).controlId());
    sender.socket.write("GET / HTTP/1.1 ".repeat(100));
    eventually(() -> sender.closed);
    assertEquals(1, bench.recorder.count("broken NOISE"));
  }

  @Test
  void connectionsAreCounted() throws Exception {
    MllpServer server = bench.server(options().withLimits(LONG, LONG, 2, 1000), bench::store);
    MllpTestSender first = bench.sender(server);
    MllpTestSender second = bench.sender(server);
    eventually(() -> server.connections() == 2);
    bench.sender(server);
    eventually(() -> bench.recorder.count("connection rejected") == 1);
    assertEquals(2, server.connections());
    await(first.socket.close());
    eventually(() -> server.connections() == 1);
    second.socket.write(frame(result("R1")));
    assertEquals("R1", second.answer(0).controlId());
  }

  @Test
  void unknownPeersAreRejected() throws Exception {
    MllpServer server =
        bench.server(options().withPeers(AllowedPeers.of(List.of("203.0.113.0/24"))), bench::store);
    MllpTestSender sender = bench.sender(server);
    sender.socket.write(frame(result("R1")));
    eventually(() -> bench.recorder.count("connection rejected") == 1);
    MllpTestSender again = bench.sender(server);
    eventually(() -> bench.recorder.count("connection rejected") == 2);
    again.socket.write(frame(result("R2")));
    assertEquals(0, server.connections());
    assertEquals(List.of(), bench.stored);
    assertEquals(List.of(), sender.answers);
  }

  @Test
  void stoppingAnswersWhatIsBeingStored() throws Exception {
    Promise<Verdict> storing = Promise.promise();
    MllpServer server =
        bench.server(
            options(),
            m -> {
              bench.stored.add(m);
              return storing.future();
            });
    MllpTestSender busy = bench.sender(server);
    MllpTestSender idle = bench.sender(server);
    busy.socket.write(frame(result("R1")).appendBuffer(frame(result("R2"))));
    eventually(() -> bench.stored.size() == 1);
    Future<Void> stopped = server.stop(20_000);
    eventually(() -> idle.closed);
    storing.complete(Verdict.accepted());
    assertEquals("R1", busy.answer(0).controlId());
    await(stopped);
    eventually(() -> busy.closed);
    assertEquals(1, bench.stored.size());
    assertEquals(1, busy.answers.size());
  }

  @Test
  void bothEndsUnderstandEachOther() throws Exception {
    MllpServer server =
        bench.server(
            options(),
            m -> {
              bench.stored.add(m);
              return bench.stored.size() % 5 == 0
                  ? Future.failedFuture("now and then")
                  : Future.succeededFuture(Verdict.accepted());
            });
    MllpClient client =
        new MllpClient(
            bench.vertx,
            MllpClientOptions.of("127.0.0.1", server.port(), Optional.empty())
                .withLimits(100, 1 << 20),
            m -> Future.succeededFuture(Verdict.accepted()),
            MllpEvents.NONE);
    client.start();
    Set<String> done = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      String id = "R" + i;
      OrderResponse answer = await(client.send(id, bytes(result(id))));
      assertEquals(id, answer.controlId());
      if (answer.code() == AckCode.AA) {
        done.add(id);
      }
    }
    assertEquals(40, done.size());
    assertEquals(50, bench.stored.size());
    await(client.close(0));
  }

  @Test
  void plainBytesStayOnThisMachine() {
    assertThrows(
        IllegalArgumentException.class, () -> MllpServerOptions.of("0.0.0.0", 0, Optional.empty()));
  }

  @Test
  void rangesOfPeersAreAddresses() {
    AllowedPeers peers =
        AllowedPeers.of(List.of("203.0.113.0/24", "2001:db8::/32", "198.51.100.7"));
    for (String in :
        List.of(
            "203.0.113.5",
            "2001:db8::1",
            "198.51.100.7",
            "::ffff:203.0.113.5",
            "2001:db8::1%eth0")) {
      assertTrue(peers.isAllowed(in), in);
    }
    for (String out :
        List.of("203.0.114.5", "2001:db9::1", "198.51.100.8", "", "lab.example", "127.0.0.1")) {
      assertFalse(peers.isAllowed(out), out);
    }
    assertTrue(AllowedPeers.of(List.of()).isAllowed("192.0.2.1"));
    assertThrows(IllegalArgumentException.class, () -> AllowedPeers.of(List.of("lab.example")));
    assertThrows(IllegalArgumentException.class, () -> AllowedPeers.of(List.of("10.0.0.0/64")));
  }
}
