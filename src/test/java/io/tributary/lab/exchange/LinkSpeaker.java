package io.tributary.lab.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tributary.lab.wire.mllp.Frames;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetSocket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A laboratory that connects to where its results are taken. */
final class LinkSpeaker {
  final List<String> heard = new CopyOnWriteArrayList<>();
  volatile boolean closed;
  private final NetSocket line;

  LinkSpeaker(Vertx vertx, int port, Optional<ClientSSLOptions> tls) throws Exception {
    ConnectOptions to = new ConnectOptions().setHost("localhost").setPort(port);
    tls.ifPresent(
        t -> to.setSsl(true).setSslOptions(t.copy().setHostnameVerificationAlgorithm("HTTPS")));
    line =
        vertx
            .createNetClient()
            .connect(to)
            // Where it was connected: elsewhere the other side may have closed before anybody
            // looks.
            .onSuccess(this::listen)
            .toCompletionStage()
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);
  }

  private void listen(NetSocket to) {
    Frames frames = new Frames(1 << 20, 1024);
    to.handler(c -> frames.read(c).forEach(m -> heard.add(new String(m, ISO_8859_1))));
    to.exceptionHandler(t -> to.close());
    to.closeHandler(v -> closed = true);
  }

  void say(byte[] message) {
    line.write(Frames.frame(message));
  }

  void say(String message) {
    say(message.getBytes(ISO_8859_1));
  }
}
