package io.tributary.audit;

import io.tributary.core.ServiceException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Audit rows of this node that are not stored yet. Thread-safe. */
final class AuditQueue {
  private final Queue<PendingEntry> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();

  /** Queued row with the promise of its caller; the promise is null if no caller waits. */
  record PendingEntry(AuditEntry entry, Context context, Promise<Void> done) {
    /** Completes the promise on the context of the caller. */
    void complete(boolean stored) {
      if (done == null) {
        return;
      }
      Runnable answer =
          stored
              ? done::complete
              : () -> done.fail(ServiceException.unavailable("stopping", Duration.ofSeconds(1)));
      if (context == null) {
        answer.run();
      } else {
        context.runOnContext(v -> answer.run());
      }
    }
  }

  /** Adds a row that no caller waits for. */
  void add(AuditEntry entry) {
    add(new PendingEntry(entry, null, null));
  }

  /** Adds a row. The future completes when the row is stored. */
  Future<Void> addAwaited(AuditEntry entry) {
    Promise<Void> done = Promise.promise();
    add(new PendingEntry(entry, Vertx.currentContext(), done));
    return done.future();
  }

  private void add(PendingEntry waiting) {
    size.incrementAndGet();
    queue.add(waiting);
  }

  /** Removes the next rows. They count towards {@link #size} until {@link #done}. */
  List<PendingEntry> poll(int most) {
    List<PendingEntry> out = new ArrayList<>();
    PendingEntry next;
    while (out.size() < most && (next = queue.poll()) != null) {
      out.add(next);
    }
    return out;
  }

  void done(List<PendingEntry> batch, boolean stored) {
    size.addAndGet(-batch.size());
    batch.forEach(w -> w.complete(stored));
  }

  /** Fails the given rows and all queued ones. Their waiting callers get a 503. */
  void rejectAll(List<PendingEntry> inHand) {
    done(inHand, false);
    PendingEntry next;
    while ((next = queue.poll()) != null) {
      done(List.of(next), false);
    }
  }

  /**
   * Counts the rows, given and queued, that no caller waits for. Their loss would otherwise go
   * unnoticed.
   */
  long countUnawaited(List<PendingEntry> inHand) {
    return Stream.concat(inHand.stream(), queue.stream()).filter(w -> w.done() == null).count();
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** Returns the number of rows, including those that are being stored. */
  int size() {
    return size.get();
  }
}
