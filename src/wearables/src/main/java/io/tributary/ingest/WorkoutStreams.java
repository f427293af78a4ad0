package io.tributary.ingest;

import io.tributary.core.Deflate;
import io.tributary.db.Tx;
import io.tributary.model.Resource;
import io.tributary.model.Source;
import io.tributary.model.SourcedStream;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStreamCodec;
import io.vertx.sqlclient.Row;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Stores workout streams, one compressed row per workout, written only if the content differs. The
 * hash covers the uncompressed bytes, so that a different zlib version causes no updates.
 */
final class WorkoutStreams {
  private static final int CHUNK = 20;

  private static final String UPSERT =
      """
      insert into workout_stream as s (workout_id, user_id, points, hash, content)
      select u.id, $1, u.points, u.hash, u.content
        from unnest($2::uuid[], $3::int[], $4::bytea[], $5::bytea[]) as u(id, points, hash, content)
      on conflict (workout_id) do update
        set points = excluded.points, hash = excluded.hash, content = excluded.content,
            updated_at = greatest(now(), s.updated_at + interval '1 microsecond')
        where s.hash is distinct from excluded.hash
      returning s.workout_id, (s.xmax = 0) as created
      """;

  /**
   * Stream that was created or updated.
   *
   * @param source includes device, sport and workout
   */
  record WrittenStream(UUID workoutId, SourcedStream stream, Source source, boolean created) {}

  private WorkoutStreams() {}

  /** Returns the streams inside the user's bounds and records them in the tally. */
  static List<SourcedStream> acceptedStreams(
      IngestTarget target, List<SourcedStream> given, IngestCounts tally) {
    List<SourcedStream> out = new ArrayList<>(given.size());
    for (SourcedStream s : given) {
      if (target.accepts(s.day())) {
        WorkoutStream stream = s.stream();
        out.add(s);
        tally.recordDay(Resource.WORKOUT_STREAM, s.day());
        tally.recordTime(Resource.WORKOUT_STREAM, Instant.ofEpochSecond(stream.time(0)));
        tally.recordTime(
            Resource.WORKOUT_STREAM, Instant.ofEpochSecond(stream.time(stream.size() - 1)));
      }
    }
    return out;
  }

  /**
   * Writes the streams that differ, in ID order; the last stream of a workout wins.
   *
   * @param device device for sources without one; may be null
   */
  static List<WrittenStream> store(
      Tx tx, IngestTarget target, List<SourcedStream> streams, UUID device, IngestCounts tally) {
    if (streams.isEmpty()) {
      return List.of();
    }
    Map<UUID, SourcedStream> latest = new HashMap<>();
    streams.forEach(s -> latest.put(s.workoutId(target.userId()), s));
    List<UUID> ids = latest.keySet().stream().sorted(Comparator.comparing(UUID::toString)).toList();
    List<WrittenStream> out = new ArrayList<>();
    for (int from = 0; from < ids.size(); from += CHUNK) {
      List<UUID> some = ids.subList(from, Math.min(ids.size(), from + CHUNK));
      for (Row row : tx.query(UPSERT, columns(target.userId(), latest, some))) {
        UUID id = row.getUUID(0);
        SourcedStream s = latest.get(id);
        boolean created = row.getBoolean(1);
        Source known = s.source().deviceId() == null ? s.source().withDevice(device) : s.source();
        tally.add(Resource.WORKOUT_STREAM, created, 1);
        out.add(new WrittenStream(id, s, known.withWorkout(id, s.sport().slug()), created));
      }
    }
    return out;
  }

  private static Object[] columns(UUID user, Map<UUID, SourcedStream> all, List<UUID> ids) {
    int n = ids.size();
    Integer[] points = new Integer[n];
    byte[][] hashes = new byte[n][];
    byte[][] contents = new byte[n][];
    for (int i = 0; i < n; i++) {
      WorkoutStream stream = all.get(ids.get(i)).stream();
      byte[] bytes = WorkoutStreamCodec.encode(stream);
      points[i] = stream.size();
      hashes[i] = sha256(bytes);
      contents[i] = Deflate.deflate(bytes);
    }
    return new Object[] {user, ids.toArray(UUID[]::new), points, hashes, contents};
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
