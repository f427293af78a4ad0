package io.tributary.lab.fhir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads FHIR bundles as a client does. */
record FhirReads(TestNode node) {
  static List<JsonNode> resources(JsonNode bundle) {
    List<JsonNode> out = new ArrayList<>();
    bundle.path("entry").forEach(e -> out.add(e.get("resource")));
    return out;
  }

  /** Returns the path of the next page. */
  static Optional<String> next(JsonNode bundle) {
    for (JsonNode l : bundle.get("link")) {
      if (l.get("relation").textValue().equals("next")) {
        URI url = URI.create(l.get("url").textValue());
        return Optional.of(url.getRawPath() + "?" + url.getRawQuery());
      }
    }
    return Optional.empty();
  }

  static void outcome(TestResponse answer, int status, String code) {
    JsonNode body = answer.expect(status).json();
    assertEquals("application/fhir+json", answer.header("content-type"));
    assertEquals("OperationOutcome", body.get("resourceType").textValue());
    assertEquals(code, body.at("/issue/0/code").textValue());
    assertFalse(body.at("/issue/0/diagnostics").asText().isBlank());
  }

  /** Returns the matches of a search, which must fit on one page. */
  List<JsonNode> search(String query) {
    JsonNode bundle = node.get("/fhir/" + query).expect(200).json();
    assertTrue(next(bundle).isEmpty(), "one page is not enough");
    return resources(bundle);
  }

  /** Searches by the user of an order. */
  List<JsonNode> searchByUser(String type, OrderRow order, String query) {
    return search(type + "?patient=" + order.user() + query);
  }
}
