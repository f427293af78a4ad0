package io.tributary.connection;

import io.tributary.config.ServiceConfig;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.db.SqlErrors;
import io.tributary.db.Tx;
import io.tributary.provider.Adapter;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.PermitClient;
import io.tributary.provider.ProviderException;
import io.vertx.core.Vertx;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Access tokens of connections. Refresh tokens are single use, so one renewal at a time runs per
 * connection in the whole cluster: a short transaction takes the lease of the row, the provider is
 * called outside of any transaction, a second one stores the new pair before anybody uses it.
 *
 * <p>A refused renewal does not end a connection: providers refuse by mistake as well. It is noted,
 * an access token that is still good goes on being used, and after each of the waits it is tried
 * again; the refusal after the last wait ends the connection.
 */
public final class AccessTokenProvider {
  private static final System.Logger LOG = System.getLogger(AccessTokenProvider.class.getName());

  private final Vertx vertx;
  private final Db db;
  private final TokenRepo rows;
  private final ConnectionLifecycle states;
  private final ServiceConfig.Connections settings;

  public AccessTokenProvider(
      Vertx vertx,
      Db db,
      Vault vault,
      ConnectionLifecycle states,
      ServiceConfig.Connections settings) {
    this.vertx = vertx;
    this.db = db;
    this.rows = new TokenRepo(db, vault, settings.refreshLease(), settings.refusalWaits());
    this.states = states;
    this.settings = settings;
  }

  /** An access token. */
  record Token(String value, Instant expiresAt) {
    @Override
    public String toString() {
      return "Token[***]";
    }
  }

  /** What a look at the row found. */
  private sealed interface Found {
    record Usable(Token token) implements Found {}

    /** Somebody else renews. */
    record Busy() implements Found {}

    /** A renewal was refused and is tried again later. */
    record Waits() implements Found {}

    /** Ours to renew. */
    record Ours(TokenRepo.Stored stored, int leaseNo) implements Found {}

    /** The access token is not good (any more) and there is nothing to renew it with. */
    record Ended(String errorType, String message) implements Found {}
  }

  /** Whether a token need not be renewed yet. */
  boolean fresh(Adapter adapter, Instant expiresAt) {
    return expiresAt == null || Instant.now().plus(before(adapter)).isBefore(expiresAt);
  }

  private Duration before(Adapter adapter) {
    return adapter.descriptor().refreshBefore().orElse(settings.refreshBefore());
  }

  /**
   * A valid token, renewed if it expires soon or is the refused one.
   *
   * @param refused a token that the provider did not take, or null
   * @throws ConnectionGone when the connection is not connected any more in this generation
   * @throws ProviderFault.AccountGone when it has ended; it is in status error then
   * @throws ProviderFault.Unavailable when a renewal was refused and is tried again later
   */
  Token get(Connection c, AppCredentials app, Adapter adapter, String refused, PermitClient gate) {
    long until = System.nanoTime() + settings.refreshLease().multipliedBy(2).toNanos();
    while (System.nanoTime() < until) {
      switch (look(c, adapter, refused, gate)) {
        case Found.Usable(Token token) -> {
          return token;
        }
        case Found.Busy b -> pause(settings.refreshLook());
        case Found.Waits w ->
            throw new ProviderException.Unavailable("the renewal was refused and is tried again");
        case Found.Ours ours -> {
          Optional<Token> renewed = renew(c, app, adapter, ours);
          if (renewed.isPresent()) {
            // Even if it is the refused one: a provider may give back what it still holds good.
            return renewed.get();
          }
        }
        case Found.Ended(String type, String message) ->
            throw new ProviderException.AccountGone(type, message);
      }
    }
    throw new ProviderException.Unavailable("the token was not renewed in time");
  }

  private Found look(Connection c, Adapter adapter, String refused, PermitClient gate) {
    // Most looks find a good token; only what may write needs the row's lock.
    Found first = db.tx(tx -> judge(rows.look(tx, c, before(adapter)), adapter, refused));
    if (first instanceof Found.Ours) {
      // Before the lease is taken: leave may be long in coming, and the lease must outlast the
      // call.
      gate.take(1);
    }
    return first instanceof Found.Ours || first instanceof Found.Ended
        ? db.tx(tx -> act(tx, c, judge(rows.lock(tx, c, before(adapter)), adapter, refused)))
        : first;
  }

  private static Found judge(TokenRepo.Stored s, Adapter adapter, String refused) {
    if (s.access() == null) {
      return new Found.Ended(TokenRefresher.REFRESH_FAILED, "there is no access token");
    }
    Found.Usable usable = new Found.Usable(new Token(s.access(), s.expiresAt()));
    boolean taken = !s.access().equals(refused);
    if (!TokenRefresher.possible(adapter, s)) {
      // Nothing to renew with: good until the provider says no.
      return taken ? usable : ended(s);
    }
    if (taken && s.fresh()) {
      return usable;
    }
    if (s.leased()) {
      return new Found.Busy();
    }
    if (s.waits()) {
      return taken && s.alive() ? usable : new Found.Waits();
    }
    return new Found.Ours(s, 0);
  }

  private static Found ended(TokenRepo.Stored s) {
    return s.alive()
        ? new Found.Ended("deregistered_per_provider", "the provider has withdrawn the access")
        : new Found.Ended(
            TokenRefresher.REFRESH_FAILED, "the access token ended and cannot be renewed");
  }

  private Found act(Tx tx, Connection c, Found found) {
    return switch (found) {
      case Found.Ours(TokenRepo.Stored stored, int none) ->
          new Found.Ours(stored, rows.take(tx, c));
      case Found.Ended(String type, String message) -> {
        states.fail(tx, c, type, message);
        yield found;
      }
      case Found.Usable u -> u;
      case Found.Busy b -> b;
      case Found.Waits w -> w;
    };
  }

  /** The new token; empty when what is stored is to be looked at again. */
  private Optional<Token> renew(
      Connection c, AppCredentials app, Adapter adapter, Found.Ours ours) {
    TokenRefresher.Outcome outcome;
    try {
      outcome = TokenRefresher.ask(app, adapter, c, ours.stored());
    } catch (RuntimeException passing) {
      rows.release(c, ours.leaseNo());
      throw passing;
    }
    return switch (outcome) {
      case TokenRefresher.Renewed renewed ->
          persistently(() -> db.tx(tx -> stores(tx, c, ours, renewed)))
              ? Optional.of(new Token(renewed.tokens().access(), renewed.tokens().expiresAt()))
              : Optional.empty();
      case TokenRefresher.Refused refused -> {
        if (persistently(() -> db.tx(tx -> ends(tx, c, ours, refused)))) {
          throw new ProviderException.AccountGone(refused.errorType(), refused.message());
        }
        yield Optional.empty();
      }
    };
  }

  /** Stores new tokens; false when the connection is not there to use them. */
  private boolean stores(Tx tx, Connection c, Found.Ours ours, TokenRefresher.Renewed renewed) {
    TokenRepo.Stay stay = rows.store(tx, c, ours.leaseNo(), ours.stored(), renewed);
    if (stay == TokenRepo.Stay.HOMELESS) {
      // What was queued when it ended are the tokens of before, which end nothing any more.
      states.revoke(tx, c, renewed.all(ours.stored().refresh()), c.state());
    }
    return stay == TokenRepo.Stay.STORED;
  }

  /** Notes a refusal; true when the connection has ended of it. */
  private boolean ends(Tx tx, Connection c, Found.Ours ours, TokenRefresher.Refused refused) {
    OptionalInt times = rows.refused(tx, c, ours.leaseNo(), ours.stored());
    if (times.isEmpty()) {
      return false;
    }
    LOG.log(
        Level.WARNING,
        "renewal refused provider="
            + c.provider()
            + " team="
            + c.tenant().team()
            + " times="
            + times.getAsInt());
    return (refused.atOnce() || times.getAsInt() > settings.refusalWaits().size())
        && states.fail(tx, c, refused.errorType(), refused.message());
  }

  /**
   * The refresh token before is used up, so with these the connection would be lost, and a password
   * that was rejected must not be tried again: a database that is away is waited for as long as
   * nobody else may renew.
   */
  private <T> T persistently(Supplier<T> store) {
    long until = System.nanoTime() + settings.refreshLease().toNanos();
    while (true) {
      try {
        return store.get();
      } catch (RuntimeException fault) {
        if (!SqlErrors.passing(fault) || System.nanoTime() >= until) {
          throw fault;
        }
        pause(settings.refreshLook());
      }
    }
  }

  private void pause(Duration wait) {
    vertx.timer(wait.toMillis(), TimeUnit.MILLISECONDS).await();
  }
}
