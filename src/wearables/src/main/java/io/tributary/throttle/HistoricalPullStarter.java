package io.tributary.throttle;

import io.tributary.db.Tx;
import java.util.UUID;

/** Starts the historical pull of a connection when its trigger is granted. */
@FunctionalInterface
public interface HistoricalPullStarter {
  /**
   * Schedules the pull jobs of the connection within the ingestion bounds and pull preferences. The
   * caller holds the connection's row lock. Whichever transaction ends the last open job of the
   * connection sets {@code finished_at} of the trigger.
   *
   * @return true when there is a job to wait for; a trigger without jobs is finished at once
   */
  boolean start(Tx tx, UUID connection, UUID trigger);
}
