package io.tributary.webhook;

import io.tributary.core.Ids;
import io.tributary.db.RowMapping;
import io.tributary.event.EventTypes;
import io.tributary.testkit.TestNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Messages of the first team as delivery leaves them. */
final class MessageLogFixture {
  static final String TYPE = EventTypes.DEVICE_CREATED;

  private final TestNode node;

  MessageLogFixture(TestNode node) {
    this.node = node;
  }

  /** Returns a message ID of that time. */
  static String id(Instant at) {
    return Ids.messageIdBound(at) + Ids.randomBase62(16);
  }

  String add(String endpoint, String state, Instant at) {
    return add(endpoint, state, at, TYPE, null);
  }

  UUID user() {
    UUID id = Ids.uuid();
    node.db()
        .query(
            "insert into app_user (id, team_id, environment) values ($1, $2, 'sandbox')",
            id,
            node.first().team());
    return id;
  }

  /** Inserts a message and its delivery. A pending one has its second attempt tomorrow. */
  String add(String endpoint, String state, Instant at, String type, UUID user) {
    String id = id(at);
    byte[] body = "{\"event_type\":\"%s\"}".formatted(type).getBytes(StandardCharsets.UTF_8);
    node.db()
        .query(
            """
            insert into message (id, team_id, environment, event_type, user_id, body, created_at)
            values ($1, $2, 'sandbox', $3, $4, $5, $6)
            """,
            id,
            node.first().team(),
            type,
            user,
            body,
            at);
    deliver(endpoint, state, id, user);
    return id;
  }

  /** Inserts a delivery of the message to one more endpoint. */
  void deliver(String endpoint, String state, String message, UUID user) {
    node.db()
        .query(
            """
            insert into delivery (message_id, endpoint_id, shard, state, attempt, due_at, user_id)
            select $1, id, shard, $3, 1, now() + interval '1 day', $4
              from webhook_endpoint where id = $2
            """,
            message,
            endpoint,
            state,
            user);
  }

  /** Inserts one message for each second from then on and returns their IDs, oldest first. */
  List<String> addMany(String endpoint, String state, Instant from, int count) {
    List<String> ids = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ids.add(id(from.plusSeconds(i)));
    }
    String[] all = ids.toArray(String[]::new);
    node.db()
        .query(
            """
            insert into message (id, team_id, environment, event_type, body)
            select id, $2, 'sandbox', $3, '{}' from unnest($1::text[]) as u (id)
            """,
            all,
            node.first().team(),
            TYPE);
    node.db()
        .query(
            """
            insert into delivery (message_id, endpoint_id, shard, state, attempt, due_at)
            select u.id, e.id, e.shard, $3, 1, now() + interval '1 day'
              from webhook_endpoint e cross join unnest($1::text[]) as u (id) where e.id = $2
            """,
            all,
            endpoint,
            state);
    return ids;
  }

  void attempt(String endpoint, String message, int number, Instant at, int status, byte[] answer) {
    node.db()
        .query(
            """
            insert into delivery_attempt (id, message_id, endpoint_id, number, started_at, duration_ms,
                                          response_status_code, error_class, response_body)
            values ($1, $2, $3, $4, $5, 12, $6, case when $6 between 200 and 299 then null
                    else 'http_status' end, $7)
            """,
            Ids.uuid(),
            message,
            endpoint,
            number,
            at,
            status,
            answer);
  }

  /** Returns the messages of an endpoint with a queued extra attempt, in sending order. */
  List<String> queuedExtraAttempts(String endpoint) {
    return RowMapping.list(
        node.db()
            .query(
                "select message_id from manual_attempt where endpoint_id = $1 order by id",
                endpoint),
        r -> r.getString("message_id"));
  }
}
