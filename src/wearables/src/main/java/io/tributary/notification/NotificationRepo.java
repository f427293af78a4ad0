package io.tributary.notification;

import io.tributary.core.Encryption;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.Rows;
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

/** Table provider_hint: what pushes told of and nobody has read yet. */
final class NotificationRepo {
  private static final System.Logger LOG = System.getLogger(NotificationRepo.class.getName());
  private static final int CHUNK = 500;

  /** Until somebody has mended what a row that cannot be read wants, such as a key. */
  private static final Duration ASIDE_FOR = Duration.ofHours(1);

  /**
   * What is due, of each provider as much as it has places, what was left by a node that has gone,
   * and what can be read along. What is sealed brings data or names them, and must not overtake
   * what came before: it waits while others of its connection and feed are read.
   */
  private static final String CLAIM =
      """
      with busy as materialized (
        select distinct connection_id, feed from provider_hint
         where state = 'running' and lease_until >= now() and body_encrypted is not null
      ), turns as materialized (
        select w.id
          from (select id, provider, due_at,
                       row_number() over (partition by provider order by due_at) as turn
                  from provider_hint h
                 where due_at <= now() and (state = 'queued' or lease_until < now())
                   and not exists (select 1 from busy b
                                    where b.connection_id = h.connection_id
                                      and b.feed is not distinct from h.feed
                                      and h.body_encrypted is not null)) w
          left join unnest($4::text[], $5::int[]) as r(provider, running)
                 on r.provider = w.provider
         where w.turn <= $6 - coalesce(r.running, 0)
         order by w.turn, w.due_at limit $1
      ), lead as materialized (
        select id, connection_id, what, feed from provider_hint
         where id in (select id from turns)
           and due_at <= now() and (state = 'queued' or lease_until < now())
         for update skip locked
      ), along as materialized (
        select h.id from provider_hint h
         where h.state = 'queued' and h.what = 'changed' and h.attempt = 0
           and h.due_at <= now()
           and exists (select 1 from lead l
                        where l.what = 'changed' and l.connection_id = h.connection_id
                          and l.feed is not distinct from h.feed)
         order by h.id limit $2 for update skip locked
      )
      update provider_hint h
         set state = 'running', lease_no = h.lease_no + 1,
             lease_until = now() + $3::bigint * interval '1 millisecond'
        from (select id from lead union select id from along) d
       where h.id = d.id
      returning h.id, h.provider, h.connection_id, h.what, h.feed, h.wanted::text as wanted,
                h.body_encrypted, h.dedupe_hash, h.received_at, h.attempt, h.lease_no
      """;

  private static final String HEARTBEAT =
      """
      update provider_hint set lease_until = now() + $2::bigint * interval '1 millisecond'
       where id = any ($1) and state = 'running'
      """;

  private static final String DONE =
      """
      delete from provider_hint h using unnest($1::uuid[], $2::int[]) as d(id, lease_no)
       where h.id = d.id and h.lease_no = d.lease_no
      """;

  /** Scopes that were told of before these. */
  private static final String OUTDATED =
      """
      delete from provider_hint
       where connection_id = $1 and what = 'scopes' and (received_at, id) < ($2, $3)
      """;

  /** The same was told again meanwhile: that one is read. */
  private static final String TOLD_AGAIN =
      """
      delete from provider_hint h using unnest($1::uuid[], $2::int[]) as d(id, lease_no)
       where h.id = d.id and h.lease_no = d.lease_no
         and exists (select 1 from provider_hint o
                      where o.connection_id = h.connection_id and o.dedupe_hash = h.dedupe_hash
                        and o.state = 'queued')
      """;

  private static final String LATER =
      """
      update provider_hint h
         set state = 'queued', lease_until = null, attempt = h.attempt + $3,
             due_at = now() + $4::bigint * interval '1 millisecond'
        from unnest($1::uuid[], $2::int[]) as d(id, lease_no)
       where h.id = d.id and h.lease_no = d.lease_no
      """;

  /** Of a row that was just claimed. */
  private static final String ASIDE =
      """
      update provider_hint
         set state = 'queued', lease_until = null,
             due_at = now() + $2::bigint * interval '1 millisecond'
       where id = $1
      """;

  /** The row of the connection is held. */
  private static final String HOLD =
      """
      update provider_hint h set state = 'queued', lease_until = null, due_at = 'infinity'
        from unnest($1::uuid[], $2::int[]) as d(id, lease_no)
       where h.id = d.id and h.lease_no = d.lease_no
      """;

  private static final String KEPT =
      """
      select 1 from connection
       where id = $1 and status = 'paused' and access_token_encrypted is not null
         for share
      """;

  private static final String WAITING =
      """
      select count(*) as n,
             coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as oldest
        from provider_hint where due_at <= now()
      """;

  private final Db db;
  private final Encryption secrets;
  private final Duration lease;
  private final InboundMetrics meters;

  NotificationRepo(Db db, Encryption secrets, Duration lease, InboundMetrics meters) {
    this.db = db;
    this.secrets = secrets;
    this.lease = lease;
    this.meters = meters;
  }

  /**
   * A claimed hint.
   *
   * @param feed empty for all
   * @param attempt failed reads so far
   * @param same equal for hints that tell the same
   * @param received when it was told last
   */
  record Stored(
      UUID id,
      String provider,
      UUID connection,
      NotificationParser.What what,
      Optional<String> feed,
      Optional<FetchTarget> wanted,
      Optional<List<String>> scopes,
      String same,
      Instant received,
      int attempt,
      int leaseNo) {
    /** In the order in which they came. */
    static final Comparator<Stored> TOLD =
        Comparator.comparing(Stored::received).thenComparing(s -> s.id().toString());
  }

  /** Hints of one connection and feed, which are worked together. */
  record Group(
      UUID connection,
      String provider,
      NotificationParser.What what,
      Optional<String> feed,
      List<Stored> hints) {
    private static Group of(List<Stored> hints) {
      Stored one = hints.getFirst();
      return new Group(one.connection(), one.provider(), one.what(), one.feed(), hints);
    }
  }

  /** What waits for a node. */
  record Waiting(long due, double oldestSeconds) {}

  /**
   * Takes hints to be worked now, at most so many groups.
   *
   * @param running groups of each provider that this node works
   * @param most groups of one provider that it may work
   */
  List<Group> claim(int free, Map<String, Integer> running, int most) {
    List<Stored> claimed =
        db.tx(
            tx ->
                readable(
                    tx,
                    tx.query(
                        CLAIM,
                        free,
                        CHUNK,
                        lease.toMillis(),
                        running.keySet().toArray(String[]::new),
                        running.values().toArray(Integer[]::new),
                        most)));
    Map<List<Object>, Map<String, Stored>> groups = new HashMap<>();
    List<Stored> again = new ArrayList<>();
    for (Stored h : claimed) {
      Map<String, Stored> group =
          groups.computeIfAbsent(List.of(h.connection(), h.what(), h.feed()), k -> new HashMap<>());
      Stored before = group.get(h.same());
      boolean later = before == null || Stored.TOLD.compare(before, h) < 0;
      Stored other = later ? group.put(h.same(), h) : h;
      if (other != null) {
        again.add(other);
      }
    }
    done(again);
    return groups.values().stream().map(g -> Group.of(List.copyOf(g.values()))).toList();
  }

  /** Those that can be read; one that cannot keeps no others from it and is looked at later. */
  private List<Stored> readable(Tx tx, RowSet<Row> rows) {
    List<Stored> out = new ArrayList<>();
    for (Row row : rows) {
      try {
        out.add(stored(row));
      } catch (RuntimeException unreadable) {
        UUID id = row.getUUID("id");
        String provider = row.getString("provider");
        tx.update(ASIDE, id, ASIDE_FOR.toMillis());
        meters.worked(provider, "unreadable", 1);
        LOG.log(
            Level.ERROR,
            "hint="
                + id
                + " provider="
                + provider
                + " cannot be read and is looked at again in "
                + ASIDE_FOR.toMinutes()
                + " min: "
                + unreadable.getClass().getSimpleName());
      }
    }
    return out;
  }

  void heartbeat(Collection<UUID> hints) {
    db.query(HEARTBEAT, hints.toArray(UUID[]::new), lease.toMillis());
  }

  /** They are worked, and what came with them is deleted. */
  void done(List<Stored> hints) {
    db.query(DONE, ids(hints), leases(hints));
  }

  /**
   * In a transaction that acts on them.
   *
   * @return how many there still were: others were taken away, or claimed by somebody else
   */
  int done(Tx tx, List<Stored> hints) {
    return tx.update(DONE, ids(hints), leases(hints));
  }

  /** Takes away what was told of the scopes before. */
  void outdated(Tx tx, Stored scopes) {
    tx.update(OUTDATED, scopes.connection(), scopes.received(), scopes.id());
  }

  /**
   * Gives them back.
   *
   * @param counts whether this was a failed read
   */
  void later(List<Stored> hints, Duration wait, boolean counts) {
    db.tx(
        tx -> {
          tx.update(TOLD_AGAIN, ids(hints), leases(hints));
          return tx.update(
              LATER, ids(hints), leases(hints), counts ? 1 : 0, Math.max(0, wait.toMillis()));
        });
  }

  /**
   * Keeps them for when their connection goes on.
   *
   * @return false when it is not paused, or its ingestion has ended
   */
  boolean hold(List<Stored> hints) {
    return db.tx(
        tx -> {
          if (tx.first(KEPT, hints.getFirst().connection()).isEmpty()) {
            return false;
          }
          tx.update(TOLD_AGAIN, ids(hints), leases(hints));
          tx.update(HOLD, ids(hints), leases(hints));
          return true;
        });
  }

  Waiting waiting() {
    return Rows.first(db.query(WAITING), r -> new Waiting(r.getLong("n"), r.getDouble("oldest")))
        .orElseThrow();
  }

  private static UUID[] ids(List<Stored> hints) {
    return hints.stream().map(Stored::id).toArray(UUID[]::new);
  }

  private static Integer[] leases(List<Stored> hints) {
    return hints.stream().map(Stored::leaseNo).toArray(Integer[]::new);
  }

  private Stored stored(Row r) {
    UUID id = r.getUUID("id");
    byte[] body = Rows.bytes(r, "body_encrypted");
    var told =
        Json.parse(body == null ? r.getString("wanted") : secrets.openText(body, id.toString()));
    List<String> scopes = new ArrayList<>();
    told.path("scopes").forEach(s -> scopes.add(s.asText()));
    return new Stored(
        id,
        r.getString("provider"),
        r.getUUID("connection_id"),
        NotificationParser.What.valueOf(r.getString("what").toUpperCase(Locale.ROOT)),
        Optional.ofNullable(r.getString("feed")),
        told.has("wanted") ? Optional.of(FetchTarget.of(told.get("wanted"))) : Optional.empty(),
        told.has("scopes") ? Optional.of(List.copyOf(scopes)) : Optional.empty(),
        WebhookSignatures.hex(Rows.bytes(r, "dedupe_hash")),
        Rows.instant(r, "received_at"),
        r.getInteger("attempt"),
        r.getInteger("lease_no"));
  }
}
