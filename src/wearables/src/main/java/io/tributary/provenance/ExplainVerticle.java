package io.tributary.provenance;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.config.ProvenanceConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.job.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Serves {@code explain.command} and runs remapping jobs on virtual threads. */
final class ExplainVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(ExplainVerticle.class.getName());
  private static final int CONCURRENCY = 8;

  private final Db db;
  private final Bus bus;
  private final SummaryExplainer summaries;
  private final SampleExplainer samples;
  private final MergeExplainer merges;
  private final RemapHandler remapHandler;
  private final RemapRepo repo;
  private final RemapJob remapJob;
  private final ServiceConfig config;
  private final Set<UUID> running = new TreeSet<>();
  private JobRunner<RemapRepo.RemapRun> runner;
  private volatile boolean stopping;

  ExplainVerticle(
      Db db,
      Bus bus,
      SummaryExplainer summaries,
      SampleExplainer samples,
      MergeExplainer merges,
      RemapHandler command,
      RemapRepo repo,
      RemapJob runs,
      ServiceConfig config) {
    this.db = db;
    this.bus = bus;
    this.summaries = summaries;
    this.samples = samples;
    this.merges = merges;
    this.remapHandler = command;
    this.repo = repo;
    this.remapJob = runs;
    this.config = config;
  }

  @Override
  public Future<?> start() {
    ProvenanceConfig settings = config.provenance();
    runner =
        new JobRunner<>(
            vertx,
            db,
            RemapHandler.QUEUE,
            settings.concurrency(),
            settings.claimInterval(),
            repo::claim,
            this::run);
    runner.start();
    vertx.setPeriodic(Math.max(20, settings.lease().toMillis() / 3), id -> heartbeat());
    return bus.serve(Address.EXPLAIN, ExplainMessages.class, CONCURRENCY, this::handle);
  }

  /**
   * Waits for active runs for at most half the drain limit. A run that does not stop in time loses
   * its lease and continues on another node.
   */
  @Override
  public Future<?> stop() {
    stopping = true;
    return runner
        .stop()
        .timeout(Math.max(1, config.node().shutdownTimeout().toMillis() / 2), TimeUnit.MILLISECONDS)
        .otherwiseEmpty();
  }

  private BusMessage handle(ExplainMessages message) {
    return switch (message) {
      case ExplainMessages.ExplainSummary m -> summaries.explain(m);
      case ExplainMessages.ExplainSample m -> samples.explain(m);
      case ExplainMessages.ExplainMerge m -> merges.explain(m);
      case ExplainMessages.Renormalise m -> remapHandler.start(m);
    };
  }

  private void run(RemapRepo.RemapRun run) {
    running.add(run.id());
    try {
      remapJob.run(run, () -> !stopping);
    } finally {
      running.remove(run.id());
    }
  }

  private void heartbeat() {
    if (running.isEmpty()) {
      return;
    }
    try {
      repo.heartbeat(List.copyOf(running));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "remapping: leases not renewed: " + e.getMessage());
    }
  }
}
