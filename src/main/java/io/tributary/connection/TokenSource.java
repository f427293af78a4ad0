package io.tributary.connection;

import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Secrets;
import io.tributary.provider.Adapter;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.CallGate;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderFault;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Access tokens of connections. Refresh tokens are single use, so one refresh at a time runs per
 * connection in the whole cluster: a short transaction takes the lease of the row, the provider is
 * called outside of any transaction, a second one stores the new pair before anybody uses it.
 */
public final class TokenSource {
  private static final String STATE =
      """
      select status, generation, access_token_encrypted, refresh_token_encrypted, token_expires_at,
             token_lease_until > now() as leased,
             token_expires_at > now() + make_interval(secs => $2) as fresh
        from connection where id = $1
      """;
  private static final String TAKE =
      "update connection set token_lease_until = now() + make_interval(secs => $2) where id = $1";
  private static final String RELEASE =
      """
      update connection set token_lease_until = null
       where id = $1 and generation = $2 and refresh_token_encrypted = $3
      """;
  private static final String STORE =
      """
      update connection
         set access_token_encrypted = $4, refresh_token_encrypted = coalesce($5, refresh_token_encrypted),
             token_expires_at = $6, token_lease_until = null, updated_at = now()
       where id = $1 and generation = $2 and refresh_token_encrypted = $3
      """;

  private final Vertx vertx;
  private final Db db;
  private final Secrets secrets;
  private final ConnectionStates states;
  private final ServiceConfig.Connections settings;

  public TokenSource(
      Vertx vertx,
      Db db,
      Secrets secrets,
      ConnectionStates states,
      ServiceConfig.Connections settings) {
    this.vertx = vertx;
    this.db = db;
    this.secrets = secrets;
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
    /** Usable. */
    record Usable(Token token) implements Found {}

    /** Somebody else refreshes. */
    record Busy() implements Found {}

    /** The lease is ours; {@code sealed} is the refresh token as stored, which fences the store. */
    record Ours(String refreshToken, byte[] sealed) implements Found {}

    /** The access token is not good (any more) and there is nothing to refresh it with. */
    record Spent() implements Found {}
  }

  boolean fresh(Instant expiresAt) {
    return expiresAt == null || Instant.now().plus(settings.refreshBefore()).isBefore(expiresAt);
  }

  /**
   * A valid token, refreshed if it expires soon or is the refused one.
   *
   * @param refused a token that the provider did not take, or null
   * @throws ConnectionGone when the connection is not connected any more in this generation
   * @throws ProviderFault.TokenRefused when the refresh was refused; the connection is in status
   *     error then
   */
  Token get(Connection c, AppCredentials app, Adapter adapter, String refused, CallGate gate) {
    long until = System.nanoTime() + settings.refreshLease().multipliedBy(2).toNanos();
    while (System.nanoTime() < until) {
      switch (look(c, refused, gate)) {
        case Found.Usable(Token token) -> {
          return token;
        }
        case Found.Busy b -> pause(settings.refreshLook());
        case Found.Ours(String refreshToken, byte[] sealed) ->
            refresh(c, app, adapter, refreshToken, sealed);
        case Found.Spent s -> throw terminal(c, "the access token ended and cannot be renewed");
      }
    }
    throw new ProviderFault.Unavailable("the token was not renewed in time");
  }

  private Found look(Connection c, String refused, CallGate gate) {
    // Most looks find a good token; only a look that may take the lease needs the row's lock.
    Found first = db.tx(tx -> judge(tx, row(tx, c, ""), c, refused, false));
    if (first instanceof Found.Ours) {
      // Before the lease is taken: leave may be long in coming, and the lease must outlast the
      // call.
      gate.take(1);
    }
    return first instanceof Found.Ours || first instanceof Found.Spent
        ? db.tx(tx -> judge(tx, row(tx, c, " for update"), c, refused, true))
        : first;
  }

  private Row row(Tx tx, Connection c, String lock) {
    Row r =
        tx.first(STATE + lock, c.id(), seconds(settings.refreshBefore()))
            .orElseThrow(() -> new ConnectionGone("removed"));
    if (!r.getString("status").equals(Status.CONNECTED.wire())
        || r.getInteger("generation") != c.generation()) {
      throw new ConnectionGone("changed since");
    }
    return r;
  }

  private Found judge(Tx tx, Row r, Connection c, String refused, boolean take) {
    byte[] access = Rows.bytes(r, "access_token_encrypted");
    byte[] refresh = Rows.bytes(r, "refresh_token_encrypted");
    if (access == null) {
      return new Found.Spent();
    }
    String value = secrets.openText(access, c.id().toString());
    boolean fresh = !Boolean.FALSE.equals(r.getBoolean("fresh"));
    if (fresh && !value.equals(refused)) {
      return new Found.Usable(new Token(value, Rows.instant(r, "token_expires_at")));
    }
    if (refresh == null) {
      // Nothing to renew with: good until the provider says no.
      return value.equals(refused)
          ? new Found.Spent()
          : new Found.Usable(new Token(value, Rows.instant(r, "token_expires_at")));
    }
    if (Boolean.TRUE.equals(r.getBoolean("leased"))) {
      return new Found.Busy();
    }
    if (take) {
      tx.update(TAKE, c.id(), seconds(settings.refreshLease()));
    }
    return new Found.Ours(secrets.openText(refresh, c.id().toString()), refresh);
  }

  private void refresh(
      Connection c, AppCredentials app, Adapter adapter, String refreshToken, byte[] sealed) {
    OAuth oauth =
        adapter.oauth().orElseThrow(() -> new IllegalStateException("token without OAuth"));
    OAuth.Tokens fresh;
    try {
      fresh =
          oauth.refresh(
              app,
              new OAuth.Session(
                  new OAuth.Tokens(null, refreshToken, null),
                  Optional.ofNullable(c.externalUserId())));
    } catch (ProviderFault.TokenRefused refused) {
      if (failIfUnchanged(c, sealed)) {
        throw refused;
      }
      return;
    } catch (RuntimeException e) {
      db.tx(tx -> tx.update(RELEASE, c.id(), c.generation(), sealed));
      throw e;
    }
    UUID id = c.id();
    byte[] access = secrets.seal(fresh.access(), id.toString());
    byte[] refresh = fresh.refresh() == null ? null : secrets.seal(fresh.refresh(), id.toString());
    persistently(
        () ->
            db.tx(
                tx ->
                    tx.update(
                        STORE, id, c.generation(), sealed, access, refresh, fresh.expiresAt())));
  }

  /**
   * The refresh token before is used up, so with these the connection would be lost: a database
   * that is away is waited for as long as nobody else may refresh.
   */
  private void persistently(Runnable store) {
    long until = System.nanoTime() + settings.refreshLease().toNanos();
    while (true) {
      try {
        store.run();
        return;
      } catch (Refusal away) {
        if (away.reason() != Refusal.Reason.UNAVAILABLE || System.nanoTime() >= until) {
          throw away;
        }
        pause(settings.refreshLook());
      }
    }
  }

  /** Whether the refusal concerns the token that is still stored: then the connection has ended. */
  private boolean failIfUnchanged(Connection c, byte[] sealed) {
    return db.tx(
        tx -> {
          Row r = row(tx, c, " for update");
          return Arrays.equals(sealed, Rows.bytes(r, "refresh_token_encrypted"))
              && states.fail(
                  tx, c, "token_refresh_failed", "the provider refused to renew the access");
        });
  }

  private ProviderFault terminal(Connection c, String message) {
    db.tx(tx -> states.fail(tx, c, "token_refresh_failed", message));
    return new ProviderFault.TokenRefused(message);
  }

  private void pause(Duration wait) {
    vertx.timer(wait.toMillis(), TimeUnit.MILLISECONDS).await();
  }

  private static double seconds(Duration d) {
    return d.toMillis() / 1000.0;
  }
}
