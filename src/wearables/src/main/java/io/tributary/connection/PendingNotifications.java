package io.tributary.connection;

import io.tributary.db.Tx;
import java.util.Collection;
import java.util.UUID;

/**
 * Unprocessed provider notifications of a connection, when the connection stops or resumes. Package
 * {@code notification} owns the rows.
 */
final class PendingNotifications {
  private static final String DELETE_STALE =
      "delete from provider_notification where connection_id = $1 and (kind <> 'changed' or not"
          + " $2)";
  private static final String RELEASE =
      "update provider_notification set due_at = now() where connection_id = $1 and due_at ="
          + " 'infinity'";
  private static final String HOLD =
      """
      update provider_notification set due_at = 'infinity'
       where connection_id = any ($1) and kind = 'changed' and state = 'queued'
      """;
  private static final String DROP =
      "delete from provider_notification where connection_id = $1 and state = 'queued'";

  private PendingNotifications() {}

  /**
   * Drops notifications about an earlier grant and releases held change notifications for
   * processing.
   *
   * @param sameAccount true when the new link has the account that the notifications are about
   */
  static void onRelink(Tx tx, UUID connection, boolean sameAccount) {
    tx.update(DELETE_STALE, connection, sameAccount);
    if (tx.update(RELEASE, connection) > 0) {
      tx.wakeAfterCommit(ConnectionLifecycle.NOTIFICATION_QUEUE);
    }
  }

  /** Holds change notifications until their connections resume. */
  static void hold(Tx tx, Collection<UUID> connections) {
    tx.update(HOLD, (Object) connections.toArray(UUID[]::new));
  }

  /** Drops the queued notifications of a connection whose ingestion has ended. */
  static void drop(Tx tx, UUID connection) {
    tx.update(DROP, connection);
  }
}
