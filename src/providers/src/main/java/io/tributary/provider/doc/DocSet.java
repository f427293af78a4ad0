package io.tributary.provider.doc;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The documents of one window, by kind. A kind that was read and is empty differs from one that
 * could not be read: see {@link #has}. Not thread-safe.
 */
public final class DocSet {
  private final Map<String, List<Doc>> documents = new HashMap<>();

  /** The kind was read, though maybe without a document. */
  public DocSet read(DocKind kind) {
    documents.computeIfAbsent(kind.wire(), k -> new ArrayList<>());
    return this;
  }

  /** Adds the documents of an array, or one document by itself; anything else is none. */
  public DocSet add(DocKind kind, JsonNode listOrDocument) {
    read(kind);
    List<Doc> list = documents.get(kind.wire());
    if (listOrDocument.isArray()) {
      listOrDocument.forEach(node -> list.add(new Doc(node, kind.textNumbers())));
    } else if (listOrDocument.isObject()) {
      list.add(new Doc(listOrDocument, kind.textNumbers()));
    }
    return this;
  }

  /** Whether the kind was read at all. */
  public boolean has(DocKind kind) {
    return documents.containsKey(kind.wire());
  }

  public List<Doc> of(DocKind kind) {
    return documents.getOrDefault(kind.wire(), List.of());
  }
}
