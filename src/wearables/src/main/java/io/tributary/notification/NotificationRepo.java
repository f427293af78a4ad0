package io.tributary.notification;

import io.tributary.core.Encryption;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.WebhookSignatures;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Table {@code provider_notification}: provider notifications that are not processed yet.
 *
 * <p>A notification is queued, then running under a lease. Its lease number fences every write, so
 * a worker whose lease expired cannot delete or release a row that was claimed again. Rows of a
 * paused connection are held with due_at = infinity.
 */
final class NotificationRepo {
  private static final System.Logger LOG = System.getLogger(NotificationRepo.class.getName());
  private static final int CHUNK = 500;

  /**
   * Wait for rows that cannot be decrypted or parsed, until the operator has fixed the cause, such
   * as a missing key.
   */
  private static final Duration UNREADABLE_RETRY_DELAY = Duration.ofHours(1);

  /**
   * Claims due notifications, per provider at most as many as it has free slots. Includes rows
   * whose lease has expired, for example because a node died, and further queued changes of the
   * same connection and feed. An encrypted notification carries data or document addresses and must
   * not overtake earlier ones, so it waits while others of its connection and feed are running.
   */
  private static final String CLAIM =
      """
      with busy as materialized (
        select distinct connection_id, feed from provider_notification
         where state = 'running' and lease_expires_at >= now() and body_encrypted is not null
      ), turns as materialized (
        select w.id
          from (select id, provider, due_at,
                       row_number() over (partition by provider order by due_at) as turn
                  from provider_notification h
                 where due_at <= now() and (state = 'queued' or lease_expires_at < now())
                   and not exists (select 1 from busy b
                                    where b.connection_id = h.connection_id
                                      and b.feed is not distinct from h.feed
                                      and h.body_encrypted is not null)) w
          left join unnest($4::text[], $5::int[]) as r(provider, running)
                 on r.provider = w.provider
         where w.turn <= $6 - coalesce(r.running, 0)
         order by w.turn, w.due_at limit $1
      ), lead as materialized (
        select id, connection_id, kind, feed from provider_notification
         where id in (select id from turns)
           and due_at <= now() and (state = 'queued' or lease_expires_at < now())
         for update skip locked
      ), along as materialized (
        select h.id from provider_notification h
         where h.state = 'queued' and h.kind = 'changed' and h.attempt = 0
           and h.due_at <= now()
           and exists (select 1 from lead l
                        where l.kind = 'changed' and l.connection_id = h.connection_id
                          and l.feed is not distinct from h.feed)
         order by h.id limit $2 for update skip locked
      )
      update provider_notification h
         set state = 'running', lease_epoch = h.lease_epoch + 1,
             lease_expires_at = now() + $3::bigint * interval '1 millisecond'
        from (select id from lead union select id from along) d
       where h.id = d.id
      returning h.id, h.provider, h.connection_id, h.kind, h.feed, h.fetch_target::text as fetch_target,
                h.body_encrypted, h.dedupe_hash, h.received_at, h.attempt, h.lease_epoch
      """;

  private static final String HEARTBEAT =
      """
      update provider_notification set lease_expires_at = now() + $2::bigint * interval '1 millisecond'
       where id = any ($1) and state = 'running'
      """;

  private static final String DELETE =
      """
      delete from provider_notification h using unnest($1::uuid[], $2::int[]) as d(id, lease_epoch)
       where h.id = d.id and h.lease_epoch = d.lease_epoch
      """;

  /** Deletes scope notifications that are older than this one. */
  private static final String DELETE_OLDER_SCOPES =
      """
      delete from provider_notification
       where connection_id = $1 and kind = 'scopes' and (received_at, id) < ($2, $3)
      """;

  /**
   * Deletes a notification that was received again meanwhile; the newer row is processed instead.
   */
  private static final String DELETE_SUPERSEDED =
      """
      delete from provider_notification h using unnest($1::uuid[], $2::int[]) as d(id, lease_epoch)
       where h.id = d.id and h.lease_epoch = d.lease_epoch
         and exists (select 1 from provider_notification o
                      where o.connection_id = h.connection_id and o.dedupe_hash = h.dedupe_hash
                        and o.state = 'queued')
      """;

  private static final String RELEASE =
      """
      update provider_notification h
         set state = 'queued', lease_expires_at = null, attempt = h.attempt + $3,
             due_at = now() + $4::bigint * interval '1 millisecond'
        from unnest($1::uuid[], $2::int[]) as d(id, lease_epoch)
       where h.id = d.id and h.lease_epoch = d.lease_epoch
      """;

  /** Releases a row that was just claimed. */
  private static final String POSTPONE_UNREADABLE =
      """
      update provider_notification
         set state = 'queued', lease_expires_at = null,
             due_at = now() + $2::bigint * interval '1 millisecond'
       where id = $1
      """;

  /** The caller holds the connection's row lock. */
  private static final String HOLD =
      """
      update provider_notification h set state = 'queued', lease_expires_at = null, due_at = 'infinity'
        from unnest($1::uuid[], $2::int[]) as d(id, lease_epoch)
       where h.id = d.id and h.lease_epoch = d.lease_epoch
      """;

  private static final String PAUSED_WITH_GRANT =
      """
      select 1 from connection
       where id = $1 and status = 'paused' and access_token_encrypted is not null
         for share
      """;

  private static final String BACKLOG =
      """
      select count(*) as n,
             coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as oldest
        from provider_notification where due_at <= now()
      """;

  private final Db db;
  private final Encryption secrets;
  private final Duration lease;
  private final NotificationMetrics meters;

  NotificationRepo(Db db, Encryption secrets, Duration lease, NotificationMetrics meters) {
    this.db = db;
    this.secrets = secrets;
    this.lease = lease;
    this.meters = meters;
  }

  /**
   * Claimed notification.
   *
   * @param feed empty for all feeds
   * @param attempt failed reads so far
   * @param dedupeHash hash that is equal for notifications with the same content
   * @param received time at which it was last received
   */
  record ClaimedNotification(
      UUID id,
      String provider,
      UUID connection,
      NotificationParser.NotificationEvent what,
      Optional<String> feed,
      Optional<FetchTarget> wanted,
      Optional<List<String>> scopes,
      String dedupeHash,
      Instant received,
      int attempt,
      int leaseNo) {
    /** Order of arrival. */
    static final Comparator<ClaimedNotification> BY_ARRIVAL =
        Comparator.comparing(ClaimedNotification::received).thenComparing(s -> s.id().toString());
  }

  /** Notifications of one connection and feed, which are processed together. */
  record NotificationGroup(
      UUID connection,
      String provider,
      NotificationParser.NotificationEvent what,
      Optional<String> feed,
      List<ClaimedNotification> hints) {
    private static NotificationGroup of(List<ClaimedNotification> hints) {
      ClaimedNotification one = hints.getFirst();
      return new NotificationGroup(one.connection(), one.provider(), one.what(), one.feed(), hints);
    }
  }

  /** Backlog of due notifications. */
  record NotificationBacklog(long due, double oldestSeconds) {}

  /**
   * Claims notifications in at most {@code free} groups.
   *
   * @param running groups per provider that this node is processing
   * @param most maximum number of groups per provider
   */
  List<NotificationGroup> claim(int free, Map<String, Integer> running, int most) {
    List<ClaimedNotification> claimed =
        db.tx(
            tx ->
                parse(
                    tx,
                    tx.query(
                        CLAIM,
                        free,
                        CHUNK,
                        lease.toMillis(),
                        running.keySet().toArray(String[]::new),
                        running.values().toArray(Integer[]::new),
                        most)));
    Map<List<Object>, Map<String, ClaimedNotification>> groups = new HashMap<>();
    List<ClaimedNotification> again = new ArrayList<>();
    for (ClaimedNotification h : claimed) {
      Map<String, ClaimedNotification> group =
          groups.computeIfAbsent(List.of(h.connection(), h.what(), h.feed()), k -> new HashMap<>());
      ClaimedNotification before = group.get(h.dedupeHash());
      boolean later = before == null || ClaimedNotification.BY_ARRIVAL.compare(before, h) < 0;
      ClaimedNotification other = later ? group.put(h.dedupeHash(), h) : h;
      if (other != null) {
        again.add(other);
      }
    }
    delete(again);
    return groups.values().stream()
        .map(g -> NotificationGroup.of(List.copyOf(g.values())))
        .toList();
  }

  /** Parses the rows. A row that cannot be read is retried later and does not block the others. */
  private List<ClaimedNotification> parse(Tx tx, RowSet<Row> rows) {
    List<ClaimedNotification> out = new ArrayList<>();
    for (Row row : rows) {
      try {
        out.add(stored(row));
      } catch (RuntimeException unreadable) {
        UUID id = row.getUUID("id");
        String provider = row.getString("provider");
        tx.update(POSTPONE_UNREADABLE, id, UNREADABLE_RETRY_DELAY.toMillis());
        meters.processed(provider, "unreadable", 1);
        LOG.log(
            Level.ERROR,
            "hint="
                + id
                + " provider="
                + provider
                + " cannot be read and will be retried in "
                + UNREADABLE_RETRY_DELAY.toMinutes()
                + " min: "
                + unreadable.getClass().getSimpleName());
      }
    }
    return out;
  }

  void heartbeat(Collection<UUID> hints) {
    db.query(HEARTBEAT, hints.toArray(UUID[]::new), lease.toMillis());
  }

  /** Deletes processed notifications. */
  void delete(List<ClaimedNotification> hints) {
    db.query(DELETE, ids(hints), leases(hints));
  }

  /**
   * Deletes notifications in the transaction that acts on them.
   *
   * @return number of rows that still existed; others were deleted or claimed again
   */
  int delete(Tx tx, List<ClaimedNotification> hints) {
    return tx.update(DELETE, ids(hints), leases(hints));
  }

  /** Deletes older scope notifications of the connection. */
  void deleteOlderScopes(Tx tx, ClaimedNotification scopes) {
    tx.update(DELETE_OLDER_SCOPES, scopes.connection(), scopes.received(), scopes.id());
  }

  /**
   * Releases notifications for another attempt.
   *
   * @param counts true when this was a failed read
   */
  void release(List<ClaimedNotification> hints, Duration wait, boolean counts) {
    db.tx(
        tx -> {
          tx.update(DELETE_SUPERSEDED, ids(hints), leases(hints));
          return tx.update(
              RELEASE, ids(hints), leases(hints), counts ? 1 : 0, Math.max(0, wait.toMillis()));
        });
  }

  /**
   * Holds notifications until their connection resumes.
   *
   * @return false when it is not paused, or when its ingestion has ended
   */
  boolean hold(List<ClaimedNotification> hints) {
    return db.tx(
        tx -> {
          if (tx.first(PAUSED_WITH_GRANT, hints.getFirst().connection()).isEmpty()) {
            return false;
          }
          tx.update(DELETE_SUPERSEDED, ids(hints), leases(hints));
          tx.update(HOLD, ids(hints), leases(hints));
          return true;
        });
  }

  NotificationBacklog backlog() {
    return RowMapping.first(
            db.query(BACKLOG), r -> new NotificationBacklog(r.getLong("n"), r.getDouble("oldest")))
        .orElseThrow();
  }

  private static UUID[] ids(List<ClaimedNotification> hints) {
    return hints.stream().map(ClaimedNotification::id).toArray(UUID[]::new);
  }

  private static Integer[] leases(List<ClaimedNotification> hints) {
    return hints.stream().map(ClaimedNotification::leaseNo).toArray(Integer[]::new);
  }

  private ClaimedNotification stored(Row r) {
    UUID id = r.getUUID("id");
    byte[] body = RowMapping.bytes(r, "body_encrypted");
    var told =
        Json.parse(
            body == null ? r.getString("fetch_target") : secrets.openText(body, id.toString()));
    List<String> scopes = new ArrayList<>();
    told.path("scopes").forEach(s -> scopes.add(s.asText()));
    return new ClaimedNotification(
        id,
        r.getString("provider"),
        r.getUUID("connection_id"),
        NotificationParser.NotificationEvent.valueOf(r.getString("kind").toUpperCase(Locale.ROOT)),
        Optional.ofNullable(r.getString("feed")),
        told.has("wanted") ? Optional.of(FetchTarget.of(told.get("wanted"))) : Optional.empty(),
        told.has("scopes") ? Optional.of(List.copyOf(scopes)) : Optional.empty(),
        WebhookSignatures.hex(RowMapping.bytes(r, "dedupe_hash")),
        RowMapping.instant(r, "received_at"),
        r.getInteger("attempt"),
        r.getInteger("lease_epoch"));
  }
}
