package io.tributary.ingest;

import io.tributary.db.Tx;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.SourceType;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Dictionary of IDs for series, sample contexts and origins. IDs are created in the caller's
 * transaction and cached only after its commit, so that a rollback leaves no cached ID without a
 * row.
 */
final class SeriesDictionary {
  private static final int MAX_CACHED = 200_000;

  private static final String FIND_SERIES =
      """
      select resource, provider, source_type, id from series
       where user_id = $1 and (resource, provider, source_type) in
             (select * from unnest($2::text[], $3::text[], $4::text[]))
      """;
  private static final String INSERT_SERIES =
      """
      insert into series (user_id, resource, provider, source_type)
      select $1, * from unnest($2::text[], $3::text[], $4::text[])
      on conflict do nothing
      """;
  private static final String FIND_CONTEXT =
      """
      select c.workout_id, c.sport, c.extras, c.id
        from sample_context c join unnest($2::uuid[], $3::text[], $4::text[]) as u(w, s, x)
          on c.user_id = $1 and md5(c.extras) is not distinct from md5(u.x)
         and c.workout_id is not distinct from u.w and c.sport is not distinct from u.s
      """;
  private static final String INSERT_CONTEXT =
      """
      insert into sample_context (user_id, workout_id, sport, extras)
      select $1, * from unnest($2::uuid[], $3::text[], $4::text[])
      on conflict do nothing
      """;

  /** Series of a user. */
  record SeriesKey(UUID user, Resource resource, String provider, SourceType type) {
    static SeriesKey of(UUID user, Sample s) {
      return new SeriesKey(user, s.resource(), s.source().provider(), s.source().type());
    }
  }

  /** Attributes that only some samples have; workout, sport and extras may be null. */
  record ContextKey(UUID user, UUID workout, String sport, String extras) {
    /** Returns null for a plain sample, which has no context. */
    static ContextKey of(UUID user, Sample s) {
      String extras = extras(s.extras());
      return extras == null && s.source().workoutId() == null && s.source().sport() == null
          ? null
          : new ContextKey(user, s.source().workoutId(), s.source().sport(), extras);
    }

    /** Returns the extras without the values and texts that have their own columns. */
    private static String extras(SampleExtras e) {
      if (e == null) {
        return null;
      }
      SampleExtras rest =
          new SampleExtras(
              e.type(),
              null,
              null,
              e.tags(),
              e.sensorLocation(),
              e.intensity(),
              e.deliveryMode(),
              e.deliveryForm(),
              e.bolusPurpose());
      String json = rest.json();
      return json.equals("{}") ? null : PgText.stripNulFromJson(json);
    }
  }

  private static final String FIND_ORIGIN =
      """
      select channel, reference, mapping, zone, id from data_origin
       where user_id = $1 and (channel, reference, mapping, zone) in
             (select * from unnest($2::text[], $3::text[], $4::text[], $5::text[]))
      """;
  private static final String INSERT_ORIGIN =
      """
      insert into data_origin (user_id, channel, reference, mapping, zone)
      select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[])
      on conflict do nothing
      """;

  private record UserOrigin(UUID user, DataOrigin origin) {}

  private final LruCache<UserOrigin> origins = new LruCache<>(MAX_CACHED);
  private final LruCache<SeriesKey> series = new LruCache<>(MAX_CACHED);
  private final LruCache<ContextKey> contexts = new LruCache<>(MAX_CACHED);

  /** Returns the IDs of these series, creating them if needed. */
  Map<SeriesKey, Integer> series(Tx tx, UUID user, Collection<SeriesKey> wanted) {
    List<SeriesKey> sorted =
        wanted.stream()
            .sorted(
                Comparator.comparing((SeriesKey s) -> s.resource().wire())
                    .thenComparing(SeriesKey::provider)
                    .thenComparing(s -> s.type().wire()))
            .toList();
    return lookUpOrCreate(
        tx,
        series,
        sorted,
        FIND_SERIES,
        INSERT_SERIES,
        SeriesDictionary::seriesArgs,
        r -> series(user, r));
  }

  /** Returns the IDs of these contexts, creating them if needed. */
  Map<ContextKey, Integer> contexts(Tx tx, UUID user, Collection<ContextKey> wanted) {
    List<ContextKey> sorted =
        wanted.stream().sorted(Comparator.comparing(ContextKey::toString)).toList();
    return lookUpOrCreate(
        tx,
        contexts,
        sorted,
        FIND_CONTEXT,
        INSERT_CONTEXT,
        SeriesDictionary::contextArgs,
        r -> context(user, r));
  }

  /** Returns the ID of this origin, creating it if needed; 0 if the origin is unknown. */
  int origin(Tx tx, UUID user, DataOrigin origin) {
    if (origin.equals(DataOrigin.UNKNOWN)) {
      return 0;
    }
    UserOrigin key = new UserOrigin(user, origin);
    return lookUpOrCreate(
            tx,
            origins,
            List.of(key),
            FIND_ORIGIN,
            INSERT_ORIGIN,
            SeriesDictionary::originArgs,
            r -> origin(user, r))
        .get(key);
  }

  private interface KeyColumns<K> {
    Object[] of(List<K> keys);
  }

  private interface KeyReader<K> {
    K key(Row row);
  }

  private static <K> Map<K, Integer> lookUpOrCreate(
      Tx tx,
      LruCache<K> cache,
      List<K> wanted,
      String find,
      String make,
      KeyColumns<K> columns,
      KeyReader<K> reader) {
    Map<K, Integer> out = new HashMap<>();
    List<K> unknown =
        wanted.stream()
            .filter(
                k -> {
                  Integer id = cache.get(k);
                  if (id != null) {
                    out.put(k, id);
                  }
                  return id == null;
                })
            .toList();
    if (unknown.isEmpty()) {
      return out;
    }
    Map<K, Integer> found = new HashMap<>();
    read(tx.query(find, columns.of(unknown)), reader, found);
    List<K> missing = unknown.stream().filter(k -> !found.containsKey(k)).toList();
    if (!missing.isEmpty()) {
      tx.query(make, columns.of(missing));
      // A concurrent transaction may have created some of them; the insert has then waited for its
      // commit.
      read(tx.query(find, columns.of(missing)), reader, found);
    }
    tx.afterCommit(() -> cache.putAll(found));
    out.putAll(found);
    return out;
  }

  private static <K> void read(RowSet<Row> rows, KeyReader<K> reader, Map<K, Integer> into) {
    for (Row row : rows) {
      into.put(reader.key(row), row.getInteger("id"));
    }
  }

  private static Object[] seriesArgs(List<SeriesKey> keys) {
    return new Object[] {
      keys.getFirst().user(),
      keys.stream().map(k -> k.resource().wire()).toArray(String[]::new),
      keys.stream().map(SeriesKey::provider).toArray(String[]::new),
      keys.stream().map(k -> k.type().wire()).toArray(String[]::new)
    };
  }

  private static SeriesKey series(UUID user, Row row) {
    return new SeriesKey(
        user,
        Resource.of(row.getString("resource")).orElseThrow(),
        row.getString("provider"),
        SourceType.of(row.getString("source_type")));
  }

  private static Object[] contextArgs(List<ContextKey> keys) {
    return new Object[] {
      keys.getFirst().user(),
      keys.stream().map(ContextKey::workout).toArray(UUID[]::new),
      keys.stream().map(ContextKey::sport).toArray(String[]::new),
      keys.stream().map(ContextKey::extras).toArray(String[]::new)
    };
  }

  private static Object[] originArgs(List<UserOrigin> keys) {
    return new Object[] {
      keys.getFirst().user(),
      keys.stream().map(k -> k.origin().channel().wire()).toArray(String[]::new),
      keys.stream().map(k -> k.origin().reference()).toArray(String[]::new),
      keys.stream().map(k -> k.origin().mapping()).toArray(String[]::new),
      keys.stream().map(k -> k.origin().zone()).toArray(String[]::new)
    };
  }

  private static UserOrigin origin(UUID user, Row row) {
    return new UserOrigin(
        user,
        new DataOrigin(
            DataOrigin.Channel.of(row.getString("channel")),
            row.getString("reference"),
            row.getString("mapping"),
            row.getString("zone")));
  }

  private static ContextKey context(UUID user, Row row) {
    return new ContextKey(
        user, row.getUUID("workout_id"), row.getString("sport"), row.getString("extras"));
  }
}
