package io.tributary.lab.order;

import io.tributary.db.Tx;
import io.tributary.lab.state.Status;

/** Callback for each move of an order, in the transaction of the move. */
@FunctionalInterface
public interface OrderListener {
  /**
   * Called after the row has the new status and the customer event is written.
   *
   * @param before the order before the move; its row is locked
   */
  void onMoved(Tx tx, OrderRow before, Status after);

  /** Called for a new order. Does nothing by default. */
  default void onCreated(Tx tx, OrderRow order) {}
}
