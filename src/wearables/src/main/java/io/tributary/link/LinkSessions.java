package io.tributary.link;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.crypto.KeyOwner;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.provider.PasswordLogin;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Table {@code link_session}. */
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
  // The row lock makes the second of two concurrent callbacks wait and then find nothing.
  private static final String TAKE_OAUTH_REQUEST =
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
  private static final String PENDING_APPLICATION =
      """
      select oauth_app_id from link_session
       where id = $1 and oauth_provider = $2 and consumed_at is null and expires_at > now()
      """;
  private static final String CONSUME =
      """
      update link_session
         set consumed_at = now(), login_provider = $2, login_pending_encrypted = null
       where id = $1 and consumed_at is null
      """;
  private static final String LINKED =
      """
      select 1 from link_session s
        join connection c on c.user_id = s.user_id and c.provider = s.login_provider
       where s.id = $1 and s.login_provider = $2 and s.consumed_at is not null
         and c.status = 'connected'
      """;
  private static final String OWNER = "select user_id, team_id from link_session where id = $1";
  private static final String SAVE_PENDING_SIGN_IN =
      """
      update link_session
         set login_provider = $2, login_pending_encrypted = $3,
             mfa_attempts = case when $4 then 0 else mfa_attempts end
       where id = $1 and consumed_at is null and expires_at > now()
      """;
  // Counted before the provider is called, so that concurrent submissions cannot exceed the limit.
  private static final String COUNT_CODE_ATTEMPT =
      """
      update link_session set mfa_attempts = mfa_attempts + 1
       where id = $1 and login_provider = $2 and login_pending_encrypted is not null
         and mfa_attempts < $3 and consumed_at is null and expires_at > now()
      returning login_pending_encrypted, mfa_attempts
      """;
  private static final String PENDING_MFA =
      """
      select login_pending_encrypted from link_session
       where id = $1 and login_provider = $2 and login_pending_encrypted is not null
         and mfa_attempts < $3 and consumed_at is null and expires_at > now()
      """;
  private static final String UNCOUNT_CODE_ATTEMPT =
      """
      update link_session set mfa_attempts = mfa_attempts - 1
       where id = $1 and login_provider = $2 and mfa_attempts > 0
      """;
  private static final String CLEAR_SIGN_IN =
      """
      update link_session set login_provider = null, login_pending_encrypted = null where id = $1
      """;

  private final Db db;
  private final Vault vault;

  LinkSessions(Db db, Vault vault) {
    this.db = db;
    this.vault = vault;
  }

  /** Validated body of POST /v2/link/token. */
  record NewSession(
      Tenant tenant,
      UUID user,
      Optional<String> provider,
      Optional<String> redirectUrl,
      Optional<List<String>> filter,
      boolean errorRedirects,
      boolean closeRedirects) {}

  /** Pending OAuth authorization. */
  record OAuthRequest(UUID app, String verifier, List<String> scopes) {
    @Override
    public String toString() {
      return "OAuthRequest[" + app + "]";
    }
  }

  /** Stores a session. Returns false when the user does not belong to the tenant. */
  boolean add(UUID id, NewSession w, Duration life) {
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
    return RowMapping.first(db.query(FIND, id), LinkSession::read);
  }

  /** Stores a pending authorization. A later one of the session replaces it. */
  boolean beginOAuth(UUID id, String provider, OAuthRequest request) {
    return db.tx(
        tx -> {
          Optional<KeyOwner> owner = owner(tx, id);
          return owner.isPresent()
              && tx.update(
                      BEGIN,
                      id,
                      provider,
                      request.app(),
                      vault.seal(tx, owner.get(), request.verifier(), id.toString()),
                      request.scopes().toArray(String[]::new))
                  > 0;
        });
  }

  private static Optional<KeyOwner> owner(Tx tx, UUID id) {
    return tx.first(OWNER, id)
        .map(r -> new KeyOwner.User(r.getUUID("team_id"), r.getUUID("user_id")));
  }

  /**
   * Removes and returns the pending authorization. Of two concurrent callbacks only one gets it.
   */
  Optional<OAuthRequest> takeOAuthRequest(UUID id, String provider) {
    return RowMapping.first(
        db.query(TAKE_OAUTH_REQUEST, id, provider),
        r ->
            new OAuthRequest(
                r.getUUID("oauth_app_id"),
                vault.open(RowMapping.bytes(r, "oauth_verifier_encrypted"), id.toString()),
                RowMapping.texts(r, "oauth_scopes")));
  }

  /** Returns the application of the pending authorization without removing it. */
  Optional<UUID> pendingApplication(UUID id, String provider) {
    return RowMapping.first(
        db.query(PENDING_APPLICATION, id, provider), r -> r.getUUID("oauth_app_id"));
  }

  /**
   * Code submission that may be sent to the provider.
   *
   * @param number number of this attempt within the sign-in
   * @param user account name that the user entered
   */
  record CodeAttempt(int number, UUID app, String user, ObjectNode pending) {
    @Override
    public String toString() {
      return "CodeTry[" + number + "]";
    }
  }

  /**
   * Stores a sign-in that waits for its second factor. A later one of the session replaces it.
   *
   * @param first true to reset the attempt counter
   * @return false when the token is consumed or expired
   */
  boolean savePendingSignIn(
      UUID id, String provider, UUID app, String user, PasswordLogin.Pending code, boolean first) {
    ObjectNode all =
        Json.object()
            .put("app", app.toString())
            .put("user", user)
            .put("method", code.method().name())
            .put("hint", code.hint());
    all.set("pending", code.pending());
    return db.tx(
        tx -> {
          Optional<KeyOwner> owner = owner(tx, id);
          return owner.isPresent()
              && tx.update(
                      SAVE_PENDING_SIGN_IN,
                      id,
                      provider,
                      vault.seal(tx, owner.get(), Json.text(all), signInContext(id)),
                      first)
                  > 0;
        });
  }

  /**
   * Counts an attempt and returns it. Empty when no sign-in waits for a code or the limit is
   * reached.
   */
  Optional<CodeAttempt> countCodeAttempt(UUID id, String provider, int most) {
    return RowMapping.first(
        db.query(COUNT_CODE_ATTEMPT, id, provider, most),
        r -> {
          JsonNode all =
              Json.parse(
                  vault.open(RowMapping.bytes(r, "login_pending_encrypted"), signInContext(id)));
          return new CodeAttempt(
              r.getInteger("mfa_attempts"),
              UUID.fromString(all.get("app").textValue()),
              all.get("user").textValue(),
              (ObjectNode) all.get("pending"));
        });
  }

  /** Returns the destination of the pending code. Empty when no code can be submitted. */
  Optional<LinkResult.Mfa> pendingMfa(UUID id, String provider, int most) {
    return RowMapping.first(
        db.query(PENDING_MFA, id, provider, most),
        r -> {
          JsonNode all =
              Json.parse(
                  vault.open(RowMapping.bytes(r, "login_pending_encrypted"), signInContext(id)));
          return new LinkResult.Mfa(
              PasswordLogin.Method.valueOf(all.path("method").asText("EMAIL")),
              all.path("hint").asText(""));
        });
  }

  /** Uncounts an attempt that the provider did not evaluate. */
  void uncountCodeAttempt(UUID id, String provider) {
    db.query(UNCOUNT_CODE_ATTEMPT, id, provider);
  }

  void clearSignIn(UUID id) {
    db.query(CLEAR_SIGN_IN, id);
  }

  private static String signInContext(UUID id) {
    return id + " sign-in";
  }

  /**
   * Returns the error for a missing authorization or sign-in: a lost race, an unexpected response,
   * or one of an earlier attempt.
   */
  LinkException missingAuthorization(LinkSession session) {
    return find(session.id())
        .filter(LinkSession::consumed)
        .map(s -> new LinkException(LinkError.TOKEN_CONSUMED, s))
        .orElseGet(() -> new LinkException(LinkError.TOKEN_NOT_VALIDATED, session));
  }

  /** Consumes the token with this provider. Returns false when it was already consumed. */
  boolean consume(Tx tx, UUID id, String provider) {
    return tx.update(CONSUME, id, provider) > 0;
  }

  /**
   * Returns true when the token was consumed with this provider and the connection is still
   * connected.
   */
  boolean isLinked(UUID id, String provider) {
    return db.query(LINKED, id, provider).size() > 0;
  }
}
