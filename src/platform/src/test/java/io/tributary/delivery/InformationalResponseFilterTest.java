package io.tributary.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Receivers of HTTP/2 that say something before their answer. */
class InformationalResponseFilterTest {
  private static final String NAME = "hooks.example.com";

  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger connections = new AtomicInteger();
  private final Map<String, Consumer<HttpServerRequest>> answers = new ConcurrentHashMap<>();
  private Rig rig;
  private Rig hasty;
  private String url;

  @BeforeEach
  void start() throws Exception {
    InetAddress here = InetAddress.getByName("127.0.0.1");
    Certificates certificates = new Certificates();
    String authorities = certificates.file(folder).toString();
    rig = rig(here, authorities, "60s");
    hasty = rig(here, authorities, "2s");
    HttpServerOptions options =
        new HttpServerOptions()
            .setSsl(true)
            .setUseAlpn(true)
            .setKeyCertOptions(certificates.of(NAME));
    int port =
        vertx
            .createHttpServer(options)
            .connectionHandler(c -> connections.incrementAndGet())
            .requestHandler(
                r -> {
                  assertEquals(HttpVersion.HTTP_2, r.version());
                  answers.getOrDefault(r.path(), x -> x.response().end()).accept(r);
                })
            .listen(0, "127.0.0.1")
            .await()
            .actualPort();
    url = "https://" + NAME + ":" + port;
  }

  private static Rig rig(InetAddress here, String authorities, String timeout) {
    return Rig.resolving(
        name -> Future.succeededFuture(List.of(here)),
        "TRIBUTARY_OUTBOUND_CA_FILE",
        authorities,
        "TRIBUTARY_WEBHOOK_TIMEOUT",
        timeout);
  }

  @AfterEach
  void stop() {
    rig.close();
    hasty.close();
    vertx.close().await();
  }

  /** A head of its own, which the server's response knows nothing of. */
  private static void say(HttpServerRequest request, int status) {
    var pipeline = ((ConnectionBase) request.connection()).channel().pipeline();
    Http2ConnectionHandler http2 = pipeline.get(Http2ConnectionHandler.class);
    ChannelHandlerContext context = pipeline.context(http2);
    var head = new DefaultHttp2Headers().status(String.valueOf(status)).add("link", "</a>");
    http2.encoder().writeHeaders(context, request.streamId(), head, 0, false, context.newPromise());
    context.flush();
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 102, 103, 199})
  void anInterimAnswerIsNotTheAnswer(int status) {
    answers.put(
        "/in",
        r -> {
          say(r, status);
          say(r, status);
          vertx.setTimer(20, id -> r.response().setStatusCode(204).end());
        });
    AttemptOutcome o = rig.attempt(url + "/in");
    assertEquals(204, o.status());
    assertTrue(o.success());
  }

  @Test
  void theAnswerAfterAnInterimOneKeepsItsBodyAndItsFailure() {
    answers.put(
        "/in",
        r -> {
          say(r, 102);
          r.response().setStatusCode(500).end("broken");
        });
    AttemptOutcome o = rig.attempt(url + "/in");
    assertEquals(500, o.status());
    assertEquals("broken", new String(o.body()));
  }

  @Test
  void interimAnswersDoNotStopTheClock() {
    answers.put("/slow", r -> vertx.setPeriodic(100, id -> say(r, 102)));
    assertEquals(Optional.of(DeliveryError.TIMEOUT), hasty.attempt(url + "/slow").error());
  }

  @Test
  void moreOfThemThanAnybodyNeedsEndTheExchangeAndNotItsNeighbours() {
    answers.put(
        "/flood",
        r -> {
          for (int i = 0; i <= InformationalResponseFilter.MAX_INFORMATIONAL; i++) {
            say(r, 102);
          }
        });
    assertTrue(rig.attempt(url + "/in").success());
    assertEquals(Optional.of(DeliveryError.PROTOCOL_ERROR), rig.attempt(url + "/flood").error());
    assertTrue(rig.attempt(url + "/in").success());
    assertEquals(1, connections.get());
  }

  @Test
  void theSameHoldsForHttp11() {
    String interim = "HTTP/1.1 102 Processing\r\n\r\n";
    try (RawServer flood =
        new RawServer(
            s -> {
              RawServer.readRequest(s);
              RawServer.write(s, interim.repeat(InformationalResponseFilter.MAX_INFORMATIONAL + 1));
            })) {
      assertEquals(Optional.of(DeliveryError.PROTOCOL_ERROR), rig.attempt(flood.url()).error());
    }
  }
}
