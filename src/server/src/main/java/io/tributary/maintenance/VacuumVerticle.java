package io.tributary.maintenance;

import io.tributary.core.ServiceException;
import io.tributary.erasure.VacuumJob;
import io.tributary.job.PeriodicTask;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Runs {@link VacuumJob} for tables from which users were erased; separate from other maintenance,
 * because a large table takes long. Must be deployed on a virtual thread.
 */
public final class VacuumVerticle extends VerticleBase {
  /** Lease of the single instance in the cluster. */
  public static final String LEASE = "task:sweep";

  private static final System.Logger LOG = System.getLogger(VacuumVerticle.class.getName());

  private final VacuumJob job;
  private final Duration interval;
  private final PeriodicTask task = new PeriodicTask(this::runOnce);

  public VacuumVerticle(VacuumJob sweep, Duration every) {
    this.job = sweep;
    this.interval = every;
  }

  @Override
  public Future<?> start() {
    task.start(vertx, interval, interval);
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return task.stop();
  }

  private void runOnce() {
    try {
      while (!task.isStopping() && job.run()) {
        // Continue with the next table.
      }
    } catch (ServiceException away) {
      LOG.log(Level.DEBUG, "vacuum waits: " + away.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "tables not vacuumed after an erasure, retrying", e);
    }
  }
}
