package io.tributary.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.Tx;
import io.tributary.event.EventCatalog;
import io.tributary.webhook.WebhookMessages.Scope;
import java.util.UUID;

/** Writes examples: messages that nothing has happened for. */
final class ExampleMessageRepo {
  /**
   * Not for readers of the event log, to whom it would be news, and of no user, so that it takes no
   * number among a user's messages.
   */
  private static final String ADD =
      """
      with m as (
        insert into message (id, team_id, environment, event_type, body, streams_only)
        values ($1, $2, $3, $4, $5, true)
      )
      insert into delivery (message_id, endpoint_id, shard, state) values ($1, $6, $7, 'pending')
      """;

  /** One delivery of the type's example, now; its id. */
  String add(Tx tx, Scope scope, String endpoint, int shard, String type) {
    String id = Ids.message();
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

  /** The catalogue's event of its made-up user, as one of this team. */
  private static ObjectNode body(String type, UUID team) {
    EventCatalog catalog = EventCatalog.shared();
    ObjectNode event = catalog.event(type).orElseThrow();
    UUID user = UUID.fromString(event.get("user_id").textValue());
    event.set("data", catalog.example(type, team, user).orElseThrow());
    return event.put("team_id", team.toString());
  }
}
