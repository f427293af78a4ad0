package io.tributary.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.telemetry.Tracing;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Transactional outbox: records an event in the transaction of the change that it announces.
 *
 * <p>Each event becomes one row in message and one row in delivery per matching endpoint. The
 * payload is rendered here once and never again, so all attempts and destinations send the same
 * payload.
 *
 * <p>Each message of a user gets a sequence number per endpoint, taken under the lock of the row in
 * user_sequence. The lock is held until the commit, so sequence numbers follow the commit order. At
 * an endpoint with ordered delivery, a message starts as {@code held} if an earlier message of the
 * same user is still open there.
 *
 * <p>After the commit, the delivery owners of the affected shards and the readers of the team's
 * event log are notified.
 */
public final class Outbox {
  /**
   * Inserts messages and deliveries.
   *
   * <p>The sequence number of a message among its user's messages at an endpoint is assigned under
   * the lock of the user's row in user_sequence. The lock is held until the commit, so numbers
   * follow the commit order. At an endpoint with ordered delivery, a message is held while another
   * message of its user is open there. The {@code open} column of that row decides, because it is
   * read under the lock. The statement itself can't see delivery rows that were committed after it
   * began.
   *
   * <p>Endpoints are matched with the distinct event types, not with each event. $9 is always 1. A
   * generic plan assumes that the arrays are short; {@code generate_series} makes the planner
   * expect many rows, so that it uses a hash join instead of comparing each row with every other
   * one.
   *
   * <p>Event log readers are notified only for teams that have an event log, because notifying
   * other nodes takes a commit of its own.
   */
  private static final String ADD =
      """
      with v as materialized (
        select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::bytea[], $7::bool[],
                             $8::text[])
          as u (id, team_id, environment, event_type, user_id, body, streams_only, except_endpoint)
      ), m as (
        insert into message (id, team_id, environment, event_type, user_id, body, streams_only)
        select id, team_id, environment, event_type, user_id, body, streams_only from v
      ), e as materialized (
        select e.id, e.team_id, e.environment, e.shard, e.ordered, e.disabled, e.filter_types, e.filter_prefixes,
               e.kind = 'webhook' as webhook,
               e.kind = 'webhook' and coalesce('svix' <> all (p.enabled), false) as muted
          from webhook_endpoint e
          left join streaming_destination p on p.team_id = e.team_id and p.environment = e.environment
         where (e.team_id, e.environment) in (select team_id, environment from v) and e.deleted_at is null
      ), k as materialized (
        select v.team_id, v.environment, v.event_type, e.id, e.shard, e.ordered, e.disabled, e.webhook
          from (select distinct team_id, environment, event_type from v) v join e
            on e.team_id = v.team_id and e.environment = v.environment and not e.muted
           and (e.filter_types is null or v.event_type = any (e.filter_types)
                or v.event_type ^@ any (e.filter_prefixes))
         cross join generate_series(1, $9::int) as once
      ), t as materialized (
        select v.id, v.user_id, k.id as endpoint_id, k.shard, k.ordered and v.user_id is not null as ordered,
               k.disabled, row_number() over (partition by k.id, v.user_id order by v.id) as place,
               count(*) over (partition by k.id, v.user_id) as added
          from v join k using (team_id, environment, event_type)
         cross join generate_series(1, $9::int) as once
         where not (k.webhook and v.streams_only) and k.id is distinct from v.except_endpoint
      ), s as materialized (
        insert into user_sequence as u (user_id, endpoint_id, last_seq, open_deliveries)
        select user_id, endpoint_id, count(*), count(*) filter (where ordered and not disabled)
          from t where user_id is not null group by user_id, endpoint_id order by user_id, endpoint_id
        on conflict (user_id, endpoint_id)
        do update set last_seq = u.last_seq + excluded.last_seq, open_deliveries = u.open_deliveries + excluded.open_deliveries
        returning user_id, endpoint_id, last_seq, open_deliveries
      ), d as (
        insert into delivery (message_id, endpoint_id, shard, state, ended_at, user_id, seq, ordered)
        select t.id, t.endpoint_id, t.shard,
               case when t.disabled then 'canceled'
                    when t.ordered and (t.place > 1 or s.open_deliveries > t.added) then 'held'
                    else 'pending' end,
               case when t.disabled then now() end,
               t.user_id, s.last_seq - t.added + t.place, t.ordered and not t.disabled
          from t left join s using (user_id, endpoint_id)
        returning shard, state
      )
      select distinct shard, null::uuid as reader from d where state = 'pending'
       union all
      select null, l.team_id
        from (select distinct team_id, environment from v where not streams_only) w cross join lateral (
          select team_id from event_log where team_id = w.team_id and environment = w.environment offset 0) l
      """;

  private static final String FIND_STORED =
      """
      select team_id, environment, event_type, user_id, body, streams_only from message
       where id = $1 and body is not null
      """;

  /** Returns the wake-up queue of the readers of a team's event log. */
  public static String eventLogQueue(UUID team) {
    return "events-" + team;
  }

  /** Returns the wake-up queue of the delivery owner of a shard. */
  public static String deliveryQueue(int shard) {
    return "deliver-" + shard;
  }

  public void add(Tx tx, Event event) {
    add(tx, List.of(event));
  }

  /** Adds an event and returns the message ID, which {@link #resend} accepts. */
  public String addOne(Tx tx, Event event) {
    return add(tx, List.of(event), new String[1])[0];
  }

  /**
   * Sends a message again, byte for byte, under a new ID. Does nothing if its body has expired.
   *
   * @return the new message ID; empty if the body is no longer stored
   */
  public Optional<String> resend(Tx tx, String message) {
    return tx.first(FIND_STORED, message)
        .map(
            r -> {
              String id = Ids.messageId();
              insert(
                  tx,
                  new String[] {id},
                  new UUID[] {r.getUUID("team_id")},
                  new String[] {r.getString("environment")},
                  new String[] {r.getString("event_type")},
                  new UUID[] {r.getUUID("user_id")},
                  new byte[][] {r.getBuffer("body").getBytes()},
                  new Boolean[] {r.getBoolean("streams_only")},
                  new String[1]);
              return id;
            });
  }

  public void add(Tx tx, List<Event> events) {
    add(tx, events, new String[events.size()]);
  }

  /**
   * Adds events for all endpoints of the team except one per event, because an endpoint is not
   * notified of its own failures.
   *
   * @param except the endpoint to leave out, by index of the event; null if there is none
   */
  public void addExcept(Tx tx, List<Event> events, List<String> except) {
    add(tx, events, except.toArray(String[]::new));
  }

  private static String[] add(Tx tx, List<Event> events, String[] except) {
    int n = events.size();
    String[] ids = new String[n];
    if (n == 0) {
      return ids;
    }
    UUID[] teams = new UUID[n];
    String[] environments = new String[n];
    String[] types = new String[n];
    UUID[] users = new UUID[n];
    byte[][] bodies = new byte[n][];
    Boolean[] streams = new Boolean[n];
    for (int i = 0; i < n; i++) {
      Event e = events.get(i);
      ids[i] = Ids.messageId();
      Tracing.remember(ids[i]);
      teams[i] = e.tenant().team();
      environments[i] = e.tenant().environment().wire();
      types[i] = e.type();
      users[i] = e.dataOwner();
      bodies[i] = Json.bytes(envelope(e));
      streams[i] = e.audience() == Event.Audience.STREAMS;
    }
    insert(tx, ids, teams, environments, types, users, bodies, streams, except);
    return ids;
  }

  private static void insert(
      Tx tx,
      String[] ids,
      UUID[] teams,
      String[] environments,
      String[] types,
      UUID[] users,
      byte[][] bodies,
      Boolean[] streams,
      String[] except) {
    RowMapping.list(
            tx.query(ADD, ids, teams, environments, types, users, bodies, streams, except, 1),
            r -> {
              Integer shard = r.getInteger("shard");
              return shard == null ? eventLogQueue(r.getUUID("reader")) : deliveryQueue(shard);
            })
        .forEach(tx::wakeAfterCommit);
  }

  /** Builds the payload, which has exactly these five keys. */
  static ObjectNode envelope(Event e) {
    ObjectNode out = Json.object().put("event_type", e.type());
    out.set("data", e.data());
    return out.put("team_id", e.tenant().team().toString())
        .put("user_id", e.userId() == null ? null : e.userId().toString())
        .put("client_user_id", e.clientUserId());
  }
}
