package io.tributary.delivery;

import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Takes back what waits for an endpoint that is switched off or gone, in steps: a million rows at
 * once would take longer than a statement may, and hold back everybody who needs one of them.
 */
public final class DeliveryCancellation {
  /** What waits for an endpoint. */
  public record Queue(String endpointId, int shard) {}

  /** Endpoints that the log names. */
  private static final int NAMED = 3;

  /** Rows of one step. */
  private static final int STEP = 2_000;

  /**
   * Those who record a message at an endpoint with order hold its user's row until they commit, so
   * what they have recorded is seen by the statement after this one.
   */
  private static final String CLOSE =
      """
      update user_sequence set open = 0
       where endpoint_id = $1 and open > 0
         and user_id = any (array(select user_id from user_sequence
                                   where endpoint_id = $1 and open > 0 limit $2))
      """;

  /**
   * In the order of the primary key, as the delivery owner writes its results. Each part names the
   * order of its index, or a long queue makes the planner read the table; and the rows are named by
   * an array, or it compares each of the endpoint's with each of the step's where it takes both for
   * few.
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

  /** Each part by its index, as above. */
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

  private static final String DROP =
      """
      delete from manual_attempt where id = any (array(
        select id from manual_attempt where shard = $2 and endpoint_id = $1 limit $3))
      """;

  /** Keeps it off for the step. */
  private static final String OFF =
      """
      select 1 from webhook_endpoint
       where id = $1 and (disabled or deleted_at is not null) for share
      """;

  private DeliveryCancellation() {}

  /** The first step; the endpoint's row must be locked. {@link #rest} does the others. */
  public static void of(Tx tx, String endpointId, int shard) {
    step(tx, endpointId, shard);
  }

  /**
   * Whether there still is something to take back. An endpoint that is enabled now would get it,
   * although enabling resumes nothing.
   */
  public static boolean unfinished(Tx tx, String endpointId, int shard) {
    return tx.first(UNFINISHED, endpointId, shard).orElseThrow().getBoolean("unfinished");
  }

  /** {@link #rest(Db, List)} of one endpoint. */
  public static void rest(Db db, String endpointId, int shard) {
    rest(db, List.of(new Queue(endpointId, shard)));
  }

  /**
   * The steps after that one, each a transaction, as long as the endpoint is off. When they are cut
   * short, the owner of the shard goes on: {@link OrphanedDeliveries}. Many go on after this has
   * returned.
   */
  public static void rest(Db db, List<Queue> queues) {
    BackgroundTask.run(
        "taking back messages of " + queues.stream().limit(NAMED).map(Queue::endpointId).toList(),
        queues.stream().map(q -> rest(db, q)).toList());
  }

  private static BooleanSupplier rest(Db db, Queue q) {
    return () -> db.tx(tx -> whileOff(tx, q.endpointId(), q.shard()));
  }

  /** One step, unless the endpoint is on. Whether there may be more. */
  static boolean whileOff(Tx tx, String endpointId, int shard) {
    return tx.first(OFF, endpointId).isPresent() && step(tx, endpointId, shard);
  }

  /** Whether there may be more. */
  private static boolean step(Tx tx, String endpointId, int shard) {
    int closed = tx.update(CLOSE, endpointId, STEP);
    int canceled =
        tx.first(CANCEL, endpointId, shard, STEP).map((Row r) -> r.getInteger("n")).orElseThrow();
    int dropped = tx.update(DROP, endpointId, shard, STEP);
    return closed >= STEP || canceled >= STEP || dropped >= STEP;
  }
}
