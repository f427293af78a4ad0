package io.tributary.delivery;

import io.tributary.event.Event;
import io.tributary.lease.Fence;
import io.tributary.lease.Lease;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the results of one shard.
 *
 * <p>Messages that failed for good are written separately from all others: the event about them
 * commits in the same transaction, which may have to wait for locks held by other writers. Runs on
 * the event loop of the shard's verticle.
 */
final class ResultWriter {
  /** Callbacks into the shard's verticle. */
  interface Listener {
    void written(List<DeliveryResult> results);

    /** Called when the lease is lost. */
    void leaseLost();
  }

  /** Limits how long a node that freezes mid-transaction holds its locks. */
  private static final String IDLE_TIMEOUT =
      "set local idle_in_transaction_session_timeout = '10s'";

  private final WebhookVerticle.Shared shared;
  private final Lease lease;
  private final DeliveryResultRepo results;
  private final EndpointAutoDisabler streaks;
  private final DeliveryBuffer buffer;
  private final Listener listener;
  private final ResultQueue others;
  private final ResultQueue failures;
  private boolean leaseLost;

  ResultWriter(
      Vertx vertx,
      WebhookVerticle.Shared shared,
      Lease lease,
      int shard,
      DeliveryBuffer window,
      Listener listener) {
    this.shared = shared;
    this.lease = lease;
    this.results = new DeliveryResultRepo(shared.db());
    this.streaks =
        new EndpointAutoDisabler(
            shared.db(),
            new FailureStreakRepo(shared.db(), lease),
            lease,
            shard,
            shared.settings(),
            window);
    this.buffer = window;
    this.listener = listener;
    var ends =
        new ResultQueue.Listener() {
          @Override
          public void written(List<DeliveryResult> written) {
            listener.written(written);
          }

          @Override
          public void leaseLost(List<DeliveryResult> batch) {
            onLost(batch);
          }
        };
    this.others = new ResultQueue(vertx, lease.name(), shared.settings(), this::writeOthers, ends);
    this.failures =
        new ResultQueue(vertx, lease.name(), shared.settings(), this::writeFailures, ends);
  }

  void add(DeliveryResult result) {
    if (leaseLost && result.state() != DeliveryResult.State.DELIVERED) {
      return;
    }
    (result.state() == DeliveryResult.State.FAILED ? failures : others)
        .add(result, result.releasesNext());
  }

  /**
   * Returns whether the backlog of unwritten results is so long that no more attempts should start.
   */
  boolean isBacklogged() {
    return others.waiting() + failures.waiting() >= 8L * shared.settings().resultBatchSize();
  }

  /** Writes queued results and completes when none is left. */
  Future<Void> drain() {
    return Future.join(others.drain(), failures.drain()).mapEmpty();
  }

  private void onLost(List<DeliveryResult> batch) {
    others.removeIf(r -> r.state() != DeliveryResult.State.DELIVERED);
    failures.removeIf(r -> true);
    listener.written(batch);
    if (!leaseLost) {
      leaseLost = true;
      listener.leaseLost();
    }
  }

  private Future<Void> writeOthers(List<DeliveryResult> batch) {
    return shared
        .results()
        .write(new DeliveryResultRepo.ShardResults(lease, batch))
        .compose(
            held ->
                held
                    ? streaks.apply(batch)
                    : leaseLost
                        ? Future.succeededFuture()
                        : Future.failedFuture(new Fence.LeaseLostException(lease)));
  }

  /**
   * The events are written first, because their locks may take long. The lease row is locked after
   * them: while it is locked, this node cannot renew any of its leases.
   */
  private Future<Void> writeFailures(List<DeliveryResult> batch) {
    Map<DeliveryResult, Event> news = new HashMap<>();
    for (DeliveryResult r : batch) {
      buffer
          .queue(r.endpoint())
          .flatMap(lane -> ExhaustedEvent.of(r, lane.target().tenant()))
          .ifPresent(event -> news.put(r, event));
    }
    return shared
        .db()
        .txAsync(
            tx -> {
              tx.update(IDLE_TIMEOUT);
              List<DeliveryResult> told = new ArrayList<>(results.stillPending(tx, batch));
              told.retainAll(news.keySet());
              shared
                  .outbox()
                  .addExcept(
                      tx,
                      told.stream().map(news::get).toList(),
                      told.stream().map(DeliveryResult::endpoint).toList());
              Fence.lockLease(tx, lease);
              results.record(tx, new DeliveryResultRepo.ShardResults(lease, batch));
              return null;
            })
        .compose(done -> streaks.apply(batch));
  }
}
