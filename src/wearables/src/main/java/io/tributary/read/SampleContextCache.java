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
  private static final int KEPT = 20_000;
  private static final String FIND =
      "select id, workout_id, sport, extras from sample_context where id = any ($1)";

  /** Context of a sample; each field may be null. */
  record Context(UUID workout, String sport, SampleExtras extras) {
    static final Context NONE = new Context(null, null, null);
  }

  private final Db db;
  private final Map<Integer, Context> kept =
      new LinkedHashMap<>(256, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Context> eldest) {
          return size() > KEPT;
        }
      };

  SampleContextCache(Db db) {
    this.db = db;
  }

  /** Returns the contexts used by the slices. Non-blocking. */
  Future<Map<Integer, Context>> of(Collection<BlockSlice> slices) {
    Map<Integer, Context> out = new HashMap<>();
    Set<Integer> missing = known(slices, out);
    return missing.isEmpty()
        ? Future.succeededFuture(out)
        : db.read(FIND, (Object) missing.toArray(Integer[]::new)).map(rows -> keep(rows, out));
  }

  /** Returns the contexts used by the slices. Blocking. */
  Map<Integer, Context> await(Collection<BlockSlice> slices) {
    Map<Integer, Context> out = new HashMap<>();
    Set<Integer> missing = known(slices, out);
    return missing.isEmpty()
        ? out
        : keep(db.query(FIND, (Object) missing.toArray(Integer[]::new)), out);
  }

  private Set<Integer> known(Collection<BlockSlice> slices, Map<Integer, Context> into) {
    Set<Integer> missing = new TreeSet<>();
    into.put(0, Context.NONE);
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
    synchronized (kept) {
      missing.removeIf(
          id -> {
            Context c = kept.get(id);
            if (c != null) {
              into.put(id, c);
            }
            return c != null;
          });
    }
    return missing;
  }

  private Map<Integer, Context> keep(RowSet<Row> rows, Map<Integer, Context> into) {
    Map<Integer, Context> read = new HashMap<>();
    for (Row row : rows) {
      String extras = row.getString("extras");
      read.put(
          row.getInteger("id"),
          new Context(
              row.getUUID("workout_id"),
              row.getString("sport"),
              extras == null ? null : SampleExtras.parse(extras)));
    }
    synchronized (kept) {
      kept.putAll(read);
    }
    into.putAll(read);
    return into;
  }
}
