package io.tributary.sdk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.audit.SystemAuditEvents;
import io.tributary.config.SdkConfig;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.team.ApiKeyAuthenticator;
import io.vertx.sqlclient.Row;
import java.util.Optional;
import java.util.UUID;

/**
 * Tokens of signed-in users. Only their hashes are stored.
 *
 * <p>A refresh token is replaced on every use. Its predecessor stays valid until the new one is
 * used, so that a phone that lost the response can retry.
 */
final class SdkTokens {
  private static final String TAKE =
      """
      update sign_in_token t set exchanged_at = now()
        from app_user u
       where t.token_hash = $1 and t.exchanged_at is null and t.expires_at > now()
         and u.id = t.user_id and u.deleted_at is null
      returning t.user_id
      """;
  private static final String BEGIN =
      """
      insert into user_sign_in (id, user_id, refresh_hash, expires_at)
      values ($1, $2, $3, now() + make_interval(secs => $4))
      """;
  // Using the current token invalidates its predecessor. Using the predecessor invalidates the
  // current one.
  private static final String RENEW =
      """
      update user_sign_in s
         set previous_hash = $1, refresh_hash = $2,
             expires_at = now() + make_interval(secs => $3)
        from app_user u
       where (s.refresh_hash = $1 or s.previous_hash = $1) and s.expires_at > now()
         and u.id = s.user_id and u.deleted_at is null
      returning s.id, s.user_id
      """;
  private static final String ISSUE =
      """
      insert into user_access_token (token_hash, sign_in_id, user_id, expires_at)
      values ($1, $2, $3, now() + make_interval(secs => $4))
      """;
  private static final String TENANT = "select team_id, environment from app_user where id = $1";
  private static final String KNOWN =
      """
      select 1 from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null
      """;
  private static final String END =
      "delete from user_sign_in where user_id = $1 and ($2::uuid is null or id = $2)";

  private final Db db;
  private final SdkConfig settings;
  private final PairingCodes codes;

  SdkTokens(Db db, SdkConfig settings, PairingCodes codes) {
    this.db = db;
    this.settings = settings;
    this.codes = codes;
  }

  /** Signs a user in. Fails with 401 when the token or the code is unknown, expired or used. */
  byte[] signIn(PushMessages.SignIn m) {
    String refresh = refreshToken();
    return db.tx(
        tx -> {
          UUID user = consumeToken(tx, m).orElseThrow(SdkTokens::unknownToken);
          UUID id = Ids.uuid();
          tx.update(
              BEGIN, id, user, Encryption.sha256(refresh), seconds(settings.refreshTokenTtl()));
          audit(tx, user, id, "user signed in");
          return issue(tx, id, user, refresh);
        });
  }

  private Optional<UUID> consumeToken(Tx tx, PushMessages.SignIn m) {
    String token = m.token();
    return PairingCodes.isCode(token)
        ? codes.consume(tx, token, m.from())
        : tx.first(TAKE, (Object) Encryption.sha256(token)).map(r -> r.getUUID("user_id"));
  }

  /** Renews a pair of tokens. Fails with 401 when the token is unknown or expired. */
  byte[] renew(PushMessages.Renew m) {
    String refresh = refreshToken();
    return db.tx(
        tx -> {
          Row row =
              tx.first(
                      RENEW,
                      Encryption.sha256(m.token()),
                      Encryption.sha256(refresh),
                      seconds(settings.refreshTokenTtl()))
                  .orElseThrow(SdkTokens::unknownToken);
          audit(tx, row.getUUID("user_id"), row.getUUID("id"), "sign-in renewed");
          return issue(tx, row.getUUID("id"), row.getUUID("user_id"), refresh);
        });
  }

  /** Adds an audit entry, because the call carries no API key that would be audited. */
  private static void audit(Tx tx, UUID user, UUID signIn, String what) {
    Row of = tx.first(TENANT, user).orElseThrow();
    SystemAuditEvents.recordEvent(
        tx,
        "user_sign_in",
        signIn,
        of.getUUID("team_id"),
        of.getString("environment"),
        user,
        null,
        what);
  }

  /** Ends one sign-in or all sign-ins of a user. Unknown sign-ins are ignored. */
  void deauthorize(PushMessages.Deauthorize m) {
    db.tx(
        tx -> {
          tx.first(KNOWN, m.user(), m.tenant().team(), m.tenant().environment().wire())
              .orElseThrow(() -> ServiceException.notFound("user"));
          return tx.update(END, m.user(), m.signIn().orElse(null));
        });
  }

  private byte[] issue(Tx tx, UUID signIn, UUID user, String refresh) {
    String access = ApiKeyAuthenticator.USER_TOKEN_PREFIX + Ids.randomBase62(48);
    tx.update(ISSUE, Encryption.sha256(access), signIn, user, seconds(settings.accessTokenTtl()));
    ObjectNode out =
        Json.object()
            .put("user_id", user.toString())
            .put("access_token", access)
            .put("token_type", "Bearer")
            .put("expires_in", settings.accessTokenTtl().toSeconds())
            .put("refresh_token", refresh)
            .put("refresh_expires_in", settings.refreshTokenTtl().toSeconds());
    return Json.bytes(out);
  }

  private static String refreshToken() {
    return "urt_" + Ids.randomBase62(48);
  }

  private static double seconds(java.time.Duration d) {
    return d.toMillis() / 1000.0;
  }

  private static ServiceException unknownToken() {
    return ServiceException.unauthorized("the token is unknown, expired or already used");
  }
}
