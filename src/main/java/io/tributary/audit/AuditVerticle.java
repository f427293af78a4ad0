package io.tributary.audit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.tributary.config.AuditConfig;
import io.tributary.db.Db;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Secrets;
import io.tributary.metrics.Meters;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The only writer of this node's chain. Whatever came while a statement ran goes with the next one:
 * a lone row waits for one commit, many share it. Deploy one, on a virtual thread; {@link #write}
 * may be called from any thread.
 */
public final class AuditVerticle extends VerticleBase implements AuditTrail {
  private final Db db;
  private final Secrets key;
  private final AuditConfig settings;
  private final String node;
  private final Source source;
  private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicBoolean running = new AtomicBoolean();
  private final Counter entries;
  private final Counter refused;
  private final Timer seconds;
  private volatile Context context;
  private volatile boolean stopping;
  private volatile boolean notesDue;
  private volatile boolean anchorDue;
  private Pool own;
  private ChainWriter chain;

  /** A row, and who waits for it; null when nobody does. */
  private record Waiting(AuditEntry entry, Context context, Promise<Void> done) {}

  /**
   * @param key seals the heads of chains
   * @param node for people who read about a chain
   */
  public AuditVerticle(Db db, Secrets key, AuditConfig settings, String node, Meters meters) {
    this.db = db;
    this.key = key;
    this.settings = settings;
    this.node = node;
    this.source = Source.valueOf(settings.source().toUpperCase(Locale.ROOT));
    this.entries = meters.counter("tributary_audit_entries_total");
    this.refused = meters.counter("tributary_audit_refused_total");
    this.seconds = meters.timer("tributary_audit_write_seconds");
    meters.gauge("tributary_audit_queued", queued::get);
  }

  @Override
  public Future<?> start() {
    own = db.dedicated();
    chain = new ChainWriter(vertx, new ChainStore(db, own, key), node);
    vertx.setPeriodic(1, settings.poll().toMillis(), id -> due(() -> notesDue = true));
    vertx.setPeriodic(settings.anchorEvery().toMillis(), id -> due(() -> anchorDue = true));
    context = vertx.getOrCreateContext();
    return Future.succeededFuture();
  }

  /** All that was taken is stored before it ends. */
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
    if (context == null || stopping || full()) {
      refused.increment();
      return Future.failedFuture(
          Refusal.unavailable(
              "the audit trail cannot be written; try again", Duration.ofSeconds(1)));
    }
    if (entry.kind() == AuditEntry.Kind.READ && settings.reads().equals("batched")) {
      add(new Waiting(entry, null, null));
      return Future.succeededFuture();
    }
    Promise<Void> done = Promise.promise();
    add(new Waiting(entry, Vertx.currentContext(), done));
    return done.future();
  }

  @Override
  public void later(AuditEntry entry) {
    if (!kept(entry)) {
      return;
    }
    // A change was let in while there was room; reads that fail come without end.
    if (entry.kind() == AuditEntry.Kind.READ && full()) {
      refused.increment();
      return;
    }
    add(new Waiting(entry, null, null));
  }

  private boolean full() {
    return queued.get() >= settings.queue();
  }

  private boolean kept(AuditEntry entry) {
    return entry.kind() != AuditEntry.Kind.READ || !settings.reads().equals("off");
  }

  private void add(Waiting waiting) {
    queued.incrementAndGet();
    queue.add(waiting);
    run();
  }

  private void due(Runnable what) {
    what.run();
    run();
  }

  private void run() {
    if (running.compareAndSet(false, true)) {
      context.runOnContext(v -> rounds());
    }
  }

  private boolean idle() {
    return queue.isEmpty() && !notesDue && !anchorDue;
  }

  private void rounds() {
    while (true) {
      List<Waiting> batch = take();
      if (!batch.isEmpty()) {
        store(batch);
      }
      if (notesDue) {
        notesDue = false;
        long notes = chain.notes();
        entries.increment(notes);
        // More of them may wait.
        notesDue |= notes == ChainWriter.NOTES;
      }
      if (anchorDue) {
        anchorDue = false;
        chain.anchor();
      }
      if (idle()) {
        running.set(false);
        // What came between the two lines found it running.
        if (idle() || !running.compareAndSet(false, true)) {
          return;
        }
      }
    }
  }

  private List<Waiting> take() {
    List<Waiting> out = new ArrayList<>();
    Waiting next;
    while (out.size() < settings.batch() && (next = queue.poll()) != null) {
      out.add(next);
    }
    return out;
  }

  private void store(List<Waiting> batch) {
    long begun = System.nanoTime();
    boolean stored = chain.store(batch.stream().map(Waiting::entry).toList(), () -> stopping);
    queued.addAndGet(-batch.size());
    if (stored) {
      entries.increment(batch.size());
      seconds.record(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
    }
    for (Waiting w : batch) {
      if (w.done() != null) {
        Runnable answer =
            stored
                ? () -> w.done().complete()
                : () -> w.done().fail(Refusal.unavailable("stopping", Duration.ofSeconds(1)));
        if (w.context() == null) {
          answer.run();
        } else {
          w.context().runOnContext(v -> answer.run());
        }
      }
    }
  }
}
