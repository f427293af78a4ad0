package io.tributary.sdk;

import io.tributary.connection.ConnectionLifecycle;
import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.ingest.IngestTarget;
import io.tributary.provider.sdk.HealthConnectPermissions;
import io.tributary.provider.sdk.SdkProvider;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Creates the connections of SDK clients. Concurrent requests create one connection. */
public final class SdkConnections {
  // Same lock as that of a link, so concurrent connects of the user are serialized and the later
  // one sees the connection.
  private static final String LOCK_USER =
      """
      select 1 from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null
         for no key update
      """;
  private static final String HAS_DEMO = "select 1 from connection where user_id = $1 and demo";
  private static final String SET_MODE =
      """
      insert into sdk_client (user_id, provider, mode) values ($1, $2, $3)
      on conflict (user_id, provider) do update set mode = excluded.mode
      """;
  private static final String SET_GRANTED =
      """
      update connection set scopes_granted = $3, scopes_requested = $3, updated_at = now()
       where user_id = $1 and provider = $2 and not demo and scopes_granted is distinct from $3
      """;

  private final Db db;
  private final ConnectionLifecycle states;
  private final Duration lateWindow;

  SdkConnections(Db db, ConnectionLifecycle states, Duration lateWindow) {
    this.db = db;
    this.states = states;
    this.lateWindow = lateWindow;
  }

  /** Handles the connect call. Fails with 409 when there is a connection. */
  void connect(PushMessages.Connect m) {
    boolean made =
        db.tx(
            tx -> {
              lock(tx, m.tenant(), m.user());
              m.mode()
                  .ifPresent(
                      mode -> tx.update(SET_MODE, m.user(), m.provider().slug(), mode.wire()));
              return createIfMissing(tx, m.tenant(), m.user(), m.provider(), m.granted(), true);
            });
    if (!made) {
      throw ServiceException.conflict("the user is already connected");
    }
  }

  /** Creates the connection that an upload or a sync needs, if the client's mode allows it. */
  void ensureConnected(Tenant tenant, UUID user, SdkProvider provider) {
    db.tx(
        tx -> {
          ensureConnected(tx, tenant, user, provider, null);
          return null;
        });
  }

  /**
   * Creates the connection in the caller's transaction and stores the permissions if the client
   * sends them.
   */
  void ensureConnected(
      Tx tx, Tenant tenant, UUID user, SdkProvider provider, List<String> granted) {
    lock(tx, tenant, user);
    boolean made = createIfMissing(tx, tenant, user, provider, granted, false);
    if (!made && granted != null) {
      tx.update(
          SET_GRANTED,
          user,
          provider.slug(),
          HealthConnectPermissions.normalize(provider, granted).toArray(String[]::new));
    }
  }

  /**
   * Prepares ingestion of other client data in the caller's transaction: connects if the client's
   * mode allows it and returns the target with its ingestion bounds. Locks the user.
   *
   * @throws ServiceException 404 for an unknown user, 409 where an upload would fail with it
   */
  public IngestTarget prepareIngest(Tx tx, Tenant tenant, UUID user, SdkProvider provider) {
    ensureConnected(tx, tenant, user, provider, null);
    UploadContext state = UploadContext.lock(tx, tenant, user, provider, lateWindow);
    return new IngestTarget(
        tenant,
        user,
        state.clientUserId(),
        provider.slug(),
        state.ingestionStart(),
        state.ingestionEnd());
  }

  private static void lock(Tx tx, Tenant tenant, UUID user) {
    tx.first(LOCK_USER, user, tenant.team(), tenant.environment().wire())
        .orElseThrow(() -> ServiceException.notFound("user"));
  }

  private boolean createIfMissing(
      Tx tx, Tenant tenant, UUID user, SdkProvider provider, List<String> granted, boolean asked) {
    UploadContext state = UploadContext.lock(tx, tenant, user, provider, lateWindow);
    if (state.isConnected()) {
      return false;
    }
    state.requireConnectAllowed(asked);
    if (tx.first(HAS_DEMO, user).isPresent()) {
      throw ServiceException.badRequest(
          "the user has demo connections; use another user for real data");
    }
    List<String> known = HealthConnectPermissions.normalize(provider, granted);
    states.connect(
        tx,
        new ConnectionLifecycle.NewLink(
            user,
            tenant,
            state.clientUserId(),
            provider.slug(),
            Ids.DEFAULT_APP,
            false,
            null,
            Optional.ofNullable(known).orElse(List.of()),
            known,
            null));
    return true;
  }
}
