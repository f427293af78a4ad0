package io.tributary.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.kernel.Secrets;
import io.tributary.kernel.Tenant;
import io.tributary.lease.Lease;
import io.tributary.outbound.Destination;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rows of delivery and delivery_attempt, as the owner of one shard reads and writes them. */
final class DeliveryRepo {
  /**
   * Few rows per endpoint, first attempts first, one index range per endpoint and attempt number,
   * so that neither a long queue nor many later retries of one endpoint cost the others.
   */
  private static final String DUE =
      """
      select d.message_id, d.endpoint_id, d.attempt, d.first_attempt_at, m.event_type, m.user_id, d.seq, m.body
        from (
          select c.*, row_number() over (partition by c.endpoint_id order by c.attempt > 0, c.due_at) as place
            from webhook_endpoint e
           cross join generate_series(0, $2::int) as n (attempt)
           cross join lateral (
             select p.message_id, p.endpoint_id, p.attempt, p.first_attempt_at, p.due_at, p.seq
               from delivery p
              where p.shard = $1 and p.endpoint_id = e.id and p.attempt = n.attempt
                and p.state = 'pending' and p.due_at <= now()
                and p.message_id || p.endpoint_id <> all ($3::text[])
              order by p.due_at limit $4) c
           where e.shard = $1 and e.id <> all ($5::text[])
             and (e.deleted_at is null or e.deleted_at > now() - interval '1 hour')
        ) d
        join message m on m.id = d.message_id
       where d.place <= $4 and m.body is not null
       order by d.place, d.due_at
       limit $6
      """;

  private static final String TARGETS =
      """
      select e.id, e.kind, e.team_id, e.environment, e.url, e.rate_limit, e.ordered, e.headers_encrypted,
             e.connection_encrypted, e.failing_since, e.failing_clock,
             e.disabled or e.deleted_at is not null as off,
             s.id as key_id, s.secret_encrypted, s.expires_at
        from webhook_endpoint e
        left join webhook_secret s
          on s.endpoint_id = e.id and (s.expires_at is null or s.expires_at > now())
       where e.shard = $1 and (e.deleted_at is null or e.deleted_at > now() - interval '1 hour')
       order by e.id, s.id desc
      """;

  /**
   * Writes results only while the lease is held: no lease row, no effect. An attempt that succeeded
   * although its endpoint was switched off meanwhile is still told as delivered. A message that is
   * gone takes its rows along.
   */
  private static final String RECORD =
      """
      with fence as materialized (
        select 1 from actor_lease
         where name = $1 and epoch = $2 and expires_at >= clock_timestamp() for share
      ), r as materialized (
        select * from unnest($3::text[], $4::text[], $5::text[], $6::int[], $7::bigint[], $8::uuid[],
                             $9::timestamptz[], $10::int[], $11::int[], $12::text[], $13::bytea[])
          as u (message_id, endpoint_id, state, attempt, pause_ms, id, started_at, duration_ms, status,
                error_class, response_body)
      ), a as (
        insert into delivery_attempt (id, message_id, endpoint_id, number, started_at, duration_ms,
                                      response_status_code, error_class, response_body)
        select r.id, r.message_id, r.endpoint_id, r.attempt, r.started_at, r.duration_ms, r.status,
               r.error_class, r.response_body
          from fence cross join r join message m on m.id = r.message_id
         where r.id is not null
      ), u as (
        update delivery d
           set state = r.state, attempt = r.attempt,
               first_attempt_at = coalesce(d.first_attempt_at, r.started_at),
               due_at = case when r.state = 'pending' then now() + r.pause_ms * interval '1 millisecond'
                             else d.due_at end,
               ended_at = case when r.state = 'pending' then null else now() end
          from fence cross join r
         where d.message_id = r.message_id and d.endpoint_id = r.endpoint_id
           and (d.state = 'pending' or d.state = 'canceled' and r.state = 'delivered')
        returning d.message_id, d.endpoint_id, d.state
      )
      select f.held, u.message_id, u.endpoint_id
        from (select count(*)::int as held from fence) f left join u on u.state = 'failed'
      """;

  /**
   * Failures start or extend a streak, a success ends it. The clock starts at the earliest failure
   * of the streak that has another one far enough, but not too far, behind it.
   */
  private static final String STREAKS =
      """
      with fence as materialized (
        select 1 from actor_lease
         where name = $1 and epoch = $2 and expires_at >= clock_timestamp() for share
      )
      update webhook_endpoint e
         set failing_since = case when s.success then s.first_failure
                                  else coalesce(e.failing_since, s.first_failure) end,
             failing_clock = case when s.success then null else coalesce(e.failing_clock, (
               select min(f.started_at) from delivery_attempt f
                where f.endpoint_id = e.id and f.error_class is not null
                  and f.started_at >= coalesce(e.failing_since, s.first_failure)
                  and f.started_at >= s.last_failure - $8::bigint * interval '1 millisecond'
                  and f.started_at <= s.last_failure - $7::bigint * interval '1 millisecond')) end
        from fence
       cross join unnest($3::text[], $4::bool[], $5::timestamptz[], $6::timestamptz[])
          as s (id, success, first_failure, last_failure)
       where e.id = s.id and not e.disabled
      returning e.id, e.failing_since, e.failing_clock
      """;

  private static final String DISABLE =
      """
      update webhook_endpoint set disabled = true, updated_at = now()
       where id = $1 and not disabled and failing_clock is not null
      """;

  private static final String DEPTH =
      """
      select count(*) as n, extract(epoch from now() - min(due_at) filter (where due_at <= now()))::float8 as age
        from delivery where shard = $1 and state = 'pending'
      """;

  /** A failed delivery whose row moved just now. */
  record Exhausted(String messageId, String endpointId) {}

  /**
   * Attempts of one endpoint since the last write, in their effect on its streak.
   *
   * @param success whether there was one; the failures, which may be null, came after it
   */
  record StreakMove(String endpoint, boolean success, Instant firstFailure, Instant lastFailure) {
    /** This one and a later one together; a success makes earlier failures void. */
    StreakMove then(StreakMove later) {
      return later.success()
          ? later
          : new StreakMove(
              endpoint,
              success,
              firstFailure == null ? later.firstFailure() : firstFailure,
              later.lastFailure());
    }
  }

  /** Pending deliveries of a shard and how long the oldest due one waits. */
  record Depth(long pending, double oldestSeconds) {}

  private final Db db;
  private final Secrets secrets;
  private final int shard;
  private final int attempts;
  private final Lease lease;
  private Map<Long, byte[]> opened = Map.of();
  private Map<String, Opened> texts = Map.of();

  DeliveryRepo(Db db, Secrets secrets, Lease lease, int shard, int attempts) {
    this.db = db;
    this.secrets = secrets;
    this.lease = lease;
    this.shard = shard;
    // A schedule that was longer before a restart leaves rows with more attempts behind them.
    this.attempts = Math.max(attempts, 10);
  }

  Future<List<Delivery>> due(String[] held, String[] full, int perEndpoint, int limit) {
    return db.read(DUE, shard, attempts, held, perEndpoint, full, limit)
        .map(rows -> Rows.list(rows, DeliveryRepo::delivery));
  }

  private static Delivery delivery(Row r) {
    return new Delivery(
        r.getString("message_id"),
        r.getString("endpoint_id"),
        r.getInteger("attempt"),
        Optional.ofNullable(Rows.instant(r, "first_attempt_at")),
        r.getString("event_type"),
        r.getUUID("user_id"),
        r.getLong("seq"),
        Optional.empty(),
        r.getBuffer("body"));
  }

  /** The endpoints of the shard as they are now; each secret is opened once. */
  Future<List<Target>> targets() {
    return db.read(TARGETS, shard).map(this::grouped);
  }

  private List<Target> grouped(RowSet<Row> rows) {
    Map<Long, byte[]> still = new HashMap<>();
    Map<String, List<Target.Key>> keys = new HashMap<>();
    Map<String, Row> endpoints = new LinkedHashMap<>();
    for (Row r : rows) {
      String id = r.getString("id");
      endpoints.putIfAbsent(id, r);
      List<Target.Key> own = keys.computeIfAbsent(id, k -> new ArrayList<>());
      Long keyId = r.getLong("key_id");
      if (keyId != null) {
        byte[] known = opened.get(keyId);
        byte[] key = known == null ? open(Rows.bytes(r, "secret_encrypted"), id) : known;
        still.put(keyId, key);
        own.add(new Target.Key(key, Optional.ofNullable(Rows.instant(r, "expires_at"))));
      }
    }
    opened = still;
    Map<String, Opened> read = new HashMap<>();
    endpoints.forEach((id, r) -> read.put(id, opened(r, id)));
    texts = read;
    return endpoints.values().stream().map(r -> target(r, keys.get(r.getString("id")))).toList();
  }

  /** What an endpoint keeps sealed besides its keys, opened anew only when it has changed. */
  private record Opened(
      byte[] sealedHeaders, byte[] sealedConnection, Map<String, String> headers, JsonNode link) {}

  private Opened opened(Row r, String id) {
    byte[] headers = Rows.bytes(r, "headers_encrypted");
    byte[] connection = Rows.bytes(r, "connection_encrypted");
    Opened known = texts.get(id);
    if (known != null
        && Arrays.equals(known.sealedHeaders(), headers)
        && Arrays.equals(known.sealedConnection(), connection)) {
      return known;
    }
    return new Opened(
        headers,
        connection,
        Sealed.headers(secrets, id, headers),
        Sealed.connection(secrets, id, connection));
  }

  private byte[] open(byte[] sealed, String endpoint) {
    return Signer.key(secrets.openText(sealed, endpoint))
        .orElseThrow(() -> new IllegalStateException("not a webhook secret: " + endpoint));
  }

  private Target target(Row r, List<Target.Key> keys) {
    Optional<Destination> to;
    try {
      to = Optional.of(Destination.parse(r.getString("url")));
    } catch (Destination.Malformed e) {
      to = Optional.empty();
    }
    Integer rate = r.getInteger("rate_limit");
    Opened sealed = texts.get(r.getString("id"));
    return new Target(
        r.getString("id"),
        Kind.of(r.getString("kind")),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        to,
        rate == null ? 0 : rate,
        r.getBoolean("off"),
        r.getBoolean("ordered"),
        keys,
        sealed.headers(),
        sealed.link(),
        streak(r));
  }

  private static Streak streak(Row r) {
    return new Streak(
        Optional.ofNullable(Rows.instant(r, "failing_since")),
        Optional.ofNullable(Rows.instant(r, "failing_clock")));
  }

  /** Writes the results; false when the lease is gone and nothing was written. */
  Future<Boolean> record(List<Result> results) {
    return db.write(RECORD, recordArgs(results)).map(DeliveryRepo::held);
  }

  private static boolean held(RowSet<Row> rows) {
    return rows.iterator().next().getInteger("held") > 0;
  }

  /** The same in a transaction; tells which rows moved to failed. */
  List<Exhausted> record(Tx tx, List<Result> results) {
    return Rows.list(
            tx.query(RECORD, recordArgs(results)),
            r -> new Exhausted(r.getString("message_id"), r.getString("endpoint_id")))
        .stream()
        .filter(x -> x.messageId() != null)
        .toList();
  }

  private Object[] recordArgs(List<Result> results) {
    int n = results.size();
    String[] messages = new String[n];
    String[] endpoints = new String[n];
    String[] states = new String[n];
    Integer[] numbers = new Integer[n];
    Long[] pauses = new Long[n];
    java.util.UUID[] ids = new java.util.UUID[n];
    Instant[] started = new Instant[n];
    Integer[] durations = new Integer[n];
    Integer[] statuses = new Integer[n];
    String[] errors = new String[n];
    byte[][] bodies = new byte[n][];
    long now = System.nanoTime();
    for (int i = 0; i < n; i++) {
      Result r = results.get(i);
      messages[i] = r.delivery().messageId();
      endpoints[i] = r.delivery().endpointId();
      states[i] = r.state().wire();
      numbers[i] = r.attempts();
      if (r.attempt().isEmpty()) {
        continue;
      }
      Result.Made made = r.attempt().get();
      // The wait counts from the end of the attempt, the clock that adds it is the database's.
      pauses[i] = Math.max(0, made.pause().toMillis() - (now - made.endedAt()) / 1_000_000);
      ids[i] = made.id();
      started[i] = made.outcome().startedAt();
      durations[i] = (int) made.outcome().took().toMillis();
      statuses[i] = made.outcome().status();
      errors[i] = made.outcome().error().map(ErrorClass::wire).orElse(null);
      bodies[i] = made.outcome().body().length == 0 ? null : made.outcome().body();
    }
    return new Object[] {
      lease.name(),
      lease.epoch(),
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
      bodies
    };
  }

  /** Applies attempts to the endpoints' streaks; the new ones by endpoint. */
  Future<Map<String, Streak>> streaks(List<StreakMove> moves, Duration pairMin, Duration pairMax) {
    return db.write(
            STREAKS,
            lease.name(),
            lease.epoch(),
            moves.stream().map(StreakMove::endpoint).toArray(String[]::new),
            moves.stream().map(StreakMove::success).toArray(Boolean[]::new),
            moves.stream().map(StreakMove::firstFailure).toArray(Instant[]::new),
            moves.stream().map(StreakMove::lastFailure).toArray(Instant[]::new),
            pairMin.toMillis(),
            pairMax.toMillis())
        .map(
            rows -> {
              Map<String, Streak> out = new HashMap<>();
              rows.forEach(r -> out.put(r.getString("id"), streak(r)));
              return out;
            });
  }

  /** Switches an endpoint off; false when it was off or has recovered. */
  boolean disable(Tx tx, String endpoint) {
    return tx.update(DISABLE, endpoint) > 0;
  }

  Future<Depth> depth() {
    return db.read(DEPTH, shard)
        .map(
            rows -> {
              Row r = rows.iterator().next();
              Double age = r.getDouble("age");
              return new Depth(r.getLong("n"), age == null ? 0 : Math.max(0, age));
            });
  }
}
