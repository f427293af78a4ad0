package io.tributary.maintenance;

import io.tributary.audit.AuditRetention;
import io.tributary.config.MaintenanceConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.erasure.UserErasure;
import io.tributary.job.PeriodicTask;
import io.tributary.lease.Fence;
import io.tributary.lease.Lease;
import io.tributary.metrics.Metrics;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the maintenance tasks in small transactions, each fenced by the lease.
 *
 * <p>A task with a lot of work is interrupted after a number of transactions, so that a large
 * erasure does not delay the others. Must be deployed on a virtual thread.
 */
public final class MaintenanceVerticle extends VerticleBase {
  /** Lease of the single instance in the cluster. */
  public static final String LEASE = "task:housekeeping";

  private static final System.Logger LOG = System.getLogger(MaintenanceVerticle.class.getName());

  /** Consecutive transactions of one task before the others run. */
  private static final int MAX_CONSECUTIVE = 100;

  /**
   * Number of rounds after which a task that found the database busy is retried. That is earlier
   * than its own interval, but not every round, because the tasks behind it wait while it waits for
   * a lock.
   */
  private static final int BUSY_RETRY_ROUNDS = 5;

  private final Db db;
  private final Lease lease;
  private final MaintenanceConfig settings;
  private final List<MaintenanceTask> tasks;
  private final Metrics meters;
  private final Map<String, Long> dueAt = new HashMap<>();
  private final PeriodicTask task = new PeriodicTask(this::runOnce);

  public MaintenanceVerticle(
      Db db,
      Lease lease,
      ServiceConfig config,
      UserErasure erasure,
      ConnectionLifecycle connections,
      AuditRetention audit,
      Metrics meters) {
    this.db = db;
    this.meters = meters;
    this.lease = lease;
    this.settings = config.maintenance();
    this.tasks = MaintenanceTasks.create(config, erasure, connections, audit);
  }

  @Override
  public Future<?> start() {
    task.start(vertx, Duration.ofMillis(1), settings.interval());
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return task.stop();
  }

  private void runOnce() {
    try {
      for (MaintenanceTask step : tasks) {
        long now = System.nanoTime();
        if (now - dueAt.getOrDefault(step.name(), now) >= 0 && !task.isStopping()) {
          dueAt.put(step.name(), now + step.interval().toNanos());
          meters
              .timer("tributary_maintenance_task_duration", "step", step.name())
              .record(() -> run(step));
        }
      }
    } catch (Fence.LeaseLostException lost) {
      LOG.log(Level.WARNING, "housekeeping stopped: " + lost.getMessage());
    }
  }

  private void run(MaintenanceTask step) {
    try {
      for (int i = 0; i < MAX_CONSECUTIVE && !task.isStopping(); i++) {
        boolean more =
            db.tx(
                tx -> {
                  Fence.lockLease(tx, lease);
                  return step.step().run(tx);
                });
        if (!more) {
          return;
        }
      }
      // Interrupted: continues in the next round, whatever its interval.
      dueAt.put(step.name(), System.nanoTime());
    } catch (Fence.LeaseLostException lost) {
      throw lost;
    } catch (ServiceException away) {
      LOG.log(Level.WARNING, "step=" + step.name() + " waits: " + away.getMessage());
      Duration later = settings.interval().multipliedBy(BUSY_RETRY_ROUNDS);
      if (later.compareTo(step.interval()) < 0) {
        dueAt.put(step.name(), System.nanoTime() + later.toNanos());
      }
    } catch (RuntimeException e) {
      // An error in one task must not stop the others.
      LOG.log(Level.ERROR, "step=" + step.name() + " failed, will be retried", e);
    }
  }
}
