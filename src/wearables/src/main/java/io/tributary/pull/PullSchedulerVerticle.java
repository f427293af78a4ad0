package io.tributary.pull;

import io.tributary.core.SafeErrorMessage;
import io.tributary.job.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Claims historical pull jobs and runs them, a limited number at a time, each on its own virtual
 * thread. Extends the leases of running jobs and releases jobs that cannot end before the node
 * stops.
 */
final class PullSchedulerVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(PullSchedulerVerticle.class.getName());

  private final HistoricalPullJob.PullServices services;
  private final PullRepo repo;
  private final HistoricalPullJob executor;
  private final Duration drainLimit;
  private final Map<UUID, Running> running = new LinkedHashMap<>();
  private ProviderSlotPool.Claimer claimer;
  private JobRunner<PullJob> runner;
  private volatile boolean stopping;

  /** Job that runs on this node. */
  private static final class Running {
    final PullJob job;
    volatile boolean claimLost;

    Running(PullJob job) {
      this.job = job;
    }
  }

  PullSchedulerVerticle(HistoricalPullJob.PullServices parts, PullRepo repo, Duration drainLimit) {
    this.services = parts;
    this.repo = repo;
    this.executor = new HistoricalPullJob(parts, repo);
    this.drainLimit = drainLimit;
  }

  @Override
  public Future<?> start() {
    claimer = services.cooldowns().slots().newClaimer(ProviderSlotPool.Lane.HISTORY);
    runner =
        new JobRunner<>(
            vertx,
            services.db(),
            HistoricalPullPlanner.QUEUE,
            services.settings().concurrency(),
            services.settings().claimInterval(),
            this::claim,
            this::run);
    runner.start();
    vertx.setPeriodic(Math.max(20, services.settings().lease().toMillis() / 3), id -> heartbeat());
    vertx.setPeriodic(Duration.ofSeconds(15).toMillis(), id -> measureBacklog());
    return Future.succeededFuture();
  }

  /**
   * Stops the jobs. They notice it and release themselves. A job that hangs in a call is released
   * here, after half of the drain time.
   */
  @Override
  public Future<?> stop() {
    stopping = true;
    try {
      runner.stop().timeout(Math.max(1, drainLimit.toMillis() / 2), TimeUnit.MILLISECONDS).await();
    } catch (Exception late) {
      // A timeout is a checked exception that await() throws without declaring it.
      releaseJobs();
    }
    claimer.close();
    services.db().queueNotifier().wake(HistoricalPullPlanner.QUEUE);
    return Future.succeededFuture();
  }

  private void releaseJobs() {
    try {
      for (Running r : List.copyOf(running.values())) {
        repo.release(r.job, Duration.ZERO);
      }
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "pull: claims not released, their leases will expire: " + SafeErrorMessage.of(e));
    }
  }

  private List<PullJob> claim(int free) {
    ProviderSlotPool.Offer offer = claimer.offer();
    List<PullJob> jobs = List.of();
    try {
      jobs = offer.isEmpty() ? jobs : repo.claim(free, offer);
    } finally {
      claimer.recordClaim(offer, jobs.stream().map(PullSchedulerVerticle::work).toList());
    }
    return jobs;
  }

  private static ProviderSlotPool.TeamWork work(PullJob job) {
    return new ProviderSlotPool.TeamWork(job.provider(), job.tenant().team());
  }

  private void run(PullJob job) {
    Running r = new Running(job);
    running.put(job.id(), r);
    services.meters().runStarted();
    String outcome = "fault";
    try {
      outcome =
          executor.run(job, () -> !stopping && !r.claimLost, claimer.slot(work(job), job.app()));
    } finally {
      running.remove(job.id(), r);
      claimer.release(work(job));
      services.meters().runEnded(job.provider(), outcome);
    }
  }

  private void heartbeat() {
    List<Running> all = List.copyOf(running.values());
    if (all.isEmpty()) {
      return;
    }
    try {
      Set<UUID> ours = repo.heartbeat(all.stream().map(r -> r.job).toList());
      all.stream().filter(r -> !ours.contains(r.job.id())).forEach(r -> r.claimLost = true);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "pull: leases not renewed: " + SafeErrorMessage.of(e));
    }
  }

  private void measureBacklog() {
    try {
      services.meters().setBacklog(repo.backlog());
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "pull: queue not read: " + e.getMessage());
    }
  }
}
