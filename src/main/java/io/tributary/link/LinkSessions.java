package io.tributary.link;

import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.kernel.Secrets;
import io.tributary.kernel.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** SQL of table link_session. */
final class LinkSessions {
  private static final String ADD =
      """
      insert into link_session
        (id, user_id, team_id, environment, provider, redirect_url, filter_on_providers, on_error,
         on_close, expires_at)
      select $1, u.id, u.team_id, u.environment, $5, $6, $7, $8, $9,
             now() + make_interval(secs => $10)
        from app_user u
       where u.id = $2 and u.team_id = $3 and u.environment = $4 and u.deleted_at is null
      returning expires_at
      """;
  private static final String FIND =
      "select "
          + LinkSession.COLUMNS
          + " from link_session s join app_user u on u.id = s.user_id and u.deleted_at is null"
          + " where s.id = $1";
  private static final String BEGIN =
      """
      update link_session
         set oauth_provider = $2, oauth_app_id = $3, oauth_verifier_encrypted = $4,
             oauth_scopes = $5
       where id = $1 and consumed_at is null and expires_at > now()
      """;
  // The row lock makes the second of two callbacks wait and find nothing.
  private static final String TAKE =
      """
      with s as materialized (
        select id, oauth_app_id, oauth_verifier_encrypted, oauth_scopes from link_session
         where id = $1 and oauth_provider = $2 and consumed_at is null and expires_at > now()
           for update
      )
      update link_session l
         set oauth_provider = null, oauth_app_id = null, oauth_verifier_encrypted = null,
             oauth_scopes = null
        from s where l.id = s.id
      returning s.oauth_app_id, s.oauth_verifier_encrypted, s.oauth_scopes
      """;
  private static final String CONSUME =
      "update link_session set consumed_at = now() where id = $1 and consumed_at is null";

  private final Db db;
  private final Secrets secrets;

  LinkSessions(Db db, Secrets secrets) {
    this.db = db;
    this.secrets = secrets;
  }

  /** What the caller of POST /v2/link/token wants. */
  record Wanted(
      Tenant tenant,
      UUID user,
      Optional<String> provider,
      Optional<String> redirectUrl,
      Optional<List<String>> filter,
      boolean errorRedirects,
      boolean closeRedirects) {}

  /** An authorisation under way. */
  record OAuthRequest(UUID app, String verifier, List<String> scopes) {
    @Override
    public String toString() {
      return "OAuthRequest[" + app + "]";
    }
  }

  /** False when the user is not the tenant's. */
  boolean add(UUID id, Wanted w, Duration life) {
    return db.query(
                ADD,
                id,
                w.user(),
                w.tenant().team(),
                w.tenant().environment().wire(),
                w.provider().orElse(null),
                w.redirectUrl().orElse(null),
                w.filter().map(f -> f.toArray(String[]::new)).orElse(null),
                w.errorRedirects() ? "redirect" : null,
                w.closeRedirects() ? "redirect" : null,
                life.toMillis() / 1000.0)
            .size()
        > 0;
  }

  Optional<LinkSession> find(UUID id) {
    return Rows.first(db.query(FIND, id), LinkSession::read);
  }

  /** Remembers an authorisation; a later one of the session replaces it. */
  boolean begin(UUID id, String provider, OAuthRequest request) {
    return db.query(
                BEGIN,
                id,
                provider,
                request.app(),
                secrets.seal(request.verifier(), id.toString()),
                request.scopes().toArray(String[]::new))
            .rowCount()
        > 0;
  }

  /** Takes the authorisation under way: of two callbacks at once only one gets it. */
  Optional<OAuthRequest> take(UUID id, String provider) {
    return Rows.first(
        db.query(TAKE, id, provider),
        r ->
            new OAuthRequest(
                r.getUUID("oauth_app_id"),
                secrets.openText(Rows.bytes(r, "oauth_verifier_encrypted"), id.toString()),
                Rows.texts(r, "oauth_scopes")));
  }

  /** Uses the token up; false when it was. */
  boolean consume(Tx tx, UUID id) {
    return tx.update(CONSUME, id) > 0;
  }
}
