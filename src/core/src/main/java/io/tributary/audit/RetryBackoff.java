package io.tributary.audit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a writer that breaks down comes back: it rests longer each time, until a round goes well. A
 * node that ends gives it a few short tries more and then no other. Counted on the writer's
 * context; {@link #broken} may be asked from any thread.
 */
final class RetryBackoff {
  /** The last pause comes again and again. */
  private static final List<Duration> PAUSES =
      List.of(
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          Duration.ofSeconds(15));

  /** Rounds that are tried again at the end, after a short pause each. */
  private static final int LAST = 2;

  private static final Duration LAST_PAUSE = Duration.ofMillis(500);

  private volatile boolean broken;
  private int inARow;
  private int atTheEnd;

  /** Whether no round has gone well since the last breakdown. */
  boolean broken() {
    return broken;
  }

  /**
   * One more.
   *
   * @param ending whether the node ends
   * @return how long the writer rests before it takes up its work again; empty when it gives up
   */
  Optional<Duration> another(boolean ending) {
    broken = true;
    if (!ending) {
      return Optional.of(PAUSES.get(Math.min(inARow++, PAUSES.size() - 1)));
    }
    return atTheEnd++ >= LAST ? Optional.empty() : Optional.of(LAST_PAUSE);
  }

  /**
   * A round went well.
   *
   * @return whether the writer had been broken until now
   */
  boolean over() {
    inARow = 0;
    boolean was = broken;
    broken = false;
    return was;
  }
}
