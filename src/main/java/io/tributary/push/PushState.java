package io.tributary.push;

import io.tributary.db.Tx;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Tenant;
import io.tributary.provider.sdk.PushProvider;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * User and connection as a push finds them: all that it needs to know, in one statement.
 *
 * @param connection null when there is none
 * @param status of it, or null
 * @param claimed whether the batch is new and this transaction holds its row
 */
record PushState(
    String clientUserId,
    LocalDate ingestionStart,
    LocalDate ingestionEnd,
    boolean late,
    UUID connection,
    String status,
    boolean demo,
    Mode mode,
    boolean claimed) {
  private static final String STATE =
      """
      select u.id, u.client_user_id, u.ingestion_start, u.ingestion_end,
             coalesce((u.ingestion_end + 1)::timestamp at time zone 'UTC'
                      <= now() - make_interval(secs => $5), false) as late,
             c.id as connection_id, c.status, coalesce(c.demo, false) as demo,
             coalesce(p.mode, 'auto') as mode
        from app_user u
        left join connection c on c.user_id = u.id and c.provider = $4
        left join push_client p on p.user_id = u.id and p.provider = $4
       where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
         for no key update of u
      """;
  private static final String READ =
      "with u as (" + STATE + ") select u.*, false as claimed from u";
  private static final String CLAIM =
      "with u as materialized ("
          + STATE
          + """
          ), b as (
            insert into push_batch (user_id, batch_id, digest)
            select id, $6, $7 from u where status = 'connected' and not demo
            on conflict do nothing
            returning 1
          )
          select u.*, exists (select 1 from b) as claimed from u
          """;

  // In id order, as all who hold several users do.
  private static final String MANY =
      """
      select k.i, u.id, u.client_user_id, u.ingestion_start, u.ingestion_end,
             coalesce((u.ingestion_end + 1)::timestamp at time zone 'UTC'
                      <= now() - make_interval(secs => $5), false) as late,
             c.id as connection_id, c.status, coalesce(c.demo, false) as demo,
             coalesce(p.mode, 'auto') as mode, false as claimed
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
             with ordinality as k(user_id, team_id, environment, provider, i)
        join app_user u on u.id = k.user_id and u.team_id = k.team_id
         and u.environment = k.environment and u.deleted_at is null
        left join connection c on c.user_id = u.id and c.provider = k.provider
        left join push_client p on p.user_id = u.id and p.provider = k.provider
       order by u.id for no key update of u
      """;

  /** Whose state is wanted. */
  record Key(Tenant tenant, UUID user, PushProvider provider) {}

  /**
   * The states of many in one statement.
   *
   * @return one for each; empty where there is no such user
   */
  static List<Optional<PushState>> of(Tx tx, List<Key> keys, Duration lateWindow) {
    List<Optional<PushState>> out =
        new ArrayList<>(Collections.nCopies(keys.size(), Optional.empty()));
    for (Row row :
        tx.query(
            MANY,
            keys.stream().map(Key::user).toArray(UUID[]::new),
            keys.stream().map(k -> k.tenant().team()).toArray(UUID[]::new),
            keys.stream().map(k -> k.tenant().environment().wire()).toArray(String[]::new),
            keys.stream().map(k -> k.provider().slug()).toArray(String[]::new),
            lateWindow.toMillis() / 1000.0)) {
      out.set((int) (row.getLong("i") - 1), Optional.of(read(row)));
    }
    return out;
  }

  /** A named push. */
  record Name(String id, byte[] digest) {}

  /**
   * Reads the state, and claims the name of the push if it has one and can be stored.
   *
   * @param lateWindow how long after the last day data are still taken
   * @param name null for none
   * @throws Refusal 404 for no such user
   */
  static PushState of(
      Tx tx, Tenant tenant, UUID user, PushProvider provider, Duration lateWindow, Name name) {
    String environment = tenant.environment().wire();
    double late = lateWindow.toMillis() / 1000.0;
    Optional<Row> row =
        name == null
            ? tx.first(READ, user, tenant.team(), environment, provider.slug(), late)
            : tx.first(
                CLAIM,
                user,
                tenant.team(),
                environment,
                provider.slug(),
                late,
                name.id(),
                name.digest());
    return row.map(PushState::read).orElseThrow(() -> Refusal.notFound("user"));
  }

  private static PushState read(Row r) {
    return new PushState(
        r.getString("client_user_id"),
        r.getLocalDate("ingestion_start"),
        r.getLocalDate("ingestion_end"),
        r.getBoolean("late"),
        r.getUUID("connection_id"),
        r.getString("status"),
        r.getBoolean("demo"),
        Mode.of(r.getString("mode")).orElseThrow(),
        r.getBoolean("claimed"));
  }

  /** Whether a push can be stored right away. */
  boolean connected() {
    return "connected".equals(status) && !demo;
  }

  /**
   * Refuses what no sync may connect.
   *
   * @param asked whether the client asks to connect, rather than merely pushing
   */
  void mayConnect(boolean asked) {
    if (demo) {
      throw Refusal.invalid("this user has demo connections, which never mix with real ones");
    }
    if ("paused".equals(status) && late) {
      throw Refusal.conflict("the connection is paused: the user's ingestion has ended");
    }
    if (!asked && connection == null && mode == Mode.EXPLICIT) {
      throw Refusal.conflict("the connection was ended; connect first");
    }
  }
}
