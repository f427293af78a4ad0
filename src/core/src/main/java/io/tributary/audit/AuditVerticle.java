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
  static final Duration STEP = Duration.ofSeconds(5);

  private final Supplier<DedicatedConnection> connection;
  private final Function<DedicatedConnection, AuditChainRepo> store;
  private final AuditConfig settings;
  private final String node;
  private final Source source;
  private final AuditQueue backlog = new AuditQueue();
  private final RetryBackoff breakdowns = new RetryBackoff();
  private final AtomicBoolean running = new AtomicBoolean();
  private final Counter entries;
  private final Counter refused;
  private final Timer seconds;
  private volatile Context context;
  private volatile boolean stopping;
  private volatile boolean notesDue;
  private volatile boolean anchorDue;
  private DedicatedConnection own;
  private AuditChainWriter chain;
  private List<AuditQueue.Waiting> taken = List.of();

  /**
   * @param key seals the heads of chains
   * @param node name of the node, stored with the chain for the operator
   */
  public AuditVerticle(Db db, Encryption key, AuditConfig settings, String node, Metrics meters) {
    this(() -> db.own(STEP), own -> new AuditChainRepo(own, key), settings, node, meters);
  }

  AuditVerticle(
      Supplier<DedicatedConnection> connection,
      Function<DedicatedConnection, AuditChainRepo> store,
      AuditConfig settings,
      String node,
      Metrics meters) {
    this.connection = connection;
    this.store = store;
    this.settings = settings;
    this.node = node;
    this.source = Source.valueOf(settings.source().toUpperCase(Locale.ROOT));
    this.entries = meters.counter("tributary_audit_entries_total");
    this.refused = meters.counter("tributary_audit_refused_total");
    this.seconds = meters.timer("tributary_audit_write_seconds");
    meters.gauge("tributary_audit_queued", backlog::size);
    meters.gauge("tributary_audit_broken", () -> breakdowns.broken() ? 1 : 0);
  }

  @Override
  public Future<?> start() {
    own = connection.get();
    chain = new AuditChainWriter(vertx, store.apply(own), node);
    vertx.setPeriodic(1, settings.poll().toMillis(), id -> due(() -> notesDue = true));
    vertx.setPeriodic(settings.anchorEvery().toMillis(), id -> due(() -> anchorDue = true));
    context = vertx.getOrCreateContext();
    return Future.succeededFuture();
  }

  /** Stops after all accepted rows are stored. */
  @Override
  public Future<?> stop() {
    stopping = true;
    due(() -> anchorDue = true);
    while (running.get()) {
      vertx.timer(2, TimeUnit.MILLISECONDS).await();
    }
    return own.close();
  }

  @Override
  public Source source() {
    return source;
  }

  @Override
  public boolean ahead() {
    return settings.changes().equals("write_ahead");
  }

  @Override
  public Future<Void> write(AuditEntry entry) {
    if (!kept(entry)) {
      return Future.succeededFuture();
    }
    if (context == null || stopping || breakdowns.broken() || full()) {
      refused.increment();
      return Future.failedFuture(
          ServiceException.unavailable(
              "the audit trail cannot be written; try again", Duration.ofSeconds(1)));
    }
    if (entry.kind() == AuditEntry.Kind.READ && settings.reads().equals("batched")) {
      backlog.add(entry);
      run();
      return Future.succeededFuture();
    }
    Future<Void> stored = backlog.awaited(entry);
    run();
    return stored;
  }

  @Override
  public void later(AuditEntry entry) {
    if (!kept(entry)) {
      return;
    }
    // Changes were admitted while there was room. Failing reads have no bound, so they are dropped.
    if (entry.kind() == AuditEntry.Kind.READ && full()) {
      refused.increment();
      return;
    }
    backlog.add(entry);
    run();
  }

  private boolean full() {
    return backlog.size() >= settings.queue();
  }

  private boolean kept(AuditEntry entry) {
    return entry.kind() != AuditEntry.Kind.READ || !settings.reads().equals("off");
  }

  private void due(Runnable what) {
    what.run();
    run();
  }

  /**
   * Returns whether this node can store rows, apart from the availability of the database; a
   * condition for readiness.
   */
  public boolean writes() {
    return !breakdowns.broken();
  }

  private void run() {
    if (running.compareAndSet(false, true)) {
      context.runOnContext(v -> unbroken());
    }
  }

  /** Runs rounds and schedules a retry after any error, so that an error never stops the writer. */
  private void unbroken() {
    try {
      rounds();
    } catch (Throwable t) {
      breakdowns
          .another(stopping)
          .ifPresentOrElse(pause -> restFor(pause, t), () -> endWithoutAll(t));
    }
  }

  private void restFor(Duration pause, Throwable why) {
    vertx.setTimer(pause.toMillis(), id -> context.runOnContext(v -> unbroken()));
    LOG.log(Level.ERROR, "audit writer broke down; it takes up its work again", why);
  }

  private void endWithoutAll(Throwable why) {
    LOG.log(
        Level.ERROR,
        "audit rows=%d not stored at the end, nobody_waits=%d"
            .formatted(backlog.size(), backlog.unawaited(taken)),
        why);
    // Clear the flag before rejecting, so that rows that arrive later can start the writer again.
    running.set(false);
    backlog.turnAway(taken);
    taken = List.of();
  }

  private boolean idle() {
    return backlog.isEmpty() && !notesDue && !anchorDue;
  }

  private void rounds() {
    while (true) {
      // A batch left over from a failed round comes first.
      taken = taken.isEmpty() ? backlog.take(settings.batch()) : taken;
      if (!taken.isEmpty()) {
        store(taken);
      }
      if (notesDue) {
        notesDue = false;
        long notes = chain.notes();
        entries.increment(notes);
        // A full batch suggests that more notes are pending.
        notesDue |= notes == AuditChainWriter.NOTES;
      }
      if (anchorDue) {
        anchorDue = false;
        chain.anchor();
      }
      if (breakdowns.over()) {
        LOG.log(Level.INFO, "audit writer works again");
      }
      if (idle()) {
        running.set(false);
        // Check again: rows that arrived in between found the writer running and did not start it.
        if (idle() || !running.compareAndSet(false, true)) {
          return;
        }
      }
    }
  }

  private void store(List<AuditQueue.Waiting> batch) {
    long begun = System.nanoTime();
    boolean stored =
        chain.store(batch.stream().map(AuditQueue.Waiting::entry).toList(), () -> stopping);
    taken = List.of();
    if (stored) {
      entries.increment(batch.size());
      seconds.record(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
    }
    backlog.done(batch, stored);
  }
}
