package io.tributary.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The event catalog is public. */
class EventTypeRoutesTest {
  @Test
  void theCatalogueIsServedWithoutAKeyAndThenRemembered() {
    try (TestNode node = TestNode.start()) {
      OpenApiDocument api = OpenApiDocument.of(node);
      JsonNode list = api.assertValid(get(node, "", Map.of()), 200, "listEventTypes").json();
      assertEquals(195, list.get("event_types").size());
      for (String type : List.of("daily.data.sleep.created", "labtest.order.updated")) {
        TestResponse page = api.assertValid(get(node, "/" + type, Map.of()), 200, "getEventType");
        JsonNode told = page.json();
        assertEquals(type, told.at("/schema/title").asText());
        assertEquals(List.of(), EventSchemaValidator.violations(told.get("example")));
        get(node, "/" + type, Map.of("if-none-match", page.header("etag"))).expect(304);
      }
      api.assertValid(get(node, "/raw.oura.sleep", Map.of()), 404, "getEventType");
    }
  }

  private static TestResponse get(TestNode node, String path, Map<String, String> headers) {
    return node.send("GET", "/v2/event_types" + path, null, headers);
  }
}
