package io.tributary.ingest;

import io.tributary.db.Tx;
import io.tributary.model.Resource;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Writes the status of each resource of a connection, which introspection shows. */
final class ResourceStatusRepo {
  private static final String NOTE =
      """
      insert into resource_attempt as a (user_id, provider, resource, last_attempt_at,
                                         last_attempt_status, oldest_data, newest_data, sent_count,
                                         data_days)
      select u.user_id, u.provider, u.resource, now(), $1, u.oldest, u.newest, u.sent,
             u.days::datemultirange
        from unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[],
                    $7::bigint[], $8::text[])
          as u(user_id, provider, resource, oldest, newest, sent, days)
      on conflict (user_id, provider, resource) do update
        set last_attempt_at = excluded.last_attempt_at,
            last_attempt_status = excluded.last_attempt_status,
            oldest_data = least(a.oldest_data, excluded.oldest_data),
            newest_data = greatest(a.newest_data, excluded.newest_data),
            sent_count = a.sent_count + excluded.sent_count,
            data_days = a.data_days + excluded.data_days
      """;

  private ResourceStatusRepo() {}

  /** Update of one row; the instants may be null. */
  private record Note(
      UUID user,
      String provider,
      Resource resource,
      Instant oldest,
      Instant newest,
      long sent,
      Set<LocalDate> days) {
    /** Fixed order of rows, which prevents deadlocks between transactions. */
    static final Comparator<Note> ORDER =
        Comparator.comparing(Note::user)
            .thenComparing(Note::provider)
            .thenComparing(n -> n.resource().wire());

    Note with(Note other) {
      return new Note(
          user,
          provider,
          resource,
          earlier(oldest, other.oldest),
          later(newest, other.newest),
          sent + other.sent,
          both(days, other.days));
    }

    private static Set<LocalDate> both(Set<LocalDate> a, Set<LocalDate> b) {
      Set<LocalDate> out = new HashSet<>(a);
      out.addAll(b);
      return out;
    }

    private static Instant earlier(Instant a, Instant b) {
      return a == null || b != null && b.isBefore(a) ? b : a;
    }

    private static Instant later(Instant a, Instant b) {
      return a == null || b != null && b.isAfter(a) ? b : a;
    }
  }

  private record Key(UUID user, String provider, Resource resource) {}

  /** Records the data of stored batches. Objects created by a backfill do not count as sent. */
  static void stored(Tx tx, List<IngestUnit> shares) {
    Map<Key, Note> notes = new HashMap<>();
    for (IngestUnit share : shares) {
      UUID user = share.target().userId();
      String provider = share.target().provider();
      IngestCounts tally = share.tally;
      for (Resource r : tally.resources()) {
        notes.merge(
            new Key(user, provider, r),
            new Note(
                user,
                provider,
                r,
                tally.oldest(r),
                tally.newest(r),
                share.entry.history() ? 0 : tally.created(r),
                tally.days(r)),
            Note::with);
      }
    }
    note(tx, true, notes.values());
  }

  /** Records an attempt that returned no data. */
  static void tried(Tx tx, UUID user, String provider, Set<Resource> tried, boolean success) {
    note(
        tx,
        success,
        tried.stream().map(r -> new Note(user, provider, r, null, null, 0, Set.of())).toList());
  }

  private static void note(Tx tx, boolean success, Collection<Note> given) {
    if (given.isEmpty()) {
      return;
    }
    List<Note> notes = given.stream().sorted(Note.ORDER).toList();
    tx.query(
        NOTE,
        success ? "success" : "failure",
        notes.stream().map(Note::user).toArray(UUID[]::new),
        notes.stream().map(Note::provider).toArray(String[]::new),
        notes.stream().map(n -> n.resource().wire()).toArray(String[]::new),
        notes.stream().map(Note::oldest).toArray(Instant[]::new),
        notes.stream().map(Note::newest).toArray(Instant[]::new),
        notes.stream().map(Note::sent).toArray(Long[]::new),
        notes.stream().map(n -> CoverageRepo.text(n.days())).toArray(String[]::new));
  }
}
