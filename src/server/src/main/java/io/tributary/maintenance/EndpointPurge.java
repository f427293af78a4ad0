package io.tributary.maintenance;

import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Optional;

/**
 * Deletes the rows of deleted endpoints after their messages have expired. Until then retention
 * needs the rows to find their deliveries.
 */
final class EndpointPurge {
  private static final String DUE =
      """
      select e.id, e.team_id, e.environment from webhook_endpoint e
       where e.deleted_at <= now() - make_interval(secs => $1)
         and not exists (select 1 from delivery d where d.endpoint_id = e.id)
         and not exists (select 1 from delivery_attempt a where a.endpoint_id = e.id)
         and not exists (select 1 from manual_attempt a where a.endpoint_id = e.id)
       order by e.id limit 1 for update of e skip locked
      """;

  /**
   * Goes through the team's users, because no index leads from an endpoint to its user_sequence
   * rows.
   */
  private static final String DELETE_SEQUENCES =
      """
      delete from user_sequence where (user_id, endpoint_id) in (
        select s.user_id, s.endpoint_id from app_user u
          join user_sequence s on s.user_id = u.id and s.endpoint_id = $3
         where u.team_id = $1 and u.environment = $2 limit $4)
      """;

  private static final String DELETE_ENDPOINT = "delete from webhook_endpoint where id = $1";

  private final double seconds;

  EndpointPurge(Duration age) {
    this.seconds = age.toMillis() / 1000.0;
  }

  boolean run(Tx tx, int limit) {
    Optional<Row> due = tx.first(DUE, seconds);
    due.ifPresent(
        e -> {
          String id = e.getString("id");
          int numbers =
              tx.update(
                  DELETE_SEQUENCES, e.getUUID("team_id"), e.getString("environment"), id, limit);
          if (numbers < limit) {
            tx.update(DELETE_ENDPOINT, id);
          }
        });
    return due.isPresent();
  }
}
