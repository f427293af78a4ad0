package io.tributary.streaming;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.GetResponse;
import io.tributary.core.Json;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.event.Outbox;
import io.tributary.testkit.RabbitMqServer;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResources;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Delivery to a real RabbitMQ server that is killed, stopped or misconfigured. */
class RabbitMqTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String KEYS = "provider.#";
  private static final String RETRIES =
      "100ms,100ms,100ms,200ms,200ms,200ms,200ms,500ms,500ms,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s";

  private static RabbitMqServer server;

  private TestNode node;
  private PipelineFixture pipes;
  private WebhookFixture hooks;

  @BeforeAll
  static void broker() {
    server = new RabbitMqServer();
  }

  @AfterAll
  static void end() {
    server.close();
  }

  @BeforeEach
  void start() {
    node =
        PipelineFixture.node(
            "TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", RETRIES, "TRIBUTARY_WEBHOOK_TIMEOUT", "5s");
    pipes = new PipelineFixture(node);
    hooks = new WebhookFixture(node);
  }

  @AfterEach
  void stop() {
    node.close();
  }

  private static String text(GetResponse r) throws IOException {
    byte[] body = r.getBody();
    if (r.getProps().getContentEncoding() == null) {
      return new String(body, java.nio.charset.StandardCharsets.UTF_8);
    }
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
  }

  private static Set<String> ids(List<GetResponse> got) {
    Set<String> out = new HashSet<>();
    got.forEach(r -> out.add(r.getProps().getMessageId()));
    return out;
  }

  @Test
  void anEventArrivesWithItsTypeAsRoutingKeyAndItsIdAsMessageId() throws IOException {
    server.declare("plain", KEYS);
    pipes.rabbit(server.uri(), "plain");
    hooks.events(1);
    eventually(SOON, () -> assertEquals(1, hooks.count(pipes.id("rabbitmq"), "delivered")));
    GetResponse got = server.drain("plain").getFirst();
    AMQP.BasicProperties p = got.getProps();
    assertEquals(EventTypes.DEVICE_CREATED, got.getEnvelope().getRoutingKey());
    assertEquals("application/json", p.getContentType());
    assertNull(p.getContentEncoding());
    assertEquals(2, p.getDeliveryMode());
    assertTrue(p.getMessageId().matches("msg_[0-9A-Za-z]{27}"), p.getMessageId());
    assertEquals(p.getMessageId(), p.getHeaders().get("idempotency-key").toString());
    assertEquals(EventTypes.DEVICE_CREATED, p.getHeaders().get("event-type").toString());
    assertEquals(node.first().team().toString(), p.getHeaders().get("team-id").toString());
    String stored =
        node.db()
            .query(
                "select convert_from(body, 'UTF8') as t from message where id = $1",
                p.getMessageId())
            .iterator()
            .next()
            .getString("t");
    assertEquals(stored, text(got));
  }

  @Test
  void aLargerBodyIsPacked() throws IOException {
    server.declare("large", KEYS);
    pipes.rabbit(server.uri(), "large");
    String note = "x".repeat(5000);
    node.db()
        .tx(
            tx -> {
              new Outbox()
                  .add(
                      tx,
                      new Event(
                          EventTypes.DEVICE_CREATED,
                          node.tenant(),
                          null,
                          null,
                          Json.object().put("note", note)));
              return null;
            });
    eventually(SOON, () -> assertEquals(1, hooks.count(pipes.id("rabbitmq"), "delivered")));
    GetResponse got = server.drain("large").getFirst();
    assertEquals("gzip", got.getProps().getContentEncoding());
    assertTrue(got.getBody().length < 1000);
    assertEquals(note, Json.parse(text(got)).get("data").get("note").asText());
  }

  @Test
  void whatIsPendingWhileTheBrokerIsKilledArrivesAfterItsRestart() {
    server.declare("restart", KEYS);
    pipes.rabbit(server.uri(), "restart");
    int all = 600;
    hooks.events(all / 3);
    eventually(SOON, () -> assertTrue(hooks.count(pipes.id("rabbitmq"), "delivered") > 10));
    server.kill();
    hooks.events(all / 3);
    eventually(
        SOON, () -> assertTrue(pipes.lastResponse(pipes.id("rabbitmq")).contains("connect_error")));
    server.start();
    hooks.events(all / 3);
    eventually(SOON, () -> assertEquals(all, hooks.count(pipes.id("rabbitmq"), "delivered")));
    List<GetResponse> got = server.drain("restart");
    System.err.println("rabbitmq: duplicates after a kill: " + (got.size() - ids(got).size()));
    assertEquals(all, ids(got).size());
  }

  @Test
  void aBrokerThatHangsCostsItsOwnMessagesATimeoutAndNobodyElse() {
    try (RabbitMqServer other = new RabbitMqServer();
        WebhookTestServer receiver = new WebhookTestServer()) {
      server.declare("hang", KEYS);
      other.declare("hang", KEYS);
      pipes.rabbit(other.uri(), "hang");
      String broker = pipes.id("rabbitmq");
      hooks.events(5);
      eventually(SOON, () -> assertEquals(5, hooks.count(broker, "delivered")));
      String hook = hooks.endpoint(receiver.url("/in"));
      pipes
          .post("\"preferences\":{\"preferred\":\"rabbitmq\",\"enabled\":[\"rabbitmq\",\"svix\"]}")
          .expect(200);
      other.freeze();
      hooks.events(40);
      eventually(SOON, () -> assertEquals(40, hooks.count(hook, "delivered")));
      assertEquals(5, hooks.count(broker, "delivered"));
      eventually(SOON, () -> assertTrue(pipes.lastResponse(broker).startsWith("timeout")));
      other.thaw();
      eventually(SOON, () -> assertEquals(45, hooks.count(broker, "delivered")));
      assertEquals(45, ids(other.drain("hang")).size());
    }
  }

  @Test
  void theLogSaysWhyABrokerDidNotTakeAMessage() {
    server.declare("narrow", "nothing.else");
    pipes.rabbit(server.uri(), "narrow");
    hooks.events(1);
    String id = pipes.id("rabbitmq");
    eventually(
        SOON,
        () -> assertTrue(pipes.lastResponse(id).contains("312 NO_ROUTE"), pipes.lastResponse(id)));

    pipes.rabbit(server.uri(), "missing");
    eventually(
        SOON,
        () ->
            assertTrue(
                pipes.lastResponse(id).contains("404 NOT_FOUND - no exchange 'missing'"),
                pipes.lastResponse(id)));

    pipes.rabbit(server.uri("wrong"), "narrow");
    eventually(
        SOON,
        () ->
            assertTrue(pipes.lastResponse(id).contains("ACCESS_REFUSED"), pipes.lastResponse(id)));
    assertTrue(pipes.lastResponse(id).startsWith("protocol_error"));
    assertEquals(0, hooks.count(id, "delivered"));

    // The waiting message is delivered once the exchange is correct.
    server.declare("wide", KEYS);
    pipes.rabbit(server.uri(), "wide");
    eventually(SOON, () -> assertEquals(1, hooks.count(id, "delivered")));
    assertEquals(1, server.drain("wide").size());
  }

  @Test
  void allMessagesShareAConnectionWhichIsClosedWhenItIsNotUsed() {
    server.declare("idle", KEYS);
    pipes.rabbit(server.uri(), "idle");
    hooks.events(200);
    eventually(SOON, () -> assertEquals(200, hooks.count(pipes.id("rabbitmq"), "delivered")));
    assertEquals(1, TestResources.openConnections(server.port()));
    node.close();
    node = PipelineFixture.node("TRIBUTARY_STREAMING_IDLE_TIMEOUT", "200ms");
    pipes = new PipelineFixture(node);
    hooks = new WebhookFixture(node);
    pipes.rabbit(server.uri(), "idle");
    hooks.events(1);
    eventually(SOON, () -> assertEquals(1, hooks.count(pipes.id("rabbitmq"), "delivered")));
    eventually(SOON, () -> assertEquals(0, TestResources.openConnections(server.port())));
    hooks.events(1);
    eventually(SOON, () -> assertEquals(2, hooks.count(pipes.id("rabbitmq"), "delivered")));
    assertEquals(202, ids(server.drain("idle")).size());
  }
}
