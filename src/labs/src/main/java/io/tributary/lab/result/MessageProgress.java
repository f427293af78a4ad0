package io.tributary.lab.result;

import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Progress of the earlier processing of a message.
 *
 * @param donePositions positions of tests that an order has, or that a person decided about
 * @param waiting items that may still find their order
 * @param progressUnknown whether the message was processed before positions were recorded, so its
 *     progress is unknown
 */
record MessageProgress(
    Set<Integer> donePositions, List<WaitingItem> waiting, boolean progressUnknown) {
  private static final String ATTACHED =
      "select test_indexes from lab_result_message where lab_message_id = $1";
  private static final String ITEMS =
      """
      select id, test_indexes, reported_at, status in ('pending_customer_review', 'pending_ops_review') as waits
        from lab_unmatched_result where lab_message_id = $1 order by id for update
      """;

  MessageProgress {
    donePositions = Set.copyOf(donePositions);
    waiting = List.copyOf(waiting);
  }

  record WaitingItem(UUID id, Set<Integer> positions, Instant saidAt) {}

  /** Locks the message and its items until the transaction ends. */
  static MessageProgress lock(Tx tx, UUID rawMessage) {
    MessageLock.acquire(tx, rawMessage);
    Set<Integer> places = new HashSet<>();
    List<WaitingItem> waiting = new ArrayList<>();
    boolean uncounted = false;
    for (Row r : tx.query(ATTACHED, rawMessage)) {
      Optional<Set<Integer>> of = places(r);
      uncounted |= of.isEmpty();
      of.ifPresent(places::addAll);
    }
    for (Row r : tx.query(ITEMS, rawMessage)) {
      Optional<Set<Integer>> of = places(r);
      uncounted |= of.isEmpty();
      if (of.isPresent() && r.getBoolean("waits")) {
        waiting.add(
            new WaitingItem(r.getUUID("id"), of.get(), RowMapping.instant(r, "reported_at")));
      } else {
        of.ifPresent(places::addAll);
      }
    }
    return new MessageProgress(places, waiting, uncounted);
  }

  private static Optional<Set<Integer>> places(Row r) {
    return Optional.ofNullable(r.getArrayOfIntegers("test_indexes"))
        .map(a -> new HashSet<>(Arrays.asList(a)));
  }

  /** Unprocessed tests of a part; empty when all are processed. */
  Optional<ReportPart> remaining(ReportPart part) {
    return part.without(donePositions);
  }
}
