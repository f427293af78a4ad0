package io.tributary.healthimport;

import io.tributary.core.SafeErrorMessage;
import io.tributary.job.JobRunner;
import io.tributary.metrics.Metrics;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.MessageConsumer;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs imports whose files are on this node and deletes unneeded files. One per node, on virtual
 * threads.
 */
final class ImportVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(ImportVerticle.class.getName());

  private final ImportDependencies dependencies;
  private final Metrics meters;
  private final Duration drainLimit;
  private final Map<UUID, RunningImport> running = new LinkedHashMap<>();
  private final AtomicInteger count = new AtomicInteger();
  private JobRunner<ClaimedImport> runner;
  private MessageConsumer<String> wake;
  private volatile boolean stopping;
  private boolean sweeping;

  /** Import running on this node. */
  private static final class RunningImport {
    final ClaimedImport job;
    volatile boolean lost;

    RunningImport(ClaimedImport job) {
      this.job = job;
    }
  }

  ImportVerticle(ImportDependencies parts, Metrics meters, Duration drainLimit) {
    this.dependencies = parts;
    this.meters = meters;
    this.drainLimit = drainLimit;
    meters.gauge("tributary_import_running", count::get);
  }

  @Override
  public Future<?> start() {
    dependencies.repo().releaseOwn();
    sweep();
    runner =
        new JobRunner<>(
            vertx,
            dependencies.db(),
            ImportRepo.QUEUE,
            dependencies.settings().concurrency(),
            dependencies.settings().claimInterval(),
            this::claim,
            this::run);
    runner.start();
    wake = dependencies.db().queueNotifier().onWake(ImportRepo.QUEUE, this::sweep);
    vertx.setPeriodic(
        Math.max(20, dependencies.settings().lease().toMillis() / 3), id -> heartbeat());
    vertx.setPeriodic(dependencies.settings().sweepInterval().toMillis(), id -> sweep());
    return Future.succeededFuture();
  }

  /** Running imports release themselves at their next commit. */
  @Override
  public Future<?> stop() {
    stopping = true;
    wake.unregister();
    try {
      runner.stop().timeout(Math.max(1, drainLimit.toMillis() / 2), TimeUnit.MILLISECONDS).await();
    } catch (Exception late) {
      // A timeout is a checked exception that await rethrows. The lease expires by itself.
      LOG.log(Level.WARNING, "imports: still running while the node shuts down");
    }
    return Future.succeededFuture();
  }

  /** Claims one by one, so that each claim takes the teams' current load into account. */
  private List<ClaimedImport> claim(int free) {
    List<ClaimedImport> jobs = new ArrayList<>();
    while (jobs.size() < free) {
      Optional<ClaimedImport> next = dependencies.repo().claim();
      if (next.isEmpty()) {
        break;
      }
      jobs.add(next.get());
    }
    return jobs;
  }

  private void run(ClaimedImport job) {
    RunningImport r = new RunningImport(job);
    running.put(job.id(), r);
    count.incrementAndGet();
    String outcome = "fault";
    try {
      outcome = new AppleHealthImporter(dependencies, job, () -> !stopping && !r.lost).run();
    } finally {
      running.remove(job.id(), r);
      count.decrementAndGet();
      meters.counter("tributary_import_runs", "outcome", outcome).increment();
    }
  }

  private void heartbeat() {
    List<RunningImport> all = List.copyOf(running.values());
    if (all.isEmpty()) {
      return;
    }
    try {
      Set<UUID> ours = dependencies.repo().heartbeat(all.stream().map(r -> r.job).toList());
      all.stream().filter(r -> !ours.contains(r.job.id())).forEach(r -> r.lost = true);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "imports: leases not renewed: " + SafeErrorMessage.of(e));
    }
  }

  private void sweep() {
    if (sweeping || stopping) {
      return;
    }
    sweeping = true;
    try {
      dependencies.repo().cancelOfDeleted();
      int removed = dependencies.files().sweep(dependencies.repo()::open);
      if (removed > 0) {
        LOG.log(Level.INFO, "imports: removed files=" + removed);
      }
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "imports: files not cleaned up, will be retried: " + e.getMessage());
    } finally {
      sweeping = false;
    }
  }
}
