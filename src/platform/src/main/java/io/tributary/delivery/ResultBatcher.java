package io.tributary.delivery;

import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.delivery.DeliveryResultRepo.ShardResults;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Writes the results of all shards of a node in shared batches.
 *
 * <p>Results that arrive while statements run go into the next statement together; otherwise many
 * shards with few results each would cost one commit each. At most two statements run at a time.
 * Serves the event loops of all shards.
 */
public final class ResultBatcher {
  private static final int MAX_CONCURRENT = 2;
  private static final int MAX_RESULTS = 1000;

  private record QueuedWrite(ShardResults part, Promise<Boolean> leaseHeld) {}

  private final Vertx vertx;
  private final DeliveryResultRepo repo;
  private final Deque<QueuedWrite> queue = new ArrayDeque<>();
  private int running;

  public ResultBatcher(Vertx vertx, Db db) {
    this.vertx = vertx;
    this.repo = new DeliveryResultRepo(db);
  }

  /**
   * Writes results. Returns false if the lease is lost, in which case only successful deliveries
   * are written. Completes on the caller's context. An owner has at most one write in progress, so
   * no row occurs twice in a statement.
   */
  Future<Boolean> write(ShardResults part) {
    Promise<Boolean> held = ((VertxInternal) vertx).getOrCreateContext().promise();
    synchronized (queue) {
      queue.add(new QueuedWrite(part, held));
    }
    writeNext();
    return held.future();
  }

  private void writeNext() {
    List<QueuedWrite> group = new ArrayList<>();
    synchronized (queue) {
      if (running == MAX_CONCURRENT) {
        return;
      }
      int results = 0;
      while (!queue.isEmpty()
          && (group.isEmpty() || results + queue.peek().part().results().size() <= MAX_RESULTS)) {
        results += queue.peek().part().results().size();
        group.add(queue.poll());
      }
      if (group.isEmpty()) {
        return;
      }
      running++;
    }
    writeGroup(group)
        .onComplete(
            done -> {
              synchronized (queue) {
                running--;
              }
              writeNext();
            });
  }

  private Future<Void> writeGroup(List<QueuedWrite> group) {
    return repo.record(group.stream().map(QueuedWrite::part).toList())
        .map(
            names -> {
              group.forEach(w -> w.leaseHeld().complete(names.contains(w.part().lease().name())));
              return (Void) null;
            })
        .recover(fault -> onWriteFailed(group, fault));
  }

  /**
   * Writes the parts one by one after an error, so that a part rejected by the database does not
   * block the others.
   */
  private Future<Void> onWriteFailed(List<QueuedWrite> group, Throwable fault) {
    boolean away =
        fault instanceof ServiceException r && r.reason() == ServiceException.Reason.UNAVAILABLE;
    if (away || group.size() == 1) {
      group.forEach(w -> w.leaseHeld().fail(fault));
      return Future.succeededFuture();
    }
    Future<Void> all = Future.succeededFuture();
    for (QueuedWrite w : group) {
      all = all.compose(v -> writeGroup(List.of(w)));
    }
    return all;
  }
}
