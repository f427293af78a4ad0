package io.tributary.streaming;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.event.Outbox;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Event pipelines in the management API; no broker is running. */
class EventPipelineTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String URI = "amqp://user:p%40ss@127.0.0.1:1/house";

  private static TestNode node;
  private static PipelineFixture pipes;
  private static WebhookFixture hooks;

  @BeforeAll
  static void start() {
    node =
        PipelineFixture.node(
            "TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "1h", "TRIBUTARY_WEBHOOK_TIMEOUT", "60s");
    pipes = new PipelineFixture(node);
    hooks = new WebhookFixture(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @BeforeEach
  void forget() {
    remove();
  }

  private static JsonNode remove() {
    return node.callManagement(
            "DELETE", pipes.path("sandbox") + "?team_id=" + node.first().team(), null)
        .expect(200)
        .json();
  }

  private static JsonNode list() {
    return node.callManagement("GET", pipes.path("sandbox"), null)
        .expect(200)
        .json()
        .get("pipelines");
  }

  private static List<String> locs(JsonNode body) {
    return Json.MAPPER
        .convertValue(
            body.get("detail"),
            new com.fasterxml.jackson.core.type.TypeReference<List<JsonNode>>() {})
        .stream()
        .map(d -> d.get("loc").toString())
        .toList();
  }

  private static void event(String type, Event.Audience audience) {
    node.db()
        .tx(
            tx -> {
              new Outbox()
                  .add(tx, new Event(type, node.tenant(), null, null, Json.object(), audience));
              return null;
            });
  }

  @Test
  void aPipelineIsListedAsItWasSetWithoutItsPassword() {
    JsonNode made = pipes.rabbit(URI, "health");
    assertEquals(node.first().team().toString(), made.get("team_id").asText());
    assertEquals(
        Json.parse("{\"preferred\":\"rabbitmq\",\"enabled\":[\"rabbitmq\"]}"),
        made.get("preferences"));
    assertEquals("amqp://user:***@127.0.0.1:1/house", made.at("/rabbitmq/uri").asText());
    assertEquals("health", made.at("/rabbitmq/exchange").asText());
    assertFalse(made.at("/rabbitmq/disabled").asBoolean());
    assertTrue(made.get("svix").isNull());
    assertTrue(made.get("cloud_pubsub").isNull());
    assertEquals(List.of(made), List.of(list().get(0)));
    JsonNode row =
        Json.parse(
            node.db()
                .query(
                    "select to_jsonb(e)::text as t from webhook_endpoint e where kind = 'rabbitmq'")
                .iterator()
                .next()
                .getString("t"));
    assertFalse(row.toString().contains("p%40ss"));
    assertEquals("amqp://127.0.0.1:1", row.get("url").asText());
  }

  @Test
  void anUndecryptableDestinationIsListedWithoutItsUriAndFixedBySendingItAgain() {
    JsonNode made = pipes.rabbit(URI, "health");
    node.db()
        .query(
            "update webhook_endpoint set connection_encrypted = '\\x0102' where id = $1",
            made.at("/rabbitmq/id").asText());
    assertFalse(list().get(0).get("rabbitmq").has("uri"));
    assertEquals(
        List.of("[\"body\",\"rabbitmq\"]"),
        locs(pipes.post("\"push_historical_data\":true").expect(422).json()));
    pipes.post(PipelineFixture.rabbitJson(made.at("/rabbitmq/uri").asText(), "health")).expect(422);
    assertEquals(made, pipes.rabbit(URI, "health"), "the same destination");
    assertEquals(made, list().get(0));
  }

  @Test
  void absentFieldsStayAndAMaskedPasswordStandsForTheStoredOne() {
    JsonNode made = pipes.rabbit(URI, "health");
    pipes.post("\"push_historical_data\":true,\"event_type_prefixes\":[\"raw.\"]").expect(200);
    JsonNode back =
        pipes
            .post(PipelineFixture.rabbitJson(made.at("/rabbitmq/uri").asText(), "other"))
            .expect(200)
            .json()
            .get(0);
    assertEquals("other", back.at("/rabbitmq/exchange").asText());
    assertTrue(back.get("push_historical_data").asBoolean());
    assertEquals("[\"raw.\"]", back.get("event_type_prefixes").toString());
    byte[] sealed =
        node.db()
            .query(
                "select connection_encrypted from webhook_endpoint where id = $1",
                pipes.id("rabbitmq"))
            .iterator()
            .next()
            .getBuffer(0)
            .getBytes();
    assertEquals(
        URI,
        io.tributary.delivery.EndpointSecrets.connection(
                node.secrets(), pipes.id("rabbitmq"), sealed)
            .get("uri")
            .asText());
    assertEquals(
        "[\"body\",\"rabbitmq\",\"uri\"]",
        locs(pipes
                .post(PipelineFixture.rabbitJson("amqp://user:***@127.0.0.1:2", "x"))
                .expect(422)
                .json())
            .getFirst());
  }

  @Test
  void whatCannotBeIsRefusedWithEveryFault() {
    JsonNode wrong =
        pipes
            .post(
                "\"preferences\":{\"preferred\":\"kafka\",\"enabled\":[\"cloud_pubsub\"]},"
                    + "\"azure_amqp\":{},\"push_historical_data\":1,"
                    + PipelineFixture.rabbitJson("http://example.com", ""))
            .expect(422)
            .json();
    assertEquals(
        List.of(
            "[\"body\",\"rabbitmq\",\"uri\"]",
            "[\"body\",\"rabbitmq\",\"exchange\"]",
            "[\"body\",\"azure_amqp\"]",
            "[\"body\",\"push_historical_data\"]",
            "[\"body\",\"preferences\",\"preferred\"]",
            "[\"body\",\"preferences\",\"enabled\"]"),
        locs(wrong));
    assertTrue(
        wrong.toString().contains("is not supported by this version; supported: svix, rabbitmq"));
    for (String unfit :
        List.of(
            "\"preferences\":{\"preferred\":\"svix\",\"enabled\":[\"rabbitmq\"]}",
            "\"preferences\":{\"preferred\":\"rabbitmq\",\"enabled\":[\"rabbitmq\"]}",
            "\"preferences\":{\"preferred\":\"svix\",\"enabled\":[]}",
            PipelineFixture.rabbitJson("amqp://u:p@169.254.169.254", "x"),
            PipelineFixture.rabbitJson("amqp://u:p@metadata.internal", "x")
                .replace("internal", "local:0"),
            PipelineFixture.rabbitJson("amqp://u:p@host?verify=none", "x"),
            PipelineFixture.rabbitJson("amqp://u:p w@host", "x"))) {
      pipes.post(unfit).expect(422);
    }
    assertEquals(0, list().size());
    node.callManagement("POST", pipes.path("sandbox"), "{}").expect(422);
    node.callManagement(
            "POST", pipes.path("sandbox"), "{\"team_id\":\"" + UUID.randomUUID() + "\"}")
        .expect(404);
    node.callManagement("POST", pipes.path("sandbox").replace("/us", "/eu"), "{}").expect(404);
    node.callManagement("DELETE", pipes.path("sandbox"), null).expect(422);
    node.callManagement(
            "POST",
            pipes.path("production"),
            "{\"team_id\":\""
                + node.first().team()
                + "\","
                + PipelineFixture.rabbitJson("amqp://u:p@broker.example.com", "x")
                + "}")
        .expect(422);
  }

  @Test
  void anEnabledDestinationCannotLoseItsConfiguration() {
    pipes.rabbit(URI, "health");
    pipes.post("\"rabbitmq\":null").expect(422);
    pipes
        .post(
            "\"rabbitmq\":null,\"preferences\":{\"preferred\":\"webhook_portal\",\"enabled\":[\"webhook_portal\"]}")
        .expect(200);
    assertTrue(list().get(0).get("rabbitmq").isNull());
    assertEquals("svix", list().get(0).at("/preferences/preferred").asText());
  }

  @Test
  void brokersGetTheTypesOfTheirPrefixesAndWebhooksNeverGetBackfill() {
    try (WebhookTestServer receiver = new WebhookTestServer()) {
      String hook = hooks.endpoint(receiver.url("/in"));
      pipes.rabbit(URI, "health");
      pipes
          .post(
              "\"event_type_prefixes\":[\"daily.data.sleep\",\"raw.\"],\"preferences\":"
                  + "{\"preferred\":\"svix\",\"enabled\":[\"svix\",\"rabbitmq\"]}")
          .expect(200);
      event(EventTypes.DEVICE_CREATED, Event.Audience.ALL);
      event("daily.data.sleep.created", Event.Audience.ALL);
      event("daily.data.sleep_cycle.created", Event.Audience.STREAMS);
      event("raw.oura.sleep", Event.Audience.STREAMS);
      eventually(SOON, () -> assertEquals(2, hooks.count(hook, "delivered")));
      assertEquals(3, hooks.count(pipes.id("rabbitmq"), "pending"));
      pipes.post("\"event_type_prefixes\":null").expect(200);
      event(EventTypes.DEVICE_UPDATED, Event.Audience.ALL);
      assertEquals(4, hooks.count(pipes.id("rabbitmq"), "pending"));
      // Without {@code svix} among the enabled kinds, no webhook receives events.
      pipes.rabbit(URI, "health");
      event(EventTypes.DEVICE_UPDATED, Event.Audience.ALL);
      eventually(SOON, () -> assertEquals(3, hooks.count(hook, "delivered")));
      assertEquals(5, hooks.count(pipes.id("rabbitmq"), "pending"));
      node.callManagement("DELETE", hooks.base() + "/" + hook, null).expect(204);
    }
  }

  @Test
  void whatWaitsForADestinationIsCanceledWhenItIsDisabledOrRemoved() {
    pipes.rabbit(URI, "health");
    String id = pipes.id("rabbitmq");
    hooks.events(3);
    assertEquals(3, hooks.count(id, "pending"));
    JsonNode off =
        pipes
            .post("\"preferences\":{\"preferred\":\"svix\",\"enabled\":[\"svix\"]}")
            .expect(200)
            .json();
    assertTrue(off.at("/0/rabbitmq/disabled").asBoolean());
    eventually(SOON, () -> assertEquals(3, hooks.count(id, "canceled")));
    hooks.events(1);
    assertEquals(4, hooks.count(id, "canceled"));
    pipes.rabbit(URI, "health");
    assertEquals(id, pipes.id("rabbitmq"));
    hooks.events(2);
    assertEquals(2, hooks.count(id, "pending"));
    assertEquals("health", remove().at("/0/rabbitmq/exchange").asText());
    eventually(SOON, () -> assertEquals(6, hooks.count(id, "canceled")));
    assertEquals(0, list().size());
    hooks.events(1);
    assertEquals(0, hooks.count(id, "pending"));
  }

  @Test
  void noWebhookCallShowsADestination() {
    pipes.rabbit(URI, "health");
    String id = pipes.id("rabbitmq");
    assertTrue(id.startsWith("ds_"), id);
    node.callManagement("GET", hooks.base() + "/" + id, null).expect(404);
    assertFalse(
        node.callManagement("GET", hooks.base(), null).expect(200).json().toString().contains(id));
  }

  @Test
  void anotherOrganisationsTeamIsUnknown() {
    UUID org = Ids.uuid();
    UUID team = Ids.uuid();
    node.db()
        .tx(
            tx -> {
              tx.update("insert into organisation (id, name) values ($1, 'other')", org);
              tx.update("insert into team (id, org_id, name) values ($1, $2, 'theirs')", team, org);
              return tx.update(
                  "insert into team_environment (team_id, environment) values ($1, 'sandbox')",
                  team);
            });
    node.callManagement("POST", pipes.path("sandbox"), "{\"team_ids\":[\"" + team + "\"]}")
        .expect(404);
    node.callManagement("DELETE", pipes.path("sandbox") + "?team_id=" + team, null).expect(404);
    node.callManagement(
            "GET",
            pipes.path("sandbox").replace(node.first().org().toString(), org.toString()),
            null)
        .expect(404);
  }
}
