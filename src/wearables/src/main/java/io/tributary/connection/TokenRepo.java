package io.tributary.connection;

import io.tributary.core.Json;
import io.tributary.crypto.KeyOwner;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.provider.OAuth;
import io.tributary.provider.PasswordLogin.StoredLogin;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Stored tokens of connections, the lease for renewing them, and the count of refused renewals.
 *
 * <p>A write under a lease compares the lease number. A worker whose lease has expired and was
 * taken by another worker cannot overwrite the other's tokens.
 */
final class TokenRepo {
  private static final String SELECT_TOKENS =
      """
      select status, generation, access_token_encrypted, refresh_token_encrypted, token_expires_at,
             credentials_encrypted,
             token_lease_expires_at > now() as leased,
             token_expires_at > now() + make_interval(secs => $2) as fresh,
             token_expires_at > now() as alive,
             token_refused_at + make_interval(secs => ($3::float8[])[token_refusals]) > now() as waits
        from connection where id = $1
      """;
  private static final String ACQUIRE_LEASE =
      """
      update connection set token_lease_expires_at = now() + make_interval(secs => $2),
             token_lease_epoch = token_lease_epoch + 1
       where id = $1
      returning token_lease_epoch
      """;
  private static final String RELEASE =
      "update connection set token_lease_expires_at = null where id = $1 and token_lease_epoch ="
          + " $2";
  private static final String CURRENT_STATUS =
      """
      select status, access_token_encrypted is null as dropped
        from connection where id = $1 for update
      """;
  // A renewal whose lease expired during the provider call still stores its tokens if no other
  // worker has stored any: the provider has invalidated the stored ones. Ciphertexts are never
  // equal, so comparing the stored ciphertext detects a change. The same applies to a connection
  // that was paused meanwhile, because its grant remains valid with the new pair only.
  private static final String STORE =
      """
      update connection
         set access_token_encrypted = $5,
             refresh_token_encrypted =
               case when $7 then $6 else coalesce($6, refresh_token_encrypted) end,
             token_expires_at = $8,
             credentials_encrypted =
               case when status = 'connected' then coalesce($9, credentials_encrypted) end,
             provider_state = provider_state || $10::text::jsonb,
             token_lease_expires_at = case when token_lease_epoch = $3 then null else token_lease_expires_at end,
             token_refused_at = null, token_refusals = 0, updated_at = now()
       where id = $1
         and (status = 'connected' and generation = $2
                and (token_lease_epoch = $3 or access_token_encrypted is not distinct from $4)
              or status = 'paused' and access_token_encrypted = $4)
      """;
  private static final String COUNT_REFUSAL =
      """
      update connection
         set token_refused_at = now(), token_refusals = token_refusals + 1,
             token_lease_expires_at = null
       where id = $1 and generation = $2 and status = 'connected' and token_lease_epoch = $3
         and access_token_encrypted is not distinct from $4
      returning token_refusals
      """;

  private final Db db;
  private final Vault vault;
  private final Duration lease;
  private final Double[] refusalWaits;

  /**
   * @param retryPending waits after the first, second, … refusal
   */
  TokenRepo(Db db, Vault vault, Duration lease, List<Duration> waits) {
    this.db = db;
    this.vault = vault;
    this.lease = lease;
    this.refusalWaits = waits.stream().map(TokenRepo::seconds).toArray(Double[]::new);
  }

  /**
   * Tokens of one connection.
   *
   * @param access null when there are none
   * @param refresh null when the provider issues none
   * @param expiresAt null when the token never expires or its expiry is unknown
   * @param renewing true while a worker renews the tokens
   * @param fresh true when the token does not have to be renewed yet
   * @param unexpired true when the token has not expired
   * @param retryPending true when a renewal was refused and the next attempt is not due
   * @param version ciphertext of the access token, which differs for every stored pair
   */
  record StoredTokens(
      String access,
      String refresh,
      Optional<StoredLogin> credentials,
      Instant expiresAt,
      boolean renewing,
      boolean fresh,
      boolean unexpired,
      boolean retryPending,
      byte[] version) {
    @Override
    public String toString() {
      return "Stored[***]";
    }
  }

  /**
   * @throws ConnectionEnded when it is no longer connected in this generation
   */
  StoredTokens read(Tx tx, Connection c, Duration renewBefore) {
    return read(tx, c, renewBefore, "");
  }

  /** Reads the tokens and locks the row until the transaction ends. */
  StoredTokens lock(Tx tx, Connection c, Duration renewBefore) {
    return read(tx, c, renewBefore, " for update");
  }

  private StoredTokens read(Tx tx, Connection c, Duration renewBefore, String lock) {
    Row r =
        tx.first(SELECT_TOKENS + lock, c.id(), seconds(renewBefore), refusalWaits)
            .orElseThrow(() -> new ConnectionEnded("removed"));
    if (!r.getString("status").equals(ConnectionStatus.CONNECTED.wire())
        || r.getInteger("generation") != c.generation()) {
      throw new ConnectionEnded("changed since");
    }
    byte[] access = RowMapping.bytes(r, "access_token_encrypted");
    byte[] kept = RowMapping.bytes(r, "credentials_encrypted");
    return new StoredTokens(
        vault.open(tx, access, c.id().toString()),
        vault.open(tx, RowMapping.bytes(r, "refresh_token_encrypted"), c.id().toString()),
        kept == null
            ? Optional.empty()
            : Optional.of(StoredCredentials.open(vault, tx, kept, c.id())),
        RowMapping.instant(r, "token_expires_at"),
        Boolean.TRUE.equals(r.getBoolean("leased")),
        !Boolean.FALSE.equals(r.getBoolean("fresh")),
        !Boolean.FALSE.equals(r.getBoolean("alive")),
        Boolean.TRUE.equals(r.getBoolean("waits")),
        access);
  }

  /** Takes a new lease and returns its number. The caller holds the row lock. */
  int acquireLease(Tx tx, Connection c) {
    return tx.first(ACQUIRE_LEASE, c.id(), seconds(lease))
        .orElseThrow()
        .getInteger("token_lease_epoch");
  }

  void releaseLease(Connection c, int leaseNo) {
    db.query(RELEASE, c.id(), leaseNo);
  }

  /** Outcome of storing new tokens. */
  enum StoreOutcome {
    /** The tokens are now those of the connection. */
    STORED,
    /**
     * The connection must not use the tokens: it was paused, failed or relinked, or has newer
     * tokens.
     */
    SUPERSEDED,
    /**
     * The connection or its tokens were deleted, so the new tokens are the only means to revoke the
     * grant.
     */
    ORPHANED
  }

  /** Stores new tokens if the connection still needs them. */
  StoreOutcome store(
      Tx tx, Connection c, int leaseNo, StoredTokens before, TokenRefresher.Renewed renewed) {
    Optional<Row> row = tx.first(CURRENT_STATUS, c.id());
    String status = row.map(r -> r.getString("status")).orElse(null);
    boolean paused = ConnectionStatus.PAUSED.wire().equals(status);
    if (row.isEmpty() || paused && row.get().getBoolean("dropped")) {
      return StoreOutcome.ORPHANED;
    }
    OAuth.Tokens t = renewed.tokens();
    KeyOwner owner = new KeyOwner.User(c.tenant().team(), c.userId());
    String context = c.id().toString();
    int stored =
        tx.update(
            STORE,
            c.id(),
            c.generation(),
            leaseNo,
            before.version(),
            vault.seal(tx, owner, t.access(), context),
            vault.seal(tx, owner, t.refresh(), context),
            renewed.replacesRefreshToken(),
            t.expiresAt(),
            renewed
                .credentials()
                .map(k -> StoredCredentials.seal(vault, tx, owner, k, c.id()))
                .orElse(null),
            Json.text(renewed.stateChanges()));
    return stored > 0 && !paused ? StoreOutcome.STORED : StoreOutcome.SUPERSEDED;
  }

  /** Counts a refusal and returns the total. Empty when other tokens are stored now. */
  OptionalInt countRefusal(Tx tx, Connection c, int leaseNo, StoredTokens before) {
    Optional<Row> row = tx.first(COUNT_REFUSAL, c.id(), c.generation(), leaseNo, before.version());
    return row.isPresent()
        ? OptionalInt.of(row.get().getInteger("token_refusals"))
        : OptionalInt.empty();
  }

  private static double seconds(Duration d) {
    return d.toMillis() / 1000.0;
  }
}
