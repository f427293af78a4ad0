package io.tributary.lab.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tributary.lab.protocol.mllp.MllpDecoder;
import io.tributary.testkit.Scratch;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A laboratory that answers as a test tells it to. */
final class ScriptedLab implements AutoCloseable {
  /** What it does with a message. */
  interface Behaviour {
    void on(Got got, NetSocket line);
  }

  /** A message that came; {@code kind} is its order control, NW or CA. */
  record Got(String text, String controlId, String kind, String sample, int tests) {
    static Got of(String text) {
      String[] lines = text.split("\r");
      List<String[]> orders =
          Arrays.stream(lines)
              .filter(l -> l.startsWith("ORC"))
              .map(l -> l.split("\\|", -1))
              .toList();
      boolean has = !orders.isEmpty();
      return new Got(
          text,
          lines[0].split("\\|", -1)[9],
          has ? orders.getFirst()[1] : "",
          has ? orders.getFirst()[4] : "",
          orders.size());
    }

    /** An answer with one order control for each given word. */
    String answer(String code, String... controls) {
      StringBuilder out = new StringBuilder(head("ORL^O22", "A" + controlId + code));
      out.append("MSA|").append(code).append('|').append(controlId).append('\r');
      for (int i = 0; i < controls.length; i++) {
        out.append("ORC|%s|%s-%d|F%d%n".formatted(controls[i], sample, i + 1, i + 1).strip());
        out.append('\r');
      }
      return out.toString();
    }

    /** The same for each of its tests. */
    String all(String control) {
      String[] controls = new String[tests];
      Arrays.fill(controls, control);
      return answer("AA", controls);
    }
  }

  static String head(String type, String id) {
    return "MSH|^~\\&|LIS|tamberline|TRIBUTARY|1|20260101||" + type + "|" + id + "|P|2.5.1\r";
  }

  final List<Got> got = new CopyOnWriteArrayList<>();
  final List<NetSocket> lines = new CopyOnWriteArrayList<>();
  volatile Behaviour behaviour = (g, line) -> say(line, g.all(g.kind().equals("CA") ? "CR" : "OK"));
  private final Vertx vertx;
  private final NetServer server;

  ScriptedLab(Vertx vertx) throws Exception {
    this(vertx, o -> o);
  }

  ScriptedLab(Vertx vertx, UnaryOperator<NetServerOptions> more) throws Exception {
    this.vertx = vertx;
    NetServerOptions options = new NetServerOptions().setHost("127.0.0.1").setPort(Scratch.port());
    server = vertx.createNetServer(more.apply(options)).connectHandler(this::accept);
    server.listen().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private void accept(NetSocket line) {
    lines.add(line);
    line.exceptionHandler(t -> line.close());
    MllpDecoder frames = new MllpDecoder(1 << 20, 1024);
    line.handler(chunk -> frames.read(chunk).forEach(m -> take(line, new String(m, ISO_8859_1))));
  }

  private void take(NetSocket line, String text) {
    Got one = Got.of(text);
    got.add(one);
    if (!text.contains("\rMSA|")) {
      behaviour.on(one, line);
    }
  }

  /** Answers every further message so. */
  void answers(java.util.function.Function<Got, String> answer) {
    behaviour = (g, line) -> say(line, answer.apply(g));
  }

  /** Whoever waits for an answer gets none. */
  void hangUp() {
    lines.forEach(NetSocket::close);
  }

  static void say(NetSocket line, String text) {
    line.write(MllpDecoder.frame(text.getBytes(ISO_8859_1)));
  }

  /** On the newest connection, without being asked. */
  void say(String text) {
    say(lines.getLast(), text);
  }

  /** Orders, not answers to what it said. */
  List<Got> orders(String kind) {
    return got.stream().filter(g -> g.kind().equals(kind) && !g.text().contains("\rMSA|")).toList();
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
