package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.List;
import java.util.Objects;

/**
 * Price of an order, in US cents.
 *
 * @param amountCents null when it has no price
 * @param note reason for a missing price; null when there is one
 * @param modifiers price modifiers, as on the wire; null when there are none
 */
record Price(Integer amountCents, String note, JsonNode modifiers) {
  static final String UNAVAILABLE = "price_unavailable";

  Price {
    if ((amountCents == null) == (note == null)) {
      throw new IllegalArgumentException("set either a price or a note");
    }
  }

  /** Amount as dollars and cents, or N/A. */
  String text() {
    return amountCents == null ? "N/A" : "%d.%02d".formatted(amountCents / 100, amountCents % 100);
  }

  ObjectNode json() {
    if (amountCents == null) {
      return Json.object().put("unspecified", note);
    }
    ObjectNode out = Json.object().put("base_amount_minor", amountCents);
    out.set("modifiers", modifiers);
    return out;
  }

  /** Total of several prices with all modifiers. The total is missing when one price is missing. */
  static ObjectNode sum(List<Price> parts) {
    var missing = parts.stream().map(Price::note).filter(Objects::nonNull).distinct().toList();
    if (!missing.isEmpty()) {
      return Json.object()
          .put("unspecified", missing.size() == 1 ? missing.getFirst() : UNAVAILABLE);
    }
    ArrayNode modifiers = Json.array();
    parts.stream()
        .map(Price::modifiers)
        .filter(m -> m != null && m.isArray())
        .forEach(m -> m.forEach(modifiers::add));
    ObjectNode out =
        Json.object().put("base_amount_minor", parts.stream().mapToInt(Price::amountCents).sum());
    out.set("modifiers", modifiers.isEmpty() ? null : modifiers);
    return out;
  }
}
