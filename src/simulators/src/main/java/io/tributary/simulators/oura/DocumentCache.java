package io.tributary.simulators.oura;

import io.tributary.simulators.kit.SimPerson;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;

/**
 * Finished documents per user, collection and day, bounded in bytes; least recently used go first.
 */
final class DocumentCache {
  private record Key(String user, Collection collection, LocalDate day) {}

  private final LinkedHashMap<Key, List<Document>> days = new LinkedHashMap<>(256, 0.75f, true);
  private final long maxBytes;
  private long bytes;

  DocumentCache(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  List<Document> get(
      SimPerson user, Collection collection, LocalDate day, Supplier<List<Document>> render) {
    var key = new Key(user.id(), collection, day);
    List<Document> known = days.get(key);
    if (known != null) {
      return known;
    }
    List<Document> made = List.copyOf(render.get());
    days.put(key, made);
    bytes += weight(made);
    var eldest = days.entrySet().iterator();
    while (bytes > maxBytes && eldest.hasNext()) {
      bytes -= weight(eldest.next().getValue());
      eldest.remove();
    }
    return made;
  }

  private static long weight(List<Document> documents) {
    long sum = 200; // the entry itself: an empty day is not free
    for (Document document : documents) {
      sum += document.json().length + 200;
    }
    return sum;
  }
}
