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
    void lost();
  }

  /** Limits how long a node that freezes mid-transaction holds its locks. */
  private static final String FROZEN = "set local idle_in_transaction_session_timeout = '10s'";

  private final WebhookVerticle.Shared shared;
  private final Lease lease;
  private final DeliveryResultRepo results;
  private final EndpointAutoDisabler streaks;
  private final DeliveryBuffer window;
  private final Listener listener;
  private final ResultQueue plain;
  private final ResultQueue news;
  private boolean lost;

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
    this.window = window;
    this.listener = listener;
    var ends =
        new ResultQueue.Listener() {
          @Override
          public void written(List<DeliveryResult> written) {
            listener.written(written);
          }

          @Override
          public void lost(List<DeliveryResult> batch) {
            onLost(batch);
          }
        };
    this.plain = new ResultQueue(vertx, lease.name(), shared.settings(), this::writePlain, ends);
    this.news = new ResultQueue(vertx, lease.name(), shared.settings(), this::writeNews, ends);
  }

  void add(DeliveryResult result) {
    if (lost && result.state() != DeliveryResult.State.DELIVERED) {
      return;
    }
    (result.state() == DeliveryResult.State.FAILED ? news : plain).add(result, result.endsTurn());
  }

  /**
   * Returns whether the backlog of unwritten results is so long that no more attempts should start.
   */
  boolean behind() {
    return plain.waiting() + news.waiting() >= 8L * shared.settings().resultBatch();
  }

  /** Writes queued results and completes when none is left. */
  Future<Void> drain() {
    return Future.join(plain.drain(), news.drain()).mapEmpty();
  }

  private void onLost(List<DeliveryResult> batch) {
    plain.drop(r -> r.state() != DeliveryResult.State.DELIVERED);
    news.drop(r -> true);
    listener.written(batch);
    if (!lost) {
      lost = true;
      listener.lost();
    }
  }

  private Future<Void> writePlain(List<DeliveryResult> batch) {
    return shared
        .results()
        .write(new DeliveryResultRepo.Part(lease, batch))
        .compose(
            held ->
                held
                    ? streaks.apply(batch)
                    : lost ? Future.succeededFuture() : Future.failedFuture(new Fence.Lost(lease)));
  }

  /**
   * The events are written first, because their locks may take long. The lease row is locked after
   * them: while it is locked, this node cannot renew any of its leases.
   */
  private Future<Void> writeNews(List<DeliveryResult> batch) {
    Map<DeliveryResult, Event> news = new HashMap<>();
    for (DeliveryResult r : batch) {
      window
          .lane(r.endpoint())
          .flatMap(lane -> ExhaustedEvent.of(r, lane.target().tenant()))
          .ifPresent(event -> news.put(r, event));
    }
    return shared
        .db()
        .txAside(
            tx -> {
              tx.update(FROZEN);
              List<DeliveryResult> told = new ArrayList<>(results.stillPending(tx, batch));
              told.retainAll(news.keySet());
              shared
                  .outbox()
                  .addExcept(
                      tx,
                      told.stream().map(news::get).toList(),
                      told.stream().map(DeliveryResult::endpoint).toList());
              Fence.hold(tx, lease);
              results.record(tx, new DeliveryResultRepo.Part(lease, batch));
              return null;
            })
        .compose(done -> streaks.apply(batch));
  }
}
