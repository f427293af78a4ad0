package io.tributary.bulk;

import io.tributary.connection.ConnectionLifecycle;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.UUID;

/**
 * Pauses connections: pulls and token renewals stop, and the grants stay as they are.
 *
 * <p>The command is idempotent. Users without a connection are skipped. Blocks its virtual thread.
 */
final class BulkPauseHandler {
  private static final System.Logger LOG = System.getLogger(BulkPauseHandler.class.getName());
  private static final int BATCH_SIZE = 500;

  // Looks connections up one user at a time, so that stale planner statistics cannot lead to a join
  // over the whole table.
  private static final String LOCK_CONNECTIONS =
      """
      select c.id from connection c
       where c.id = any (array(
         select found.id from unnest($1::uuid[]) as u (id)
          cross join lateral (
            select id, team_id, environment, provider from connection
             where user_id = u.id offset 0) found
          where found.team_id = $2 and found.environment = $3 and found.provider = $4))
       order by c.id for update
      """;

  private final Db db;
  private final ConnectionLifecycle states;

  BulkPauseHandler(Db db, ConnectionLifecycle states) {
    this.db = db;
    this.states = states;
  }

  void pause(BulkMessages.PauseConnections m) {
    List<UUID> users = m.users().stream().distinct().toList();
    int paused = 0;
    for (int from = 0; from < users.size(); from += BATCH_SIZE) {
      List<UUID> some = users.subList(from, Math.min(users.size(), from + BATCH_SIZE));
      paused +=
          db.tx(
              tx ->
                  states.pause(
                      tx,
                      RowMapping.list(
                          tx.query(
                              LOCK_CONNECTIONS,
                              some.toArray(UUID[]::new),
                              m.tenant().team(),
                              m.tenant().environment().wire(),
                              m.provider()),
                          r -> r.getUUID("id"))));
    }
    LOG.log(
        Level.INFO,
        "bulk_pause team="
            + m.tenant().team()
            + " environment="
            + m.tenant().environment().wire()
            + " provider="
            + m.provider()
            + " users="
            + users.size()
            + " paused="
            + paused);
  }
}
