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
import io.tributary.provider.PasswordLogin.Kept;
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
 * The end of every way to link: one transaction makes the connection, uses the token up, records
 * the event and starts the historical stage. A grant that comes to nothing is given back.
 */
final class ConnectionCreator {
  private static final System.Logger LOG = System.getLogger(ConnectionCreator.class.getName());

  // Holds the user against deletion and against a second link of the same user.
  private static final String USER =
      """
      select client_user_id from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null
         for no key update
      """;

  private static final String MADE =
      """
      select 1 from connection
       where user_id = $1 and provider = $2 and app_id = $3 and status = 'connected'
         and external_user_id is not distinct from $4
      """;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration BETWEEN = Duration.ofMillis(200);

  private final Vertx vertx;
  private final Db db;
  private final LinkSessions sessions;
  private final LinkRules rules;
  private final ConnectionLifecycle states;
  private final HistoricalPullPlanner stage;
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
    this.stage = stage;
  }

  /**
   * What a provider has agreed to.
   *
   * @param account as the connection shows it: the provider's id of the user, or the name typed
   * @param keep what the provider is signed in to again with, where no refresh token does
   */
  record Agreed(
      UUID app,
      List<String> asked,
      OAuth.Granted granted,
      Optional<String> account,
      Optional<Kept> keep) {
    @Override
    public String toString() {
      return "Agreed[***]";
    }
  }

  /**
   * @throws LinkFailed when no connection was made
   */
  void connect(LinkSession session, Descriptor provider, Agreed agreed) {
    try {
      checkScopes(session, provider, agreed);
      store(session, provider.slug(), agreed);
    } catch (LinkException failed) {
      giveBack(session, provider.slug(), agreed, failed);
      throw failed;
    } catch (RuntimeException fault) {
      giveBackUnlessMade(session, provider.slug(), agreed);
      throw fault;
    }
  }

  /** The grant cannot be had twice: a database that is away is waited for while the user waits. */
  private void store(LinkSession session, String slug, Agreed agreed) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    boolean repeated = false;
    while (true) {
      try {
        db.tx(tx -> connect(tx, session, slug, agreed));
        return;
      } catch (LinkException failed) {
        // The answer to the first try may be all that was lost.
        if (repeated
            && failed.error() == LinkError.TOKEN_CONSUMED
            && db.query(MADE, made(session, slug, agreed)).size() > 0) {
          return;
        }
        throw failed;
      } catch (RuntimeException fault) {
        if (!SqlErrors.passing(fault) || System.nanoTime() >= until) {
          throw fault;
        }
        repeated = true;
        vertx.timer(BETWEEN.toMillis(), TimeUnit.MILLISECONDS).await();
      }
    }
  }

  private static Object[] made(LinkSession s, String slug, Agreed agreed) {
    return new Object[] {s.userId(), slug, agreed.app(), agreed.account().orElse(null)};
  }

  private void checkScopes(LinkSession session, Descriptor provider, Agreed agreed) {
    List<String> must =
        provider.fullGrantOnly()
            ? agreed.asked()
            : rules
                .scopes(session.tenant().team(), provider.slug())
                .map(LinkRules.TeamScopes::must)
                .orElse(List.of());
    // A provider that knows no scopes grants all it has.
    if (agreed.granted().scopes().map(scopes -> !scopes.containsAll(must)).orElse(false)) {
      throw new LinkException(LinkError.REQUIRED_SCOPES_NOT_GRANTED, session);
    }
  }

  /** A grant that nothing uses does not stay alive at the provider. */
  private void giveBack(LinkSession session, String slug, Agreed agreed, LinkException failed) {
    // Another connection lives on this account, and might end with the grant.
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
      // Why the link failed is what the user is told all the same.
      notGivenBack(session, slug, away);
    }
  }

  /** After a fault nobody knows whether the last try was stored, or is still being. */
  private void giveBackUnlessMade(LinkSession session, String slug, Agreed agreed) {
    try {
      db.tx(
          tx -> {
            tx.first(
                USER,
                session.userId(),
                session.tenant().team(),
                session.tenant().environment().wire());
            if (tx.first(MADE, made(session, slug, agreed)).isEmpty()) {
              revoke(tx, session, slug, agreed);
            }
            return null;
          });
    } catch (RuntimeException away) {
      notGivenBack(session, slug, away);
    }
  }

  private static void notGivenBack(LinkSession session, String slug, RuntimeException away) {
    LOG.log(
        Level.WARNING,
        "link provider="
            + slug
            + " team="
            + session.tenant().team()
            + " grant neither stored nor given back: "
            + away.getClass().getSimpleName());
  }

  private void revoke(Tx tx, LinkSession session, String slug, Agreed agreed) {
    states.revoke(
        tx,
        session.tenant(),
        slug,
        agreed.app(),
        new OAuth.Session(agreed.granted().tokens(), agreed.account(), agreed.granted().state()));
  }

  private UUID connect(Tx tx, LinkSession s, String slug, Agreed agreed) {
    Optional<Row> user =
        tx.first(USER, s.userId(), s.tenant().team(), s.tenant().environment().wire());
    if (user.isEmpty() || rules.hasOtherKind(tx, s.userId(), false)) {
      throw new LinkException(LinkError.TOKEN_NOT_VALIDATED, s);
    }
    if (!sessions.consume(tx, s.id(), slug)) {
      throw new LinkException(LinkError.TOKEN_CONSUMED, s);
    }
    // Whose link it is the user's browser says, with the token of the session.
    SystemAuditEvents.add(
        tx,
        "link_session",
        s.id(),
        s.tenant().team(),
        s.tenant().environment().wire(),
        s.userId(),
        null,
        "linked " + slug);
    String account = agreed.account().orElse(null);
    if (rules.duplicate(tx, s.tenant(), slug, account, s.userId())) {
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
                agreed.asked(),
                agreed.granted().scopes().orElse(null),
                agreed.granted().tokens(),
                agreed.granted().state(),
                agreed.keep()));
    stage.linked(tx, c.id(), behind);
    return c.id();
  }
}
