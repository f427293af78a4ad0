package io.tributary.delivery;

import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Cancels the waiting deliveries of a disabled or deleted endpoint in small transactions.
 *
 * <p>Canceling a million rows at once would exceed the statement timeout and block every writer
 * that needs one of the rows.
 */
public final class DeliveryCancellation {
  /** Deliveries waiting for one endpoint. */
  public record WaitingEndpoint(String endpointId, int shard) {}

  /** Maximum number of endpoints named in a log message. */
  private static final int MAX_LOGGED = 3;

  /** Rows per step. */
  private static final int STEP_ROWS = 2_000;

  /**
   * A writer of an ordered message holds the user's row in user_sequence until it commits. This
   * statement waits for that lock, so the next statement sees the message.
   */
  private static final String CLOSE_SEQUENCES =
      """
      update user_sequence set open_deliveries = 0
       where endpoint_id = $1 and open_deliveries > 0
         and user_id = any (array(select user_id from user_sequence
                                   where endpoint_id = $1 and open_deliveries > 0 limit $2))
      """;

  /**
   * Locks rows in primary key order, as the delivery owner does when it writes results. Each
   * subquery has the order of its index; without it the planner scans the table for a long queue.
   * The rows are selected by an array; with a join the planner compares every row of the endpoint
   * with every row of the step if it estimates both as few.
   */
  private static final String CANCEL =
      """
      with waiting as materialized (
        (select message_id from delivery
          where shard = $2 and endpoint_id = $1 and state = 'pending' and attempt = 0
          order by message_id limit $3)
         union all
        (select message_id from delivery
          where shard = $2 and endpoint_id = $1 and state = 'pending' and attempt > 0
          order by due_at limit $3)
         union all
        (select message_id from delivery
          where endpoint_id = $1 and ordered and state in ('pending', 'held')
          order by user_id, seq limit $3)
      ), open as materialized (
        select message_id from delivery
         where endpoint_id = $1 and message_id = any (array(select message_id from waiting))
           and state in ('pending', 'held')
         order by message_id for update
      ), canceled as (
        update delivery set state = 'canceled', ended_at = now()
         where endpoint_id = $1 and message_id = any (array(select message_id from open))
      )
      select count(*)::int as n from waiting
      """;

  /** Each subquery uses its own index, as above. */
  private static final String UNFINISHED =
      """
      select coalesce(
        (select true from delivery where shard = $2 and endpoint_id = $1 and state = 'pending' and attempt = 0
          order by message_id limit 1),
        (select true from delivery where shard = $2 and endpoint_id = $1 and state = 'pending' and attempt > 0
          order by due_at limit 1),
        (select true from delivery where endpoint_id = $1 and ordered and state in ('pending', 'held')
          order by user_id, seq limit 1),
        false) as unfinished
      """;

  private static final String DELETE_MANUAL =
      """
      delete from manual_attempt where id = any (array(
        select id from manual_attempt where shard = $2 and endpoint_id = $1 limit $3))
      """;

  /** Prevents the endpoint from being enabled during the step. */
  private static final String LOCK_DISABLED =
      """
      select 1 from webhook_endpoint
       where id = $1 and (disabled or deleted_at is not null) for share
      """;

  private DeliveryCancellation() {}

  /**
   * Runs the first step. The caller must have locked the endpoint's row; {@link #cancelRemaining}
   * runs the remaining steps.
   */
  public static void cancelFirst(Tx tx, String endpointId, int shard) {
    step(tx, endpointId, shard);
  }

  /**
   * Returns whether deliveries remain to be canceled. If the endpoint were enabled now, they would
   * be sent, although enabling must not resume deliveries.
   */
  public static boolean hasRemaining(Tx tx, String endpointId, int shard) {
    return tx.first(UNFINISHED, endpointId, shard).orElseThrow().getBoolean("unfinished");
  }

  /** Runs the remaining steps for one endpoint. */
  public static void cancelRemaining(Db db, String endpointId, int shard) {
    cancelRemaining(db, List.of(new WaitingEndpoint(endpointId, shard)));
  }

  /**
   * Runs the remaining steps, each in its own transaction, while the endpoint is disabled.
   *
   * <p>Many steps may continue in the background after this method returns. If they are
   * interrupted, {@link OrphanedDeliveries} of the shard's owner continues.
   */
  public static void cancelRemaining(Db db, List<WaitingEndpoint> queues) {
    BackgroundTask.run(
        "canceling messages of "
            + queues.stream().limit(MAX_LOGGED).map(WaitingEndpoint::endpointId).toList(),
        queues.stream().map(q -> cancelRemaining(db, q)).toList());
  }

  private static BooleanSupplier cancelRemaining(Db db, WaitingEndpoint q) {
    return () -> db.tx(tx -> cancelIfDisabled(tx, q.endpointId(), q.shard()));
  }

  /** Runs one step unless the endpoint is enabled. Returns whether more may remain. */
  static boolean cancelIfDisabled(Tx tx, String endpointId, int shard) {
    return tx.first(LOCK_DISABLED, endpointId).isPresent() && step(tx, endpointId, shard);
  }

  /** Cancels one step's rows. Returns whether more may remain. */
  private static boolean step(Tx tx, String endpointId, int shard) {
    int closed = tx.update(CLOSE_SEQUENCES, endpointId, STEP_ROWS);
    int canceled =
        tx.first(CANCEL, endpointId, shard, STEP_ROWS)
            .map((Row r) -> r.getInteger("n"))
            .orElseThrow();
    int dropped = tx.update(DELETE_MANUAL, endpointId, shard, STEP_ROWS);
    return closed >= STEP_ROWS || canceled >= STEP_ROWS || dropped >= STEP_ROWS;
  }
}
