package io.tributary.bulk;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Waits for bulk operations to end. Thread-safe.
 *
 * <p>The completion message on the bus is the fast signal. Messages may be lost, and the node that
 * ends the operation may be out of reach of the bus, so the waiter also polls the row.
 */
final class BulkCompletionWaiter {
  private final Vertx vertx;
  private final BulkRepo repo;
  private final ServiceConfig.Bulk settings;
  private final Map<UUID, PendingWait> pendingWaits = new ConcurrentHashMap<>();

  private record PendingWait(Context context, Promise<Boolean> promise) {
    void complete(boolean finished) {
      context.runOnContext(v -> promise.tryComplete(finished));
    }
  }

  BulkCompletionWaiter(Vertx vertx, Bus bus, BulkRepo repo, ServiceConfig.Bulk settings) {
    this.vertx = vertx;
    this.repo = repo;
    this.settings = settings;
    bus.subscribe(
        Address.BULK_FINISHED,
        BulkMessages.BulkFinished.class,
        f -> {
          PendingWait wait = pendingWaits.get(f.op());
          if (wait != null) {
            wait.complete(true);
          }
        });
  }

  /**
   * Returns true once the operation has ended, or false after the wait limit. Call on an event
   * loop.
   */
  Future<Boolean> awaitCompletion(UUID op) {
    PendingWait wait = new PendingWait(vertx.getOrCreateContext(), Promise.promise());
    pendingWaits.put(op, wait);
    long limit =
        vertx.setTimer(Math.max(1, settings.waitTimeout().toMillis()), id -> wait.complete(false));
    long poll =
        vertx.setPeriodic(settings.pollInterval().toMillis(), id -> checkCompleted(op, wait));
    // Catches an operation that ended between the commit and this registration.
    checkCompleted(op, wait);
    return wait.promise()
        .future()
        .onComplete(
            r -> {
              pendingWaits.remove(op);
              vertx.cancelTimer(limit);
              vertx.cancelTimer(poll);
            });
  }

  private void checkCompleted(UUID op, PendingWait wait) {
    repo.inProgress(op)
        .onSuccess(
            open -> {
              if (!open) {
                wait.complete(true);
              }
            });
  }
}
