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

/** HTTP/2 receivers that send informational responses before the final one. */
class InformationalResponseFilterTest {
  private static final String NAME = "hooks.example.com";

  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger connections = new AtomicInteger();
  private final Map<String, Consumer<HttpServerRequest>> answers = new ConcurrentHashMap<>();
  private TransportRig rig;
  private TransportRig shortTimeoutRig;
  private String url;

  @BeforeEach
  void start() throws Exception {
    InetAddress here = InetAddress.getByName("127.0.0.1");
    TestCertificates certificates = new TestCertificates();
    String authorities = certificates.writeAuthority(folder).toString();
    rig = rig(here, authorities, "60s");
    shortTimeoutRig = rig(here, authorities, "2s");
    HttpServerOptions options =
        new HttpServerOptions()
            .setSsl(true)
            .setUseAlpn(true)
            .setKeyCertOptions(certificates.issue(NAME));
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

  private static TransportRig rig(InetAddress here, String authorities, String timeout) {
    return TransportRig.withLookup(
        name -> Future.succeededFuture(List.of(here)),
        "TRIBUTARY_OUTBOUND_CA_FILE",
        authorities,
        "TRIBUTARY_WEBHOOK_TIMEOUT",
        timeout);
  }

  @AfterEach
  void stop() {
    rig.close();
    shortTimeoutRig.close();
    vertx.close().await();
  }

  /** Writes a response header frame directly, bypassing the server's response object. */
  private static void writeHeaders(HttpServerRequest request, int status) {
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
          writeHeaders(r, status);
          writeHeaders(r, status);
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
          writeHeaders(r, 102);
          r.response().setStatusCode(500).end("broken");
        });
    AttemptOutcome o = rig.attempt(url + "/in");
    assertEquals(500, o.status());
    assertEquals("broken", new String(o.body()));
  }

  @Test
  void interimAnswersDoNotStopTheClock() {
    answers.put("/slow", r -> vertx.setPeriodic(100, id -> writeHeaders(r, 102)));
    assertEquals(
        Optional.of(DeliveryError.TIMEOUT), shortTimeoutRig.attempt(url + "/slow").error());
  }

  @Test
  void moreOfThemThanAnybodyNeedsEndTheExchangeAndNotItsNeighbours() {
    answers.put(
        "/flood",
        r -> {
          for (int i = 0; i <= InformationalResponseFilter.MAX_INFORMATIONAL; i++) {
            writeHeaders(r, 102);
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
    try (RawTcpServer flood =
        new RawTcpServer(
            s -> {
              RawTcpServer.readRequest(s);
              RawTcpServer.write(
                  s, interim.repeat(InformationalResponseFilter.MAX_INFORMATIONAL + 1));
            })) {
      assertEquals(Optional.of(DeliveryError.PROTOCOL_ERROR), rig.attempt(flood.url()).error());
    }
  }
}
