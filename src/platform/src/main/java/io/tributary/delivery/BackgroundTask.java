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
 * Work in small transactions that continues in the background when it takes longer than the caller
 * can wait.
 *
 * <p>With a million rows it takes longer than a bus command may. The work must be harmless if it
 * never finishes.
 */
final class BackgroundTask {
  private static final System.Logger LOG = System.getLogger(BackgroundTask.class.getName());

  /** Well below the timeout of a bus command. */
  private static final Duration FOREGROUND_LIMIT = Duration.ofSeconds(2);

  /**
   * Number of background steps that run concurrently on a node. Each takes a database connection,
   * and a customer can disable all its endpoints at once.
   */
  static final int CONCURRENCY = 2;

  private static final Semaphore SEMAPHORE = new Semaphore(CONCURRENCY, true);

  private BackgroundTask() {}

  /** Runs a single task like {@link #run(String, Collection)}. */
  static void run(String name, BooleanSupplier step) {
    run(name, List.of(step));
  }

  /**
   * Runs the steps of several tasks one after the other. After a time limit for all of them
   * together, the remaining steps continue on a separate virtual thread.
   *
   * @param steps one per task; each returns whether more remains to be done
   */
  static void run(String name, Collection<BooleanSupplier> steps) {
    run(name, steps, FOREGROUND_LIMIT);
  }

  static void run(String name, Collection<BooleanSupplier> steps, Duration patience) {
    Deque<BooleanSupplier> left = new ArrayDeque<>(steps);
    long until = System.nanoTime() + patience.toNanos();
    do {
      step(left);
    } while (!left.isEmpty() && System.nanoTime() - until < 0);
    if (!left.isEmpty()) {
      Thread.ofVirtual().name(name).start(() -> finishInBackground(name, left));
    }
  }

  private static void step(Deque<BooleanSupplier> left) {
    if (!left.isEmpty() && !left.getFirst().getAsBoolean()) {
      left.removeFirst();
    }
  }

  private static void finishInBackground(String name, Deque<BooleanSupplier> left) {
    while (!left.isEmpty()) {
      SEMAPHORE.acquireUninterruptibly();
      try {
        step(left);
      } catch (ServiceException away) {
        LOG.log(
            Level.WARNING,
            name + " interrupted, continued by the shard owner: " + away.getMessage());
        return;
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, name + " failed, continued by the shard owner", e);
        left.removeFirst();
      } finally {
        SEMAPHORE.release();
      }
    }
  }
}
