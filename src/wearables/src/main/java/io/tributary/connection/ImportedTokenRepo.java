package io.tributary.connection;

import io.tributary.core.ServiceException;
import io.tributary.crypto.KeyOwner;
import io.tributary.crypto.Vault;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.provider.OAuth;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Tokens that a team imports from elsewhere.
 *
 * <p>The last imported pair is remembered as a keyed hash. If the team imports the same pair again,
 * a renewal may have spent it since, and the renewed tokens must not be overwritten with it. The
 * caller locks every row.
 */
public final class ImportedTokenRepo {
  private static final String SELECT_TOKENS =
      """
      select access_token_encrypted, refresh_token_encrypted, token_expires_at, imported_tokens_hmac,
             status = 'paused' and coalesce(token_lease_expires_at > now(), false) as renewing
        from connection where id = $1
      """;
  private static final String SET_MARK =
      "update connection set imported_tokens_hmac = $2 where id = $1";

  // Increments the lease number, so that a renewal of the previous tokens cannot overwrite the
  // imported ones.
  private static final String REPLACE =
      """
      update connection
         set access_token_encrypted = $2, refresh_token_encrypted = $3, token_expires_at = $4,
             scopes_granted = coalesce($5, scopes_granted), token_lease_expires_at = null,
             token_lease_epoch = token_lease_epoch + 1, token_refused_at = null, token_refusals = 0,
             imported_tokens_hmac = $6, updated_at = now()
       where id = $1
      """;

  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private final Vault vault;

  public ImportedTokenRepo(Vault vault) {
    this.vault = vault;
  }

  /**
   * Returns the current tokens of the connection if they descend from the imported ones.
   *
   * @return empty when other tokens were imported last, or when no tokens are stored
   * @throws ServiceException unavailable, when the tokens of a paused connection are being renewed;
   *     a link would otherwise continue with the spent ones
   */
  public Optional<OAuth.Tokens> currentTokens(Tx tx, Connection c, OAuth.Tokens brought) {
    Row row = tx.first(SELECT_TOKENS, c.id()).orElseThrow();
    byte[] access = RowMapping.bytes(row, "access_token_encrypted");
    byte[] mark = RowMapping.bytes(row, "imported_tokens_hmac");
    if (access == null || mark == null || !Arrays.equals(mark, mark(c, brought))) {
      return Optional.empty();
    }
    if (row.getBoolean("renewing")) {
      throw ServiceException.unavailable(
          "the tokens of this connection are being refreshed; try again", RETRY_AFTER);
    }
    String context = c.id().toString();
    return Optional.of(
        new OAuth.Tokens(
            vault.open(tx, access, context),
            vault.open(tx, RowMapping.bytes(row, "refresh_token_encrypted"), context),
            RowMapping.instant(row, "token_expires_at")));
  }

  /** Remembers the imported tokens of a connection that was just created from them. */
  public void remember(Tx tx, Connection c, OAuth.Tokens brought) {
    tx.update(SET_MARK, c.id(), mark(c, brought));
  }

  /**
   * Replaces the tokens of a connection that stays connected. Nothing else changes.
   *
   * @param scopes granted scopes; null keeps the stored ones
   */
  public void replace(Tx tx, Connection c, OAuth.Tokens brought, List<String> scopes) {
    KeyOwner owner = new KeyOwner.User(c.tenant().team(), c.userId());
    String context = c.id().toString();
    tx.update(
        REPLACE,
        c.id(),
        vault.seal(tx, owner, brought.access(), context),
        vault.seal(tx, owner, brought.refresh(), context),
        brought.expiresAt(),
        scopes == null ? null : scopes.toArray(String[]::new),
        mark(c, brought));
  }

  private byte[] mark(Connection c, OAuth.Tokens t) {
    String both = t.access() + "\0" + (t.refresh() == null ? "" : t.refresh());
    return vault.installation().mac(both.getBytes(StandardCharsets.UTF_8), "import " + c.id());
  }
}
