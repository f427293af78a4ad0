package io.tributary.simulators.oura;

import io.tributary.simulators.kit.SimPerson;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;

/** LRU cache of finished documents per person, collection and day, bounded in bytes. */
final class DocumentCache {
  private record Key(String user, OuraDataCollection collection, LocalDate day) {}

  private final LinkedHashMap<Key, List<OuraDocument>> days = new LinkedHashMap<>(256, 0.75f, true);
  private final long maxBytes;
  private long bytes;

  DocumentCache(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  List<OuraDocument> get(
      SimPerson user,
      OuraDataCollection collection,
      LocalDate day,
      Supplier<List<OuraDocument>> render) {
    var key = new Key(user.id(), collection, day);
    List<OuraDocument> known = days.get(key);
    if (known != null) {
      return known;
    }
    List<OuraDocument> made = List.copyOf(render.get());
    days.put(key, made);
    bytes += sizeOf(made);
    var eldest = days.entrySet().iterator();
    while (bytes > maxBytes && eldest.hasNext()) {
      bytes -= sizeOf(eldest.next().getValue());
      eldest.remove();
    }
    return made;
  }

  private static long sizeOf(List<OuraDocument> documents) {
    long sum = 200; // size of the entry itself, so that an empty day is not free
    for (OuraDocument document : documents) {
      sum += document.json().length + 200;
    }
    return sum;
  }
}
