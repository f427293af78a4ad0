package io.tributary.delivery;

import io.tributary.kernel.Refusal;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Work in steps, each a transaction, that whoever asked for it does not wait for to its end: with a
 * million rows it takes longer than a call may. It must do no harm if it is never finished.
 */
final class LongWork {
  private static final System.Logger LOG = System.getLogger(LongWork.class.getName());

  /** Well below the limit of a command on the bus. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private LongWork() {}

  /**
   * Runs steps on this thread, after a while on one of its own.
   *
   * @param step whether there is more to do
   */
  static void run(String name, BooleanSupplier step) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    boolean more = step.getAsBoolean();
    while (more && System.nanoTime() - until < 0) {
      more = step.getAsBoolean();
    }
    if (more) {
      Thread.ofVirtual().name(name).start(() -> finish(name, step));
    }
  }

  private static void finish(String name, BooleanSupplier step) {
    try {
      boolean more = true;
      while (more) {
        more = step.getAsBoolean();
      }
    } catch (Refusal away) {
      LOG.log(Level.WARNING, name + " is left to the owner of the shard: " + away.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, name + " is left to the owner of the shard", e);
    }
  }
}
