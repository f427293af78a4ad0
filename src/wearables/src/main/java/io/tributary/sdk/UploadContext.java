package io.tributary.sdk;

import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import io.tributary.provider.sdk.SdkProvider;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * State of the user and the connection when an upload arrives.
 *
 * @param lateWindowOver true when the late delivery window after the user's last day has ended
 * @param connection null when there is none
 * @param status status of the connection, or null
 */
record UploadContext(
    String clientUserId,
    LocalDate ingestionStart,
    LocalDate ingestionEnd,
    boolean lateWindowOver,
    UUID connection,
    String status,
    boolean demo,
    ConnectionMode mode) {
  // A separate statement, so that the next one sees the writes of previous lock holders. Locks in
  // ID order, like the store does.
  private static final String LOCK_USERS =
      """
      select 1 from app_user where id = any ($1) and deleted_at is null order by id
         for no key update
      """;
  private static final String READ =
      """
      select k.n, u.client_user_id, u.ingestion_start, u.ingestion_end,
             coalesce((u.ingestion_end + 1)::timestamp at time zone 'UTC'
                      <= now() - make_interval(secs => $5), false) as late,
             c.id as connection_id, c.status, coalesce(c.demo, false) as demo,
             coalesce(p.mode, 'auto') as mode
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
             with ordinality as k(user_id, team_id, environment, provider, n)
        join app_user u on u.id = k.user_id and u.team_id = k.team_id
         and u.environment = k.environment and u.deleted_at is null
        left join lateral (
          select id, provider, status, demo from connection where user_id = u.id offset 0) c
          on c.provider = k.provider
        left join sdk_client p on p.user_id = u.id and p.provider = k.provider
      """;

  /** User and provider of an upload. */
  record Key(Tenant tenant, UUID user, SdkProvider provider) {}

  /**
   * Locks the users until the transaction ends and reads their states. Unknown users are missing
   * from the result.
   *
   * @param lateWindow how long data is accepted after the last day
   */
  static Map<Key, UploadContext> lock(Tx tx, Collection<Key> wanted, Duration lateWindow) {
    List<Key> keys = wanted.stream().distinct().toList();
    UUID[] users = keys.stream().map(Key::user).toArray(UUID[]::new);
    tx.query(LOCK_USERS, (Object) users);
    Map<Key, UploadContext> out = new HashMap<>();
    for (Row r :
        tx.query(
            READ,
            users,
            keys.stream().map(k -> k.tenant().team()).toArray(UUID[]::new),
            keys.stream().map(k -> k.tenant().environment().wire()).toArray(String[]::new),
            keys.stream().map(k -> k.provider().slug()).toArray(String[]::new),
            lateWindow.toMillis() / 1000.0)) {
      out.put(keys.get(r.getLong("n").intValue() - 1), read(r));
    }
    return out;
  }

  /**
   * Reads the state of one user.
   *
   * @throws ServiceException 404 for an unknown user
   */
  static UploadContext lock(
      Tx tx, Tenant tenant, UUID user, SdkProvider provider, Duration lateWindow) {
    Key key = new Key(tenant, user, provider);
    UploadContext state = lock(tx, List.of(key), lateWindow).get(key);
    if (state == null) {
      throw ServiceException.notFound("user");
    }
    return state;
  }

  private static UploadContext read(Row r) {
    return new UploadContext(
        r.getString("client_user_id"),
        r.getLocalDate("ingestion_start"),
        r.getLocalDate("ingestion_end"),
        r.getBoolean("late"),
        r.getUUID("connection_id"),
        r.getString("status"),
        r.getBoolean("demo"),
        ConnectionMode.of(r.getString("mode")).orElseThrow());
  }

  /** Returns true when an upload can be stored at once. */
  boolean isConnected() {
    return "connected".equals(status) && !demo;
  }

  /**
   * Throws when the client may not connect.
   *
   * @param asked true for the connect call, false for an upload or a sync
   */
  void requireConnectAllowed(boolean asked) {
    if (demo) {
      throw ServiceException.badRequest(
          "the user has demo connections; use another user for real data");
    }
    if ("paused".equals(status) && lateWindowOver) {
      throw ServiceException.conflict("the connection is paused: the user's ingestion has ended");
    }
    if (!asked && connection == null && mode == ConnectionMode.EXPLICIT) {
      throw ServiceException.conflict("the connection has ended; connect the user first");
    }
  }
}
