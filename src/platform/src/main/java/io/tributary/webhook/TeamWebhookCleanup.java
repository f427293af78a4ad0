package io.tributary.webhook;

import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.delivery.DeliveryCancellation;
import io.tributary.delivery.DeliveryShards;
import java.util.List;
import java.util.UUID;

/**
 * Stops all deliveries to a team that is being deleted: webhooks, streaming destinations and event
 * log.
 */
public final class TeamWebhookCleanup {
  private static final String ENDPOINTS =
      """
      update webhook_endpoint
         set deleted_at = coalesce(deleted_at, now()), disabled = true, updated_at = now()
       where id = any (array(
         select id from webhook_endpoint where team_id = $1 order by id for no key update))
      returning id, shard
      """;
  private static final String EVENT_LOG = "delete from event_log where team_id = $1";

  private TeamWebhookCleanup() {}

  private record Stopped(String id, int shard) {}

  /**
   * Runs in the transaction that deletes the team. The delivery owners cancel the remaining
   * deliveries.
   */
  public static void stop(Tx tx, UUID team) {
    tx.update(EVENT_LOG, team);
    List<Stopped> stopped =
        RowMapping.list(
            tx.query(ENDPOINTS, team), r -> new Stopped(r.getString("id"), r.getInteger("shard")));
    for (Stopped s : stopped) {
      DeliveryCancellation.cancelFirst(tx, s.id(), s.shard());
      tx.wakeAfterCommit(DeliveryShards.endpointChangesChannel(s.shard()));
    }
  }
}
