package io.tributary.maintenance;

import io.tributary.db.Tx;
import java.time.Duration;

/**
 * One kind of tidying.
 *
 * @param every pace of looking for work
 * @param portion a bounded piece of it in one transaction
 */
record MaintenanceTask(String name, Duration every, Portion portion) {
  @FunctionalInterface
  interface Portion {
    /** Returns whether there may be more. */
    boolean run(Tx tx);
  }
}
