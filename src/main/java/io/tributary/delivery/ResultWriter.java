package io.tributary.delivery;

import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.event.Event;
import io.tributary.event.Outbox;
import io.tributary.kernel.Refusal;
import io.tributary.lease.Fence;
import io.tributary.lease.Lease;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects results and writes many in one statement, one statement at a time. What cannot be
 * written is kept and tried again, unless the lease is gone: then the next owner decides. Lives on
 * the event loop of its shard's verticle.
 */
final class ResultWriter {
  private static final System.Logger LOG = System.getLogger(ResultWriter.class.getName());
  private static final long AGAIN_MS = 250;

  /** A stopping node without a database gives up; the rows stay pending and are sent again. */
  private static final int DRAIN_TRIES = 8;

  /** What the verticle does with written results. */
  interface Listener {
    void written(List<Result> results);

    /** The lease is gone; nothing more will be written. */
    void lost();
  }

  private final Vertx vertx;
  private final Db db;
  private final DeliveryRepo deliveries;
  private final StreakKeeper streaks;
  private final Outbox outbox;
  private final Lease lease;
  private final ServiceConfig.Webhook settings;
  private final DueWindow window;
  private final Listener listener;
  private final Deque<Result> waiting = new ArrayDeque<>();
  private boolean writing;
  private boolean lost;
  private boolean single;

  /** The last write failed and its timer decides when the next one is tried. */
  private boolean refused;

  private int drainFaults;
  private long timer = -1;
  private Promise<Void> idle;

  ResultWriter(
      Vertx vertx,
      Db db,
      DeliveryRepo deliveries,
      Outbox outbox,
      Lease lease,
      int shard,
      ServiceConfig.Webhook settings,
      DueWindow window,
      Listener listener) {
    this.vertx = vertx;
    this.db = db;
    this.deliveries = deliveries;
    this.streaks = new StreakKeeper(db, deliveries, lease, shard, settings, window);
    this.outbox = outbox;
    this.lease = lease;
    this.settings = settings;
    this.window = window;
    this.listener = listener;
  }

  void add(Result result) {
    if (lost) {
      return;
    }
    waiting.add(result);
    if (refused) {
      return;
    }
    if (waiting.size() >= settings.resultBatch()) {
      flush();
    } else if (timer < 0) {
      timer = vertx.setTimer(settings.resultWait().toMillis(), id -> flush());
    }
  }

  /** Whether so much is unwritten that no more should be sent. */
  boolean behind() {
    return waiting.size() >= 8L * settings.resultBatch();
  }

  /** Writes what is there and completes when nothing is left. */
  Future<Void> drain() {
    idle = Promise.promise();
    flush();
    return idle.future();
  }

  private void flush() {
    vertx.cancelTimer(timer);
    timer = -1;
    if (writing) {
      return;
    }
    if (waiting.isEmpty() || lost) {
      if (idle != null) {
        idle.tryComplete();
      }
      return;
    }
    List<Result> batch = new ArrayList<>();
    int most = single ? 1 : 4 * settings.resultBatch();
    while (batch.size() < most && !waiting.isEmpty()) {
      batch.add(waiting.poll());
    }
    writing = true;
    write(batch).onComplete(r -> ended(batch, r.succeeded() ? null : r.cause()));
  }

  private Future<Void> write(List<Result> batch) {
    boolean exhausted = batch.stream().anyMatch(r -> r.state() == Result.State.FAILED);
    Future<Boolean> recorded = exhausted ? recordExhausted(batch) : deliveries.record(batch);
    return recorded.compose(
        held -> held ? streaks.apply(batch) : Future.failedFuture(new Fence.Lost(lease)));
  }

  /** A failed delivery and the news of it commit together. */
  private Future<Boolean> recordExhausted(List<Result> batch) {
    Map<DeliveryRepo.Exhausted, Event> news = new HashMap<>();
    for (Result r : batch) {
      if (r.state() == Result.State.FAILED) {
        window
            .lane(r.delivery().endpointId())
            .flatMap(lane -> ExhaustedEvent.of(r, lane.target().tenant()))
            .ifPresent(event -> news.put(id(r), event));
      }
    }
    return db.txAside(
        tx -> {
          Fence.hold(tx, lease);
          for (DeliveryRepo.Exhausted moved : deliveries.record(tx, batch)) {
            if (news.containsKey(moved)) {
              outbox.addExcept(tx, List.of(news.get(moved)), List.of(moved.endpointId()));
            }
          }
          return true;
        });
  }

  private static DeliveryRepo.Exhausted id(Result r) {
    return new DeliveryRepo.Exhausted(r.delivery().messageId(), r.delivery().endpointId());
  }

  private void ended(List<Result> batch, Throwable fault) {
    writing = false;
    switch (fault) {
      case null -> {
        single = false;
        refused = false;
        listener.written(batch);
        flushRest();
      }
      case Fence.Lost gone -> {
        lost = true;
        waiting.clear();
        LOG.log(Level.WARNING, gone.getMessage() + ", results dropped=" + batch.size());
        listener.lost();
        flush();
      }
      default -> retry(batch, fault);
    }
  }

  private void flushRest() {
    if (waiting.size() >= settings.resultBatch() || idle != null) {
      flush();
    } else if (!waiting.isEmpty() && timer < 0) {
      timer = vertx.setTimer(settings.resultWait().toMillis(), id -> flush());
    }
  }

  private void retry(List<Result> batch, Throwable fault) {
    boolean away = fault instanceof Refusal r && r.reason() == Refusal.Reason.UNAVAILABLE;
    LOG.log(
        Level.WARNING,
        "actor=" + lease.name() + " results=" + batch.size() + " not written: " + fault);
    if (!away && batch.size() == 1) {
      // One result that the database refuses must not stop the others; its row stays pending.
      refused = false;
      listener.written(batch);
      flushRest();
      return;
    }
    if (idle != null && ++drainFaults > DRAIN_TRIES) {
      waiting.clear();
      flush();
      return;
    }
    single = !away;
    refused = true;
    batch.reversed().forEach(waiting::addFirst);
    timer = vertx.setTimer(AGAIN_MS, id -> flush());
  }
}
