package io.tributary.streaming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.delivery.DeliveryError;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Greetings of servers that are broken or do not speak NATS. */
class NatsGreetingTest {
  private static final String INFO =
      "INFO {\"tls_required\":true,\"headers\":true,\"max_payload\":1048576}\r\n";
  private static Vertx vertx;
  private static NetClient client;

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
    client = vertx.createNetClient();
  }

  @AfterAll
  static void stop() {
    vertx.close().await();
  }

  @Test
  void nothingButTheGreetingCountsBeforeTls() throws Exception {
    for (String early : List.of("PONG\r\n", "PING\r\n", "MSG a 1 2\r\n{}\r\n")) {
      List<Buffer> heard = new CopyOnWriteArrayList<>();
      NetServer server = vertx.createNetServer();
      server.connectHandler(
          s -> {
            s.handler(heard::add);
            s.write(INFO + early);
          });
      server.listen(0, "127.0.0.1").await();
      BrokerUri uri =
          BrokerUri.parse("tls://token@127.0.0.1:" + server.actualPort(), BrokerUri.NATS);
      Promise<BrokerConnection> link = Promise.promise();
      // On an event loop, as for deliveries: no data arrives before a handler is set.
      vertx.runOnContext(
          v ->
              client
                  .connect(server.actualPort(), "127.0.0.1")
                  .compose(
                      socket ->
                          new NatsConnection(
                                  vertx,
                                  socket,
                                  uri,
                                  new ClientSSLOptions()
                                      .setTrustAll(true)
                                      .setHostnameVerificationAlgorithm(""),
                                  "a.")
                              .start(Duration.ofSeconds(20)))
                  .onComplete(link));
      PublishException fault =
          (PublishException) link.future().map((Throwable) null).otherwise(t -> t).await();
      assertEquals(DeliveryError.PROTOCOL_ERROR, fault.error(), early);
      assertTrue(
          heard.stream().noneMatch(b -> b.toString().contains("token") || b.getByte(0) == 'P'),
          early + heard);
      server.close().await();
    }
  }

  @Test
  void anAnswerThatCannotBeReadIsARefusalAtOnce() throws Exception {
    NetServer server = vertx.createNetServer();
    server.connectHandler(
        s -> {
          s.handler(
              heard -> {
                String text = heard.toString();
                if (text.contains("HPUB ")) {
                  s.write("MSG " + text.split(" ")[2] + " 1 2\r\n{x\r\n");
                } else {
                  s.write("PONG\r\n");
                }
              });
          s.write("INFO {\"headers\":true}\r\n");
        });
    server.listen(0, "127.0.0.1").await();
    BrokerUri uri = BrokerUri.parse("nats://127.0.0.1:" + server.actualPort(), BrokerUri.NATS);
    Promise<Void> stored = Promise.promise();
    vertx.runOnContext(
        v ->
            client
                .connect(server.actualPort(), "127.0.0.1")
                .compose(
                    socket ->
                        new NatsConnection(vertx, socket, uri, null, "a.")
                            .start(Duration.ofSeconds(20)))
                .compose(link -> link.publish(BrokerFuzzTargets.TENANT, BrokerFuzzTargets.DELIVERY))
                .onComplete(stored));
    PublishException fault =
        (PublishException)
            stored.future().map((Throwable) null).otherwise(t -> t).await(60, TimeUnit.SECONDS);
    assertEquals(DeliveryError.PROTOCOL_ERROR, fault.error());
    server.close().await();
  }
}
