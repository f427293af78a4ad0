package io.tributary.webhook;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.event.EventTypes;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ExampleMessageTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static WebhookTestServer receiver;
  private static TestNode node;
  private static WebhookFixture hooks;

  @BeforeAll
  static void start() {
    receiver = new WebhookTestServer();
    node = TestNode.start();
    hooks = new WebhookFixture(node);
  }

  @AfterAll
  static void stop() {
    node.close();
    receiver.close();
  }

  private static TestResponse send(String endpoint, String body) {
    return node.callManagement("POST", hooks.base() + "/" + endpoint + "/send_example", body);
  }

  @Test
  void anExampleOfEveryTypeGoesToThisEndpointAloneWhateverItsFilterSays() {
    String id =
        hooks.endpoint(receiver.url("/in"), ",\"filter_types\":[\"labtest.order.created\"]");
    String other = hooks.endpoint(receiver.url("/other"));
    Set<String> sent = new HashSet<>();
    for (String type : EventTypes.allTypes()) {
      sent.add(
          send(id, "{\"event_type\":\"" + type + "\"}")
              .expect(202)
              .json()
              .get("message_id")
              .asText());
    }
    eventually(
        SOON, () -> assertEquals(EventTypes.allTypes().size(), hooks.count(id, "delivered")));
    Set<String> types = new HashSet<>();
    for (WebhookTestServer.ReceivedRequest got : receiver.requests("/in")) {
      JsonNode event = Json.parse(got.body());
      List<String> keys = new ArrayList<>();
      event.fieldNames().forEachRemaining(keys::add);
      assertEquals(List.of("event_type", "data", "team_id", "user_id", "client_user_id"), keys);
      assertEquals(node.first().team().toString(), event.get("team_id").asText());
      assertTrue(sent.contains(got.id()));
      types.add(event.get("event_type").asText());
    }
    assertEquals(EventTypes.allTypes(), types);
    assertEquals(0, hooks.count(other, "delivered") + hooks.count(other, "pending"));
    JsonNode log = node.callManagement("GET", hooks.base() + "/" + id + "/message", null).json();
    assertEquals(50, log.get("data").size());
  }

  @Test
  void unknownTypesAndDisabledEndpointsGetNone() {
    String id = hooks.endpoint(receiver.url("/off"), ",\"disabled\":true");
    send(id, "{\"event_type\":\"labtest.order.created\"}").expect(409);
    for (String body :
        List.of(
            "{}",
            "{\"event_type\":null}",
            "{\"event_type\":7}",
            "{\"event_type\":\"labtest.*\"}",
            "{\"event_type\":\"daily.data.hypnogram.created\"}")) {
      send(id, body).expect(422);
    }
    assertEquals(0, receiver.requests("/off").size());
  }
}
