package io.tributary.streaming;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.NatsServer;
import io.tributary.testkit.RabbitMqServer;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResources;
import io.tributary.testkit.WebhookFixture;
import io.vertx.core.net.SelfSignedCertificate;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that a broker is accepted only if its certificate matches its name and was issued by a
 * trusted authority.
 */
class BrokerTlsTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private static SelfSignedCertificate certificate;
  private static TestNode trusting;
  private static TestNode strange;

  @BeforeAll
  static void start() {
    certificate = SelfSignedCertificate.create("localhost");
    trusting = PipelineFixture.node("TRIBUTARY_OUTBOUND_CA_FILE", certificate.certificatePath());
    strange = PipelineFixture.node();
  }

  @AfterAll
  static void stop() {
    trusting.close();
    strange.close();
    certificate.delete();
  }

  private interface DestinationConfigurer {
    void at(PipelineFixture pipes, String uri);
  }

  private static void judge(String kind, String uri, DestinationConfigurer configure) {
    String byAddress = uri.replace("@localhost:", "@127.0.0.1:");
    sent(trusting, kind, p -> configure.at(p, byAddress), "tls_error");
    sent(strange, kind, p -> configure.at(p, uri), "tls_error");
    sent(trusting, kind, p -> configure.at(p, uri), "");
  }

  /**
   * @param said expected error of the attempt; empty if the event must arrive
   */
  private static void sent(
      TestNode node, String kind, Consumer<PipelineFixture> configure, String said) {
    PipelineFixture pipes = new PipelineFixture(node);
    WebhookFixture hooks = new WebhookFixture(node);
    configure.accept(pipes);
    String id = pipes.id(kind);
    long before = hooks.count(id, "delivered");
    hooks.events(1);
    if (said.isEmpty()) {
      eventually(
          SOON,
          () -> assertEquals(before + 1, hooks.count(id, "delivered"), pipes.lastResponse(id)));
    } else {
      eventually(
          SOON, () -> assertTrue(pipes.lastResponse(id).startsWith(said), pipes.lastResponse(id)));
      assertEquals(before, hooks.count(id, "delivered"));
    }
    node.callManagement("DELETE", pipes.path("sandbox") + "?team_id=" + node.first().team(), null)
        .expect(200);
  }

  @Test
  void aRabbitMqIsBelievedByItsNameOnly() {
    int port = TestResources.port();
    try (RabbitMqServer server =
        new RabbitMqServer(
            "listeners.ssl.1 = 127.0.0.1:"
                + port
                + "\nssl_options.cacertfile = "
                + certificate.certificatePath()
                + "\nssl_options.certfile = "
                + certificate.certificatePath()
                + "\nssl_options.keyfile = "
                + certificate.privateKeyPath()
                + "\nssl_options.verify = verify_none\n")) {
      server.declare("tls", "provider.#");
      judge("rabbitmq", server.tlsUri(port), (p, uri) -> p.rabbit(uri, "tls"));
      assertEquals(1, server.drain("tls").size());
    }
  }

  @Test
  void aNatsServerIsBelievedByItsNameOnly() {
    try (NatsServer server =
        new NatsServer(
            "tls { cert_file: \""
                + certificate.certificatePath()
                + "\", key_file: \""
                + certificate.privateKeyPath()
                + "\" }\n")) {
      server.stream("EVENTS", "tributary.>");
      judge("nats", server.tlsUri(), PipelineFixture::nats);
      assertEquals(1, server.messages("EVENTS").size());
    }
  }
}
