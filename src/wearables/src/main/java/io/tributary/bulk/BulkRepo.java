package io.tributary.bulk;

import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Tables {@code bulk_op} and {@code bulk_op_entry}. */
final class BulkRepo {
  private static final String INSERT_OP =
      """
      insert into bulk_op (id, team_id, environment, type, provider, status, total)
      values ($1, $2, $3, 'link_bulk_historical_trigger', $4, 'in_progress', $5)
      """;

  // There is one queued trigger per connection. The no-op update takes the row lock, so that the
  // throttle grants the trigger only after this operation's entry exists. Triggers are locked in
  // connection order, so two concurrent requests cannot deadlock. Users and connections are looked
  // up one by one: with statistics from before the first users existed, the planner would join
  // every connection of the provider with each of them, and any index looks equally cheap when no
  // row is expected.
  private static final String QUEUE_TRIGGERS =
      """
      with asked as (
        select u.id as user_id, u.position::int from unnest($1::uuid[]) with ordinality as u (id, position)
      ), known as (
        select a.user_id, a.position, w.id is not null as known, c.id as connection_id, c.app_id
          from asked a
          left join lateral (
            select id, team_id, environment, deleted_at from app_user where id = a.user_id offset 0) w
            on w.team_id = $2 and w.environment = $3 and w.deleted_at is null
          left join lateral (
            select id, app_id, provider, status from connection where user_id = w.id offset 0) c
            on c.provider = $4 and c.status = 'connected'
      ), queued as (
        insert into pull_trigger as t (id, provider, app_id, connection_id, state)
        select gen_random_uuid(), $4, k.app_id, k.connection_id, 'queued'
          from known k where k.connection_id is not null order by k.connection_id
        on conflict (connection_id) where state = 'queued' do update set queued_at = t.queued_at
        returning t.id, t.connection_id
      ), entered as (
        insert into bulk_op_entry (op_id, position, user_id, trigger_id, state, reason)
        select $5, k.position, k.user_id, q.id,
               case when q.id is null then 'skipped' else 'pending' end,
               case when q.id is not null then null when k.known then 'not_connected' else 'unknown_user' end
          from known k left join queued q on q.connection_id = k.connection_id
        returning reason
      )
      select coalesce(reason, '') as reason, count(*) as n from entered group by 1
      """;

  private static final String END_COMPLETE =
      """
      update bulk_op o
         set ended_at = now(),
             status = case when exists (select 1 from bulk_op_entry e where e.op_id = o.id
                                           and e.state in ('triggered', 'imported')) then 'success' else 'failure' end
       where o.status = 'in_progress'
         and ($1::uuid is null or o.id = $1)
         and not exists (select 1 from bulk_op_entry e where e.op_id = o.id and e.state = 'pending')
      returning o.id, o.status
      """;

  private static final String FEATURE_FLAG =
      "select link_migration from team_environment where team_id = $1 and environment = $2";

  private static final String IN_PROGRESS =
      "select status = 'in_progress' as open from bulk_op where id = $1";

  private static final String PAGE =
      """
      select o.id, o.type, o.status, o.provider, o.total, o.started_at, o.ended_at,
             (select count(*) from bulk_op_entry e where e.op_id = o.id and e.state = 'pending') as pending
        from bulk_op o
       where o.team_id = $1 and o.environment = $2
         and ($3::timestamptz is null or (o.started_at, o.id) < ($3, $4))
       order by o.started_at desc, o.id desc limit $5
      """;

  /** Number of entries by skip reason. The empty reason counts the pending entries. */
  record ReasonCount(String reason, long users) {}

  private final Db db;

  BulkRepo(Db db) {
    this.db = db;
  }

  /** Writes the operation, its entries and the triggers that they wait for. */
  List<ReasonCount> createTriggerOperation(
      Tx tx, UUID op, Tenant tenant, String provider, Collection<UUID> users) {
    tx.update(INSERT_OP, op, tenant.team(), tenant.environment().wire(), provider, users.size());
    return RowMapping.list(
        tx.query(
            QUEUE_TRIGGERS,
            users.toArray(UUID[]::new),
            tenant.team(),
            tenant.environment().wire(),
            provider,
            op),
        r -> new ReasonCount(r.getString("reason"), r.getLong("n")));
  }

  /** Ends the operation if no entry is pending. */
  Optional<BulkMessages.BulkFinished> endIfComplete(Tx tx, UUID op) {
    return RowMapping.first(tx.query(END_COMPLETE, op), BulkRepo::finished);
  }

  /** Ends every operation that has no pending entry. */
  List<BulkMessages.BulkFinished> endAllComplete() {
    return RowMapping.list(db.query(END_COMPLETE, (Object) null), BulkRepo::finished);
  }

  private static BulkMessages.BulkFinished finished(Row r) {
    return new BulkMessages.BulkFinished(r.getUUID("id"), r.getString("status"));
  }

  /** Reports whether the team may use the bulk API in this environment. */
  Future<Boolean> isEnabled(Tenant tenant) {
    return db.read(FEATURE_FLAG, tenant.team(), tenant.environment().wire())
        .map(rows -> RowMapping.first(rows, r -> r.getBoolean("link_migration")).orElse(false));
  }

  Future<Boolean> inProgress(UUID op) {
    return db.read(IN_PROGRESS, op)
        .map(rows -> RowMapping.first(rows, r -> r.getBoolean("open")).orElse(false));
  }

  /**
   * Returns a page of operations, newest first, after the given position. A null position starts at
   * the newest.
   */
  Future<List<BulkOperation>> page(Tenant tenant, Instant before, UUID beforeId, int limit) {
    return db.read(PAGE, tenant.team(), tenant.environment().wire(), before, beforeId, (long) limit)
        .map(
            rows ->
                RowMapping.list(
                    rows,
                    r -> {
                      int pending = Math.toIntExact(r.getLong("pending"));
                      return new BulkOperation(
                          r.getUUID("id"),
                          r.getString("type"),
                          r.getString("status"),
                          r.getString("provider"),
                          pending,
                          r.getInteger("total") - pending,
                          RowMapping.instant(r, "started_at"),
                          RowMapping.instant(r, "ended_at"));
                    }));
  }
}
