package io.tributary.lab.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.protocol.mllp.MllpFrameDecoder;
import io.tributary.testkit.Eventually;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A laboratory that connects to the result port. */
final class LabResultSender {
  final List<String> received = new CopyOnWriteArrayList<>();
  volatile boolean closed;

  /** Held in a field, because a garbage-collected client closes the connection it returned. */
  private final NetClient client;

  private final NetSocket connection;

  LabResultSender(Vertx vertx, int port, Optional<ClientSSLOptions> tls) throws Exception {
    ConnectOptions to = new ConnectOptions().setHost("localhost").setPort(port);
    tls.ifPresent(
        t -> to.setSsl(true).setSslOptions(t.copy().setHostnameVerificationAlgorithm("HTTPS")));
    client = vertx.createNetClient();
    connection =
        client
            .connect(to)
            // Registers the handlers in the connect callback. On another thread, the peer could
            // have closed the connection before they are set.
            .onSuccess(this::listen)
            .toCompletionStage()
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);
  }

  private void listen(NetSocket to) {
    MllpFrameDecoder frames = new MllpFrameDecoder(1 << 20, 1024);
    to.handler(c -> frames.read(c).forEach(m -> received.add(new String(m, ISO_8859_1))));
    to.exceptionHandler(t -> to.close());
    to.closeHandler(v -> closed = true);
  }

  Future<Void> send(byte[] message) {
    return connection.write(MllpFrameDecoder.frame(message));
  }

  Future<Void> send(String message) {
    return send(message.getBytes(ISO_8859_1));
  }

  /** Sends a message and returns the response. A closed connection fails at once. */
  String request(byte[] message) {
    int before = received.size();
    Future<Void> said = send(message);
    Eventually.eventually(
        LabConnectedNode.SOON,
        () ->
            assertTrue(
                received.size() > before || closed,
                () -> "neither answered nor hung up; said " + said + ", heard " + received));
    assertTrue(
        received.size() > before, () -> "hung up unanswered; said " + said + ", heard " + received);
    return received.get(before);
  }

  String request(String message) {
    return request(message.getBytes(ISO_8859_1));
  }
}
