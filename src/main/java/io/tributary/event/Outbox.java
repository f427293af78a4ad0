package io.tributary.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Json;
import java.util.List;
import java.util.UUID;

/**
 * Records events in the transaction of the change they announce: the message once, and one delivery
 * per matching endpoint. The body is rendered here and never again.
 */
public final class Outbox {
  private static final String ADD =
      """
      with m as (
        insert into message (id, team_id, environment, event_type, user_id, body)
        select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::bytea[])
        returning id, team_id, environment, event_type
      ), d as (
        insert into delivery (message_id, endpoint_id, shard, state, ended_at)
        select m.id, e.id, e.shard,
               case when e.disabled then 'canceled' else 'pending' end,
               case when e.disabled then now() end
          from m join webhook_endpoint e
            on e.team_id = m.team_id and e.environment = m.environment and e.deleted_at is null
           and (e.filter_types is null or m.event_type = any (e.filter_types))
           and e.id is distinct from $7
        returning shard, state
      )
      select distinct shard from d where state = 'pending'
      """;

  /** Wakes the delivery owner of a shard. */
  public static String queue(int shard) {
    return "deliver-" + shard;
  }

  public void add(Tx tx, Event event) {
    add(tx, List.of(event));
  }

  public void add(Tx tx, List<Event> events) {
    add(tx, events, null);
  }

  /** For the endpoints of the team except one: an endpoint is not told about its own failures. */
  public void addExcept(Tx tx, Event event, String endpointId) {
    add(tx, List.of(event), endpointId);
  }

  private static void add(Tx tx, List<Event> events, String except) {
    if (events.isEmpty()) {
      return;
    }
    int n = events.size();
    String[] ids = new String[n];
    UUID[] teams = new UUID[n];
    String[] environments = new String[n];
    String[] types = new String[n];
    UUID[] users = new UUID[n];
    byte[][] bodies = new byte[n][];
    for (int i = 0; i < n; i++) {
      Event e = events.get(i);
      ids[i] = Ids.message();
      teams[i] = e.tenant().team();
      environments[i] = e.tenant().environment().wire();
      types[i] = e.type();
      users[i] = e.userId();
      bodies[i] = Json.bytes(envelope(e));
    }
    Rows.list(
            tx.query(ADD, ids, teams, environments, types, users, bodies, except),
            r -> r.getInteger("shard"))
        .forEach(shard -> tx.wakeAfterCommit(queue(shard)));
  }

  /** Exactly the five keys of webhooks.md §1. */
  static ObjectNode envelope(Event e) {
    ObjectNode out = Json.object().put("event_type", e.type());
    out.set("data", e.data());
    return out.put("team_id", e.tenant().team().toString())
        .put("user_id", e.userId() == null ? null : e.userId().toString())
        .put("client_user_id", e.clientUserId());
  }
}
