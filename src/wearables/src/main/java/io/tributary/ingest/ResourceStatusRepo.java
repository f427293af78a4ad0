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
  private static final String UPSERT =
      """
      insert into resource_status as a (user_id, provider, resource, last_attempt_at,
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
  private record StatusUpdate(
      UUID user,
      String provider,
      Resource resource,
      Instant oldest,
      Instant newest,
      long sent,
      Set<LocalDate> days) {
    /** Fixed order of rows, which prevents deadlocks between transactions. */
    static final Comparator<StatusUpdate> ORDER =
        Comparator.comparing(StatusUpdate::user)
            .thenComparing(StatusUpdate::provider)
            .thenComparing(n -> n.resource().wire());

    StatusUpdate merge(StatusUpdate other) {
      return new StatusUpdate(
          user,
          provider,
          resource,
          earlier(oldest, other.oldest),
          later(newest, other.newest),
          sent + other.sent,
          union(days, other.days));
    }

    private static Set<LocalDate> union(Set<LocalDate> a, Set<LocalDate> b) {
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
  static void recordStored(Tx tx, List<IngestUnit> shares) {
    Map<Key, StatusUpdate> notes = new HashMap<>();
    for (IngestUnit share : shares) {
      UUID user = share.target().userId();
      String provider = share.target().provider();
      IngestCounts tally = share.counts;
      for (Resource r : tally.resources()) {
        notes.merge(
            new Key(user, provider, r),
            new StatusUpdate(
                user,
                provider,
                r,
                tally.oldest(r),
                tally.newest(r),
                share.request.history() ? 0 : tally.created(r),
                tally.days(r)),
            StatusUpdate::merge);
      }
    }
    upsert(tx, true, notes.values());
  }

  /** Records an attempt that returned no data. */
  static void recordAttempt(
      Tx tx, UUID user, String provider, Set<Resource> tried, boolean success) {
    upsert(
        tx,
        success,
        tried.stream()
            .map(r -> new StatusUpdate(user, provider, r, null, null, 0, Set.of()))
            .toList());
  }

  private static void upsert(Tx tx, boolean success, Collection<StatusUpdate> given) {
    if (given.isEmpty()) {
      return;
    }
    List<StatusUpdate> notes = given.stream().sorted(StatusUpdate.ORDER).toList();
    tx.query(
        UPSERT,
        success ? "success" : "failure",
        notes.stream().map(StatusUpdate::user).toArray(UUID[]::new),
        notes.stream().map(StatusUpdate::provider).toArray(String[]::new),
        notes.stream().map(n -> n.resource().wire()).toArray(String[]::new),
        notes.stream().map(StatusUpdate::oldest).toArray(Instant[]::new),
        notes.stream().map(StatusUpdate::newest).toArray(Instant[]::new),
        notes.stream().map(StatusUpdate::sent).toArray(Long[]::new),
        notes.stream().map(n -> CoverageRepo.formatMultirange(n.days())).toArray(String[]::new));
  }
}
