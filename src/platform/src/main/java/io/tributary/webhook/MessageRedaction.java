package io.tributary.webhook;

import io.tributary.db.Tx;
import io.tributary.webhook.WebhookMessages.Scope;

/** Removes the content of a message everywhere it is stored; the message itself remains listed. */
final class MessageRedaction {
  private static final String BODY = "update message set body = null where id = $1";

  /** Includes deleted endpoints and streaming destinations, which also have rows of the message. */
  private static final String DELIVERIES =
      """
      update delivery d
         set state = case when d.state in ('pending', 'held') then 'canceled' else d.state end,
             ended_at = case when d.state in ('pending', 'held') then now() else d.ended_at end,
             attempt_body = null
        from webhook_endpoint e
       where e.team_id = $2 and e.environment = $3 and d.endpoint_id = e.id and d.message_id = $1
      """;

  private static final String ATTEMPTS =
      """
      update delivery_attempt a set response_body = null
        from webhook_endpoint e
       where e.team_id = $2 and e.environment = $3 and a.endpoint_id = e.id and a.message_id = $1
         and a.response_body is not null
      """;

  private static final String MANUAL =
      """
      delete from manual_attempt a using webhook_endpoint e
       where e.team_id = $2 and e.environment = $3 and a.endpoint_id = e.id and a.message_id = $1
      """;

  void redact(Tx tx, Scope scope, String message) {
    tx.update(BODY, message);
    for (String sql : new String[] {DELIVERIES, ATTEMPTS, MANUAL}) {
      tx.update(sql, message, scope.team(), scope.environment().wire());
    }
  }
}
