package io.tributary.audit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Backoff for the audit writer after unexpected errors.
 *
 * <p>The pause grows until a round succeeds. A stopping node gets two short retries and then gives
 * up. Counters belong to the context of the writer; the failure flag may be read from any thread.
 */
final class RetryBackoff {
  /** Pauses after consecutive failures; the last one repeats. */
  private static final List<Duration> PAUSES =
      List.of(
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          Duration.ofSeconds(15));

  /** Retries of a stopping node, with a short pause before each. */
  private static final int FINAL_RETRIES = 2;

  private static final Duration FINAL_PAUSE = Duration.ofMillis(500);

  private volatile boolean failing;
  private int consecutiveFailures;
  private int failuresWhileStopping;

  /** Returns whether no round has succeeded since the last failure. */
  boolean isFailing() {
    return failing;
  }

  /**
   * Records a failure.
   *
   * @param ending whether the node is stopping
   * @return pause before the next attempt; empty to give up
   */
  Optional<Duration> recordFailure(boolean ending) {
    failing = true;
    if (!ending) {
      return Optional.of(PAUSES.get(Math.min(consecutiveFailures++, PAUSES.size() - 1)));
    }
    return failuresWhileStopping++ >= FINAL_RETRIES ? Optional.empty() : Optional.of(FINAL_PAUSE);
  }

  /**
   * Records a successful round.
   *
   * @return whether the writer had been failing
   */
  boolean recordSuccess() {
    consecutiveFailures = 0;
    boolean was = failing;
    failing = false;
    return was;
  }
}
