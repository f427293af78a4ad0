package io.tributary.lab.result;

import io.tributary.db.Tx;
import java.util.UUID;

/**
 * Lock on a stored message for its processing and for the removal of a person. Held until the end
 * of the transaction. Acquire it before any row lock.
 */
public final class MessageLock {
  private static final String ACQUIRE = "select pg_advisory_xact_lock(hashtextextended($1, 27))";
  private static final String TRY_ACQUIRE =
      "select pg_try_advisory_xact_lock(hashtextextended($1, 27)) as mine";

  private MessageLock() {}

  /** Waits for the lock. Later reads of the transaction see the changes of the previous holder. */
  public static void acquire(Tx tx, UUID message) {
    tx.query(ACQUIRE, message.toString());
  }

  /**
   * Acquires the lock without waiting, for callers that hold row locks already; returns false when
   * it is taken.
   */
  public static boolean tryAcquire(Tx tx, UUID message) {
    return tx.first(TRY_ACQUIRE, message.toString()).orElseThrow().getBoolean("mine");
  }
}
