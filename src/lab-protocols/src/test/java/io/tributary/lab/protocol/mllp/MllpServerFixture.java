package io.tributary.lab.protocol.mllp;

import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.eventually;

import io.tributary.lab.protocol.hl7.Acknowledgement.Verdict;
import io.tributary.lab.protocol.hl7.OrderResponse;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** An MLLP server with its stored messages and events, and laboratories that send to it. */
final class MllpServerFixture implements AutoCloseable {
  static final Duration LONG = Duration.ofSeconds(30);
  static final Duration SHORT = Duration.ofMillis(150);

  final Vertx vertx = Vertx.vertx();
  final RecordingMllpEvents recorder = new RecordingMllpEvents();
  final List<MllpMessageHandler.Inbound> stored = new CopyOnWriteArrayList<>();
  private final NetClient client = vertx.createNetClient();

  @Override
  public void close() throws Exception {
    await(vertx.close());
  }

  static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  static MllpServerOptions options() {
    return MllpServerOptions.of("127.0.0.1", 0, Optional.empty());
  }

  MllpServer server(MllpServerOptions options, MllpMessageHandler receiver) throws Exception {
    MllpServer server = new MllpServer(vertx, options, receiver, recorder);
    await(server.start());
    return server;
  }

  Future<Verdict> store(MllpMessageHandler.Inbound message) {
    stored.add(message);
    return Future.succeededFuture(Verdict.accepted());
  }

  MllpTestSender sender(MllpServer server) throws Exception {
    return new MllpTestSender(server);
  }

  /** The laboratory's end of a connection. */
  final class MllpTestSender {
    final NetSocket socket;
    final List<OrderResponse> answers = new CopyOnWriteArrayList<>();
    volatile boolean closed;

    MllpTestSender(MllpServer server) throws Exception {
      socket = await(client.connect(server.port(), "127.0.0.1"));
      MllpFrameDecoder frames = new MllpFrameDecoder(1 << 20, 100);
      socket.closeHandler(v -> closed = true);
      socket.handler(c -> frames.read(c).forEach(m -> answers.add(OrderResponse.read(m))));
    }

    OrderResponse answer(int n) throws Exception {
      eventually(() -> answers.size() > n);
      return answers.get(n);
    }
  }

  static String result(String id) {
    return "MSH|^~\\&|LIS|LAB|WE|ACC|||ORU^R01^ORU_R01|" + id + "|P|2.5.1\rPID|1||\u00E9\r";
  }
}
