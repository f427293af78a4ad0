package io.tributary.delivery;

import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.event.Outbox;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Strict order per user at endpoints that ask for it: of a user's messages there only the first is
 * pending, the later ones are held. Whoever ends one lets the next one go under the lock of the
 * user's row in user_sequence, which the outbox takes as well; it does not matter who does it, nor
 * how often.
 */
public final class OrderedDelivery {
  /**
   * In a statement of its own, so that the next one sees what was committed by those that had the
   * lock. Rows in use are left out: a long transaction of the user must not stop a whole shard.
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
        update user_sequence u set open = 0 from head h
         where h.message_id is null and u.user_id = h.user_id and u.endpoint_id = h.endpoint_id and u.open > 0
      ), next as (
        update delivery d set state = 'pending', due_at = now() from head h
         where h.state = 'held' and d.message_id = h.message_id and d.endpoint_id = h.endpoint_id
           and d.state = 'held'
        returning 1
      )
      select count(*)::int as n from next
      """;

  /** Rows that one step lets go. */
  private static final int STEP = 2_000;

  /** In the order of the primary key. */
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
      update user_sequence set open = 0
       where endpoint_id = $1 and open > 0
         and user_id = any (array(select user_id from user_sequence
                                   where endpoint_id = $1 and open > 0 limit $2))
      """;

  /** Keeps it without order for the step. */
  private static final String UNORDERED =
      "select 1 from webhook_endpoint where id = $1 and not ordered for share";

  /** A user at an endpoint. */
  record Place(UUID user, String endpoint) {}

  private OrderedDelivery() {}

  /**
   * Lets everything go that an endpoint holds back, for one that shall have no order any more, in
   * steps of a transaction each; what they do not come to goes in order. Many go on after this has
   * returned. To switch order on takes no more than the endpoint's own column: it is kept among the
   * messages recorded from then on.
   */
  public static void off(Db db, String endpointId, int shard) {
    BackgroundTask.run(
        "letting go messages of " + endpointId, () -> db.tx(tx -> step(tx, endpointId, shard)));
  }

  /** Whether there may be more. */
  private static boolean step(Tx tx, String endpointId, int shard) {
    if (tx.first(UNORDERED, endpointId).isEmpty()) {
      return false;
    }
    int closed = tx.update(CLOSE, endpointId, STEP);
    int released = tx.first(RELEASE, endpointId, STEP).orElseThrow().getInteger("n");
    tx.wakeAfterCommit(Outbox.queue(shard));
    return closed >= STEP || released >= STEP;
  }

  /**
   * Makes the first held message of each place pending if nothing of it is.
   *
   * @param missed gets the places that somebody else has locked just now
   * @return how many there were
   */
  static int promote(Tx tx, Set<Place> places, Set<Place> missed) {
    List<Place> all = new ArrayList<>(places);
    Set<Place> locked =
        new HashSet<>(
            Rows.list(
                tx.query(LOCK, users(all), endpoints(all)),
                r -> new Place(r.getUUID("user_id"), r.getString("endpoint_id"))));
    missed.clear();
    missed.addAll(places);
    missed.removeAll(locked);
    List<Place> ours = List.copyOf(locked);
    return ours.isEmpty()
        ? 0
        : tx.first(PROMOTE, users(ours), endpoints(ours)).orElseThrow().getInteger("n");
  }

  private static UUID[] users(List<Place> places) {
    return places.stream().map(Place::user).toArray(UUID[]::new);
  }

  private static String[] endpoints(List<Place> places) {
    return places.stream().map(Place::endpoint).toArray(String[]::new);
  }
}
