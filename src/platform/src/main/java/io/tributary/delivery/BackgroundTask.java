package io.tributary.delivery;

import io.tributary.core.ServiceException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * Work in steps, each a transaction, that whoever asked for it does not wait for to its end: with a
 * million rows it takes longer than a call may. It must do no harm if it is never finished.
 */
final class BackgroundTask {
  private static final System.Logger LOG = System.getLogger(BackgroundTask.class.getName());

  /** Well below the limit of a command on the bus. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /**
   * Steps that a node does at once for nobody who waits: each takes a connection, and a customer
   * may switch off all endpoints there are.
   */
  static final int AT_ONCE = 2;

  private static final Semaphore ASIDE = new Semaphore(AT_ONCE, true);

  private BackgroundTask() {}

  /** {@link #run(String, Collection)} for one. */
  static void run(String name, BooleanSupplier step) {
    run(name, List.of(step));
  }

  /**
   * Runs the steps of one after the other on this thread, and after a while, which is for all of
   * them together, on one of its own.
   *
   * @param steps of each, whether there is more to do
   */
  static void run(String name, Collection<BooleanSupplier> steps) {
    run(name, steps, PATIENCE);
  }

  static void run(String name, Collection<BooleanSupplier> steps, Duration patience) {
    Deque<BooleanSupplier> left = new ArrayDeque<>(steps);
    long until = System.nanoTime() + patience.toNanos();
    do {
      step(left);
    } while (!left.isEmpty() && System.nanoTime() - until < 0);
    if (!left.isEmpty()) {
      Thread.ofVirtual().name(name).start(() -> finish(name, left));
    }
  }

  private static void step(Deque<BooleanSupplier> left) {
    if (!left.isEmpty() && !left.getFirst().getAsBoolean()) {
      left.removeFirst();
    }
  }

  private static void finish(String name, Deque<BooleanSupplier> left) {
    while (!left.isEmpty()) {
      ASIDE.acquireUninterruptibly();
      try {
        step(left);
      } catch (ServiceException away) {
        LOG.log(Level.WARNING, name + " is left to the owner of the shard: " + away.getMessage());
        return;
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, name + " is left to the owner of the shard", e);
        left.removeFirst();
      } finally {
        ASIDE.release();
      }
    }
  }
}
