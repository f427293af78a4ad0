package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.LocalDate;

/** What a push told us to read. Pushes are never trusted as data unless the vendor has no other. */
public sealed interface FetchTarget {
  /** All of these calendar days of the provider, both inclusive. */
  record Days(LocalDate first, LocalDate last) implements FetchTarget {
    public Days {
      if (first.isAfter(last)) {
        throw new IllegalArgumentException("days: " + first + ".." + last);
      }
    }
  }

  /** One document by the provider's name of its kind and its id. */
  record One(String kind, String id) implements FetchTarget {}

  /** What lies at an address that the provider named; calls are held to its configured hosts. */
  record At(URI address) implements FetchTarget {}

  /** Documents that came with the push, from a vendor that offers no other way. */
  record Given(JsonNode body) implements FetchTarget {
    @Override
    public String toString() {
      return "Given[***]";
    }
  }

  /** As it is stored. */
  default ObjectNode toJson() {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    return switch (this) {
      case Days d -> out.put("first", d.first().toString()).put("last", d.last().toString());
      case One o -> out.put("kind", o.kind()).put("id", o.id());
      case At a -> out.put("at", a.address().toString());
      case Given g -> out.set("given", g.body());
    };
  }

  /** What {@link #toJson} made. */
  static FetchTarget of(JsonNode stored) {
    if (stored.has("first")) {
      return new Days(
          LocalDate.parse(stored.path("first").asText()),
          LocalDate.parse(stored.path("last").asText()));
    }
    if (stored.has("kind")) {
      return new One(stored.path("kind").asText(), stored.path("id").asText());
    }
    if (stored.has("at")) {
      return new At(URI.create(stored.path("at").asText()));
    }
    return new Given(stored.path("given"));
  }
}
