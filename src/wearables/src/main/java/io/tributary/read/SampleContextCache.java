package io.tributary.read;

import io.tributary.db.Db;
import io.tributary.model.SampleExtras;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** LRU cache of sample contexts by ID. The meaning of an ID never changes. Thread-safe. */
final class SampleContextCache {
  private static final int MAX_CACHED = 20_000;
  private static final String FIND =
      "select id, workout_id, sport, extras from sample_context where id = any ($1)";

  /** Context of a sample; each field may be null. */
  record SampleContext(UUID workout, String sport, SampleExtras extras) {
    static final SampleContext NONE = new SampleContext(null, null, null);
  }

  private final Db db;
  private final Map<Integer, SampleContext> cache =
      new LinkedHashMap<>(256, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, SampleContext> eldest) {
          return size() > MAX_CACHED;
        }
      };

  SampleContextCache(Db db) {
    this.db = db;
  }

  /** Returns the contexts used by the slices. Non-blocking. */
  Future<Map<Integer, SampleContext>> of(Collection<BlockSlice> slices) {
    Map<Integer, SampleContext> out = new HashMap<>();
    Set<Integer> missing = lookUpCached(slices, out);
    return missing.isEmpty()
        ? Future.succeededFuture(out)
        : db.read(FIND, (Object) missing.toArray(Integer[]::new)).map(rows -> cacheRows(rows, out));
  }

  /** Returns the contexts used by the slices. Blocking. */
  Map<Integer, SampleContext> await(Collection<BlockSlice> slices) {
    Map<Integer, SampleContext> out = new HashMap<>();
    Set<Integer> missing = lookUpCached(slices, out);
    return missing.isEmpty()
        ? out
        : cacheRows(db.query(FIND, (Object) missing.toArray(Integer[]::new)), out);
  }

  private Set<Integer> lookUpCached(
      Collection<BlockSlice> slices, Map<Integer, SampleContext> into) {
    Set<Integer> missing = new TreeSet<>();
    into.put(0, SampleContext.NONE);
    int before = 0;
    for (BlockSlice s : slices) {
      for (int i = s.at; i < s.to; i++) {
        int id = s.block.context(i);
        if (id != before && !into.containsKey(id)) {
          missing.add(id);
        }
        before = id;
      }
    }
    synchronized (cache) {
      missing.removeIf(
          id -> {
            SampleContext c = cache.get(id);
            if (c != null) {
              into.put(id, c);
            }
            return c != null;
          });
    }
    return missing;
  }

  private Map<Integer, SampleContext> cacheRows(
      RowSet<Row> rows, Map<Integer, SampleContext> into) {
    Map<Integer, SampleContext> read = new HashMap<>();
    for (Row row : rows) {
      String extras = row.getString("extras");
      read.put(
          row.getInteger("id"),
          new SampleContext(
              row.getUUID("workout_id"),
              row.getString("sport"),
              extras == null ? null : SampleExtras.parse(extras)));
    }
    synchronized (cache) {
      cache.putAll(read);
    }
    into.putAll(read);
    return into;
  }
}
