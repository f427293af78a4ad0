package io.tributary.lab.exchange;

import static io.tributary.lab.exchange.LabConnectedNode.SOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestResources;
import io.vertx.core.Vertx;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders and results over mutual TLS, as configured in connection files. */
class LabConnectionTlsTest {
  @TempDir Path keys;
  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private X509Bundle ours;
  private X509Bundle theirs;
  private int port;

  @BeforeEach
  void authorities() throws Exception {
    ours = authority("ours");
    theirs = authority("theirs");
    certificate(ours, "we", "localhost");
    certificate(theirs, "lab", "localhost");
    certificate(theirs, "client", "lis.example");
    port = TestResources.port();
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  private X509Bundle authority(String name) throws Exception {
    X509Bundle out =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=Authority " + name)
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    Files.writeString(keys.resolve(name + "-ca.pem"), out.getRootCertificatePEM());
    return out;
  }

  private void certificate(X509Bundle by, String file, String name) throws Exception {
    X509Bundle made =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=" + name)
            .addSanDnsName(name)
            .notBefore(Instant.now().minus(Duration.ofDays(1)))
            .notAfter(Instant.now().plus(Duration.ofDays(1)))
            .buildIssuedBy(by);
    Files.writeString(keys.resolve(file + ".pem"), made.getCertificatePathPEM());
    Files.writeString(keys.resolve(file + ".key"), made.getPrivateKeyPEM());
  }

  private PemKeyCertOptions shown(String file) {
    return new PemKeyCertOptions()
        .addCertPath(keys.resolve(file + ".pem").toString())
        .addKeyPath(keys.resolve(file + ".key").toString());
  }

  private PemTrustOptions trusted(String authority) {
    return new PemTrustOptions().addCertPath(keys.resolve(authority + "-ca.pem").toString());
  }

  /** Starts a laboratory that requires a client certificate. */
  private ScriptedLab lab() throws Exception {
    return new ScriptedLab(
        vertx,
        o ->
            o.setSsl(true)
                .setKeyCertOptions(shown("lab"))
                .setTrustOptions(trusted("ours"))
                .setClientAuth(ClientAuth.REQUIRED));
  }

  private String tls(String trust) {
    return "\"tls\": {\"ca_file\": \"%1$s/%2$s-ca.pem\", \"cert_file\": \"%1$s/we.pem\", \"key_file\": \"%1$s/we.key\"}"
        .formatted(keys, trust);
  }

  private LabConnectedNode linked(ScriptedLab lab, String trust, String... more) {
    return LabConnectedNode.start(
        folder,
        "\"adapter\": \"hl7v2\", \"to\": {\"host\": \"localhost\", \"port\": %d, %s}, \"at\": {\"port\": %d, %s}"
            .formatted(lab.port(), tls(trust), port, tls("theirs")),
        more);
  }

  private LabResultSender speaker(Optional<String> certificate) throws Exception {
    ClientSSLOptions tls = new ClientSSLOptions().setTrustOptions(trusted("ours"));
    certificate.ifPresent(c -> tls.setKeyCertOptions(shown(c)));
    return new LabResultSender(vertx, port, Optional.of(tls));
  }

  @Test
  void ordersAndResultsGoOverTls() throws Exception {
    try (ScriptedLab lab = lab();
        LabConnectedNode at = linked(lab, "theirs")) {
      OrderRow order = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
      assertTrue(lab.lines.getFirst().isSsl());
      LabResultSender lis = speaker(Optional.of("client"));
      String answer = lis.request(OrderReports.of(order, order.sampleId().orElseThrow(), "R1"));
      assertTrue(answer.contains("MSA|AA|R1"), answer);
      at.awaitStatus(order, LowStatus.COMPLETED);
    }
  }

  @Test
  void whoShowsNoCertificateIsNotHeard() throws Exception {
    certificate(ours, "stranger", "stranger.example");
    try (ScriptedLab lab = lab();
        LabConnectedNode at = linked(lab, "theirs")) {
      for (Optional<String> shown : List.of(Optional.<String>empty(), Optional.of("stranger"))) {
        try {
          LabResultSender lis = speaker(shown);
          lis.send(ScriptedLab.head("ORU^R01", "R2") + "PID|1\r");
          Eventually.eventually(SOON, () -> assertTrue(lis.closed));
          assertEquals(List.of(), lis.received);
        } catch (java.util.concurrent.ExecutionException e) {
          assertTrue(e.getCause() instanceof java.io.IOException, e.getCause().toString());
        }
      }
      assertEquals(List.of(), at.texts("select id::text as t from lab_message"));
    }
  }

  @Test
  void aLaboratoryThatCannotProveItselfGetsNothing() throws Exception {
    try (ScriptedLab lab = lab();
        LabConnectedNode at = linked(lab, "ours", LabConnectedNode.SHORT_ANSWER_TIMEOUT)) {
      OrderRow order = at.openOrder();
      Eventually.eventually(
          SOON,
          () ->
              assertEquals(
                  List.of("NOT_CONNECTED"),
                  at.texts(
                      "select error as t from lab_message where order_id = $1 and attempt > 1",
                      order.id())));
      assertEquals(List.of(), lab.received);
      assertFalse(at.now(order).sampleId().isPresent());
    }
  }
}
