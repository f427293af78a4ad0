package io.tributary.lab.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.protocol.mllp.MllpDecoder;
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

/** A laboratory that connects to where its results are taken. */
final class LinkSpeaker {
  final List<String> heard = new CopyOnWriteArrayList<>();
  volatile boolean closed;

  /** Kept: one that is collected while it connects closes the connection that it hands out. */
  private final NetClient client;

  private final NetSocket line;

  LinkSpeaker(Vertx vertx, int port, Optional<ClientSSLOptions> tls) throws Exception {
    ConnectOptions to = new ConnectOptions().setHost("localhost").setPort(port);
    tls.ifPresent(
        t -> to.setSsl(true).setSslOptions(t.copy().setHostnameVerificationAlgorithm("HTTPS")));
    client = vertx.createNetClient();
    line =
        client
            .connect(to)
            // Where it was connected: elsewhere the other side may have closed before anybody
            // looks.
            .onSuccess(this::listen)
            .toCompletionStage()
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);
  }

  private void listen(NetSocket to) {
    MllpDecoder frames = new MllpDecoder(1 << 20, 1024);
    to.handler(c -> frames.read(c).forEach(m -> heard.add(new String(m, ISO_8859_1))));
    to.exceptionHandler(t -> to.close());
    to.closeHandler(v -> closed = true);
  }

  Future<Void> say(byte[] message) {
    return line.write(MllpDecoder.frame(message));
  }

  Future<Void> say(String message) {
    return say(message.getBytes(ISO_8859_1));
  }

  /** What comes back. A connection that ends instead fails at once: nothing can come any more. */
  String answer(byte[] message) {
    int before = heard.size();
    Future<Void> said = say(message);
    Eventually.eventually(
        LinkedNode.SOON,
        () ->
            assertTrue(
                heard.size() > before || closed,
                () -> "neither answered nor hung up; said " + said + ", heard " + heard));
    assertTrue(
        heard.size() > before, () -> "hung up unanswered; said " + said + ", heard " + heard);
    return heard.get(before);
  }

  String answer(String message) {
    return answer(message.getBytes(ISO_8859_1));
  }
}
