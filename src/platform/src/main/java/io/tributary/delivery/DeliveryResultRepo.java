package io.tributary.delivery;

import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lease.Lease;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Writes delivery results to the database. */
final class DeliveryResultRepo {
  /**
   * Fencing: a result other than a success is written only while the lease is held; without the
   * lease row the statement has no effect. A success is recorded regardless, because it is true
   * whichever node writes it.
   *
   * <p>A successful scheduled attempt is stored in the delivery's own row; every other attempt gets
   * its own row. If the message has been deleted, no attempt row is written. A cancellation is
   * applied only if its reason still holds, because the endpoint may have been enabled since the
   * row was read. Writing a result again after a lost response changes nothing. Each row occurs
   * once, in primary key order.
   */
  private static final String RECORD =
      """
      with fence as materialized (
        select l.name from actor_lease l join unnest($1::text[], $2::bigint[]) as h (name, epoch)
            on l.name = h.name and l.epoch = h.epoch
         where l.expires_at >= clock_timestamp() order by l.name for key share of l
      ), r as materialized (
        select * from unnest($3::text[], $4::text[], $5::text[], $6::int[], $7::bigint[], $8::uuid[],
                             $9::timestamptz[], $10::int[], $11::int[], $12::text[], $13::bytea[], $14::uuid[], $15::text[])
          as u (message_id, endpoint_id, state, attempt, pause_ms, id, started_at, duration_ms, status,
                error_class, response_body, manual, lease)
         where u.state = 'delivered' or u.lease in (select name from fence)
      ), q as (
        delete from manual_attempt where id in (select manual from r where manual is not null)
      ), a as (
        insert into delivery_attempt (id, message_id, endpoint_id, number, started_at, duration_ms,
                                      response_status_code, error_class, response_body)
        select r.id, r.message_id, r.endpoint_id, case when r.manual is null then r.attempt else -1 end,
               r.started_at, r.duration_ms, r.status, r.error_class, r.response_body
          from r join message m on m.id = r.message_id
         where r.id is not null and (r.state <> 'delivered' or r.manual is not null)
      ), c as (
        insert into delivery_count as c (endpoint_id, at, delivered, failed)
        select r.endpoint_id, date_bin('5 minutes', r.started_at, 'epoch'),
               count(*) filter (where r.error_class is null), count(r.error_class)
          from r join webhook_endpoint e on e.id = r.endpoint_id
          left join delivery d on d.endpoint_id = r.endpoint_id and d.message_id = r.message_id
         where r.id is not null and d.attempt_id is distinct from r.id group by 1, 2 order by 1, 2
        on conflict (endpoint_id, at)
        do update set delivered = c.delivered + excluded.delivered, failed = c.failed + excluded.failed
      ), u as (
        update delivery d
           set state = r.state,
               attempt = case when r.manual is null then r.attempt else d.attempt end,
               first_attempt_at = coalesce(d.first_attempt_at, r.started_at),
               due_at = case when r.state = 'pending' then tributary_now() + r.pause_ms * interval '1 millisecond'
                             else d.due_at end,
               ended_at = case when r.state = 'pending' then null else now() end,
               attempt_id = case when here.it then r.id end,
               attempt_at = case when here.it then r.started_at end,
               attempt_ms = case when here.it then r.duration_ms end,
               attempt_status = case when here.it then r.status end,
               attempt_body = case when here.it then r.response_body end
          from r cross join lateral (select r.state = 'delivered' and r.manual is null) as here (it)
         where d.message_id = r.message_id and d.endpoint_id = r.endpoint_id and r.state <> 'same'
           and case when r.manual is not null then d.state in ('failed', 'canceled')
                    when r.state = 'delivered' then d.state <> 'delivered'
                    else d.state = 'pending' end
           and (r.state <> 'canceled' or not exists (
             select 1 from webhook_endpoint e join message m on m.id = d.message_id
              where e.id = d.endpoint_id and not e.disabled and e.deleted_at is null
                and m.body is not null))
      )
      select name from fence
      """;

  private static final String STILL_PENDING =
      """
      select d.message_id, d.endpoint_id from delivery d
        join unnest($1::text[], $2::text[]) as r (message_id, endpoint_id)
          on d.message_id = r.message_id and d.endpoint_id = r.endpoint_id
       where d.state = 'pending' order by d.endpoint_id, d.message_id for update of d
      """;

  private static final Comparator<Row> BY_PRIMARY_KEY =
      Comparator.comparing((Row r) -> r.result().endpoint())
          .thenComparing(r -> r.result().delivery().messageId());

  private final Db db;

  DeliveryResultRepo(Db db) {
    this.db = db;
  }

  /** Results of one shard with the lease of its owner. */
  record ShardResults(Lease lease, List<DeliveryResult> results) {}

  private record Row(Lease lease, DeliveryResult result) {}

  /**
   * Writes the results of several shards and returns the names of the leases that are still held.
   * For a lost lease only successful deliveries are written.
   */
  Future<Set<String>> record(List<ShardResults> parts) {
    return db.write(RECORD, args(parts))
        .map(rows -> new HashSet<>(RowMapping.list(rows, r -> r.getString("name"))));
  }

  /** Writes results in a transaction that holds the fence. */
  void record(Tx tx, ShardResults part) {
    tx.query(RECORD, args(List.of(part)));
  }

  /** Locks the rows of the results and returns those that are still pending. */
  List<DeliveryResult> stillPending(Tx tx, List<DeliveryResult> results) {
    Set<List<String>> found =
        new HashSet<>(
            RowMapping.list(
                tx.query(
                    STILL_PENDING,
                    results.stream().map(r -> r.delivery().messageId()).toArray(String[]::new),
                    results.stream().map(DeliveryResult::endpoint).toArray(String[]::new)),
                r -> List.of(r.getString("message_id"), r.getString("endpoint_id"))));
    return results.stream()
        .filter(r -> found.contains(List.of(r.delivery().messageId(), r.endpoint())))
        .toList();
  }

  private static Object[] args(List<ShardResults> parts) {
    List<Row> rows = new ArrayList<>();
    parts.forEach(p -> p.results().forEach(r -> rows.add(new Row(p.lease(), r))));
    rows.sort(BY_PRIMARY_KEY);
    int n = rows.size();
    String[] messages = new String[n];
    String[] endpoints = new String[n];
    String[] states = new String[n];
    Integer[] numbers = new Integer[n];
    Long[] pauses = new Long[n];
    UUID[] ids = new UUID[n];
    Instant[] started = new Instant[n];
    Integer[] durations = new Integer[n];
    Integer[] statuses = new Integer[n];
    String[] errors = new String[n];
    byte[][] bodies = new byte[n][];
    UUID[] manual = new UUID[n];
    String[] leases = new String[n];
    long now = System.nanoTime();
    for (int i = 0; i < n; i++) {
      DeliveryResult r = rows.get(i).result();
      leases[i] = rows.get(i).lease().name();
      messages[i] = r.delivery().messageId();
      endpoints[i] = r.endpoint();
      states[i] = r.state().wire();
      numbers[i] = r.attempts();
      manual[i] = r.delivery().manual().orElse(null);
      if (r.attempt().isEmpty()) {
        continue;
      }
      DeliveryResult.CompletedAttempt made = r.attempt().get();
      // The delay starts at the end of the attempt, but the database clock adds it.
      pauses[i] = Math.max(0, made.pause().toMillis() - (now - made.endedAt()) / 1_000_000);
      ids[i] = made.id();
      started[i] = made.outcome().startedAt();
      durations[i] = (int) made.outcome().duration().toMillis();
      statuses[i] = made.outcome().status();
      errors[i] = made.outcome().error().map(DeliveryError::wire).orElse(null);
      bodies[i] = made.outcome().body().length == 0 ? null : made.outcome().body();
    }
    return new Object[] {
      parts.stream().map(p -> p.lease().name()).toArray(String[]::new),
      parts.stream().map(p -> p.lease().epoch()).toArray(Long[]::new),
      messages,
      endpoints,
      states,
      numbers,
      pauses,
      ids,
      started,
      durations,
      statuses,
      errors,
      bodies,
      manual,
      leases
    };
  }
}
