package io.tributary.lab.order;

import io.tributary.db.Tx;
import io.tributary.lab.state.Status;

/** Told of each move of an order, in the transaction of the move. */
@FunctionalInterface
public interface OrderListener {
  /**
   * The row says the new status already, and the customer is told.
   *
   * @param before the order before the move; its row is locked
   */
  void moved(Tx tx, OrderRow before, Status after);

  /** There is a new order, which is ordered; nothing happens unless a listener says so. */
  default void opened(Tx tx, OrderRow order) {}
}
