package io.tributary.delivery;

import io.tributary.db.Tx;

/** Takes back what waits for an endpoint that is switched off or gone. */
public final class Cancellation {
  /** In the order of the primary key, as the delivery owner writes its results. */
  private static final String CANCEL =
      """
      with waiting as (
        select message_id from delivery
         where shard = $2 and endpoint_id = $1 and state = 'pending' and attempt = 0
         union all
        select message_id from delivery
         where shard = $2 and endpoint_id = $1 and state = 'pending' and attempt > 0
         union all
        select message_id from delivery
         where endpoint_id = $1 and ordered and state in ('pending', 'held')
      ), open as materialized (
        select message_id from delivery
         where endpoint_id = $1 and message_id in (select message_id from waiting)
           and state in ('pending', 'held')
         order by message_id for update
      )
      update delivery d set state = 'canceled', ended_at = now()
        from open where d.message_id = open.message_id and d.endpoint_id = $1
      """;

  private static final String CLOSE =
      "update user_sequence set open = 0 where endpoint_id = $1 and open > 0";

  private static final String DROP = "delete from manual_attempt where endpoint_id = $1";

  private Cancellation() {}

  /**
   * The endpoint's row must be locked. First come the locks of users whose messages are kept in
   * order, so that what was recorded under them is seen.
   */
  public static void of(Tx tx, String endpointId, int shard) {
    tx.update(CLOSE, endpointId);
    tx.update(CANCEL, endpointId, shard);
    tx.update(DROP, endpointId);
  }
}
