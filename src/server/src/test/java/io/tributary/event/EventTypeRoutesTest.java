package io.tributary.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.Answer;
import io.tributary.testkit.ApiDocument;
import io.tributary.testkit.EventSchemas;
import io.tributary.testkit.TestNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Anybody can read the catalogue. */
class EventTypeRoutesTest {
  @Test
  void theCatalogueIsServedWithoutAKeyAndThenRemembered() {
    try (TestNode node = TestNode.start()) {
      ApiDocument api = ApiDocument.of(node);
      JsonNode list = api.valid(get(node, "", Map.of()), 200, "listEventTypes").json();
      assertEquals(195, list.get("event_types").size());
      for (String type : List.of("daily.data.sleep.created", "labtest.order.updated")) {
        Answer page = api.valid(get(node, "/" + type, Map.of()), 200, "getEventType");
        JsonNode told = page.json();
        assertEquals(type, told.at("/schema/title").asText());
        assertEquals(List.of(), EventSchemas.faults(told.get("example")));
        get(node, "/" + type, Map.of("if-none-match", page.header("etag"))).expect(304);
      }
      api.valid(get(node, "/raw.oura.sleep", Map.of()), 404, "getEventType");
    }
  }

  private static Answer get(TestNode node, String path, Map<String, String> headers) {
    return node.send("GET", "/v2/event_types" + path, null, headers);
  }
}
