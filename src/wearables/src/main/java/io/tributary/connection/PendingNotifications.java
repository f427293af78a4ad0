package io.tributary.connection;

import io.tributary.db.Tx;
import java.util.Collection;
import java.util.UUID;

/**
 * What providers told of a connection and nobody has read yet, when the connection stops or goes
 * on. The rows are those of the package inbound.
 */
final class PendingNotifications {
  private static final String FORGET =
      "delete from provider_hint where connection_id = $1 and (what <> 'changed' or not $2)";
  private static final String RELEASE =
      "update provider_hint set due_at = now() where connection_id = $1 and due_at = 'infinity'";
  private static final String HOLD =
      """
      update provider_hint set due_at = 'infinity'
       where connection_id = any ($1) and what = 'changed' and state = 'queued'
      """;
  private static final String DROP =
      "delete from provider_hint where connection_id = $1 and state = 'queued'";

  private PendingNotifications() {}

  /**
   * What was told of an earlier grant says nothing of this one; what changed is still to be read.
   *
   * @param sameAccount whether it is linked with the account that the notices speak of
   */
  static void linkedAnew(Tx tx, UUID connection, boolean sameAccount) {
    tx.update(FORGET, connection, sameAccount);
    if (tx.update(RELEASE, connection) > 0) {
      tx.wakeAfterCommit(ConnectionLifecycle.NOTICE_QUEUE);
    }
  }

  /** They wait until their connections go on. */
  static void hold(Tx tx, Collection<UUID> connections) {
    tx.update(HOLD, (Object) connections.toArray(UUID[]::new));
  }

  /** Nobody waits for them any more. */
  static void drop(Tx tx, UUID connection) {
    tx.update(DROP, connection);
  }
}
