package io.tributary.lab.exchange;

import io.tributary.db.Tx;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.wire.LabOrder;
import java.util.Optional;

/** The insurance that pays for an order. */
@FunctionalInterface
public interface Cover {
  /** Empty when the record is not there any more. */
  Optional<LabOrder.Insurance> of(Tx tx, OrderRow order);
}
