package io.tributary.lab.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tributary.lab.protocol.mllp.MllpFrameDecoder;
import io.tributary.testkit.TestResources;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A laboratory with scripted responses. */
final class ScriptedLab implements AutoCloseable {
  /** Handles a message. */
  interface MessageScript {
    void on(ReceivedMessage got, NetSocket line);
  }

  /** A received message; {@code kind} is its order control code, NW or CA. */
  record ReceivedMessage(String text, String controlId, String kind, String sample, int tests) {
    static ReceivedMessage of(String text) {
      String[] lines = text.split("\r");
      List<String[]> orders =
          Arrays.stream(lines)
              .filter(l -> l.startsWith("ORC"))
              .map(l -> l.split("\\|", -1))
              .toList();
      boolean has = !orders.isEmpty();
      return new ReceivedMessage(
          text,
          lines[0].split("\\|", -1)[9],
          has ? orders.getFirst()[1] : "",
          has ? orders.getFirst()[4] : "",
          orders.size());
    }

    /** Builds a response with one ORC segment for each order control code. */
    String answer(String code, String... controls) {
      StringBuilder out = new StringBuilder(head("ORL^O22", "A" + controlId + code));
      out.append("MSA|").append(code).append('|').append(controlId).append('\r');
      for (int i = 0; i < controls.length; i++) {
        out.append("ORC|%s|%s-%d|F%d%n".formatted(controls[i], sample, i + 1, i + 1).strip());
        out.append('\r');
      }
      return out.toString();
    }

    /** Builds a response with this order control code for each test. */
    String answerAll(String control) {
      String[] controls = new String[tests];
      Arrays.fill(controls, control);
      return answer("AA", controls);
    }
  }

  static String head(String type, String id) {
    return "MSH|^~\\&|LIS|tamberline|TRIBUTARY|1|20260101||" + type + "|" + id + "|P|2.5.1\r";
  }

  final List<ReceivedMessage> received = new CopyOnWriteArrayList<>();
  final List<NetSocket> lines = new CopyOnWriteArrayList<>();
  volatile MessageScript behaviour =
      (g, line) -> send(line, g.answerAll(g.kind().equals("CA") ? "CR" : "OK"));
  private final Vertx vertx;
  private final NetServer server;

  ScriptedLab(Vertx vertx) throws Exception {
    this(vertx, o -> o);
  }

  ScriptedLab(Vertx vertx, UnaryOperator<NetServerOptions> more) throws Exception {
    this.vertx = vertx;
    NetServerOptions options =
        new NetServerOptions().setHost("127.0.0.1").setPort(TestResources.port());
    server = vertx.createNetServer(more.apply(options)).connectHandler(this::accept);
    server.listen().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private void accept(NetSocket line) {
    lines.add(line);
    line.exceptionHandler(t -> line.close());
    MllpFrameDecoder frames = new MllpFrameDecoder(1 << 20, 1024);
    line.handler(chunk -> frames.read(chunk).forEach(m -> take(line, new String(m, ISO_8859_1))));
  }

  private void take(NetSocket line, String text) {
    ReceivedMessage one = ReceivedMessage.of(text);
    received.add(one);
    if (!text.contains("\rMSA|")) {
      behaviour.on(one, line);
    }
  }

  /** Answers all further messages with this function. */
  void setResponse(java.util.function.Function<ReceivedMessage, String> answer) {
    behaviour = (g, line) -> send(line, answer.apply(g));
  }

  /** Closes the connections without a response. */
  void closeConnections() {
    lines.forEach(NetSocket::close);
  }

  static void send(NetSocket line, String text) {
    line.write(MllpFrameDecoder.frame(text.getBytes(ISO_8859_1)));
  }

  /** Sends a message on the newest connection. */
  void send(String text) {
    send(lines.getLast(), text);
  }

  /** Returns the received orders, without responses to its own messages. */
  List<ReceivedMessage> orders(String kind) {
    return received.stream()
        .filter(g -> g.kind().equals(kind) && !g.text().contains("\rMSA|"))
        .toList();
  }

  int port() {
    return server.actualPort();
  }

  Vertx vertx() {
    return vertx;
  }

  @Override
  public void close() throws Exception {
    server.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }
}
