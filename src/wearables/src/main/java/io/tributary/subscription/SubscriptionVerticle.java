package io.tributary.subscription;

import io.tributary.config.SubscriptionConfig;
import io.tributary.db.Db;
import io.tributary.job.JobRunner;
import io.tributary.job.KeyedSemaphore;
import io.tributary.job.PeriodicTask;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.MessageConsumer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Plans missing subscriptions and processes those that are due. */
final class SubscriptionVerticle extends VerticleBase {
  // One provider may use at most this fraction (1/4) of the slots.
  private static final int PROVIDER_SHARE = 4;

  private final Db db;
  private final SubscriptionPlanner subscriptions;
  private final SubscriptionRepo repo;
  private final SubscriptionJob executor;
  private final SubscriptionConfig settings;
  private final Duration drainLimit;
  private final KeyedSemaphore<SubscriptionRepo.Claimed> slots;
  private JobRunner<SubscriptionRepo.Claimed> runner;
  private PeriodicTask planning;
  private MessageConsumer<String> linked;
  private volatile boolean stopping;

  SubscriptionVerticle(
      Db db,
      SubscriptionPlanner subscriptions,
      SubscriptionRepo repo,
      SubscriptionJob runs,
      SubscriptionConfig settings,
      Duration drainLimit) {
    this.db = db;
    this.subscriptions = subscriptions;
    this.repo = repo;
    this.executor = runs;
    this.settings = settings;
    this.drainLimit = drainLimit;
    this.slots =
        new KeyedSemaphore<>(
            Math.max(1, settings.concurrency() / PROVIDER_SHARE),
            SubscriptionRepo.Claimed::provider);
  }

  @Override
  public Future<?> start() {
    runner =
        new JobRunner<>(
            vertx,
            db,
            SubscriptionPlanner.QUEUE,
            settings.concurrency(),
            settings.claimInterval(),
            free -> slots.claim(free, repo::claim),
            this::work);
    runner.start();
    planning = new PeriodicTask(subscriptions::plan);
    // The first round waits for the HTTP server, which answers the providers' challenges.
    planning.start(
        vertx,
        Duration.ofMillis(Math.min(500, settings.claimInterval().toMillis())),
        settings.claimInterval());
    linked =
        db.queueNotifier()
            .onWake(
                SubscriptionPlanner.LINKED_QUEUE,
                () -> vertx.runOnContext(v -> subscriptions.plan()));
    return Future.succeededFuture();
  }

  private void work(SubscriptionRepo.Claimed subscription) {
    try {
      executor.run(subscription, () -> !stopping);
    } finally {
      slots.release(subscription);
    }
  }

  /** Abandons a call that hangs. Its lease expires, and every step may be repeated. */
  @Override
  public Future<?> stop() {
    stopping = true;
    linked.unregister();
    return Future.join(planning.stop(), runner.stop())
        .timeout(Math.max(1, drainLimit.toMillis() / 2), TimeUnit.MILLISECONDS)
        .otherwiseEmpty();
  }
}
