package io.tributary.delivery;

import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.event.Outbox;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Strict order per user at endpoints with ordered delivery.
 *
 * <p>Of a user's messages at such an endpoint only the first is {@code pending}; later ones are
 * {@code held}. When a message ends, the next one is promoted under the lock of the user's row in
 * user_sequence, which the outbox takes as well. Promotion is idempotent and any node may do it.
 */
public final class OrderedDelivery {
  /**
   * A separate statement, so that the next one sees what previous holders of the lock have
   * committed. Locked rows are skipped: a long transaction of one user must not block a whole
   * shard.
   */
  private static final String LOCK =
      """
      select u.user_id, u.endpoint_id from user_sequence u
        join unnest($1::uuid[], $2::text[]) as w (user_id, endpoint_id)
          on u.user_id = w.user_id and u.endpoint_id = w.endpoint_id
       order by u.user_id, u.endpoint_id for update of u skip locked
      """;

  private static final String PROMOTE =
      """
      with head as materialized (
        select w.user_id, w.endpoint_id, h.message_id, h.state
          from unnest($1::uuid[], $2::text[]) as w (user_id, endpoint_id)
          left join lateral (
            select d.message_id, d.state from delivery d
             where d.endpoint_id = w.endpoint_id and d.user_id = w.user_id
               and d.ordered and d.state in ('pending', 'held')
             order by d.seq limit 1) h on true
      ), last as (
        update user_sequence u set open_deliveries = 0 from head h
         where h.message_id is null and u.user_id = h.user_id and u.endpoint_id = h.endpoint_id and u.open_deliveries > 0
      ), next as (
        update delivery d set state = 'pending', due_at = now() from head h
         where h.state = 'held' and d.message_id = h.message_id and d.endpoint_id = h.endpoint_id
           and d.state = 'held'
        returning 1
      )
      select count(*)::int as n from next
      """;

  /** Rows released per step. */
  private static final int STEP_ROWS = 2_000;

  /** Locks rows in primary key order. */
  private static final String RELEASE =
      """
      with waiting as materialized (
        select message_id from delivery
         where endpoint_id = $1 and ordered and state in ('pending', 'held')
         order by user_id, seq limit $2
      ), chain as materialized (
        select message_id from delivery
         where endpoint_id = $1 and message_id = any (array(select message_id from waiting))
           and ordered and state in ('pending', 'held')
         order by message_id for update
      ), released as (
        update delivery
           set ordered = false, state = 'pending',
               due_at = case when state = 'held' then now() else due_at end
         where endpoint_id = $1 and message_id = any (array(select message_id from chain))
      )
      select count(*)::int as n from waiting
      """;

  private static final String CLOSE =
      """
      update user_sequence set open_deliveries = 0
       where endpoint_id = $1 and open_deliveries > 0
         and user_id = any (array(select user_id from user_sequence
                                   where endpoint_id = $1 and open_deliveries > 0 limit $2))
      """;

  /** Prevents ordered delivery from being enabled during the step. */
  private static final String UNORDERED =
      "select 1 from webhook_endpoint where id = $1 and not ordered for share";

  /** User at an endpoint. */
  record UserEndpoint(UUID user, String endpoint) {}

  private OrderedDelivery() {}

  /**
   * Releases all held messages of an endpoint after ordered delivery was turned off, in one
   * transaction per step.
   *
   * <p>Many steps may continue in the background after this method returns. Messages that an
   * interrupted run leaves are delivered in order. Turning order on changes only the endpoint's
   * column: it applies to messages recorded from then on.
   */
  public static void releaseAll(Db db, String endpointId, int shard) {
    BackgroundTask.run(
        "releasing messages of " + endpointId, () -> db.tx(tx -> step(tx, endpointId, shard)));
  }

  /** Releases one step's rows. Returns whether more may remain. */
  private static boolean step(Tx tx, String endpointId, int shard) {
    if (tx.first(UNORDERED, endpointId).isEmpty()) {
      return false;
    }
    int closed = tx.update(CLOSE, endpointId, STEP_ROWS);
    int released = tx.first(RELEASE, endpointId, STEP_ROWS).orElseThrow().getInteger("n");
    tx.wakeAfterCommit(Outbox.deliveryQueue(shard));
    return closed >= STEP_ROWS || released >= STEP_ROWS;
  }

  /**
   * Makes the first held message of each user and endpoint pending, if none is pending already.
   *
   * @param missed receives those that are locked by another transaction
   * @return number of promoted messages
   */
  static int promote(Tx tx, Set<UserEndpoint> places, Set<UserEndpoint> missed) {
    List<UserEndpoint> all = new ArrayList<>(places);
    Set<UserEndpoint> locked =
        new HashSet<>(
            RowMapping.list(
                tx.query(LOCK, users(all), endpoints(all)),
                r -> new UserEndpoint(r.getUUID("user_id"), r.getString("endpoint_id"))));
    missed.clear();
    missed.addAll(places);
    missed.removeAll(locked);
    List<UserEndpoint> ours = List.copyOf(locked);
    return ours.isEmpty()
        ? 0
        : tx.first(PROMOTE, users(ours), endpoints(ours)).orElseThrow().getInteger("n");
  }

  private static UUID[] users(List<UserEndpoint> places) {
    return places.stream().map(UserEndpoint::user).toArray(UUID[]::new);
  }

  private static String[] endpoints(List<UserEndpoint> places) {
    return places.stream().map(UserEndpoint::endpoint).toArray(String[]::new);
  }
}
