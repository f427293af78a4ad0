package io.tributary.aggregate;

import io.tributary.config.ContinuousQueryConfig;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Queue of continuous query runs, claimed with a lease and fenced by the attempt number. */
final class ContinuousQueryTaskRepo {
  // At most one run per query and user is active; changes in the meantime are collected in the next
  // run.
  private static final String CLAIM =
      """
      with due as materialized (
        select t.id from continuous_query_task t
         where t.status = 'scheduled' and t.due_at <= now()
           and not exists (select 1 from continuous_query_task s where s.query_id = t.query_id
                            and s.user_id = t.user_id and s.status = 'started')
         order by t.due_at limit $1 for update skip locked
      ), lost as materialized (
        select t.id from continuous_query_task t where t.status = 'started' and t.lease_expires_at < now()
         order by t.lease_expires_at limit $1 for update skip locked
      ), chosen as (select id from lost union all select id from due limit $1)
      update continuous_query_task t
         set status = 'started', started_at = coalesce(t.started_at, now()),
             attempt = t.attempt + 1,
             lease_expires_at = now() + $2::bigint * interval '1 millisecond'
        from chosen, continuous_query q, app_user u
       where t.id = chosen.id and q.id = t.query_id and u.id = t.user_id
      returning t.id, t.attempt, t.query_id, t.user_id, t.from_day, t.to_day, q.team_id,
        q.environment, q.slug, q.query::text as query, q.query_config::text as query_config,
        q.data_events, q.status = 'active' and u.deleted_at is null as wanted, u.client_user_id,
        coalesce((select e.status = 'completed' from continuous_query_task e
                   where e.query_id = t.query_id and e.user_id = t.user_id
                     and e.ended_at is not null
                   order by e.scheduled_at desc, e.id desc limit 1), false) as partly
      """;
  private static final String BARRIER = "select 1 from app_user where id = $1 for update";
  private static final String LOCK_TASK =
      """
      select q.status = 'active' as wanted
        from continuous_query_task t join continuous_query q on q.id = t.query_id
       where t.id = $1 and t.attempt = $2 and t.status = 'started' for update of t for key share of q
      """;
  private static final String END =
      """
      update continuous_query_task
         set status = $3, ended_at = now(), error_details = $4, lease_expires_at = null
       where id = $1 and attempt = $2 and status = 'started'
      """;
  private static final String RETRY_LATER =
      """
      update continuous_query_task set lease_expires_at = now() + $3::bigint * interval '1 millisecond'
       where id = $1 and attempt = $2 and status = 'started'
      """;
  private static final String DELETE_OLD =
      """
      delete from continuous_query_task where id in (
        select id from continuous_query_task where ended_at < now() - $1::bigint * interval '1 millisecond'
         limit 5000)
      """;

  private final Db db;
  private final ContinuousQueryConfig settings;

  ContinuousQueryTaskRepo(Db db, ContinuousQueryConfig settings) {
    this.db = db;
    this.settings = settings;
  }

  /**
   * Claimed run.
   *
   * @param firstDay first changed day; if it or the last is empty, everything is computed
   * @param runnable whether the query is active and the user exists
   */
  record Task(
      UUID id,
      int attempt,
      UUID query,
      String slug,
      UUID user,
      String clientUserId,
      Tenant tenant,
      Optional<LocalDate> firstDay,
      Optional<LocalDate> lastDay,
      String queryJson,
      String config,
      boolean events,
      boolean runnable) {}

  List<Task> claim(int free) {
    return db.tx(
        tx ->
            RowMapping.list(
                tx.query(CLAIM, free, settings.lease().toMillis()), ContinuousQueryTaskRepo::task));
  }

  private static Task task(Row r) {
    // Without a completed previous run everything is computed.
    boolean partly = r.getBoolean("partly");
    return new Task(
        r.getUUID("id"),
        r.getInteger("attempt"),
        r.getUUID("query_id"),
        r.getString("slug"),
        r.getUUID("user_id"),
        r.getString("client_user_id"),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        Optional.ofNullable(r.getLocalDate("from_day")).filter(d -> partly),
        Optional.ofNullable(r.getLocalDate("to_day")).filter(d -> partly),
        r.getString("query"),
        r.getString("query_config"),
        r.getBoolean("data_events"),
        r.getBoolean("wanted"));
  }

  /**
   * Waits for transactions that are storing data of this user; later changes schedule the next run.
   */
  void waitForPendingWrites(Task t) {
    db.tx(tx -> tx.query(BARRIER, t.user()).size());
  }

  /**
   * Locks the run and returns whether its query is still active; empty if another node has taken
   * the run over.
   */
  Optional<Boolean> lock(Tx tx, Task t) {
    return tx.first(LOCK_TASK, t.id(), t.attempt()).map(r -> r.getBoolean("wanted"));
  }

  void end(Tx tx, Task t, String status, String details) {
    tx.update(END, t.id(), t.attempt(), status, details);
  }

  void end(Task t, String status, String details) {
    db.query(END, t.id(), t.attempt(), status, details);
  }

  /** Releases the run for another attempt after a pause. */
  void retryLater(Task t, Duration pause) {
    db.query(RETRY_LATER, t.id(), t.attempt(), pause.toMillis());
  }

  /** Deletes old finished runs. */
  void deleteOld() {
    db.query(DELETE_OLD, settings.taskRetention().toMillis());
  }
}
