package io.tributary.erasure;

import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.lab.exchange.PartedMessages;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * Messages of laboratories that tell of a user and of others whose results still wait for somebody:
 * they are read again when it is known whose those are. What is the user's is taken out of them;
 * what cannot be taken apart is left to be emptied with the others.
 */
final class SharedMessages {
  private static final UUID FIRST = new UUID(0, 0);

  private static final String DUE =
      """
      with own as materialized (
        select r.ctid as item, r.raw_message, r.places from lab_unmatched_result r
         where r.ctid in (%s)
      ), mine as (
        select raw_message, places from own
         union all
        select h.raw_message, h.places from lab_order o join lab_result_message h on h.order_id = o.id
         where o.user_id = $1
      )
      select m.id, m.link, m.sender, m.control_id, m.body,
             array(select distinct p from mine x, unnest(x.places) p where x.raw_message = m.id) as places
        from lab_message m
       where m.id in (select raw_message from mine) and m.body <> '' and m.direction = 'in'
         and not exists (select from mine x where x.raw_message = m.id and x.places is null)
         and exists (
           select from lab_unmatched_result w
            where w.raw_message = m.id
              and w.status in ('pending_customer_review', 'pending_ops_review')
              and w.ctid <> all (select item from own))
         and m.id > $3
       order by m.id limit $2 for update of m
      """
          .formatted(Kinds.WAITING);

  private static final String PART =
      "update lab_message set body = $2, answer = null where id = $1";

  /** The message has nothing of the user any more, so that it is not emptied for them. */
  private static final String ORDERS =
      """
      delete from lab_result_message h using lab_order o
       where o.id = h.order_id and o.user_id = $1 and h.raw_message = $2
      """;

  private static final String ITEMS =
      "delete from lab_unmatched_result where raw_message = $2 and ctid in (%s)"
          .formatted(Kinds.WAITING);

  private final BiFunction<PartedMessages.Stored, Set<Integer>, Optional<byte[]>> without;

  /**
   * @param without a message without the tests at some places
   */
  SharedMessages(BiFunction<PartedMessages.Stored, Set<Integer>, Optional<byte[]>> without) {
    this.without = without;
  }

  /**
   * Parts at most so many; tells how many. Fewer than that: there are no others. What cannot be
   * parted is passed over and counts for nothing.
   */
  int part(Tx tx, UUID user, int most, Progress progress) {
    int n = 0;
    UUID last = FIRST;
    RowSet<Row> some;
    do {
      some = tx.query(DUE, user, most - n, last);
      for (Row r : some) {
        last = r.getUUID("id");
        n += parted(tx, user, r, progress);
      }
    } while (some.size() > 0 && n < most);
    return n;
  }

  private int parted(Tx tx, UUID user, Row r, Progress progress) {
    UUID id = r.getUUID("id");
    Optional<byte[]> left =
        without.apply(
            new PartedMessages.Stored(
                r.getString("link"),
                r.getString("sender"),
                r.getString("control_id"),
                Rows.bytes(r, "body")),
            Set.of(r.getArrayOfIntegers("places")));
    if (left.isPresent()) {
      tx.update(PART, id, Buffer.buffer(left.get()));
      progress.add(Kinds.EMPTIED, 1);
      progress.add("lab_result_message", tx.update(ORDERS, user, id));
      progress.add("lab_unmatched_result", tx.update(ITEMS, user, id));
    }
    return left.isPresent() ? 1 : 0;
  }
}
