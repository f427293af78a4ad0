package io.tributary.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.Tx;
import io.tributary.event.EventCatalog;
import io.tributary.webhook.WebhookMessages.Scope;
import java.util.UUID;

/** Writes example messages, which do not announce a real event. */
final class ExampleMessageRepo {
  /**
   * Marked as streams_only, so that event log readers do not take it for a real event. Without a
   * user, so that it does not use a sequence number of a user.
   */
  private static final String ADD =
      """
      with m as (
        insert into message (id, team_id, environment, event_type, body, streams_only)
        values ($1, $2, $3, $4, $5, true)
      )
      insert into delivery (message_id, endpoint_id, shard, state) values ($1, $6, $7, 'pending')
      """;

  /**
   * Adds a message with the example of a type and one delivery that is due now.
   *
   * @return ID of the message
   */
  String add(Tx tx, Scope scope, String endpoint, int shard, String type) {
    String id = Ids.messageId();
    tx.update(
        ADD,
        id,
        scope.team(),
        scope.environment().wire(),
        type,
        Json.bytes(body(type, scope.team())),
        endpoint,
        shard);
    return id;
  }

  /** Returns the catalog's example event with the team's ID. */
  private static ObjectNode body(String type, UUID team) {
    EventCatalog catalog = EventCatalog.shared();
    ObjectNode event = catalog.event(type).orElseThrow();
    UUID user = UUID.fromString(event.get("user_id").textValue());
    event.set("data", catalog.example(type, team, user).orElseThrow());
    return event.put("team_id", team.toString());
  }
}
