package io.tributary.lab.protocol.mllp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/** A laboratory with scripted connection behavior. */
final class ScriptedMllpServer {
  final List<String> received = new CopyOnWriteArrayList<>();
  final List<NetSocket> sockets = new CopyOnWriteArrayList<>();
  private final NetServer server;

  /**
   * @param behaviour handler of a message
   */
  ScriptedMllpServer(Vertx vertx, int port, BiConsumer<NetSocket, String> behaviour)
      throws Exception {
    server =
        vertx
            .createNetServer()
            .connectHandler(
                socket -> {
                  sockets.add(socket);
                  MllpFrameDecoder frames = new MllpFrameDecoder(1 << 20, 10);
                  socket.handler(
                      chunk ->
                          frames
                              .read(chunk)
                              .forEach(
                                  m -> {
                                    String text = new String(m, ISO_8859_1);
                                    received.add(text);
                                    behaviour.accept(socket, text);
                                  }));
                });
    server
        .listen(port, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .get(10, TimeUnit.SECONDS);
  }

  int port() {
    return server.actualPort();
  }

  void stop() throws Exception {
    server.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  static Buffer frame(String text) {
    return MllpFrameDecoder.frame(text.getBytes(ISO_8859_1));
  }

  static String order(String id) {
    return "MSH|^~\\&|WE|ACC|LIS|LAB|||OML^O21^OML_O21|" + id + "|P|2.5.1\rPID|1\r";
  }

  static String idOf(String message) {
    return message.split("\\|")[9];
  }

  static String ack(String code, String id) {
    return "MSH|^~\\&|LIS|LAB|WE|ACC|||ACK^O21^ACK|A"
        + id
        + "|P|2.5.1\rMSA|"
        + code
        + "|"
        + id
        + "\r";
  }

  static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  static void eventually(BooleanSupplier promise) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!promise.getAsBoolean()) {
      if (System.nanoTime() > until) {
        throw new AssertionError("it did not come true");
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }
}
