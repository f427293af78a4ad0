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

  private final HistoricalPullJob.Parts parts;
  private final PullRepo repo;
  private final HistoricalPullJob runs;
  private final Duration drainLimit;
  private final Map<UUID, Running> running = new LinkedHashMap<>();
  private ProviderSlotPool.Desk desk;
  private JobRunner<PullJob> loop;
  private volatile boolean stopping;

  /** Job that runs on this node. */
  private static final class Running {
    final PullJob job;
    volatile boolean lost;

    Running(PullJob job) {
      this.job = job;
    }
  }

  PullSchedulerVerticle(HistoricalPullJob.Parts parts, PullRepo repo, Duration drainLimit) {
    this.parts = parts;
    this.repo = repo;
    this.runs = new HistoricalPullJob(parts, repo);
    this.drainLimit = drainLimit;
  }

  @Override
  public Future<?> start() {
    desk = parts.rests().slots().desk(ProviderSlotPool.Lane.HISTORY);
    loop =
        new JobRunner<>(
            vertx,
            parts.db(),
            HistoricalPullPlanner.QUEUE,
            parts.settings().slots(),
            parts.settings().claimEvery(),
            this::claim,
            this::run);
    loop.start();
    vertx.setPeriodic(Math.max(20, parts.settings().lease().toMillis() / 3), id -> heartbeat());
    vertx.setPeriodic(Duration.ofSeconds(15).toMillis(), id -> look());
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
      loop.stop().timeout(Math.max(1, drainLimit.toMillis() / 2), TimeUnit.MILLISECONDS).await();
    } catch (Exception late) {
      // A timeout is a checked exception that await() throws without declaring it.
      giveBack();
    }
    desk.close();
    parts.db().wakeups().wake(HistoricalPullPlanner.QUEUE);
    return Future.succeededFuture();
  }

  private void giveBack() {
    try {
      for (Running r : List.copyOf(running.values())) {
        repo.release(r.job, Duration.ZERO);
      }
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING, "pulls not given back, their leases run out: " + SafeErrorMessage.of(e));
    }
  }

  private List<PullJob> claim(int free) {
    ProviderSlotPool.Offer offer = desk.offer();
    List<PullJob> jobs = List.of();
    try {
      jobs = offer.empty() ? jobs : repo.claim(free, offer);
    } finally {
      desk.claimed(offer, jobs.stream().map(PullSchedulerVerticle::work).toList());
    }
    return jobs;
  }

  private static ProviderSlotPool.Work work(PullJob job) {
    return new ProviderSlotPool.Work(job.provider(), job.tenant().team());
  }

  private void run(PullJob job) {
    Running r = new Running(job);
    running.put(job.id(), r);
    parts.meters().begun();
    String outcome = "fault";
    try {
      outcome = runs.run(job, () -> !stopping && !r.lost, desk.seat(work(job), job.app()));
    } finally {
      running.remove(job.id(), r);
      desk.ended(work(job));
      parts.meters().ended(job.provider(), outcome);
    }
  }

  private void heartbeat() {
    List<Running> all = List.copyOf(running.values());
    if (all.isEmpty()) {
      return;
    }
    try {
      Set<UUID> ours = repo.heartbeat(all.stream().map(r -> r.job).toList());
      all.stream().filter(r -> !ours.contains(r.job.id())).forEach(r -> r.lost = true);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "pull leases not renewed: " + SafeErrorMessage.of(e));
    }
  }

  private void look() {
    try {
      parts.meters().waiting(repo.waiting());
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "pull queue not read: " + e.getMessage());
    }
  }
}
