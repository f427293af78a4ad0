package io.tributary.teamcredential;

import io.tributary.connection.OAuthApplications;
import io.tributary.core.Encryption;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.core.Patch;
import io.tributary.core.ServiceException;
import io.tributary.crypto.KeyOwner;
import io.tributary.crypto.Vault;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/** Stores a team's application with encrypted secrets. */
final class CredentialWriter {
  private static final String LOCK =
      "select "
          + CredentialView.COLUMNS
          + " from provider_app a"
          + " where a.team_id = $1 and a.environment = $2 and a.provider = $3 for update";
  private static final String ADD =
      """
      insert into provider_app (id, team_id, environment, provider, client_id)
      values ($1, $2, $3, $4, $5)
      on conflict do nothing
      """;
  private static final String CHANGE =
      """
      update provider_app a
         set client_id = $2,
             client_secret_encrypted = coalesce($3, client_secret_encrypted),
             client_secret_hash = coalesce($4, client_secret_hash),
             details = case when not $5 then details
                            -- digests of words that were asked for: old words wait for nothing
                            when details ? 'checked' and $6::text is not null
                            then $6::text::jsonb
                                 || jsonb_build_object('checked', details -> 'checked')
                            else $6::text::jsonb end,
             details_encrypted = case when $5 then $7 else details_encrypted end,
             redirect_url_override = $8, updated_at = now()
       where a.id = $1
      returning
      """;

  private final Vault vault;

  CredentialWriter(Vault vault) {
    this.vault = vault;
  }

  /**
   * Returns the ID of a team's application. It is derived from the team, so that a customer can
   * register the webhook URL before the application exists, and the URL stays the same when the
   * application is removed and created again.
   */
  static UUID id(UUID team, Environment environment, String provider) {
    String name = "provider application " + team + " " + environment.wire() + " " + provider;
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  CredentialView put(Tx tx, CredentialMessages.Put m) {
    Optional<CredentialView> old =
        tx.first(LOCK, m.team(), m.environment().wire(), m.provider()).map(CredentialView::read);
    // An application from before IDs were derived keeps its own ID.
    UUID id =
        old.map(CredentialView::id).orElseGet(() -> id(m.team(), m.environment(), m.provider()));
    String clientId =
        m.clientId().or(() -> old.map(CredentialView::clientId)).orElseThrow(this::missingClientId);
    if (old.isEmpty()) {
      if (m.clientSecret().isEmpty()
          && !m.provider().equals(TeamCredentialProviders.PRACTICE_PROVIDER)) {
        throw ServiceException.badRequest("client_secret: required for a new application");
      }
      tx.update(ADD, id, m.team(), m.environment().wire(), m.provider(), clientId);
    }
    KeyOwner owner = new KeyOwner.Team(m.team());
    String secret = m.clientSecret().orElse(null);
    CredentialDetails details =
        m.details() instanceof Patch.Put<CredentialDetails>(CredentialDetails value) ? value : null;
    String words =
        details == null || details.secretValues().isEmpty()
            ? null
            : Json.text(details.secretValues());
    Row row =
        tx.first(
                CHANGE + CredentialView.COLUMNS,
                id,
                clientId,
                vault.seal(tx, owner, secret, OAuthApplications.secretContext(id)),
                secret == null ? null : HexFormat.of().formatHex(Encryption.sha256(secret)),
                m.details().changes(),
                details == null ? null : Json.text(details.masked()),
                vault.seal(tx, owner, words, OAuthApplications.detailsContext(id)),
                m.redirect().applyTo(old.map(CredentialView::redirect).orElse(null)))
            .orElseThrow();
    return CredentialView.read(row);
  }

  private ServiceException missingClientId() {
    return ServiceException.badRequest("client_id: required for a new application");
  }
}
