package io.tributary.throttle;

import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Table {@code pull_trigger} and the bulk entries that wait for triggers. */
final class TriggerRepo {
  private static final String GRANTED_SINCE =
      """
      select app_id, granted_at from pull_trigger
       where provider = $1 and state = 'granted'
         and granted_at >= (select tributary_now()) - $2::bigint * interval '1 microsecond'
       order by granted_at
      """;

  // Index skip scan from application to application, so that its cost does not depend on the queue
  // depth.
  private static final String APPS_WITH_QUEUED =
      """
      with recursive app (id) as (
        (select app_id from pull_trigger where provider = $1 and state = 'queued'
          order by app_id limit 1)
        union all
        select (select t.app_id from pull_trigger t
                 where t.provider = $1 and t.state = 'queued' and t.app_id > app.id
                 order by t.app_id limit 1)
          from app where app.id is not null
      )
      select app.id, tributary_now() as now,
             case when $2::boolean then
               (select count(*) from pull_trigger u where u.provider = $1 and u.app_id = app.id
                   and u.state = 'granted' and u.finished_at is null)
             else 0 end as unfinished
        from app where app.id is not null
      """;

  private static final String DEPTH =
      """
      select q.n as queued, coalesce(extract(epoch from now() - q.oldest), 0)::float8 as age, u.n as unfinished
        from (select count(*) as n, min(queued_at) as oldest from pull_trigger
               where provider = $1 and state = 'queued') q,
             (select count(*) as n from pull_trigger
               where provider = $1 and state = 'granted' and finished_at is null) u
      """;

  // Finishes triggers whose connection and jobs are gone. A job may serve several triggers of its
  // connection, so any open job of the connection counts, whichever trigger it names.
  private static final String FINISH_WITHOUT_JOBS =
      """
      update pull_trigger t set finished_at = tributary_now()
       where t.provider = $1 and t.state = 'granted' and t.finished_at is null
         and not exists (select 1 from pull_job j where j.connection_id = t.connection_id
                            and j.state in ('scheduled', 'in_progress', 'retrying'))
      """;

  private static final String LOCK_BUCKET =
      "select pg_advisory_xact_lock(hashtextextended('throttle ' || $1 || ' ' || ($2::uuid)::text,"
          + " 0))";

  private static final String USAGE =
      """
      select (select count(*) from pull_trigger where provider = $1 and app_id = $2 and state = 'granted'
                 and granted_at >= (select tributary_now()) - $3::bigint * interval '1 microsecond') as recent,
             case when $4::boolean then
               (select count(*) from pull_trigger where provider = $1 and app_id = $2
                   and state = 'granted' and finished_at is null)
             else 0 end as unfinished
      """;

  // Each row is looked up by its key, one by one. With statistics from before the first large
  // operation the planner would join whole tables for these few rows.
  private static final String OLDEST =
      """
      select t.id, c.id as connection_id, u.deleted_at is not null as user_gone,
             e.entries = 0 or e.running as wanted
        from (select id, connection_id, queue_no from pull_trigger
               where provider = $1 and app_id = $2 and state = 'queued' and not (id = any ($4))
               order by queue_no limit $3) t
        left join lateral (
          select id, user_id from connection where id = t.connection_id offset 0) c on true
        left join lateral (select deleted_at from app_user where id = c.user_id offset 0) u on true
        cross join lateral (
          select count(*) as entries,
                 bool_or((select o.status from bulk_op o where o.id = w.op_id) = 'in_progress') as running
            from bulk_op_entry w where w.trigger_id = t.id) e
       order by t.queue_no
      """;

  // Locks connections before triggers, in the order of a deregistration.
  private static final String LOCK_CONNECTIONS =
      """
      select id, status, app_id from connection where id = any ($1) order by id
         for no key update skip locked
      """;

  // Comparing the state as an expression leaves only the primary key to the planner. Otherwise the
  // index of queued rows looks just as cheap while the statistics contain no queue.
  private static final String LOCK_TRIGGERS =
      """
      select id from pull_trigger where id = any ($1) and state || '' = 'queued' order by queue_no
         for update skip locked
      """;

  private static final String MOVE = "update pull_trigger set app_id = $2 where id = $1";

  private static final String DROP =
      """
      update pull_trigger set state = 'dropped', reason = $2, finished_at = tributary_now()
       where id = any ($1) and state || '' = 'queued'
      """;

  private static final String GRANT =
      """
      with clock as materialized (select tributary_now() as now)
      update pull_trigger t
         set state = 'granted', granted_at = clock.now, granted_epoch = $2,
             finished_at = case when t.id = any ($3) then clock.now end
        from clock where t.id = any ($1) and t.state || '' = 'queued'
      returning t.granted_at
      """;

  private static final String ENTRIES =
      """
      update bulk_op_entry set state = $2, reason = $3
       where trigger_id = any ($1) and state || '' = 'pending'
      """;

  /** Application with queued triggers. The time is that of the database. */
  record QueuedApp(UUID app, Instant now, int unfinished) {}

  record Granted(UUID app, Instant at) {}

  record Depth(long queued, double oldestSeconds, long unfinished) {}

  record TriggerUsage(int recent, int unfinished) {}

  private final Db db;
  private final String slug;

  TriggerRepo(Db db, String slug) {
    this.db = db;
    this.slug = slug;
  }

  List<Granted> grantedWithin(Duration span) {
    return RowMapping.list(
        db.query(GRANTED_SINCE, slug, micros(span)),
        r -> new Granted(r.getUUID("app_id"), RowMapping.instant(r, "granted_at")));
  }

  List<QueuedApp> appsWithQueued(boolean countUnfinished) {
    return RowMapping.list(
        db.query(APPS_WITH_QUEUED, slug, countUnfinished),
        r ->
            new QueuedApp(
                r.getUUID("id"), RowMapping.instant(r, "now"), intValue(r, "unfinished")));
  }

  Depth depth() {
    Row r = db.query(DEPTH, slug).iterator().next();
    return new Depth(r.getLong("queued"), r.getDouble("age"), r.getLong("unfinished"));
  }

  /** Finishes granted triggers that have no open job. */
  void finishWithoutJobs(Tx tx) {
    tx.update(FINISH_WITHOUT_JOBS, slug);
  }

  /** Serializes grants per application, even if two owners exist for a moment. */
  void lockBucket(Tx tx, UUID app) {
    tx.query(LOCK_BUCKET, slug, app);
  }

  TriggerUsage usage(Tx tx, UUID app, Duration span, boolean countUnfinished) {
    Row r = tx.first(USAGE, slug, app, micros(span), countUnfinished).orElseThrow();
    return new TriggerUsage(intValue(r, "recent"), intValue(r, "unfinished"));
  }

  /** Returns the oldest queued triggers across all operations. */
  List<TriggerDecision.QueuedTrigger> oldestQueued(
      Tx tx, UUID app, int limit, Collection<UUID> except) {
    return RowMapping.list(
        tx.query(OLDEST, slug, app, (long) limit, array(except)),
        r ->
            new TriggerDecision.QueuedTrigger(
                r.getUUID("id"),
                r.getUUID("connection_id"),
                r.getBoolean("user_gone"),
                r.getBoolean("wanted")));
  }

  /** Locks and returns the connections that no other transaction has locked. */
  Map<UUID, TriggerDecision.ConnectionState> lockConnections(Tx tx, Collection<UUID> ids) {
    Map<UUID, TriggerDecision.ConnectionState> out = new HashMap<>();
    tx.query(LOCK_CONNECTIONS, (Object) array(ids))
        .forEach(
            r ->
                out.put(
                    r.getUUID("id"),
                    new TriggerDecision.ConnectionState(
                        r.getString("status"), r.getUUID("app_id"))));
    return out;
  }

  /**
   * Locks and returns the triggers that are still queued and that no other transaction has locked.
   */
  List<UUID> lockTriggers(Tx tx, Collection<UUID> ids) {
    return RowMapping.list(tx.query(LOCK_TRIGGERS, (Object) array(ids)), r -> r.getUUID("id"));
  }

  void move(Tx tx, UUID trigger, UUID app) {
    tx.update(MOVE, trigger, app);
  }

  void drop(Tx tx, Collection<UUID> triggers, String reason) {
    tx.update(DROP, array(triggers), reason);
    tx.update(ENTRIES, array(triggers), "skipped", reason);
  }

  /** Marks the triggers as granted at one instant and returns it. */
  Instant grant(Tx tx, Collection<UUID> triggers, long epoch, Collection<UUID> finished) {
    Instant at =
        RowMapping.first(
                tx.query(GRANT, array(triggers), epoch, array(finished)),
                r -> RowMapping.instant(r, "granted_at"))
            .orElseThrow();
    tx.update(ENTRIES, array(triggers), "triggered", null);
    return at;
  }

  private static int intValue(Row r, String column) {
    return Math.toIntExact(r.getLong(column));
  }

  private static long micros(Duration d) {
    return d.toNanos() / 1000;
  }

  private static UUID[] array(Collection<UUID> ids) {
    return ids.toArray(UUID[]::new);
  }
}
