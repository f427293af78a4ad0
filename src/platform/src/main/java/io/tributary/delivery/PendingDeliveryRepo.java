package io.tributary.delivery;

import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.delivery.PendingDelivery.AttemptKind;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the due rows of one shard.
 *
 * <p>Each kind of row is found by a loose index scan that steps from endpoint to endpoint. Only
 * endpoints with such rows cost anything, and only a few rows of each are read, so that neither a
 * long queue nor many endpoints slow a read down. Bodies are read only for rows that fit into
 * memory.
 */
final class PendingDeliveryRepo {
  /**
   * Common part of all reads: takes the n-th rows of all endpoints before the next ones, within the
   * memory limit. The offset prevents the planner from joining with the whole message table, which
   * it does if it estimates the rows as few.
   */
  private static final String FAIR =
      """
      ), top as (
        select * from picked order by place, at, message_id limit $4
      ), sized as (
        select top.*, m.event_type, m.user_id, m.body,
               sum(coalesce(octet_length(m.body), 0))
                 over (order by top.place, top.at, top.message_id, top.endpoint_id rows unbounded preceding)
                 - coalesce(octet_length(m.body), 0) as bytes_before
          from top left join lateral (
            select event_type, user_id, body from message where id = top.message_id offset 0) m on true
      )
      select x.*, s.* from x left join (select * from sized where bytes_before < $5) s on true
       order by s.place, s.at, s.message_id
      """;

  /** $7 and $8: read positions of endpoints whose queue is read forward. */
  private static final String FIRSTS =
      """
      with recursive e (id) as (
        (select endpoint_id from delivery where shard = $1 and state = 'pending' and attempt = 0
          order by endpoint_id limit 1)
         union all
        select (select d.endpoint_id from delivery d
                 where d.shard = $1 and d.state = 'pending' and d.attempt = 0 and d.endpoint_id > e.id
                 order by d.endpoint_id limit 1)
          from e where e.id is not null
      ), w as materialized (
        select e.id, coalesce(f.after, '') as after
          from e left join unnest($7::text[], $8::text[]) as f (id, after) on f.id = e.id
         where e.id is not null and e.id <> all ($3::text[])
      ), page as materialized (
        select greatest(4, least($6::int, $4::int / greatest(1, count(*))))::int as size from w
      ), picked as (
        select p.*, row_number() over (partition by p.endpoint_id order by p.message_id) as place
          from w cross join lateral (
            select d.message_id, d.endpoint_id, d.attempt, d.first_attempt_at, d.seq, d.ordered,
                   d.message_id as at, null::uuid as manual
              from delivery d
             where d.shard = $1 and d.endpoint_id = w.id and d.state = 'pending' and d.attempt = 0
               and d.message_id > w.after and d.message_id || d.endpoint_id <> all ($2::text[])
             order by d.message_id limit (select size from page)) p
      ), x as (
        select (select size from page) as page, null::float8 as next_ms,
               exists (select 1 from manual_attempt where shard = $1) as any_manual
      """
          + FAIR;

  /** A single timestamp decides what is due and what is next; otherwise a row could be neither. */
  private static final String RETRIES =
      """
      with recursive clock as materialized (
        select tributary_now() as now
      ), e (id) as (
        (select endpoint_id from delivery where shard = $1 and state = 'pending' and attempt > 0
          order by endpoint_id limit 1)
         union all
        select (select d.endpoint_id from delivery d
                 where d.shard = $1 and d.state = 'pending' and d.attempt > 0 and d.endpoint_id > e.id
                 order by d.endpoint_id limit 1)
          from e where e.id is not null
      ), w as materialized (
        select e.id from e where e.id is not null and e.id <> all ($3::text[])
      ), page as materialized (
        select greatest(4, least($6::int, $4::int / greatest(1, count(*))))::int as size from w
      ), picked as (
        select p.*, row_number() over (partition by p.endpoint_id order by p.at) as place
          from w cross join lateral (
            select d.message_id, d.endpoint_id, d.attempt, d.first_attempt_at, d.seq, d.ordered,
                   d.due_at as at, null::uuid as manual
              from delivery d
             where d.shard = $1 and d.endpoint_id = w.id and d.state = 'pending' and d.attempt > 0
               and d.due_at <= (select now from clock) and d.message_id || d.endpoint_id <> all ($2::text[])
             order by d.due_at limit (select size from page)) p
      ), x as (
        select (select size from page) as page, false as any_manual,
               (select extract(epoch from min(n.due_at) - (select now from clock))::float8 * 1000
                  from e cross join lateral (
                    select d.due_at from delivery d
                     where d.shard = $1 and d.endpoint_id = e.id and d.state = 'pending' and d.attempt > 0
                       and d.due_at > (select now from clock)
                     order by d.due_at limit 1) n) as next_ms
      """
          + FAIR;

  private static final String MANUAL =
      """
      with recursive e (id) as (
        (select endpoint_id from manual_attempt where shard = $1 order by endpoint_id limit 1)
         union all
        select (select a.endpoint_id from manual_attempt a
                 where a.shard = $1 and a.endpoint_id > e.id order by a.endpoint_id limit 1)
          from e where e.id is not null
      ), w as materialized (
        select e.id from e where e.id is not null and e.id <> all ($3::text[])
      ), page as materialized (
        select greatest(4, least($6::int, $4::int / greatest(1, count(*))))::int as size from w
      ), picked as (
        select p.*, row_number() over (partition by p.endpoint_id order by p.at) as place
          from w cross join lateral (
            select a.message_id, a.endpoint_id, coalesce(d.attempt, 0) as attempt, d.first_attempt_at, d.seq,
                   false as ordered, a.id as at, a.id as manual
              from manual_attempt a
              left join delivery d on d.endpoint_id = a.endpoint_id and d.message_id = a.message_id
             where a.shard = $1 and a.endpoint_id = w.id and a.id::text || a.endpoint_id <> all ($2::text[])
             order by a.id limit (select size from page)) p
      ), x as (
        select (select size from page) as page, false as any_manual, null::float8 as next_ms
      """
          + FAIR;

  /** Maximum queue length that is counted, because counting reads every row. */
  static final int MAX_COUNTED = 20_000;

  private static final String DEPTH =
      """
      with recursive first (endpoint_id, due_at) as (
        (select endpoint_id, due_at from delivery where shard = $1 and state = 'pending' and attempt = 0
          order by endpoint_id, message_id limit 1)
         union all
        select n.* from first f cross join lateral (
          select d.endpoint_id, d.due_at from delivery d
           where d.shard = $1 and d.state = 'pending' and d.attempt = 0 and d.endpoint_id > f.endpoint_id
           order by d.endpoint_id, d.message_id limit 1) n
      ), retry (endpoint_id, due_at) as (
        (select endpoint_id, due_at from delivery where shard = $1 and state = 'pending' and attempt > 0
          order by endpoint_id, due_at limit 1)
         union all
        select n.* from retry r cross join lateral (
          select d.endpoint_id, d.due_at from delivery d
           where d.shard = $1 and d.state = 'pending' and d.attempt > 0 and d.endpoint_id > r.endpoint_id
           order by d.endpoint_id, d.due_at limit 1) n
      )
      select (select count(*) from (
                select 1 from delivery where shard = $1 and state = 'pending' and attempt = 0 limit $2) a)
           + (select count(*) from (
                select 1 from delivery where shard = $1 and state = 'pending' and attempt > 0 limit $2) b) as n,
             extract(epoch from now() - least((select min(due_at) from first),
                                              (select min(due_at) from retry where due_at <= now())))::float8 as age
      """;

  /**
   * Parameters of a read.
   *
   * @param held rows already in memory, each as key and endpoint concatenated
   * @param after read position by endpoint: the last message that was read
   * @param full endpoints to exclude
   * @param perEndpoint maximum number of rows per endpoint
   * @param bytes limit on body bytes, exceeded by at most one body
   */
  record ReadRequest(
      Collection<String> held,
      Map<String, String> after,
      Collection<String> full,
      int perEndpoint,
      int rows,
      long bytes) {}

  /**
   * Result of a read.
   *
   * @param page number of rows of one endpoint from which on it may have more
   * @param nextMillis time until the next retry is due; for retries only
   * @param anyManual whether manual attempts are requested; for first attempts only
   */
  record ReadResult(
      List<PendingDelivery> due, int page, Optional<Double> nextMillis, boolean anyManual) {}

  /**
   * Number of pending deliveries of a shard, capped for long queues, and age of the oldest due one.
   */
  record QueueDepth(long pending, double oldestSeconds) {}

  private final Db db;
  private final int shard;

  PendingDeliveryRepo(Db db, int shard) {
    this.db = db;
    this.shard = shard;
  }

  /** Returns the statement that reads due rows of a kind. */
  static String sql(AttemptKind turn) {
    return switch (turn) {
      case FIRST -> FIRSTS;
      case RETRY -> RETRIES;
      case MANUAL -> MANUAL;
    };
  }

  Future<ReadResult> read(AttemptKind turn, ReadRequest ask) {
    Object[] args = {
      shard,
      ask.held().toArray(String[]::new),
      ask.full().toArray(String[]::new),
      ask.rows(),
      ask.bytes(),
      ask.perEndpoint(),
      ask.after().keySet().toArray(String[]::new),
      ask.after().values().toArray(String[]::new)
    };
    return db.read(sql(turn), turn == AttemptKind.FIRST ? args : Arrays.copyOf(args, 6))
        .map(PendingDeliveryRepo::found);
  }

  private static ReadResult found(RowSet<Row> rows) {
    List<PendingDelivery> due = new ArrayList<>(rows.size());
    Row first = null;
    for (Row r : rows) {
      first = first == null ? r : first;
      if (r.getString("message_id") != null) {
        due.add(due(r));
      }
    }
    return new ReadResult(
        due,
        first.getInteger("page"),
        Optional.ofNullable(first.getDouble("next_ms")),
        first.getBoolean("any_manual"));
  }

  private static PendingDelivery due(Row r) {
    return new PendingDelivery(
        new Delivery(
            r.getString("message_id"),
            r.getString("endpoint_id"),
            r.getInteger("attempt"),
            Optional.ofNullable(RowMapping.instant(r, "first_attempt_at")),
            r.getString("event_type"),
            r.getUUID("user_id"),
            r.getLong("seq"),
            Optional.ofNullable(r.getUUID("manual")),
            r.getBuffer("body")),
        r.getBoolean("ordered"));
  }

  Future<QueueDepth> depth() {
    return db.read(DEPTH, shard, MAX_COUNTED)
        .map(
            rows -> {
              Row r = rows.iterator().next();
              Double age = r.getDouble("age");
              return new QueueDepth(r.getLong("n"), age == null ? 0 : Math.max(0, age));
            });
  }
}
