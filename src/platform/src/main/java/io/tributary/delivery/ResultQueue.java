package io.tributary.delivery;

import io.tributary.config.WebhookConfig;
import io.tributary.core.ServiceException;
import io.tributary.lease.Fence;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Collects results and writes them in batches, one write at a time. Failed writes are retried. Runs
 * on one event loop.
 */
final class ResultQueue {
  private static final System.Logger LOG = System.getLogger(ResultQueue.class.getName());
  private static final long RETRY_MS = 250;

  /**
   * A stopping node without a database gives up after this many attempts; the rows stay pending and
   * are sent again.
   */
  private static final int MAX_DRAIN_RETRIES = 8;

  private static final Comparator<DeliveryResult> KEY =
      Comparator.comparing(DeliveryResult::endpoint).thenComparing(r -> r.delivery().messageId());

  /** Callbacks for written results. */
  interface Listener {
    void written(List<DeliveryResult> results);

    /**
     * Called if the lease is lost. Of these and later results only successful deliveries have an
     * effect.
     */
    void leaseLost(List<DeliveryResult> results);
  }

  private final Vertx vertx;
  private final String actor;
  private final WebhookConfig settings;
  private final Function<List<DeliveryResult>, Future<Void>> write;
  private final Listener listener;
  private final Deque<DeliveryResult> waiting = new ArrayDeque<>();
  private boolean writing;
  private boolean oneByOne;

  /** The last write failed, and its timer decides when it is retried. */
  private boolean awaitingRetry;

  private int drainFailures;
  private long timer = -1;
  private Promise<Void> idle;

  ResultQueue(
      Vertx vertx,
      String actor,
      WebhookConfig settings,
      Function<List<DeliveryResult>, Future<Void>> write,
      Listener listener) {
    this.vertx = vertx;
    this.actor = actor;
    this.settings = settings;
    this.write = write;
    this.listener = listener;
  }

  int waiting() {
    return waiting.size();
  }

  /**
   * @param urgent whether another delivery waits for this result, so that it is written without
   *     waiting for more
   */
  void add(DeliveryResult result, boolean urgent) {
    waiting.add(result);
    if (awaitingRetry) {
      return;
    }
    if (urgent || waiting.size() >= settings.resultBatchSize()) {
      flush();
    } else if (timer < 0) {
      timer = vertx.setTimer(settings.resultDelay().toMillis(), id -> flush());
    }
  }

  /** Removes matching results from the queue. */
  void removeIf(java.util.function.Predicate<DeliveryResult> which) {
    waiting.removeIf(which);
  }

  /** Writes queued results and completes when none is left. */
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
    if (waiting.isEmpty()) {
      if (idle != null) {
        idle.tryComplete();
      }
      return;
    }
    List<DeliveryResult> batch = next(oneByOne ? 1 : 4 * settings.resultBatchSize());
    writing = true;
    write.apply(batch).onComplete(r -> ended(batch, r.succeeded() ? null : r.cause()));
  }

  /**
   * Returns the next batch. A row occurs at most once, because a manual and a scheduled attempt may
   * end together.
   */
  private List<DeliveryResult> next(int most) {
    List<DeliveryResult> batch = new ArrayList<>();
    Set<String> rows = new HashSet<>();
    while (batch.size() < most && !waiting.isEmpty()) {
      DeliveryResult r = waiting.peek();
      if (!rows.add(r.delivery().messageId() + r.endpoint())) {
        break;
      }
      batch.add(waiting.poll());
    }
    batch.sort(KEY);
    return batch;
  }

  private void ended(List<DeliveryResult> batch, Throwable fault) {
    writing = false;
    switch (fault) {
      case null -> {
        oneByOne = false;
        awaitingRetry = false;
        listener.written(batch);
        flushRest();
      }
      case Fence.LeaseLostException gone -> {
        LOG.log(Level.WARNING, gone.getMessage() + ", results=" + batch.size());
        listener.leaseLost(batch);
        flush();
      }
      default -> retry(batch, fault);
    }
  }

  private void flushRest() {
    if (waiting.size() >= settings.resultBatchSize()
        || idle != null
        || waiting.stream().anyMatch(DeliveryResult::releasesNext)) {
      flush();
    } else if (!waiting.isEmpty() && timer < 0) {
      timer = vertx.setTimer(settings.resultDelay().toMillis(), id -> flush());
    }
  }

  private void retry(List<DeliveryResult> batch, Throwable fault) {
    boolean away =
        fault instanceof ServiceException r && r.reason() == ServiceException.Reason.UNAVAILABLE;
    LOG.log(
        Level.WARNING, "actor=" + actor + " results=" + batch.size() + " not written: " + fault);
    if (!away && batch.size() == 1) {
      // A single result that the database rejects must not block the others; its row stays pending.
      awaitingRetry = false;
      listener.written(batch);
      flushRest();
      return;
    }
    if (idle != null && ++drainFailures > MAX_DRAIN_RETRIES) {
      waiting.clear();
      flush();
      return;
    }
    oneByOne = !away;
    awaitingRetry = true;
    batch.reversed().forEach(waiting::addFirst);
    timer = vertx.setTimer(RETRY_MS, id -> flush());
  }
}
