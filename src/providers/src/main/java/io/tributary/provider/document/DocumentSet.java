package io.tributary.provider.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Documents of one window by kind. A kind that was read and is empty differs from one that could
 * not be read: see {@link #has}. Not thread-safe.
 */
public final class DocumentSet {
  private final Map<String, List<LenientJson>> documents = new HashMap<>();

  /** Marks the kind as read, even without a document. */
  public DocumentSet markRead(DocumentKind kind) {
    documents.computeIfAbsent(kind.wire(), k -> new ArrayList<>());
    return this;
  }

  /** Adds the documents of an array, or a single document; ignores anything else. */
  public DocumentSet add(DocumentKind kind, JsonNode listOrDocument) {
    markRead(kind);
    List<LenientJson> list = documents.get(kind.wire());
    if (listOrDocument.isArray()) {
      listOrDocument.forEach(node -> list.add(new LenientJson(node, kind.hasTextNumbers())));
    } else if (listOrDocument.isObject()) {
      list.add(new LenientJson(listOrDocument, kind.hasTextNumbers()));
    }
    return this;
  }

  /** Returns whether the kind was read at all. */
  public boolean has(DocumentKind kind) {
    return documents.containsKey(kind.wire());
  }

  public List<LenientJson> of(DocumentKind kind) {
    return documents.getOrDefault(kind.wire(), List.of());
  }
}
