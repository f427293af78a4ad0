package io.tributary.erasure;

import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.exchange.SplitMessages;
import io.tributary.lab.result.MessageLock;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * Splits laboratory messages that concern the user and also other patients whose results are still
 * unmatched.
 *
 * <p>Those messages will be parsed again once the other patients are known, so only the user's
 * parts are removed. Messages that cannot be split are left to be emptied like the others.
 */
final class SharedLabMessages {
  /**
   * Limit per batch: each message holds a lock in the lock table shared by the whole database
   * server.
   */
  private static final int MAX_CHECKED = 500;

  private static final String MINE =
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
      """
          .formatted(ErasurePlan.UNMATCHED_RESULTS);

  private static final String SHARED =
      """
        from lab_message m
       where m.id in (select raw_message from mine) and m.body <> '' and m.direction = 'in'
         and not exists (select from mine x where x.raw_message = m.id and x.places is null)
         and exists (
           select from lab_unmatched_result w
            where w.raw_message = m.id
              and w.status in ('pending_customer_review', 'pending_ops_review')
              and w.ctid <> all (select item from own))
      """;

  private static final String DUE =
      MINE + "select m.id" + SHARED + " and m.id > $3 order by m.id limit $2";

  /** Reads the message again under its lock; the previous holder may have matched its results. */
  private static final String LOCKED_MESSAGE =
      MINE
          + """
          select m.link, m.sender, m.control_id, m.body,
                 array(select distinct p from mine x, unnest(x.places) p where x.raw_message = m.id) as places
          """
          + SHARED
          + " and m.id = $2 for update of m";

  private static final String PART =
      "update lab_message set body = $2, answer = null where id = $1";

  /** Removes the user's links to the message, so that it is not emptied on their behalf. */
  private static final String ORDERS =
      """
      delete from lab_result_message h using lab_order o
       where o.id = h.order_id and o.user_id = $1 and h.raw_message = $2
      """;

  private static final String ITEMS =
      "delete from lab_unmatched_result where raw_message = $2 and ctid in (%s)"
          .formatted(ErasurePlan.UNMATCHED_RESULTS);

  private final BiFunction<SplitMessages.Stored, Set<Integer>, Optional<byte[]>> removeTests;

  /**
   * @param removeTests removes the tests at the given positions from a message
   */
  SharedLabMessages(BiFunction<SplitMessages.Stored, Set<Integer>, Optional<byte[]>> without) {
    this.removeTests = without;
  }

  /** Outcome of a batch. */
  enum Step {
    /** All messages that can be split have been split. */
    ALL,
    /** More may remain. */
    MORE,
    /** Some are locked by another transaction. */
    BUSY
  }

  /**
   * Splits at most {@code most} messages. Also limits the number checked, because their locks are
   * held until the transaction ends. The next batch continues after the last one.
   */
  Step splitBatch(Tx tx, UUID user, int most, ErasureProgress progress) {
    // Position before the first busy message, which is checked again with all after it.
    UUID sure = progress.splitPosition();
    UUID last = sure;
    boolean busy = false;
    int n = 0;
    int looked = 0;
    List<UUID> some;
    do {
      some = RowMapping.list(tx.query(DUE, user, most, last), r -> r.getUUID("id"));
      for (UUID id : some) {
        last = id;
        boolean mine = MessageLock.tryAcquire(tx, id);
        n += mine && split(tx, user, id, progress) ? 1 : 0;
        busy |= !mine;
        sure = busy ? sure : id;
        if (n == most) {
          return Step.MORE;
        }
        if (++looked == MAX_CHECKED) {
          progress.splitPosition(sure);
          return busy ? Step.BUSY : Step.MORE;
        }
      }
    } while (some.size() == most);
    return busy ? Step.BUSY : Step.ALL;
  }

  private boolean split(Tx tx, UUID user, UUID id, ErasureProgress progress) {
    Optional<byte[]> left = tx.first(LOCKED_MESSAGE, user, id).flatMap(this::remainingMessage);
    if (left.isPresent()) {
      tx.update(PART, id, Buffer.buffer(left.get()));
      progress.add(ErasurePlan.EMPTIED_COUNTER, 1);
      progress.add("lab_result_message", tx.update(ORDERS, user, id));
      progress.add("lab_unmatched_result", tx.update(ITEMS, user, id));
    }
    return left.isPresent();
  }

  private Optional<byte[]> remainingMessage(Row r) {
    return removeTests.apply(
        new SplitMessages.Stored(
            r.getString("link"),
            r.getString("sender"),
            r.getString("control_id"),
            RowMapping.bytes(r, "body")),
        Set.of(r.getArrayOfIntegers("places")));
  }
}
