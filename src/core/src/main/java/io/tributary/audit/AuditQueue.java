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

/** The rows of this node that are not stored yet. Thread-safe. */
final class AuditQueue {
  private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();

  /** A row, and who waits for it; null when nobody does. */
  record Waiting(AuditEntry entry, Context context, Promise<Void> done) {
    /** Tells who waits, on the context that asked. */
    void answer(boolean stored) {
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

  /** Nobody waits for it. */
  void add(AuditEntry entry) {
    add(new Waiting(entry, null, null));
  }

  /** Completes when it is stored. */
  Future<Void> awaited(AuditEntry entry) {
    Promise<Void> done = Promise.promise();
    add(new Waiting(entry, Vertx.currentContext(), done));
    return done.future();
  }

  private void add(Waiting waiting) {
    size.incrementAndGet();
    queue.add(waiting);
  }

  /** The next ones; they count as waiting until they are {@link #done}. */
  List<Waiting> take(int most) {
    List<Waiting> out = new ArrayList<>();
    Waiting next;
    while (out.size() < most && (next = queue.poll()) != null) {
      out.add(next);
    }
    return out;
  }

  void done(List<Waiting> batch, boolean stored) {
    size.addAndGet(-batch.size());
    batch.forEach(w -> w.answer(stored));
  }

  /** These and all others: whoever waits is told that there will be no row. */
  void turnAway(List<Waiting> taken) {
    done(taken, false);
    Waiting next;
    while ((next = queue.poll()) != null) {
      done(List.of(next), false);
    }
  }

  /**
   * Of these and all others, those that nobody waits for: nobody would learn that they are lost.
   */
  long unawaited(List<Waiting> taken) {
    return Stream.concat(taken.stream(), queue.stream()).filter(w -> w.done() == null).count();
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** With those that are being stored. */
  int size() {
    return size.get();
  }
}
