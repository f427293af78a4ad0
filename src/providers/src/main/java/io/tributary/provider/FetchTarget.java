package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.LocalDate;

/**
 * Data that a provider notification points to. Notifications are never trusted as data unless the
 * vendor offers nothing else.
 */
public sealed interface FetchTarget {
  /** Range of the provider's calendar days, both inclusive. */
  record Days(LocalDate first, LocalDate last) implements FetchTarget {
    public Days {
      if (first.isAfter(last)) {
        throw new IllegalArgumentException("days: " + first + ".." + last);
      }
    }
  }

  /** Single document, identified by the provider's kind and ID. */
  record SingleDocument(String kind, String id) implements FetchTarget {}

  /** Resource at an address that the provider named; calls are limited to its configured hosts. */
  record FetchAddress(URI address) implements FetchTarget {}

  /** Documents contained in the notification, for vendors without a fetch API. */
  record InlineDocuments(JsonNode body) implements FetchTarget {
    @Override
    public String toString() {
      return "Given[***]";
    }
  }

  /** Converts the target to its stored form. */
  default ObjectNode toJson() {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    return switch (this) {
      case Days d -> out.put("first", d.first().toString()).put("last", d.last().toString());
      case SingleDocument o -> out.put("kind", o.kind()).put("id", o.id());
      case FetchAddress a -> out.put("at", a.address().toString());
      case InlineDocuments g -> out.set("given", g.body());
    };
  }

  /** Parses the result of {@link #toJson}. */
  static FetchTarget of(JsonNode stored) {
    if (stored.has("first")) {
      return new Days(
          LocalDate.parse(stored.path("first").asText()),
          LocalDate.parse(stored.path("last").asText()));
    }
    if (stored.has("kind")) {
      return new SingleDocument(stored.path("kind").asText(), stored.path("id").asText());
    }
    if (stored.has("at")) {
      return new FetchAddress(URI.create(stored.path("at").asText()));
    }
    return new InlineDocuments(stored.path("given"));
  }
}
