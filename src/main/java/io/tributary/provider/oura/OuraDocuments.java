package io.tributary.provider.oura;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The raw documents of one window, by collection. A collection that was fetched and is empty
 * differs from one that could not be fetched: see {@link #has}. Not thread-safe.
 */
final class OuraDocuments {
  private final Map<OuraCollection, List<OuraDoc>> documents = new EnumMap<>(OuraCollection.class);

  /** Adds the documents of a page's {@code data} array, or one document fetched by itself. */
  OuraDocuments add(OuraCollection collection, JsonNode dataOrDocument) {
    List<OuraDoc> list = documents.computeIfAbsent(collection, c -> new ArrayList<>());
    if (dataOrDocument.isArray()) {
      dataOrDocument.forEach(node -> list.add(new OuraDoc(node)));
    } else if (dataOrDocument.isObject()) {
      list.add(new OuraDoc(dataOrDocument));
    }
    return this;
  }

  /** Whether the collection was fetched at all. */
  boolean has(OuraCollection collection) {
    return documents.containsKey(collection);
  }

  List<OuraDoc> of(OuraCollection collection) {
    return documents.getOrDefault(collection, List.of());
  }
}
