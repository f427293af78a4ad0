package io.tributary.audit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.tributary.config.AuditConfig;
import io.tributary.core.Encryption;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.DedicatedConnection;
import io.tributary.metrics.Metrics;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Sole writer of this node's audit chain, with group commit.
 *
 * <p>Rows that arrive while a statement runs are stored by the next statement. A single row waits
 * for one commit, and many rows share one; there is no timer.
 *
 * <p>At most one round runs at a time ({@code running}). An unexpected error ends the round, but
 * not the writer: it retries with growing pauses ({@link RetryBackoff}), starting with the batch in
 * hand. Meanwhile the node is not ready, and {@link #write} fails with a 503.
 *
 * <p>Deploy one instance on a virtual thread. The methods of {@link AuditTrail} may be called from
 * any thread.
 */
public final class AuditVerticle extends VerticleBase implements AuditTrail {
  private static final System.Logger LOG = System.getLogger(AuditVerticle.class.getName());

  /** Statement timeout: a statement writes only a few rows. */
  static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(5);

  private final Supplier<DedicatedConnection> connectionFactory;
  private final Function<DedicatedConnection, AuditChainRepo> repoFactory;
  private final AuditConfig settings;
  private final String node;
  private final Source source;
  private final AuditQueue backlog = new AuditQueue();
  private final RetryBackoff backoff = new RetryBackoff();
  private final AtomicBoolean running = new AtomicBoolean();
  private final Counter entries;
  private final Counter rejected;
  private final Timer seconds;
  private volatile Context context;
  private volatile boolean stopping;
  private volatile boolean notesDue;
  private volatile boolean anchorDue;
  private DedicatedConnection dedicated;
  private AuditChainWriter chain;
  private List<AuditQueue.PendingEntry> inHand = List.of();

  /**
   * @param key seals the heads of chains
   * @param node name of the node, stored with the chain for the operator
   */
  public AuditVerticle(Db db, Encryption key, AuditConfig settings, String node, Metrics meters) {
    this(
        () -> db.dedicatedConnection(STATEMENT_TIMEOUT),
        own -> new AuditChainRepo(own, key),
        settings,
        node,
        meters);
  }

  AuditVerticle(
      Supplier<DedicatedConnection> connectionFactory,
      Function<DedicatedConnection, AuditChainRepo> repoFactory,
      AuditConfig settings,
      String node,
      Metrics meters) {
    this.connectionFactory = connectionFactory;
    this.repoFactory = repoFactory;
    this.settings = settings;
    this.node = node;
    this.source = Source.valueOf(settings.source().toUpperCase(Locale.ROOT));
    this.entries = meters.counter("tributary_audit_entries_total");
    this.rejected = meters.counter("tributary_audit_rejected_requests_total");
    this.seconds = meters.timer("tributary_audit_write_duration_seconds");
    meters.gauge("tributary_audit_queued", backlog::size);
    meters.gauge("tributary_audit_writer_up", () -> backoff.isFailing() ? 0 : 1);
  }

  @Override
  public Future<?> start() {
    dedicated = connectionFactory.get();
    chain = new AuditChainWriter(vertx, repoFactory.apply(dedicated), node);
    vertx.setPeriodic(1, settings.pollInterval().toMillis(), id -> schedule(() -> notesDue = true));
    vertx.setPeriodic(
        settings.checkpointInterval().toMillis(), id -> schedule(() -> anchorDue = true));
    context = vertx.getOrCreateContext();
    return Future.succeededFuture();
  }

  /** Stops after all accepted rows are stored. */
  @Override
  public Future<?> stop() {
    stopping = true;
    schedule(() -> anchorDue = true);
    while (running.get()) {
      vertx.timer(2, TimeUnit.MILLISECONDS).await();
    }
    return dedicated.close();
  }

  @Override
  public Source source() {
    return source;
  }

  @Override
  public boolean writesAhead() {
    return settings.writeMode().equals("write_ahead");
  }

  @Override
  public Future<Void> write(AuditEntry entry) {
    if (!isRecorded(entry)) {
      return Future.succeededFuture();
    }
    if (context == null || stopping || backoff.isFailing() || isFull()) {
      rejected.increment();
      return Future.failedFuture(
          ServiceException.unavailable(
              "the audit trail cannot be written; try again", Duration.ofSeconds(1)));
    }
    if (entry.kind() == AuditEntry.Kind.READ && settings.readMode().equals("batched")) {
      backlog.add(entry);
      run();
      return Future.succeededFuture();
    }
    Future<Void> stored = backlog.addAwaited(entry);
    run();
    return stored;
  }

  @Override
  public void writeLater(AuditEntry entry) {
    if (!isRecorded(entry)) {
      return;
    }
    // Changes were admitted while there was room. Failing reads have no bound, so they are dropped.
    if (entry.kind() == AuditEntry.Kind.READ && isFull()) {
      rejected.increment();
      return;
    }
    backlog.add(entry);
    run();
  }

  private boolean isFull() {
    return backlog.size() >= settings.queueSize();
  }

  private boolean isRecorded(AuditEntry entry) {
    return entry.kind() != AuditEntry.Kind.READ || !settings.readMode().equals("off");
  }

  private void schedule(Runnable what) {
    what.run();
    run();
  }

  /**
   * Returns whether this node can store rows, apart from the availability of the database; a
   * condition for readiness.
   */
  public boolean isAvailable() {
    return !backoff.isFailing();
  }

  private void run() {
    if (running.compareAndSet(false, true)) {
      context.runOnContext(v -> runGuarded());
    }
  }

  /** Runs rounds and schedules a retry after any error, so that an error never stops the writer. */
  private void runGuarded() {
    try {
      runRounds();
    } catch (Throwable t) {
      backoff
          .recordFailure(stopping)
          .ifPresentOrElse(pause -> retryAfter(pause, t), () -> giveUp(t));
    }
  }

  private void retryAfter(Duration pause, Throwable why) {
    vertx.setTimer(pause.toMillis(), id -> context.runOnContext(v -> runGuarded()));
    LOG.log(Level.ERROR, "audit writer failed, restarting", why);
  }

  private void giveUp(Throwable why) {
    LOG.log(
        Level.ERROR,
        "audit rows=%d not stored at shutdown, nobody_waits=%d"
            .formatted(backlog.size(), backlog.countUnawaited(inHand)),
        why);
    // Clear the flag before rejecting, so that rows that arrive later can start the writer again.
    running.set(false);
    backlog.rejectAll(inHand);
    inHand = List.of();
  }

  private boolean isIdle() {
    return backlog.isEmpty() && !notesDue && !anchorDue;
  }

  private void runRounds() {
    while (true) {
      // A batch left over from a failed round comes first.
      inHand = inHand.isEmpty() ? backlog.poll(settings.batchSize()) : inHand;
      if (!inHand.isEmpty()) {
        store(inHand);
      }
      if (notesDue) {
        notesDue = false;
        long notes = chain.moveNotes();
        entries.increment(notes);
        // A full batch suggests that more notes are pending.
        notesDue |= notes == AuditChainWriter.NOTES_BATCH;
      }
      if (anchorDue) {
        anchorDue = false;
        chain.anchor();
      }
      if (backoff.recordSuccess()) {
        LOG.log(Level.INFO, "audit writer recovered");
      }
      if (isIdle()) {
        running.set(false);
        // Check again: rows that arrived in between found the writer running and did not start it.
        if (isIdle() || !running.compareAndSet(false, true)) {
          return;
        }
      }
    }
  }

  private void store(List<AuditQueue.PendingEntry> batch) {
    long begun = System.nanoTime();
    boolean stored =
        chain.store(batch.stream().map(AuditQueue.PendingEntry::entry).toList(), () -> stopping);
    inHand = List.of();
    if (stored) {
      entries.increment(batch.size());
      seconds.record(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
    }
    backlog.done(batch, stored);
  }
}
