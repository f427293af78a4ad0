package io.tributary.report.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.TextSpan;
import java.util.Optional;

/** JSON conversion of texts with positions, and JSON helpers for drafts. */
final class PrintedJson {
  private PrintedJson() {}

  static ObjectNode write(TextSpan p) {
    ObjectNode out = Json.object().put("text", p.text()).put("page", p.page());
    ArrayNode box = Json.array();
    if (p.box() != null) {
      box.add(rounded(p.box().left(), 100));
      box.add(rounded(p.box().top(), 100));
      box.add(rounded(p.box().right(), 100));
      box.add(rounded(p.box().bottom(), 100));
    }
    out.set("box", p.box() == null ? null : box);
    return out.put("confidence", rounded(p.confidence(), 1000));
  }

  static TextSpan read(JsonNode n) {
    JsonNode b = n.path("box");
    BoundingBox box =
        b.size() == 4
            ? new BoundingBox(
                b.get(0).asDouble(), b.get(1).asDouble(), b.get(2).asDouble(), b.get(3).asDouble())
            : null;
    return new TextSpan(
        n.path("text").asText(), n.path("page").asInt(), box, n.path("confidence").asDouble(1));
  }

  static double rounded(double d, int steps) {
    return (double) Math.round(d * steps) / steps;
  }

  static Optional<String> text(JsonNode parent, String key) {
    return Optional.ofNullable(parent.path(key).textValue());
  }

  static Optional<Boolean> flag(JsonNode parent, String key) {
    JsonNode n = parent.path(key);
    return n.isBoolean() ? Optional.of(n.booleanValue()) : Optional.empty();
  }
}
