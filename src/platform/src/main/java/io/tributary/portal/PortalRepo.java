package io.tributary.portal;

import io.tributary.audit.SystemAuditEvents;
import io.tributary.core.Encryption;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Rows of portal_link and portal_session. Methods take tokens in clear text; only hashes are
 * stored.
 */
final class PortalRepo {
  private static final String ADD_LINK =
      """
      insert into portal_link (token_hash, team_id, environment, read_only, expires_at, management_key_id)
      select $1, e.team_id, e.environment, $5, now() + $6::bigint * interval '1 second', $7
        from team_environment e join team t on t.id = e.team_id
       where e.team_id = $2 and e.environment = $3 and t.org_id = $4
      returning expires_at
      """;

  private static final String ADD_OWN_LINK =
      """
      insert into portal_link (token_hash, team_id, environment, read_only, expires_at, api_key_id)
      values ($1, $2, $3, $4, now() + $5::bigint * interval '1 second', $6)
      returning expires_at
      """;

  private static final String API_KEY =
      "select id from api_key where key_hash = $1 and team_id = $2 and revoked_at is null";

  private static final String KEY =
      "select id from management_key where key_hash = $1 and org_id = $2 and revoked_at is null";

  /** Marks a link as used. The row lock lets only one of two concurrent calls succeed. */
  private static final String USE_LINK =
      """
      update portal_link l set used_at = now()
       where token_hash = $1 and used_at is null and expires_at > now()
         and not exists (select 1 from management_key where id = l.management_key_id
                          and (revoked_at is not null or expires_at <= now()))
         and not exists (select 1 from api_key where id = l.api_key_id
                          and (revoked_at is not null or expires_at <= now()))
      returning team_id, environment, read_only, management_key_id, api_key_id
      """;

  private static final String LINK =
      """
      select used_at, expires_at > now() as young from portal_link where token_hash = $1
      """;

  private static final String ADD_SESSION =
      """
      insert into portal_session (token_hash, team_id, environment, read_only, expires_at, management_key_id,
                                  api_key_id)
      values ($1, $2, $3, $4, now() + $5::bigint * interval '1 millisecond', $6, $7)
      """;

  private static final String SESSION =
      """
      select t.org_id, s.team_id, s.environment, t.name, s.read_only, s.expires_at
        from portal_session s join team t on t.id = s.team_id
       where s.token_hash = $1 and s.expires_at > now()
         and not exists (select 1 from management_key where id = s.management_key_id
                          and (revoked_at is not null or expires_at <= now()))
         and not exists (select 1 from api_key where id = s.api_key_id
                          and (revoked_at is not null or expires_at <= now()))
      """;

  private static final String END_SESSION = "delete from portal_session where token_hash = $1";

  private final Db db;

  PortalRepo(Db db) {
    this.db = db;
  }

  /**
   * Stores a link and returns its expiry; empty if the organization has no such team. The link and
   * its session end when the management key that created it ends.
   */
  Future<Optional<Instant>> addLink(
      String token,
      String managementKey,
      UUID organisation,
      Tenant tenant,
      boolean readOnly,
      int ttl) {
    byte[] hash = Encryption.sha256(token);
    return db.txAsync(
        tx -> {
          // The authenticator may still accept a key that was revoked a moment ago.
          UUID key =
              tx.first(KEY, Encryption.sha256(managementKey), organisation)
                  .map(r -> r.getUUID("id"))
                  .orElseThrow(
                      () -> ServiceException.unauthorized("the management key is invalid"));
          return tx.first(
                  ADD_LINK,
                  hash,
                  tenant.team(),
                  tenant.environment().wire(),
                  organisation,
                  readOnly,
                  ttl,
                  key)
              .map(r -> RowMapping.instant(r, "expires_at"));
        });
  }

  /**
   * Stores a link that a team requested for itself and returns its expiry. The link and its session
   * end when the requesting key ends.
   *
   * @param apiKey empty if the team used an access token, which expires by itself
   */
  Future<Instant> addOwnLink(
      String token, Optional<String> apiKey, Tenant tenant, boolean readOnly, int ttl) {
    byte[] hash = Encryption.sha256(token);
    return db.txAsync(
        tx -> {
          UUID key =
              apiKey
                  .map(
                      k ->
                          tx.first(API_KEY, Encryption.sha256(k), tenant.team())
                              .map(r -> r.getUUID("id"))
                              .orElseThrow(
                                  () -> ServiceException.unauthorized("the API key is invalid")))
                  .orElse(null);
          return RowMapping.instant(
              tx.first(
                      ADD_OWN_LINK,
                      hash,
                      tenant.team(),
                      tenant.environment().wire(),
                      readOnly,
                      ttl,
                      key)
                  .orElseThrow(),
              "expires_at");
        });
  }

  /**
   * Uses up a link and opens a session.
   *
   * @return the session, which {@code token} identifies from now on
   */
  Future<PortalSession> open(String link, String token, Duration ttl) {
    byte[] hash = Encryption.sha256(token);
    return db.txAsync(
        tx -> {
          Row used =
              tx.first(USE_LINK, (Object) Encryption.sha256(link))
                  .orElseThrow(() -> unusableLink(tx, link));
          tx.update(
              ADD_SESSION,
              hash,
              used.getUUID("team_id"),
              used.getString("environment"),
              used.getBoolean("read_only"),
              ttl.toMillis(),
              used.getUUID("management_key_id"),
              used.getUUID("api_key_id"));
          SystemAuditEvents.recordEvent(
              tx,
              "portal_session",
              null,
              used.getUUID("team_id"),
              used.getString("environment"),
              null,
              null,
              "link opened");
          // The key may have been revoked since the link was checked.
          return tx.first(SESSION, (Object) hash)
              .map(PortalRepo::session)
              .orElseThrow(() -> ServiceException.notFound("link"));
        });
  }

  private static ServiceException unusableLink(Tx tx, String link) {
    Optional<Row> row = tx.first(LINK, (Object) Encryption.sha256(link));
    if (row.isEmpty()) {
      return ServiceException.notFound("link");
    }
    if (row.get().getValue("used_at") != null) {
      return ServiceException.conflict("this link has already been used");
    }
    // An unused link that has not expired has lost its key.
    return row.get().getBoolean("young")
        ? ServiceException.notFound("link")
        : ServiceException.badRequest("this link has expired");
  }

  Future<Optional<PortalSession>> session(String token) {
    return db.read(SESSION, (Object) Encryption.sha256(token))
        .map(rows -> RowMapping.first(rows, PortalRepo::session));
  }

  Future<Void> end(String token) {
    return db.txAsync(tx -> tx.update(END_SESSION, (Object) Encryption.sha256(token))).mapEmpty();
  }

  private static PortalSession session(Row r) {
    return new PortalSession(
        r.getUUID("org_id"),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        r.getString("name"),
        r.getBoolean("read_only"),
        RowMapping.instant(r, "expires_at"));
  }
}
