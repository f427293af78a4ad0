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
 * Provides valid access tokens of connections and renews them when needed.
 *
 * <p>Many providers issue single-use refresh tokens, so at most one renewal per connection runs in
 * the whole cluster. A short transaction takes a lease on the connection's row. The provider is
 * called outside of any transaction. A second transaction stores the new pair before any caller
 * uses it.
 *
 * <p>A refused renewal does not end the connection at once, because providers also refuse by
 * mistake. The refusal is counted, an access token that has not expired stays in use, and the
 * renewal is retried after each configured wait. The refusal after the last wait ends the
 * connection.
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

  record Token(String value, Instant expiresAt) {
    @Override
    public String toString() {
      return "Token[***]";
    }
  }

  /** State of the stored tokens and what the caller must do. */
  private sealed interface Found {
    record Usable(Token token) implements Found {}

    /** Another worker is renewing the tokens. */
    record Busy() implements Found {}

    /** A renewal was refused and the next attempt is not due yet. */
    record Waits() implements Found {}

    /** The caller must renew the tokens. The lease number is set once the lease is taken. */
    record Ours(TokenRepo.Stored stored, int leaseNo) implements Found {}

    /** The access token is not valid, and there are no means to renew it. */
    record Ended(String errorType, String message) implements Found {}
  }

  /** Returns true when the token does not have to be renewed yet. */
  boolean fresh(Adapter adapter, Instant expiresAt) {
    return expiresAt == null || Instant.now().plus(before(adapter)).isBefore(expiresAt);
  }

  private Duration before(Adapter adapter) {
    return adapter.descriptor().refreshBefore().orElse(settings.refreshBefore());
  }

  /**
   * Returns a valid token. Renews it first if it expires soon or is the refused one.
   *
   * @param refused a token that the provider rejected, or null
   * @throws ConnectionEnded when the connection is no longer connected in this generation
   * @throws ProviderException.AccountGone when the access has ended; the connection is then in
   *     status error
   * @throws ProviderException.Unavailable when a renewal was refused and will be retried later
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
            // Even if it equals the refused token: a provider may return a token that it still
            // considers valid.
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
    // Most reads find a valid token. Only a write needs the row lock.
    Found first = db.tx(tx -> judge(rows.look(tx, c, before(adapter)), adapter, refused));
    if (first instanceof Found.Ours) {
      // The permit is acquired before the lease, because waiting for it may take long and the lease
      // must outlast the provider call.
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
      // Without means of renewal the token counts as valid until the provider rejects it.
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

  /** Renews the tokens. Returns empty when the caller must read the stored tokens again. */
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

  /** Stores new tokens. Returns false when the connection can no longer use them. */
  private boolean stores(Tx tx, Connection c, Found.Ours ours, TokenRefresher.Renewed renewed) {
    TokenRepo.Stay stay = rows.store(tx, c, ours.leaseNo(), ours.stored(), renewed);
    if (stay == TokenRepo.Stay.HOMELESS) {
      // The revocation that was queued when the connection ended holds the previous tokens, which
      // can no longer revoke the grant.
      states.revoke(tx, c, renewed.all(ours.stored().refresh()), c.state());
    }
    return stay == TokenRepo.Stay.STORED;
  }

  /** Counts a refusal. Returns true when it ended the connection. */
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
   * Runs a write and retries it while the database is unavailable, until the lease would expire.
   * Losing new tokens would lose the connection, because the previous refresh token is spent.
   * Losing a refusal would let a rejected password be sent again.
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
