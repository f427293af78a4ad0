package io.tributary.report.job;

import io.tributary.kernel.Refusal;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lets few uploads at once write to the database, the longest waiting first: all of them together
 * could hold every connection, for as long as the slowest takes. For virtual threads.
 */
final class StoringTurns {
  private final Semaphore turns;
  private final Duration wait;

  StoringTurns(int atOnce, Duration wait) {
    this.turns = new Semaphore(atOnce, true);
    this.wait = wait;
  }

  /**
   * Does the work when its turn comes.
   *
   * @throws Refusal 503 when it does not come in time
   */
  <T> T in(Supplier<T> work) {
    try {
      if (!turns.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS)) {
        throw Refusal.unavailable(
            "too many uploads are being stored; try again", Duration.ofSeconds(5));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.unavailable("the node stops; try again", Duration.ofSeconds(5));
    }
    try {
      return work.get();
    } finally {
      turns.release();
    }
  }
}
