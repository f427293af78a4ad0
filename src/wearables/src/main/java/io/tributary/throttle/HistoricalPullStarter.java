package io.tributary.throttle;

import io.tributary.db.Tx;
import java.util.UUID;

/** Starts the historical stage of a connection whose trigger is being granted. */
@FunctionalInterface
public interface HistoricalPullStarter {
  /**
   * Schedules the pull jobs of the connection within ingestion bounds and pull preferences. The
   * connection's row is locked by the caller. Whoever ends the connection's last open job sets the
   * trigger's finished_at.
   *
   * @return whether there is any job to wait for; a trigger without one is finished at once
   */
  boolean start(Tx tx, UUID connection, UUID trigger);
}
