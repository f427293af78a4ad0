package io.tributary.lab.exchange;

import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Rows of {@code lab_order_dispatch}: pending notifications of laboratories about orders.
 *
 * <p>A row has the kind {@code order} or {@code cancel} and one of the states waiting, sent, done
 * and parked. {@link OrderDispatchJob} claims due rows with a lease and turns each into a message.
 * A row whose {@code due_at} is infinity waits for an event, such as the registration of a kit.
 */
final class DispatchRepo {
  private static final String CLAIM =
      """
      with due as materialized (
        select order_id, kind from lab_order_dispatch
         where state = 'waiting' and due_at <= now() and (lease_expires_at is null or lease_expires_at < now())
         order by due_at limit $1 for update skip locked
      )
      update lab_order_dispatch d
         set attempt = attempt + 1, lease_expires_at = now() + $2::bigint * interval '1 millisecond'
        from due where d.order_id = due.order_id and d.kind = due.kind
      returning d.order_id, d.kind, d.attempt
      """;

  /** Suspends sandbox orders without a sandbox run, so that they are not polled repeatedly. */
  private static final String SUSPEND_SANDBOX_ORDERS =
      """
      update lab_order_dispatch d set due_at = 'infinity'
        from lab_order o
       where d.state = 'waiting' and d.kind = 'order' and d.due_at <= now() and d.lease_expires_at is null
         and o.id = d.order_id and o.environment = 'sandbox'
         and not exists (select 1 from lab_sandbox_run r where r.order_id = d.order_id)
      """;

  private static final String LOCK_STATE =
      "select state from lab_order_dispatch where order_id = $1 and kind = $2 for update";

  private static final String SET_STATE =
      """
      update lab_order_dispatch set state = $3, error = nullif($4, ''), lease_expires_at = null
       where order_id = $1 and kind = $2
      """;

  /**
   * Resets the attempts: an order that was never sent can still be withdrawn without notifying the
   * laboratory.
   */
  private static final String SUSPEND =
      """
      update lab_order_dispatch
         set due_at = coalesce($2::timestamptz, 'infinity'), attempt = 0, lease_expires_at = null,
             error = nullif($3, '')
       where order_id = $1 and kind = 'order'
      """;

  private static final String RETRY_LATER =
      """
      update lab_order_dispatch
         set due_at = now() + $3::bigint * interval '1 millisecond', lease_expires_at = null, error = $4
       where order_id = $1 and kind = $2 and state = 'waiting'
      """;

  private static final String PARK =
      """
      update lab_order_dispatch set state = 'parked', error = $3, lease_expires_at = null
       where order_id = $1 and kind = $2 and state = 'waiting'
      """;

  private static final String WAKE =
      """
      update lab_order_dispatch set due_at = now()
       where order_id = $1 and kind = 'order' and state = 'waiting' and due_at > now()
      """;

  /** The laboratory has no order to cancel. */
  private static final String DROP_CANCELLATION =
      """
      with unsent as (
        update lab_message set state = 'void', ended_at = now()
         where order_id = $1 and direction = 'out' and kind = 'cancel' and state = 'waiting' and attempt = 0
      )
      update lab_order_dispatch d set state = 'done', error = $2, lease_expires_at = null
       where d.order_id = $1 and d.kind = 'cancel' and d.state in ('waiting', 'sent')
         and not exists (
           select 1 from lab_message m
            where m.order_id = $1 and m.direction = 'out' and m.kind = 'cancel' and m.attempt > 0)
      """;

  /**
   * Reuses a cancellation message that was created but not sent, if there is one. A cancellation
   * that was sent is not repeated.
   */
  private static final String REINSTATE_CANCELLATION =
      """
      with revived as (
        update lab_message set state = 'waiting', due_at = now(), ended_at = null
         where order_id = $1 and direction = 'out' and kind = 'cancel' and state = 'void' and attempt = 0
        returning id
      )
      update lab_order_dispatch d
         set state = case when exists (select 1 from revived) then 'sent' else 'waiting' end,
             due_at = now(), attempt = 0, error = null
       where d.order_id = $1 and d.kind = 'cancel' and d.state = 'done'
         and not exists (
           select 1 from lab_message m
            where m.order_id = $1 and m.direction = 'out' and m.kind = 'cancel' and m.attempt > 0)
      """;

  record Job(UUID order, String kind, int attempt) {}

  private DispatchRepo() {}

  static void suspendSandboxOrders(Db db) {
    db.query(SUSPEND_SANDBOX_ORDERS);
  }

  static List<Job> claim(Db db, int most, Duration lease) {
    return RowMapping.list(
        db.query(CLAIM, most, lease.toMillis()),
        r -> new Job(r.getUUID("order_id"), r.getString("kind"), r.getInteger("attempt")));
  }

  /** Locks the row until the end of the transaction and returns whether it is still waiting. */
  static boolean lockIfWaiting(Tx tx, Job job) {
    Optional<Row> held = tx.first(LOCK_STATE, job.order(), job.kind());
    return held.isPresent() && held.get().getString("state").equals("waiting");
  }

  static void setState(Tx tx, UUID order, String kind, String state, String error) {
    tx.update(SET_STATE, order, kind, state, error);
  }

  /**
   * @param until null = until an event wakes it
   */
  static void suspend(Tx tx, UUID order, Instant until, String why) {
    tx.update(SUSPEND, order, until, why);
  }

  static void retryLater(Db db, Job job, Duration pause, String why) {
    db.query(RETRY_LATER, job.order(), job.kind(), pause.toMillis(), why);
  }

  static void park(Db db, Job job, String why) {
    db.query(PARK, job.order(), job.kind(), why);
  }

  static void wake(Tx tx, UUID order) {
    tx.update(WAKE, order);
  }

  /**
   * Reinstates a cancellation that was dropped as needless; returns whether the laboratory must be
   * notified.
   */
  static boolean reinstateCancellation(Tx tx, UUID order) {
    return tx.update(REINSTATE_CANCELLATION, order) > 0;
  }

  /**
   * Drops the cancellation of an order that the laboratory no longer has, unless it was sent
   * already.
   */
  static void dropCancellation(Tx tx, UUID order, String why) {
    tx.update(DROP_CANCELLATION, order, why);
  }
}
