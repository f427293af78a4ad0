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
  private final TokenRepo tokenRepo;
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
    this.tokenRepo =
        new TokenRepo(db, vault, settings.refreshLease(), settings.rejectionRetrySchedule());
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
  private sealed interface TokenState {
    record Usable(Token token) implements TokenState {}

    /** Another worker is renewing the tokens. */
    record Renewing() implements TokenState {}

    /** A renewal was refused and the next attempt is not due yet. */
    record RetryPending() implements TokenState {}

    /** The caller must renew the tokens. The lease number is set once the lease is taken. */
    record MustRenew(TokenRepo.StoredTokens stored, int leaseNo) implements TokenState {}

    /** The access token is not valid, and there are no means to renew it. */
    record Unrenewable(String errorType, String message) implements TokenState {}
  }

  /** Returns true when the token does not have to be renewed yet. */
  boolean isFresh(Adapter adapter, Instant expiresAt) {
    return expiresAt == null || Instant.now().plus(refreshMargin(adapter)).isBefore(expiresAt);
  }

  private Duration refreshMargin(Adapter adapter) {
    return adapter.descriptor().refreshLeadTime().orElse(settings.refreshBefore());
  }

  /**
   * Returns a valid token. Renews it first if it expires soon or is the refused one.
   *
   * @param refused a token that the provider rejected, or null
   * @throws ConnectionEnded when the connection is no longer connected in this generation
   * @throws ProviderException.AccountRevoked when the access has ended; the connection is then in
   *     status error
   * @throws ProviderException.Unavailable when a renewal was refused and will be retried later
   */
  Token get(Connection c, AppCredentials app, Adapter adapter, String refused, PermitClient gate) {
    long until = System.nanoTime() + settings.refreshLease().multipliedBy(2).toNanos();
    while (System.nanoTime() < until) {
      switch (readState(c, adapter, refused, gate)) {
        case TokenState.Usable(Token token) -> {
          return token;
        }
        case TokenState.Renewing b -> sleep(settings.refreshCheckInterval());
        case TokenState.RetryPending w ->
            throw new ProviderException.Unavailable(
                "the provider rejected the token refresh; it will be retried");
        case TokenState.MustRenew ours -> {
          Optional<Token> renewed = renew(c, app, adapter, ours);
          if (renewed.isPresent()) {
            // Even if it equals the refused token: a provider may return a token that it still
            // considers valid.
            return renewed.get();
          }
        }
        case TokenState.Unrenewable(String type, String message) ->
            throw new ProviderException.AccountRevoked(type, message);
      }
    }
    throw new ProviderException.Unavailable("the token was not refreshed in time");
  }

  private TokenState readState(Connection c, Adapter adapter, String refused, PermitClient gate) {
    // Most reads find a valid token. Only a write needs the row lock.
    TokenState first =
        db.tx(tx -> evaluate(tokenRepo.read(tx, c, refreshMargin(adapter)), adapter, refused));
    if (first instanceof TokenState.MustRenew) {
      // The permit is acquired before the lease, because waiting for it may take long and the lease
      // must outlast the provider call.
      gate.acquire(1);
    }
    return first instanceof TokenState.MustRenew || first instanceof TokenState.Unrenewable
        ? db.tx(
            tx ->
                apply(
                    tx,
                    c,
                    evaluate(tokenRepo.lock(tx, c, refreshMargin(adapter)), adapter, refused)))
        : first;
  }

  private static TokenState evaluate(TokenRepo.StoredTokens s, Adapter adapter, String refused) {
    if (s.access() == null) {
      return new TokenState.Unrenewable(
          TokenRefresher.REFRESH_FAILED, "the connection has no access token");
    }
    TokenState.Usable usable = new TokenState.Usable(new Token(s.access(), s.expiresAt()));
    boolean taken = !s.access().equals(refused);
    if (!TokenRefresher.canRenew(adapter, s)) {
      // Without means of renewal the token counts as valid until the provider rejects it.
      return taken ? usable : unrenewable(s);
    }
    if (taken && s.fresh()) {
      return usable;
    }
    if (s.renewing()) {
      return new TokenState.Renewing();
    }
    if (s.retryPending()) {
      return taken && s.unexpired() ? usable : new TokenState.RetryPending();
    }
    return new TokenState.MustRenew(s, 0);
  }

  private static TokenState unrenewable(TokenRepo.StoredTokens s) {
    return s.unexpired()
        ? new TokenState.Unrenewable("deregistered_per_provider", "the provider revoked the access")
        : new TokenState.Unrenewable(
            TokenRefresher.REFRESH_FAILED, "the access token has expired and cannot be refreshed");
  }

  private TokenState apply(Tx tx, Connection c, TokenState found) {
    return switch (found) {
      case TokenState.MustRenew(TokenRepo.StoredTokens stored, int none) ->
          new TokenState.MustRenew(stored, tokenRepo.acquireLease(tx, c));
      case TokenState.Unrenewable(String type, String message) -> {
        states.fail(tx, c, type, message);
        yield found;
      }
      case TokenState.Usable u -> u;
      case TokenState.Renewing b -> b;
      case TokenState.RetryPending w -> w;
    };
  }

  /** Renews the tokens. Returns empty when the caller must read the stored tokens again. */
  private Optional<Token> renew(
      Connection c, AppCredentials app, Adapter adapter, TokenState.MustRenew ours) {
    TokenRefresher.Outcome outcome;
    try {
      outcome = TokenRefresher.renew(app, adapter, c, ours.stored());
    } catch (RuntimeException passing) {
      tokenRepo.releaseLease(c, ours.leaseNo());
      throw passing;
    }
    return switch (outcome) {
      case TokenRefresher.Renewed renewed ->
          withRetries(() -> db.tx(tx -> storeRenewed(tx, c, ours, renewed)))
              ? Optional.of(new Token(renewed.tokens().access(), renewed.tokens().expiresAt()))
              : Optional.empty();
      case TokenRefresher.Refused refused -> {
        if (withRetries(() -> db.tx(tx -> recordRefusal(tx, c, ours, refused)))) {
          throw new ProviderException.AccountRevoked(refused.errorType(), refused.message());
        }
        yield Optional.empty();
      }
    };
  }

  /** Stores new tokens. Returns false when the connection can no longer use them. */
  private boolean storeRenewed(
      Tx tx, Connection c, TokenState.MustRenew ours, TokenRefresher.Renewed renewed) {
    TokenRepo.StoreOutcome stay = tokenRepo.store(tx, c, ours.leaseNo(), ours.stored(), renewed);
    if (stay == TokenRepo.StoreOutcome.ORPHANED) {
      // The revocation that was queued when the connection ended holds the previous tokens, which
      // can no longer revoke the grant.
      states.revoke(tx, c, renewed.withPreviousRefresh(ours.stored().refresh()), c.state());
    }
    return stay == TokenRepo.StoreOutcome.STORED;
  }

  /** Counts a refusal. Returns true when it ended the connection. */
  private boolean recordRefusal(
      Tx tx, Connection c, TokenState.MustRenew ours, TokenRefresher.Refused refused) {
    OptionalInt times = tokenRepo.countRefusal(tx, c, ours.leaseNo(), ours.stored());
    if (times.isEmpty()) {
      return false;
    }
    LOG.log(
        Level.WARNING,
        "token refresh rejected: provider="
            + c.provider()
            + " team="
            + c.tenant().team()
            + " times="
            + times.getAsInt());
    return (refused.terminal() || times.getAsInt() > settings.rejectionRetrySchedule().size())
        && states.fail(tx, c, refused.errorType(), refused.message());
  }

  /**
   * Runs a write and retries it while the database is unavailable, until the lease would expire.
   * Losing new tokens would lose the connection, because the previous refresh token is spent.
   * Losing a refusal would let a rejected password be sent again.
   */
  private <T> T withRetries(Supplier<T> store) {
    long until = System.nanoTime() + settings.refreshLease().toNanos();
    while (true) {
      try {
        return store.get();
      } catch (RuntimeException fault) {
        if (!SqlErrors.isTransient(fault) || System.nanoTime() >= until) {
          throw fault;
        }
        sleep(settings.refreshCheckInterval());
      }
    }
  }

  private void sleep(Duration wait) {
    vertx.timer(wait.toMillis(), TimeUnit.MILLISECONDS).await();
  }
}
