package io.tributary.maintenance;

import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Ends ingestion for users whose last day and window for late data are over: revokes their
 * connections at the provider and pauses them.
 */
final class IngestionEndTask {
  // The last day ends for everyone at midnight UTC after it. The lock rechecks a bound that is
  // being changed concurrently.
  private static final String DUE =
      """
      select c.id from app_user u join connection c on c.user_id = u.id
       where u.ingestion_end is not null and u.deleted_at is null
         and (u.ingestion_end + 1)::timestamp at time zone 'UTC'
             <= now() - make_interval(secs => $1)
         and c.status <> 'paused'
       order by c.id limit $2
         for no key update of u
      """;

  private final double lateSeconds;
  private final ConnectionLifecycle connections;
  private final ConnectionRepo repo = new ConnectionRepo();

  IngestionEndTask(Duration lateWindow, ConnectionLifecycle connections) {
    this.lateSeconds = lateWindow.toMillis() / 1000.0;
    this.connections = connections;
  }

  boolean run(Tx tx, int limit) {
    List<UUID> due = RowMapping.list(tx.query(DUE, lateSeconds, limit), r -> r.getUUID("id"));
    due.forEach(id -> repo.lock(tx, id).ifPresent(c -> connections.pauseAndRevoke(tx, c)));
    return due.size() == limit;
  }
}
