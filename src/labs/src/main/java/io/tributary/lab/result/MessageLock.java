package io.tributary.lab.result;

import io.tributary.db.Tx;
import java.util.UUID;

/**
 * Who reads a stored message, or takes somebody out of it, does so one after another: until its
 * transaction ends nobody else does. Take it before any row.
 */
public final class MessageLock {
  private static final String HOLD = "select pg_advisory_xact_lock(hashtextextended($1, 27))";
  private static final String TRY =
      "select pg_try_advisory_xact_lock(hashtextextended($1, 27)) as mine";

  private MessageLock() {}

  /** Waits for it. What the transaction reads afterwards is as the one before left it. */
  public static void hold(Tx tx, UUID message) {
    tx.query(HOLD, message.toString());
  }

  /** For who holds rows already, for which another with the turn may wait: false = not now. */
  public static boolean tryHold(Tx tx, UUID message) {
    return tx.first(TRY, message.toString()).orElseThrow().getBoolean("mine");
  }
}
