package io.tributary.link;

import io.tributary.audit.SystemAuditEvents;
import io.tributary.connection.Connection;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.db.Db;
import io.tributary.db.SqlErrors;
import io.tributary.db.Tx;
import io.tributary.provider.Descriptor;
import io.tributary.provider.OAuth;
import io.tributary.provider.PasswordLogin.StoredLogin;
import io.tributary.pull.HistoricalPullPlanner;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Last step of every link flow. One transaction creates the connection, consumes the token, records
 * the event and schedules the historical pull.
 *
 * <p>A grant that does not become a connection is revoked at the provider.
 */
final class ConnectionCreator {
  private static final System.Logger LOG = System.getLogger(ConnectionCreator.class.getName());

  // Locks the user against deletion and against a concurrent link of the same user.
  private static final String LOCK_USER =
      """
      select client_user_id from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null
         for no key update
      """;

  private static final String FIND_CONNECTION =
      """
      select 1 from connection
       where user_id = $1 and provider = $2 and app_id = $3 and status = 'connected'
         and external_user_id is not distinct from $4
      """;
  private static final Duration RETRY_LIMIT = Duration.ofSeconds(10);
  private static final Duration RETRY_INTERVAL = Duration.ofMillis(200);

  private final Vertx vertx;
  private final Db db;
  private final LinkSessions sessions;
  private final LinkRules rules;
  private final ConnectionLifecycle states;
  private final HistoricalPullPlanner planner;
  private final ConnectionRepo connections = new ConnectionRepo();

  ConnectionCreator(
      Vertx vertx,
      Db db,
      LinkSessions sessions,
      LinkRules rules,
      ConnectionLifecycle states,
      HistoricalPullPlanner stage) {
    this.vertx = vertx;
    this.db = db;
    this.sessions = sessions;
    this.rules = rules;
    this.states = states;
    this.planner = stage;
  }

  /**
   * Result of a successful authorization.
   *
   * @param account account name that the connection shows: the provider's ID of the user, or the
   *     name that the user entered
   * @param credentials credentials for a new sign-in, for providers without refresh tokens
   */
  record AuthorizedGrant(
      UUID app,
      List<String> requestedScopes,
      OAuth.Granted granted,
      Optional<String> account,
      Optional<StoredLogin> credentials) {
    @Override
    public String toString() {
      return "Agreed[***]";
    }
  }

  /**
   * @throws LinkException when no connection was made
   */
  void connect(LinkSession session, Descriptor provider, AuthorizedGrant agreed) {
    try {
      checkScopes(session, provider, agreed);
      store(session, provider.slug(), agreed);
    } catch (LinkException failed) {
      revokeUnused(session, provider.slug(), agreed, failed);
      throw failed;
    } catch (RuntimeException fault) {
      revokeUnlessConnected(session, provider.slug(), agreed);
      throw fault;
    }
  }

  /**
   * Stores the connection. Retries while the database is unavailable and the user waits, because
   * the grant cannot be obtained a second time.
   */
  private void store(LinkSession session, String slug, AuthorizedGrant agreed) {
    long until = System.nanoTime() + RETRY_LIMIT.toNanos();
    boolean repeated = false;
    while (true) {
      try {
        db.tx(tx -> connect(tx, session, slug, agreed));
        return;
      } catch (LinkException failed) {
        // The first attempt may have been committed although its response was lost.
        if (repeated
            && failed.error() == LinkError.TOKEN_CONSUMED
            && db.query(FIND_CONNECTION, connectionKey(session, slug, agreed)).size() > 0) {
          return;
        }
        throw failed;
      } catch (RuntimeException fault) {
        if (!SqlErrors.isTransient(fault) || System.nanoTime() >= until) {
          throw fault;
        }
        repeated = true;
        vertx.timer(RETRY_INTERVAL.toMillis(), TimeUnit.MILLISECONDS).await();
      }
    }
  }

  private static Object[] connectionKey(LinkSession s, String slug, AuthorizedGrant agreed) {
    return new Object[] {s.userId(), slug, agreed.app(), agreed.account().orElse(null)};
  }

  private void checkScopes(LinkSession session, Descriptor provider, AuthorizedGrant agreed) {
    List<String> must =
        provider.fullGrantOnly()
            ? agreed.requestedScopes()
            : rules
                .scopes(session.tenant().team(), provider.slug())
                .map(LinkRules.TeamScopes::required)
                .orElse(List.of());
    // A provider without scopes grants everything.
    if (agreed.granted().scopes().map(scopes -> !scopes.containsAll(must)).orElse(false)) {
      throw new LinkException(LinkError.REQUIRED_SCOPES_NOT_GRANTED, session);
    }
  }

  /** Revokes a grant that did not become a connection. */
  private void revokeUnused(
      LinkSession session, String slug, AuthorizedGrant agreed, LinkException failed) {
    // Another connection uses this account and might end with the grant.
    if (failed.error() == LinkError.DUPLICATE_CONNECTION) {
      return;
    }
    try {
      db.tx(
          tx -> {
            revoke(tx, session, slug, agreed);
            return null;
          });
    } catch (RuntimeException away) {
      // The user still sees the reason why the link failed.
      logRevocationFailure(session, slug, away);
    }
  }

  /**
   * Revokes the grant unless the connection exists. After a failure it is unknown whether the last
   * attempt was committed or is still running.
   */
  private void revokeUnlessConnected(LinkSession session, String slug, AuthorizedGrant agreed) {
    try {
      db.tx(
          tx -> {
            tx.first(
                LOCK_USER,
                session.userId(),
                session.tenant().team(),
                session.tenant().environment().wire());
            if (tx.first(FIND_CONNECTION, connectionKey(session, slug, agreed)).isEmpty()) {
              revoke(tx, session, slug, agreed);
            }
            return null;
          });
    } catch (RuntimeException away) {
      logRevocationFailure(session, slug, away);
    }
  }

  private static void logRevocationFailure(
      LinkSession session, String slug, RuntimeException away) {
    LOG.log(
        Level.WARNING,
        "link provider="
            + slug
            + " team="
            + session.tenant().team()
            + " grant neither stored nor revoked: "
            + away.getClass().getSimpleName());
  }

  private void revoke(Tx tx, LinkSession session, String slug, AuthorizedGrant agreed) {
    states.revoke(
        tx,
        session.tenant(),
        slug,
        agreed.app(),
        new OAuth.Session(agreed.granted().tokens(), agreed.account(), agreed.granted().state()));
  }

  private UUID connect(Tx tx, LinkSession s, String slug, AuthorizedGrant agreed) {
    Optional<Row> user =
        tx.first(LOCK_USER, s.userId(), s.tenant().team(), s.tenant().environment().wire());
    if (user.isEmpty() || rules.hasConnectionsOfOtherKind(tx, s.userId(), false)) {
      throw new LinkException(LinkError.TOKEN_NOT_VALIDATED, s);
    }
    if (!sessions.consume(tx, s.id(), slug)) {
      throw new LinkException(LinkError.TOKEN_CONSUMED, s);
    }
    // The audit trail records the link session as the actor, because the user's browser
    // authenticates with its token.
    SystemAuditEvents.recordEvent(
        tx,
        "link_session",
        s.id(),
        s.tenant().team(),
        s.tenant().environment().wire(),
        s.userId(),
        null,
        "linked " + slug);
    String account = agreed.account().orElse(null);
    if (rules.isDuplicate(tx, s.tenant(), slug, account, s.userId())) {
      throw new LinkException(LinkError.DUPLICATE_CONNECTION, s);
    }
    boolean behind =
        connections.find(tx, s.userId(), slug).filter(old -> !old.connected()).isPresent();
    Connection c =
        states.connect(
            tx,
            new ConnectionLifecycle.NewLink(
                s.userId(),
                s.tenant(),
                user.get().getString("client_user_id"),
                slug,
                agreed.app(),
                false,
                account,
                agreed.requestedScopes(),
                agreed.granted().scopes().orElse(null),
                agreed.granted().tokens(),
                agreed.granted().state(),
                agreed.credentials()));
    planner.scheduleAfterLink(tx, c.id(), behind);
    return c.id();
  }
}
