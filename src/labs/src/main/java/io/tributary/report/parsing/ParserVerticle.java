package io.tributary.report.parsing;

import io.tributary.core.SafeErrorMessage;
import io.tributary.job.JobRunner;
import io.tributary.metrics.Metrics;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stages and reads uploaded reports with two independent loops, so that clients learn of their job
 * even while all readers are busy. One per node, on a virtual thread.
 */
final class ParserVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(ParserVerticle.class.getName());
  private static final int STAGING_CONCURRENCY = 4;

  private final JobParts parts;
  private final Metrics metrics;
  private final Duration drainLimit;
  private final Map<UUID, JobClaim> running = new LinkedHashMap<>();
  private final AtomicInteger count = new AtomicInteger();
  private JobRunner<UUID> stage;
  private JobRunner<JobClaim> read;
  private volatile boolean stopping;

  ParserVerticle(JobParts parts, Metrics meters, Duration drainLimit) {
    this.parts = parts;
    this.metrics = meters;
    this.drainLimit = drainLimit;
    meters.gauge("tributary_report_running", count::get);
  }

  @Override
  public Future<?> start() {
    parts.reader().open();
    int left = parts.files().sweep();
    if (left > 0) {
      LOG.log(Level.INFO, "reports: removed folders=" + left);
    }
    stage =
        new JobRunner<>(
            vertx,
            parts.db(),
            JobRepo.STAGE_QUEUE,
            STAGING_CONCURRENCY,
            parts.settings().claimInterval(),
            parts.repo()::pendingStaging,
            this::stage);
    read =
        new JobRunner<>(
            vertx,
            parts.db(),
            JobRepo.READ_QUEUE,
            parts.settings().concurrency(),
            parts.settings().claimInterval(),
            this::claim,
            this::read);
    stage.start();
    read.start();
    vertx.setPeriodic(Math.max(20, parts.settings().lease().toMillis() / 3), id -> heartbeat());
    return Future.succeededFuture();
  }

  /**
   * Stops both loops. Jobs that do not finish in time are released and read again later or on
   * another node.
   */
  @Override
  public Future<?> stop() {
    stopping = true;
    Future<?> ended = Future.join(stage.stop(), read.stop());
    if (!endedWithin(ended, drainLimit.toMillis() / 2)) {
      LOG.log(Level.INFO, "reports: released while the node shuts down");
    }
    try {
      parts.reader().close().await();
    } catch (Exception e) {
      LOG.log(Level.WARNING, "reports: readers did not stop: " + e.getClass().getSimpleName());
    }
    endedWithin(ended, drainLimit.toMillis() / 4);
    return Future.succeededFuture();
  }

  private static boolean endedWithin(Future<?> work, long millis) {
    try {
      work.timeout(Math.max(1, millis), TimeUnit.MILLISECONDS).await();
      return true;
    } catch (Exception late) {
      // The timeout arrives as a checked exception that await rethrows.
      return false;
    }
  }

  private void stage(UUID id) {
    boolean whole =
        parts
            .db()
            .tx(
                tx -> {
                  boolean there = parts.store().isComplete(tx, id);
                  return there
                      ? parts.lifecycle().start(tx, id)
                      : !parts.lifecycle().failStaging(tx, id, "the stored file is incomplete");
                });
    if (!whole) {
      LOG.log(Level.DEBUG, "report=" + id + " was staged by another node, or cannot be");
    }
  }

  /** Claims one job at a time, so that each claim sees the current load of the teams. */
  private List<JobClaim> claim(int free) {
    List<JobClaim> claims = new ArrayList<>();
    while (claims.size() < free && !stopping) {
      Optional<JobClaim> next = parts.repo().claim();
      if (next.isEmpty()) {
        break;
      }
      claims.add(next.get());
    }
    return claims;
  }

  private void read(JobClaim claim) {
    running.put(claim.id(), claim);
    count.incrementAndGet();
    long since = System.nanoTime();
    String outcome = "fault";
    try {
      outcome = new ParsingJobRun(parts, claim, () -> stopping).run();
    } finally {
      running.remove(claim.id(), claim);
      count.decrementAndGet();
      metrics.counter("tributary_report_runs", "outcome", outcome).increment();
      metrics
          .timer("tributary_report_duration_seconds")
          .record(System.nanoTime() - since, TimeUnit.NANOSECONDS);
    }
  }

  private void heartbeat() {
    List<JobClaim> all = List.copyOf(running.values());
    if (all.isEmpty()) {
      return;
    }
    try {
      parts.repo().heartbeat(all);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "reports: leases not renewed: " + SafeErrorMessage.of(e));
    }
  }
}
