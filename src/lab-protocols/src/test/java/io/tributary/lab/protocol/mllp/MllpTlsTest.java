package io.tributary.lab.protocol.mllp;

import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.bytes;
import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.eventually;
import static io.tributary.lab.protocol.mllp.ScriptedMllpServer.order;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.tributary.lab.protocol.hl7.AckCode;
import io.tributary.lab.protocol.hl7.Acknowledgement.Verdict;
import io.tributary.lab.protocol.hl7.OrderResponse;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MllpTlsTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Vertx vertx = Vertx.vertx();
  private final NetClient net = vertx.createNetClient();
  private final RecordingMllpEvents atServer = new RecordingMllpEvents();
  private final RecordingMllpEvents atClient = new RecordingMllpEvents();
  private final List<String> stored = new CopyOnWriteArrayList<>();
  private final X509Bundle authority = authority();

  @AfterEach
  void close() throws Exception {
    await(vertx.close());
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static X509Bundle authority() {
    try {
      return new CertificateBuilder()
          .ecp256()
          .subject("CN=Authority of a test")
          .setIsCertificateAuthority(true)
          .buildSelfSigned();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static PemKeyCertOptions certificate(X509Bundle by, String name) throws Exception {
    X509Bundle made =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=" + name)
            .addSanDnsName(name)
            .notBefore(Instant.now().minus(Duration.ofDays(1)))
            .notAfter(Instant.now().plus(Duration.ofDays(1)))
            .buildIssuedBy(by);
    return new PemKeyCertOptions()
        .addCertValue(Buffer.buffer(made.getCertificatePathPEM()))
        .addKeyValue(Buffer.buffer(made.getPrivateKeyPEM()));
  }

  private static PemTrustOptions trust(X509Bundle in) {
    return new PemTrustOptions().addCertValue(Buffer.buffer(in.getRootCertificatePEM()));
  }

  private MllpServer server(String name, boolean mutual) throws Exception {
    ServerSSLOptions tls =
        new ServerSSLOptions()
            .setKeyCertOptions(certificate(authority, name))
            .setTrustOptions(trust(authority))
            .setClientAuth(mutual ? ClientAuth.REQUIRED : ClientAuth.NONE);
    MllpServer server =
        new MllpServer(
            vertx,
            MllpServerOptions.of("127.0.0.1", 0, Optional.of(tls)),
            m -> {
              stored.add(m.header().controlId());
              return Future.succeededFuture(Verdict.accepted());
            },
            atServer);
    await(server.start());
    return server;
  }

  private MllpClient client(MllpServer server, ClientSSLOptions tls) {
    MllpClient client =
        new MllpClient(
            vertx,
            MllpClientOptions.of("localhost", server.port(), Optional.of(tls))
                .withTimeouts(LONG, LONG, Duration.ofMillis(20), Duration.ofMillis(50)),
            m -> Future.succeededFuture(Verdict.accepted()),
            atClient);
    client.start();
    return client;
  }

  @Test
  void messagesGoOverTls() throws Exception {
    MllpClient client =
        client(
            server("localhost", false), new ClientSSLOptions().setTrustOptions(trust(authority)));
    OrderResponse answer = await(client.send("M1", bytes(order("M1"))));
    assertEquals(AckCode.AA, answer.code());
    assertEquals(List.of("M1"), stored);
  }

  @Test
  void bothSidesMayHaveToShowACertificate() throws Exception {
    MllpServer server = server("localhost", true);
    MllpClient known =
        client(
            server,
            new ClientSSLOptions()
                .setTrustOptions(trust(authority))
                .setKeyCertOptions(certificate(authority, "we")));
    assertEquals(AckCode.AA, await(known.send("M1", bytes(order("M1")))).code());
    client(
            server,
            new ClientSSLOptions()
                .setTrustOptions(trust(authority))
                .setKeyCertOptions(certificate(authority(), "stranger")))
        .send("M2", bytes(order("M2")));
    client(server, new ClientSSLOptions().setTrustOptions(trust(authority)))
        .send("M3", bytes(order("M3")));
    // Both unknown peers are rejected repeatedly, and the known one continues.
    eventually(() -> atClient.count("disconnected") + atClient.count("connect failed") >= 6);
    eventually(() -> atServer.count("handshake failed") >= 6);
    assertEquals(AckCode.AA, await(known.send("M4", bytes(order("M4")))).code());
    assertEquals(List.of("M1", "M4"), stored);
  }

  @Test
  void aCertificateOfAnotherNameIsNotBelieved() throws Exception {
    client(server("other.example", false), new ClientSSLOptions().setTrustOptions(trust(authority)))
        .send("M1", bytes(order("M1")));
    eventually(() -> atClient.count("connect failed") >= 2);
    assertEquals(List.of(), stored);
  }

  @Test
  void anUnknownAuthorityIsNotBelieved() throws Exception {
    client(server("localhost", false), new ClientSSLOptions().setTrustOptions(trust(authority())))
        .send("M1", bytes(order("M1")));
    eventually(() -> atClient.count("connect failed") >= 2);
    assertEquals(List.of(), stored);
  }

  @Test
  void plainBytesToATlsServerAreNoMessage() throws Exception {
    MllpServer server = server("localhost", false);
    NetSocket plain = await(net.connect(server.port(), "127.0.0.1"));
    AtomicBoolean closed = new AtomicBoolean();
    plain.closeHandler(v -> closed.set(true));
    plain.write(ScriptedMllpServer.frame(order("M1")));
    eventually(closed::get);
    eventually(() -> atServer.events.equals(List.of("handshake failed")));
    assertEquals(List.of(), stored);
  }
}
