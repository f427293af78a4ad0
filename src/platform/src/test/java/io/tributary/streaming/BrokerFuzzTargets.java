package io.tributary.streaming;

import io.tributary.core.Environment;
import io.tributary.core.Tenant;
import io.tributary.delivery.Delivery;
import io.tributary.testkit.fuzz.FuzzTarget;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/** Fuzz targets: broker protocols and broker URIs. */
public final class BrokerFuzzTargets {
  static final Tenant TENANT = new Tenant(new UUID(1, 2), Environment.SANDBOX);
  static final Delivery DELIVERY =
      new Delivery(
          "msg_1",
          "ep_1",
          0,
          Optional.empty(),
          "daily.data.sleep.created",
          new UUID(3, 4),
          1L,
          Optional.empty(),
          Buffer.buffer("{}"));

  /** Placeholder for the reply inbox, which differs for each connection. */
  private static final String INBOX = "_INBOX.x.";

  private static final String GREETING = "INFO {\"headers\":true,\"max_payload\":1048576}\r\n";
  private static final String STORED = "{\"stream\":\"S\",\"seq\":1}";
  private static final String HEADERS = "NATS/1.0\r\nA: b\r\n\r\n";

  private BrokerFuzzTargets() {}

  public static List<FuzzTarget> all() {
    return List.of(
        FuzzTarget.bytes("stream/nats", BrokerFuzzTargets::nats)
            .expecting(PublishException.class)
            .seed(
                GREETING
                    + "PONG\r\nMSG "
                    + (INBOX + "1 1 " + STORED.length() + "\r\n" + STORED + "\r\n"),
                GREETING
                    + "PING\r\n+OK\r\nPONG\r\nHMSG "
                    + (INBOX + "1 1 " + HEADERS.length())
                    + (" " + (HEADERS.length() + STORED.length()) + "\r\n")
                    + (HEADERS + STORED + "\r\n"))
            .words(
                "\r\n",
                "MSG " + INBOX + "1 1 0\r\n\r\n",
                "HMSG " + INBOX + "1 1 16 16\r\nNATS/1.0 503\r\n\r\n\r\n",
                "-ERR 'Permissions Violation for Publish to \"a.daily.data.sleep.created\"'\r\n",
                "{\"error\":{\"code\":1}}",
                "\"tls_required\":true,",
                "1048577"),
        FuzzTarget.bytes("stream/address", BrokerFuzzTargets::address)
            .expecting(BrokerUri.InvalidBrokerUriException.class)
            .seed("nats://user:p%40ss@broker.example.com:4222", "tls://token@[::1]/a%2Fb")
            .words("nats://", "tls://", "@", ":", "/", "%", "%zz", "[", "]", "#", "?", ":99999"));
  }

  private static void address(byte[] in) throws BrokerUri.InvalidBrokerUriException {
    BrokerUri uri = BrokerUri.parse(new String(in, StandardCharsets.UTF_8), BrokerUri.NATS);
    uri.masked();
    uri.isMasked();
    uri.address();
  }

  /**
   * Simulates a server that sends this and disconnects: the message was stored, or the reason is
   * known.
   */
  private static void nats(byte[] in) throws Exception {
    InMemoryBroker server = new InMemoryBroker();
    NatsConnection link =
        new NatsConnection(
            server.vertx(),
            server.socket(),
            BrokerUri.parse("nats://user:secret@127.0.0.1", BrokerUri.NATS),
            null,
            "a.");
    Future<BrokerConnection> opened = link.start(Duration.ofSeconds(1));
    Future<Void> stored = null;
    String text = new String(in, StandardCharsets.ISO_8859_1);
    int greeting = text.indexOf('\n') + 1;
    server.send(text.substring(0, greeting));
    String rest = text.substring(greeting).replace(INBOX, server.inbox);
    // Split into chunks, as on a network.
    for (int at = 0; at < rest.length(); at += 7) {
      if (stored == null && opened.succeeded()) {
        stored = link.publish(TENANT, DELIVERY);
      }
      server.send(rest.substring(at, Math.min(rest.length(), at + 7)));
    }
    server.closed.handle(null);
    if (!opened.isComplete() || stored != null && !stored.isComplete()) {
      throw new IllegalStateException("somebody waits for ever");
    }
    Future<?> last = stored == null ? opened : stored;
    if (last.cause() instanceof Exception e) {
      throw e;
    }
  }

  /** An in-memory peer of a connection, without network and threads. */
  private static final class InMemoryBroker {
    private Handler<Buffer> data;
    private Handler<Void> closed;
    private String inbox = INBOX;

    void send(String piece) {
      data.handle(Buffer.buffer(piece.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @SuppressWarnings("unchecked")
    NetSocket socket() {
      return proxy(
          NetSocket.class,
          (method, args) ->
              switch (method) {
                case "handler" -> {
                  data = (Handler<Buffer>) args[0];
                  yield null;
                }
                case "closeHandler" -> {
                  closed = (Handler<Void>) args[0];
                  yield null;
                }
                case "exceptionHandler" -> null;
                case "write" -> {
                  received(args[0].toString());
                  yield Future.succeededFuture();
                }
                case "upgradeToSsl", "close" -> Future.succeededFuture();
                default -> throw new AssertionError("not requested: " + method);
              });
    }

    private void received(String text) {
      int at = text.indexOf("SUB ");
      if (at >= 0) {
        inbox = text.substring(at + 4, text.indexOf('*', at));
      }
    }

    Vertx vertx() {
      Context context =
          proxy(
              Context.class,
              (method, args) -> {
                ((Handler<?>) args[0]).handle(null);
                return null;
              });
      return proxy(
          Vertx.class,
          (method, args) ->
              switch (method) {
                case "getOrCreateContext" -> context;
                case "setTimer" -> 1L;
                case "cancelTimer" -> true;
                default -> throw new AssertionError("not requested: " + method);
              });
    }

    private static <T> T proxy(Class<T> type, BiFunction<String, Object[], Object> answers) {
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (self, method, args) -> answers.apply(method.getName(), args)));
    }
  }
}
