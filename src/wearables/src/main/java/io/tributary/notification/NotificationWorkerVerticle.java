package io.tributary.notification;

import io.tributary.config.NotificationConfig;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.core.SafeErrorMessage;
import io.tributary.db.Db;
import io.tributary.job.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Processes stored provider notifications, with a limited number of concurrent reads. */
final class NotificationWorkerVerticle extends VerticleBase {
  private static final System.Logger LOG =
      System.getLogger(NotificationWorkerVerticle.class.getName());

  /** Queue that wakes the loop when notifications were stored. */
  static final String QUEUE = ConnectionLifecycle.NOTIFICATION_QUEUE;

  /** One provider may use at most this fraction (1/4) of the slots. */
  private static final int PROVIDER_SHARE = 4;

  private static final Duration MEASURE_INTERVAL = Duration.ofSeconds(15);

  private final Db db;
  private final NotificationRepo repo;
  private final NotificationJob executor;
  private final NotificationConfig settings;
  private final NotificationMetrics meters;
  private final Duration drainLimit;
  private final Set<UUID> running = new TreeSet<>();
  private final Map<String, Integer> runningByProvider = new HashMap<>();
  private JobRunner<NotificationRepo.NotificationGroup> runner;
  private volatile boolean stopping;

  NotificationWorkerVerticle(
      Db db,
      NotificationRepo repo,
      NotificationJob runs,
      NotificationConfig settings,
      NotificationMetrics meters,
      Duration drainLimit) {
    this.db = db;
    this.repo = repo;
    this.executor = runs;
    this.settings = settings;
    this.meters = meters;
    this.drainLimit = drainLimit;
  }

  @Override
  public Future<?> start() {
    runner =
        new JobRunner<>(
            vertx,
            db,
            QUEUE,
            settings.concurrency(),
            settings.claimInterval(),
            this::claim,
            this::work);
    runner.start();
    vertx.setPeriodic(Math.max(20, settings.lease().toMillis() / 3), id -> heartbeat());
    vertx.setPeriodic(MEASURE_INTERVAL.toMillis(), id -> measure());
    return Future.succeededFuture();
  }

  /**
   * Abandons a read that hangs in a call. Its lease expires, and repeating the read is harmless.
   */
  @Override
  public Future<?> stop() {
    stopping = true;
    return runner
        .stop()
        .timeout(Math.max(1, drainLimit.toMillis() / 2), TimeUnit.MILLISECONDS)
        .otherwiseEmpty();
  }

  /** Limits the slots per provider, so that a provider that hangs leaves slots for the others. */
  private List<NotificationRepo.NotificationGroup> claim(int free) {
    List<NotificationRepo.NotificationGroup> claimed =
        repo.claim(free, runningByProvider, Math.max(1, settings.concurrency() / PROVIDER_SHARE));
    claimed.forEach(g -> runningByProvider.merge(g.provider(), 1, Integer::sum));
    return claimed;
  }

  private void work(NotificationRepo.NotificationGroup group) {
    List<UUID> hints =
        group.hints().stream().map(NotificationRepo.ClaimedNotification::id).toList();
    running.addAll(hints);
    try {
      executor.run(group, () -> !stopping);
    } finally {
      hints.forEach(running::remove);
      runningByProvider.merge(group.provider(), -1, Integer::sum);
    }
  }

  private void heartbeat() {
    if (running.isEmpty()) {
      return;
    }
    try {
      repo.heartbeat(List.copyOf(running));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "notifications: leases not renewed: " + SafeErrorMessage.of(e));
    }
  }

  private void measure() {
    try {
      meters.setBacklog(repo.backlog());
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "notifications: queue not counted: " + e.getMessage());
    }
  }
}
