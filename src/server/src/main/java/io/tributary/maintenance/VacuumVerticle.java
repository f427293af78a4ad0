package io.tributary.maintenance;

import io.tributary.core.ServiceException;
import io.tributary.erasure.VacuumJob;
import io.tributary.job.PeriodicTask;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Has tables cleaned that users were erased from; apart from the other tidying, as a large table
 * takes its time. Deploy it on a virtual thread.
 */
public final class VacuumVerticle extends VerticleBase {
  /** The lease of the one that runs in the cluster. */
  public static final String LEASE = "task:sweep";

  private static final System.Logger LOG = System.getLogger(VacuumVerticle.class.getName());

  private final VacuumJob sweep;
  private final Duration every;
  private final PeriodicTask rounds = new PeriodicTask(this::round);

  public VacuumVerticle(VacuumJob sweep, Duration every) {
    this.sweep = sweep;
    this.every = every;
  }

  @Override
  public Future<?> start() {
    rounds.start(vertx, every, every);
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return rounds.stop();
  }

  private void round() {
    try {
      while (!rounds.isStopping() && sweep.run()) {
        // the next table
      }
    } catch (ServiceException away) {
      LOG.log(Level.DEBUG, "cleaning waits: " + away.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "tables not cleaned after an erasure, tried again", e);
    }
  }
}
