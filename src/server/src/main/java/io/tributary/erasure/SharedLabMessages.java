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
        select r.ctid as item, r.lab_message_id, r.test_indexes from lab_unmatched_result r
         where r.ctid in (%s)
      ), mine as (
        select lab_message_id, test_indexes from own
         union all
        select h.lab_message_id, h.test_indexes from lab_order o join lab_result_message h on h.order_id = o.id
         where o.user_id = $1
      )
      """
          .formatted(ErasurePlan.UNMATCHED_RESULTS);

  private static final String SHARED =
      """
        from lab_message m
       where m.id in (select lab_message_id from mine) and m.body <> '' and m.direction = 'in'
         and not exists (select from mine x where x.lab_message_id = m.id and x.test_indexes is null)
         and exists (
           select from lab_unmatched_result w
            where w.lab_message_id = m.id
              and w.status in ('pending_customer_review', 'pending_ops_review')
              and w.ctid <> all (select item from own))
      """;

  private static final String DUE =
      MINE + "select m.id" + SHARED + " and m.id > $3 order by m.id limit $2";

  /** Reads the message again under its lock; the previous holder may have matched its results. */
  private static final String LOCKED_MESSAGE =
      MINE
          + """
          select m.connection_name, m.sender, m.control_id, m.body,
                 array(select distinct p from mine x, unnest(x.test_indexes) p where x.lab_message_id = m.id) as test_indexes
          """
          + SHARED
          + " and m.id = $2 for update of m";

  private static final String PART =
      "update lab_message set body = $2, answer = null where id = $1";

  /** Removes the user's links to the message, so that it is not emptied on their behalf. */
  private static final String ORDERS =
      """
      delete from lab_result_message h using lab_order o
       where o.id = h.order_id and o.user_id = $1 and h.lab_message_id = $2
      """;

  private static final String ITEMS =
      "delete from lab_unmatched_result where lab_message_id = $2 and ctid in (%s)"
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
            r.getString("connection_name"),
            r.getString("sender"),
            r.getString("control_id"),
            RowMapping.bytes(r, "body")),
        Set.of(r.getArrayOfIntegers("test_indexes")));
  }
}
