package io.tributary.maintenance;

import io.tributary.db.Tx;
import java.time.Duration;

/**
 * Maintenance task that runs in small transactions.
 *
 * @param every interval at which the task looks for work
 * @param portion bounded amount of work in one transaction
 */
record MaintenanceTask(String name, Duration every, Portion portion) {
  @FunctionalInterface
  interface Portion {
    /** Returns whether there may be more. */
    boolean run(Tx tx);
  }
}
