package io.tributary.maintenance;

import io.tributary.db.Tx;
import java.time.Duration;

/**
 * Maintenance task that runs in small transactions.
 *
 * @param interval interval at which the task looks for work
 * @param step bounded amount of work in one transaction
 */
record MaintenanceTask(String name, Duration interval, MaintenanceStep step) {
  @FunctionalInterface
  interface MaintenanceStep {
    /** Returns whether there may be more. */
    boolean run(Tx tx);
  }
}
