package io.tributary.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.event.EventTypes;
import io.tributary.http.JsonFields;
import java.util.List;
import java.util.Optional;

/**
 * Event type filter of an endpoint or a search: exact names, and families such as {@code
 * labtest.*}.
 */
final class EventTypeFilter {
  private static final int ITEMS = 500;
  private static final int LENGTH = 200;

  private EventTypeFilter() {}

  static boolean isKnown(String entry) {
    return EventTypes.isKnown(entry) || EventTypes.familyPrefix(entry).isPresent();
  }

  /** Returns the type prefixes of the families among the entries; null if there are none. */
  static List<String> prefixes(List<String> entries) {
    List<String> out =
        entries == null
            ? List.of()
            : entries.stream().flatMap(e -> EventTypes.familyPrefix(e).stream()).toList();
    return out.isEmpty() ? null : out;
  }

  /**
   * Reads the distinct entries of a field. An empty list is rejected, because such an endpoint
   * would receive no events.
   */
  static Optional<List<String>> read(JsonFields body, String field, JsonNode value) {
    Optional<List<String>> names = body.texts(field, ITEMS, LENGTH);
    if (names.isPresent() && names.get().isEmpty() && value.isEmpty()) {
      return body.addError(field, "List should have at least 1 item", "too_short");
    }
    for (String name : names.orElse(List.of())) {
      if (!isKnown(name)) {
        body.addError(field, unknownMessage(name), "enum");
      }
    }
    return names.map(n -> n.stream().distinct().toList());
  }

  static String unknownMessage(String entry) {
    return entry.endsWith(".*")
        ? "No event type matches: " + entry
        : "Unknown event type: " + entry;
  }
}
