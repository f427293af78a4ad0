package io.tributary.streaming;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.nats.client.api.MessageInfo;
import io.tributary.event.EventTypes;
import io.tributary.testkit.NatsServer;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Delivery to a real NATS server that is killed, stopped or misconfigured. */
class NatsTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String RETRIES =
      "100ms,100ms,100ms,200ms,200ms,200ms,200ms,500ms,500ms,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s";

  private NatsServer server;
  private TestNode node;
  private PipelineFixture pipes;
  private WebhookFixture hooks;

  @BeforeEach
  void start() {
    server = new NatsServer();
    node =
        PipelineFixture.node(
            "TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", RETRIES, "TRIBUTARY_WEBHOOK_TIMEOUT", "3s");
    pipes = new PipelineFixture(node);
    hooks = new WebhookFixture(node);
  }

  @AfterEach
  void stop() {
    node.close();
    server.close();
  }

  private static long distinct(List<MessageInfo> got) {
    return got.stream()
        .map(m -> m.getHeaders().getFirst("Nats-Msg-Id"))
        .collect(Collectors.toSet())
        .size();
  }

  @Test
  void anEventArrivesInAStreamUnderItsTypeWithItsId() {
    server.stream("EVENTS", "tributary.>");
    pipes.nats(server.uri());
    hooks.events(1);
    eventually(SOON, () -> assertEquals(1, hooks.count(pipes.id("nats"), "delivered")));
    MessageInfo got = server.messages("EVENTS").getFirst();
    assertEquals("tributary." + EventTypes.DEVICE_CREATED, got.getSubject());
    String id = got.getHeaders().getFirst("Nats-Msg-Id");
    assertEquals(id, got.getHeaders().getFirst("idempotency-key"));
    assertEquals(EventTypes.DEVICE_CREATED, got.getHeaders().getFirst("event-type"));
    assertEquals(node.first().team().toString(), got.getHeaders().getFirst("team-id"));
    assertEquals("application/json", got.getHeaders().getFirst("Content-Type"));
    String stored =
        node.db()
            .query("select convert_from(body, 'UTF8') as t from message where id = $1", id)
            .iterator()
            .next()
            .getString("t");
    assertEquals(stored, new String(got.getData(), StandardCharsets.UTF_8));
  }

  @Test
  void messagesAndAttemptsCanBeLookedAtAndSentAgain() {
    server.stream("EVENTS", "tributary.>");
    String id = pipes.nats(server.uri()).at("/nats/id").asText();
    assertEquals(pipes.id("nats"), id);
    hooks.events(1);
    eventually(SOON, () -> assertEquals(1, hooks.count(id, "delivered")));
    String team = "/v1/org/" + node.first().org() + "/team/" + node.first().team();
    String log = "/webhook/" + id + "/message";
    JsonNode page = node.callManagement("GET", team + "/sandbox" + log, null).expect(200).json();
    String message = log + "/" + page.at("/data/0/message_id").asText();
    node.callManagement("POST", team + "/sandbox" + message + "/resend", null).expect(202);
    eventually(
        SOON,
        () -> {
          JsonNode one =
              node.callManagement("GET", team + "/sandbox" + message, null).expect(200).json();
          assertEquals(2, one.get("attempts").size());
          assertTrue(one.at("/attempts/1/error_class").isNull());
        });
    node.callManagement("GET", team + "/production" + log, null).expect(404);
    node.callManagement("GET", team + "/sandbox/webhook/" + id, null).expect(404);
    node.callManagement("GET", team + "/sandbox/webhook/" + id + "/secret", null).expect(404);
  }

  @Test
  void whatIsPendingWhileTheServerIsKilledArrivesAfterItsRestartOnceEach() {
    server.stream("EVENTS", "tributary.>");
    pipes.nats(server.uri());
    int all = 600;
    hooks.events(all / 3);
    eventually(SOON, () -> assertTrue(hooks.count(pipes.id("nats"), "delivered") > 10));
    server.kill();
    hooks.events(all / 3);
    eventually(
        SOON, () -> assertTrue(pipes.lastResponse(pipes.id("nats")).contains("connect_error")));
    server.start();
    hooks.events(all / 3);
    eventually(SOON, () -> assertEquals(all, hooks.count(pipes.id("nats"), "delivered")));
    List<MessageInfo> got = server.messages("EVENTS");
    assertEquals(all, distinct(got));
    // The stream deduplicates by message ID, so a repeated attempt is not stored twice.
    assertEquals(all, got.size());
  }

  @Test
  void aServerThatHangsCostsItsOwnMessagesATimeoutAndNobodyElse() {
    try (WebhookTestServer receiver = new WebhookTestServer()) {
      server.stream("EVENTS", "tributary.>");
      pipes.nats(server.uri());
      String broker = pipes.id("nats");
      hooks.events(5);
      eventually(SOON, () -> assertEquals(5, hooks.count(broker, "delivered")));
      String hook = hooks.endpoint(receiver.url("/in"));
      pipes
          .post("\"preferences\":{\"preferred\":\"nats\",\"enabled\":[\"nats\",\"svix\"]}")
          .expect(200);
      server.freeze();
      hooks.events(40);
      eventually(SOON, () -> assertEquals(40, hooks.count(hook, "delivered")));
      assertEquals(5, hooks.count(broker, "delivered"));
      eventually(SOON, () -> assertTrue(pipes.lastResponse(broker).startsWith("timeout")));
      server.thaw();
      eventually(SOON, () -> assertEquals(45, hooks.count(broker, "delivered")));
      assertEquals(45, distinct(server.messages("EVENTS")));
    }
  }

  @Test
  void theLogSaysWhyAServerDidNotTakeAMessage() {
    pipes.nats(server.uri());
    hooks.events(1);
    String id = pipes.id("nats");
    eventually(
        SOON,
        () ->
            assertTrue(
                pipes.lastResponse(id).contains("503 no stream stores"), pipes.lastResponse(id)));
    pipes.nats(server.uri("wrong"));
    eventually(
        SOON,
        () ->
            assertTrue(
                pipes.lastResponse(id).contains("Authorization Violation"),
                pipes.lastResponse(id)));
    assertTrue(pipes.lastResponse(id).startsWith("protocol_error"));
    server.stream("EVENTS", "tributary.>");
    pipes.nats(server.uri());
    eventually(SOON, () -> assertEquals(1, hooks.count(id, "delivered")));
  }
}
