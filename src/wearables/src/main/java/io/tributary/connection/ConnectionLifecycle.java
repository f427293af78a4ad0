package io.tributary.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.crypto.KeyOwner;
import io.tributary.crypto.Vault;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.event.Outbox;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Feed;
import io.tributary.provider.OAuth;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.ProviderCatalog;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Performs every status change of a connection. Each change runs in the caller's transaction,
 * together with its event.
 */
public final class ConnectionLifecycle {
  /** Queue that wakes the processing of provider notifications. */
  public static final String NOTIFICATION_QUEUE = "hint";

  /** Queue that wakes the job that creates and removes subscriptions. */
  public static final String SUBSCRIPTION_QUEUE = "subscribe";

  /** Queue that wakes the job that revokes grants. */
  static final String REVOKE_QUEUE = "deregister";

  private static final String INSERT =
      """
      insert into connection
        (id, user_id, team_id, environment, provider, status, app_id, demo, external_user_id,
         scopes_requested, scopes_granted, access_token_encrypted, refresh_token_encrypted,
         token_expires_at, poll_due_at, provider_state, credentials_encrypted)
      values ($1, $2, $3, $4, $5, 'connected', $6, $7, $8, $9, $10, $11, $12, $13,
              now() + make_interval(secs => $14), $15::text::jsonb, $16)
      """;
  private static final String RELINK =
      """
      update connection
         set status = 'connected', app_id = $2, demo = $3, external_user_id = $4,
             scopes_requested = $5, scopes_granted = $6, access_token_encrypted = $7,
             refresh_token_encrypted = $8, token_expires_at = $9, token_lease_expires_at = null,
             error_type = null, error_message = null, errored_at = null,
             generation = generation + 1, updated_at = now(), poll_attempt = 0,
             poll_lease_expires_at = null, poll_due_at = now() + make_interval(secs => $10),
             provider_state = $11::text::jsonb, credentials_encrypted = $12,
             token_refused_at = null, token_refusals = 0, imported_tokens_hmac = null
       where id = $1
      """;

  private static final String FAIL =
      """
      update connection
         set status = 'error', error_type = $3, error_message = $4, errored_at = now(),
             updated_at = now(), poll_due_at = null, poll_lease_expires_at = null,
             token_lease_expires_at = null, credentials_encrypted = null
       where id = $1 and generation = $2 and status = 'connected'
      """;
  // Keeps the token lease: a worker that is renewing the tokens still stores them, and the lease
  // shows that it is under way.
  private static final String PAUSE =
      """
      update connection
         set status = 'paused', error_type = null, error_message = null, errored_at = null,
             updated_at = now(), poll_due_at = null, poll_lease_expires_at = null,
             credentials_encrypted = null, generation = generation + 1
       where id = any ($1) and status <> 'paused'
      returning id
      """;
  private static final String DROP_TOKENS =
      """
      update connection set access_token_encrypted = null, refresh_token_encrypted = null,
             token_expires_at = null
       where id = $1
      """;
  private static final String TOKENS =
      "select access_token_encrypted, refresh_token_encrypted from connection where id = $1";
  private static final String QUEUE_REVOCATION =
      """
      insert into deregistration
        (id, team_id, environment, provider, app_id, demo, access_token_encrypted,
         refresh_token_encrypted, external_user_id, provider_state, user_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::jsonb, $11)
      """;
  private static final String DELETE = "delete from connection where id = $1";
  private static final String CLEAR_DEMO_EXPIRY =
      """
      update app_user set demo_expires_at = null
       where id = $1 and demo_expires_at is not null
         and not exists (select 1 from connection where user_id = $1 and demo)
      """;
  private static final String END_PULLS =
      """
      update historical_pull
         set status = 'failure', ended_at = now(), error_details = 'non_retriable_error'
       where user_id = $1 and provider = $2 and status in ('scheduled', 'in_progress', 'retrying')
      """;

  private final ConnectionRepo repo;
  private final Outbox outbox;
  private final Vault vault;
  private final Adapters adapters;
  private final ConnectionEvents events;
  private final ServiceConfig config;
  private volatile ConnectionListener listener = ConnectionListener.NONE;

  public ConnectionLifecycle(
      ConnectionRepo repo,
      Outbox outbox,
      Vault vault,
      Adapters adapters,
      ProviderCatalog catalog,
      ServiceConfig config) {
    this.repo = repo;
    this.outbox = outbox;
    this.vault = vault;
    this.adapters = adapters;
    this.events = new ConnectionEvents(catalog, adapters, config.webhook().legacyEventFields());
    this.config = config;
  }

  /** Sets the listener that is notified of links and ends. */
  public void setListener(ConnectionListener newWatch) {
    listener = newWatch;
  }

  /**
   * Data of a new link.
   *
   * @param externalUserId the provider's ID of the user, or null
   * @param scopesGranted null when the provider has no scopes
   * @param tokens null for connections without tokens
   * @param state account state kept by the adapter
   * @param credentials credentials for a new sign-in, for providers without refresh tokens
   */
  public record NewLink(
      UUID userId,
      Tenant tenant,
      String clientUserId,
      String provider,
      UUID appId,
      boolean demo,
      String externalUserId,
      List<String> scopesRequested,
      List<String> scopesGranted,
      OAuth.Tokens tokens,
      ObjectNode state,
      Optional<PasswordLogin.StoredLogin> credentials) {

    /** Creates a link for an adapter that keeps no account state. */
    public NewLink(
        UUID userId,
        Tenant tenant,
        String clientUserId,
        String provider,
        UUID appId,
        boolean demo,
        String externalUserId,
        List<String> scopesRequested,
        List<String> scopesGranted,
        OAuth.Tokens tokens) {
      this(
          userId,
          tenant,
          clientUserId,
          provider,
          appId,
          demo,
          externalUserId,
          scopesRequested,
          scopesGranted,
          tokens,
          Json.object(),
          Optional.empty());
    }

    @Override
    public String toString() {
      return "NewLink[" + provider + "]";
    }
  }

  /**
   * Connects or relinks and emits the event. The caller holds the user's row lock, which serializes
   * links of one user, and schedules the historical pull afterwards.
   */
  public Connection connect(Tx tx, NewLink link) {
    Optional<Connection> old = repo.lock(tx, link.userId(), link.provider());
    UUID id = old.map(Connection::id).orElseGet(Ids::uuid);
    OAuth.Tokens t = link.tokens();
    KeyOwner owner = new KeyOwner.User(link.tenant().team(), link.userId());
    byte[] access = t == null ? null : vault.seal(tx, owner, t.access(), id.toString());
    byte[] refresh = t == null ? null : vault.seal(tx, owner, t.refresh(), id.toString());
    byte[] kept =
        link.credentials().map(k -> StoredCredentials.seal(vault, tx, owner, k, id)).orElse(null);
    String[] asked = link.scopesRequested().toArray(String[]::new);
    String[] granted =
        link.scopesGranted() == null ? null : link.scopesGranted().toArray(String[]::new);
    Double pollIn = secondsToFirstPoll(link);
    if (old.isEmpty()) {
      tx.update(
          INSERT,
          id,
          link.userId(),
          link.tenant().team(),
          link.tenant().environment().wire(),
          link.provider(),
          link.appId(),
          link.demo(),
          link.externalUserId(),
          asked,
          granted,
          access,
          refresh,
          t == null ? null : t.expiresAt(),
          pollIn,
          Json.text(link.state()),
          kept);
    } else {
      tx.update(
          RELINK,
          id,
          link.appId(),
          link.demo(),
          link.externalUserId(),
          asked,
          granted,
          access,
          refresh,
          t == null ? null : t.expiresAt(),
          pollIn,
          Json.text(link.state()),
          kept);
      boolean same = Objects.equals(old.get().externalUserId(), link.externalUserId());
      PendingNotifications.onRelink(tx, id, same);
    }
    if (!link.demo()) {
      tx.update(CLEAR_DEMO_EXPIRY, link.userId());
    }
    Connection c = repo.find(tx, id).orElseThrow();
    listener.onLinked(tx, c);
    outbox.add(tx, events.created(c));
    return c;
  }

  /** Seconds until the first poll, or null when the provider has nothing to poll. */
  private Double secondsToFirstPoll(NewLink link) {
    Optional<Descriptor> of = adapters.of(link.provider(), link.demo()).map(Adapter::descriptor);
    boolean polled = of.stream().flatMap(d -> d.feeds().stream()).anyMatch(Feed::poll);
    Duration usual = of.flatMap(Descriptor::pollInterval).orElse(config.pull().pollInterval());
    Duration every = link.demo() ? config.demo().newDataInterval() : usual;
    return polled ? every.toMillis() / 1000.0 : null;
  }

  /**
   * Moves the connection to status error after a terminal failure, emits the event and stops
   * polling. Tokens stay for diagnosis. A stored password is deleted, because only a new link, with
   * its own credentials, brings the connection back.
   *
   * @param connection as the failing work saw it; a newer link is left alone
   * @return false when the connection is no longer connected in that generation
   */
  public boolean fail(Tx tx, Connection connection, String errorType, String message) {
    if (tx.update(FAIL, connection.id(), connection.generation(), errorType, message) == 0) {
      return false;
    }
    outbox.add(tx, events.failed(connection, errorType, message));
    return true;
  }

  /**
   * Stops polls, refreshes and provider notifications. The grant stays as it is. Notifications that
   * are not processed yet wait for the next link.
   *
   * @return false when it was already paused
   */
  public boolean pause(Tx tx, Connection connection) {
    return pause(tx, List.of(connection.id())) > 0;
  }

  /**
   * Pauses many connections, as {@link #pause(Tx, Connection)} does. The caller has locked them in
   * ID order.
   *
   * @return number of connections that were not paused before
   */
  public int pause(Tx tx, Collection<UUID> connections) {
    List<UUID> paused =
        RowMapping.list(
            tx.query(PAUSE, (Object) connections.toArray(UUID[]::new)), r -> r.getUUID("id"));
    PendingNotifications.hold(tx, paused);
    return paused.size();
  }

  /**
   * Pauses the connection and revokes its grant, when the ingestion bounds of the user have ended.
   */
  public boolean pauseAndRevoke(Tx tx, Connection connection) {
    if (!pause(tx, connection)) {
      return false;
    }
    queueRevocation(tx, connection);
    tx.update(DROP_TOKENS, connection.id());
    PendingNotifications.drop(tx, connection.id());
    return true;
  }

  /**
   * Removes the connection and queues the revocation of its grant. Emits no event and keeps the
   * data. The caller holds the user's row lock, as for a link. Removing the last demo connection
   * lifts the user's expiry.
   *
   * @return false when there is no connection
   */
  public boolean deregister(Tx tx, UUID userId, String provider) {
    Optional<Connection> c = repo.lock(tx, userId, provider);
    c.ifPresent(x -> remove(tx, x));
    return c.isPresent();
  }

  public void deregisterAll(Tx tx, UUID userId) {
    repo.lockAll(tx, userId).forEach(c -> remove(tx, c));
  }

  private void remove(Tx tx, Connection c) {
    queueRevocation(tx, c);
    tx.update(DELETE, c.id());
    // The jobs were deleted with the connection. Their status rows come last, because claiming or
    // ending a job locks the job first.
    tx.update(END_PULLS, c.userId(), c.provider());
    if (c.demo()) {
      tx.update(CLEAR_DEMO_EXPIRY, c.userId());
    }
  }

  private void queueRevocation(Tx tx, Connection c) {
    Row tokens = tx.first(TOKENS, c.id()).orElseThrow();
    byte[] access = RowMapping.bytes(tokens, "access_token_encrypted");
    byte[] refresh = RowMapping.bytes(tokens, "refresh_token_encrypted");
    if (access == null && refresh == null) {
      RevocationLog.recordNoGrant(tx, c.userId(), c.provider());
      return;
    }
    OAuth.Tokens stored =
        new OAuth.Tokens(
            vault.open(tx, access, c.id().toString()),
            vault.open(tx, refresh, c.id().toString()),
            null);
    revoke(tx, c, stored, listener.onEnding(tx, c));
  }

  /** Queues the revocation of an ended connection's grant with its current tokens. */
  void revoke(Tx tx, Connection c, OAuth.Tokens tokens, ObjectNode state) {
    Optional<String> account = Optional.ofNullable(c.externalUserId());
    OAuth.Session session = new OAuth.Session(tokens, account, state);
    queueRevocation(tx, c.userId(), c.tenant(), c.provider(), c.appId(), c.demo(), session);
  }

  /** Queues the revocation of a real grant that never became a connection. */
  public void revoke(Tx tx, Tenant tenant, String provider, UUID appId, OAuth.Session session) {
    queueRevocation(tx, null, tenant, provider, appId, false, session);
  }

  private void queueRevocation(
      Tx tx,
      UUID user,
      Tenant tenant,
      String provider,
      UUID appId,
      boolean demo,
      OAuth.Session session) {
    UUID id = Ids.uuid();
    // Encrypted with the team's key, because the user may be erased before the grant is revoked.
    KeyOwner owner = new KeyOwner.Team(tenant.team());
    tx.update(
        QUEUE_REVOCATION,
        id,
        tenant.team(),
        tenant.environment().wire(),
        provider,
        appId,
        demo,
        vault.seal(tx, owner, session.tokens().access(), id.toString()),
        vault.seal(tx, owner, session.tokens().refresh(), id.toString()),
        session.externalUserId().orElse(null),
        Json.text(session.state()),
        user);
    tx.wakeAfterCommit(REVOKE_QUEUE);
  }
}
