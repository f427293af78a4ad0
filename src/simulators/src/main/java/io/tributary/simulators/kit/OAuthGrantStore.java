package io.tributary.simulators.kit;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Store of applications, authorization codes, grants and tokens of a simulated vendor. Used on one
 * event loop only.
 *
 * <p>A code is valid once and for the vendor's code lifetime. A refresh token is valid as its
 * rotation rule defines. An access token is valid until it expires or its grant ends. The store
 * counts rejected calls and above all reused refresh tokens: a client that races with itself
 * becomes visible here even if the vendor would tolerate it.
 */
public final class OAuthGrantStore {

  /** Consent of a person to an application. */
  public record Grant(String id, String userId, String clientId, Set<String> scopes) {}

  record Access(String grantId, Instant expiresAt) {}

  /**
   * @param spentAt time of the replacement, if the token is within its grace period
   * @param successor access token that ends the grace period with its first use; empty if there is
   *     none
   */
  record Refresh(String grantId, Instant expiresAt, Optional<Instant> spentAt, String successor) {}

  private record Code(
      Grant grant, String redirectUri, String challenge, boolean lasting, Instant expiresAt) {}

  private static final Duration MIN_REMAINING_TO_REUSE = Duration.ofHours(1);

  private final SecureRandom random = new SecureRandom();
  private final SimClock clock;
  private final OAuthSimRules rules;
  private final SimPeople people;
  final Map<String, OAuthApp> apps = new LinkedHashMap<>();
  final Map<String, Grant> grants = new LinkedHashMap<>();
  final Map<String, Access> accessTokens = new LinkedHashMap<>();
  final Map<String, Refresh> refreshTokens = new LinkedHashMap<>();
  private final Map<String, String> spentRefreshTokens = new HashMap<>();
  private final Map<String, Code> codes = new HashMap<>();
  private int exchanges;
  private int refreshCount;
  private int reuses;
  private int rejectedCalls;
  private int revocations;

  OAuthGrantStore(SimClock clock, OAuthSimRules rules, SimPeople people) {
    this.clock = clock;
    this.rules = rules;
    this.people = people;
  }

  /**
   * Returns a code for the person's consent. The grant begins when the code is exchanged.
   *
   * @param lasting whether a refresh token is issued, if the other rules allow one
   */
  String consent(
      OAuthApp app,
      SimPerson person,
      Set<String> scopes,
      String redirectUri,
      String challenge,
      boolean lasting) {
    Instant now = clock.now();
    codes.values().removeIf(c -> !c.expiresAt().isAfter(now));
    String code = randomToken(24);
    var grant = new Grant(randomToken(12), person.id(), app.clientId(), Set.copyOf(scopes));
    codes.put(
        code, new Code(grant, redirectUri, challenge, lasting, now.plus(rules.codeLifetime())));
    return code;
  }

  /** Returns the application with these credentials. */
  public OAuthApp authenticate(String clientId, String clientSecret) {
    OAuthApp app = apps.get(clientId);
    if (app == null || !app.clientSecret().equals(clientSecret)) {
      throw SimRejection.oauth(401, "invalid_client", "unknown client or wrong secret");
    }
    return app;
  }

  /** Returns the application with this client ID. */
  public Optional<OAuthApp> app(String clientId) {
    return Optional.ofNullable(apps.get(clientId));
  }

  IssuedTokens exchange(OAuthApp app, String code, String redirectUri, String verifier) {
    Code held = codes.get(code);
    if (held == null || !held.grant().clientId().equals(app.clientId())) {
      throw invalidGrant("the code is unknown, already used, or issued to another client");
    }
    codes.remove(code); // a failed attempt consumes the code as well
    if (!held.expiresAt().isAfter(clock.now())) {
      throw invalidGrant("the code has expired");
    }
    boolean left = redirectUri.isEmpty() && !rules.redirectInExchange();
    if (!left && !held.redirectUri().equals(redirectUri)) {
      throw invalidGrant("redirect_uri differs from the authorization request");
    }
    if (!held.challenge().isEmpty() && !held.challenge().equals(s256(verifier))) {
      throw invalidGrant("code_verifier does not match code_challenge");
    }
    exchanges++;
    grants.put(held.grant().id(), held.grant());
    return issue(held.grant(), true, held.lasting());
  }

  /** Issues tokens without a code, for password logins and for tests that need many connections. */
  public IssuedTokens issueWithoutCode(OAuthApp app, SimPerson person, Set<String> scopes) {
    var grant = new Grant(randomToken(12), person.id(), app.clientId(), Set.copyOf(scopes));
    grants.put(grant.id(), grant);
    return issue(grant, true, true);
  }

  /** Issues new tokens for a refresh token. */
  public IssuedTokens refresh(OAuthApp app, String token) {
    Refresh held = refreshTokens.get(token);
    if (held == null && spentRefreshTokens.containsKey(token)) {
      countReuse(spentRefreshTokens.get(token));
    }
    Grant grant = held == null ? null : grants.get(held.grantId());
    if (grant == null || !grant.clientId().equals(app.clientId())) {
      throw invalidGrant("the refresh token is unknown, already used, or revoked");
    }
    if (!held.expiresAt().isAfter(clock.now())) {
      throw invalidGrant("the refresh token has expired");
    }
    if (held.spentAt().isPresent()) {
      // The vendor tolerates reuse within the grace period, but a client that depends on it raced
      // with itself.
      reuses++;
      if (!clock.now().isBefore(held.spentAt().get().plus(rules.grace()))) {
        spend(token, held);
        throw invalidGrant("the refresh token was replaced too long ago");
      }
    }
    refreshCount++;
    return switch (rules.rotation()) {
      case NONE ->
          throw SimRejection.oauth(
              400, "unsupported_grant_type", "this provider has no refresh tokens");
      case KEEP -> issueAccess(grant, Optional.empty(), false);
      case SAME_WHILE_FRESH -> sameWhileFresh(grant, token, held);
      case ROTATE -> {
        spend(token, held);
        yield issueReplacement(grant);
      }
      case GRACE -> {
        IssuedTokens issued = issueReplacement(grant);
        Instant since = held.spentAt().orElse(clock.now());
        refreshTokens.put(
            token,
            new Refresh(
                held.grantId(), held.expiresAt(), Optional.of(since), issued.accessToken()));
        yield issued;
      }
    };
  }

  private void countReuse(String grantId) {
    reuses++;
    if (rules.reuseRevokes() && grants.containsKey(grantId)) {
      end(grantId);
      throw invalidGrant("the refresh token was already used; the grant is revoked");
    }
  }

  private IssuedTokens sameWhileFresh(Grant grant, String token, Refresh held) {
    Instant enough = clock.now().plus(MIN_REMAINING_TO_REUSE);
    for (Map.Entry<String, Access> e : accessTokens.entrySet()) {
      Access access = e.getValue();
      if (access.grantId().equals(grant.id()) && access.expiresAt().isAfter(enough)) {
        return new IssuedTokens(
            person(grant),
            e.getKey(),
            Optional.of(token),
            Duration.between(clock.now(), access.expiresAt()),
            grant.scopes(),
            false);
      }
    }
    spend(token, held);
    return issueReplacement(grant);
  }

  private IssuedTokens issueReplacement(Grant grant) {
    if (rules.accessRevokedOnRefresh()) {
      accessTokens.values().removeIf(a -> a.grantId().equals(grant.id()));
    }
    return issue(grant, false, true);
  }

  private void spend(String token, Refresh held) {
    refreshTokens.remove(token);
    if (spentRefreshTokens.size() > 100_000) {
      spentRefreshTokens.clear();
    }
    spentRefreshTokens.put(token, held.grantId());
  }

  /** Returns the grant of a valid access token. */
  public Optional<Grant> grantOf(String accessToken) {
    Optional<Grant> grant =
        Optional.ofNullable(accessTokens.get(accessToken))
            .filter(a -> a.expiresAt().isAfter(clock.now()))
            .map(a -> grants.get(a.grantId()));
    if (grant.isPresent() && rules.rotation() == OAuthSimRules.Rotation.GRACE) {
      graceEndsWithUse(accessToken);
    }
    return grant;
  }

  /** Returns the owner of a token, valid or not. Does not count as a use of the token. */
  Optional<String> ownerOf(String accessToken) {
    return Optional.ofNullable(accessTokens.get(accessToken))
        .map(a -> grants.get(a.grantId()))
        .map(Grant::userId);
  }

  private void graceEndsWithUse(String accessToken) {
    refreshTokens.entrySet().stream()
        .filter(e -> e.getValue().successor().equals(accessToken))
        .map(Map.Entry::getKey)
        .findFirst()
        .ifPresent(old -> spend(old, refreshTokens.get(old)));
  }

  /**
   * Ends the grant of this access or refresh token, expired or not. Returns false for an unknown
   * token.
   */
  public boolean revoke(String token) {
    Optional<String> grant =
        Optional.ofNullable(accessTokens.get(token))
            .map(Access::grantId)
            .or(() -> Optional.ofNullable(refreshTokens.get(token)).map(Refresh::grantId));
    grant.ifPresent(this::end);
    return grant.isPresent();
  }

  /** Ends all grants of a person and returns their number. */
  public int revokeUser(String userId) {
    var ids =
        grants.values().stream().filter(g -> g.userId().equals(userId)).map(Grant::id).toList();
    ids.forEach(this::end);
    return ids.size();
  }

  /** Expires the access tokens of a person; the grants stay. Returns the number of tokens. */
  public int expireUser(String userId) {
    int before = accessTokens.size();
    accessTokens
        .values()
        .removeIf(
            a -> {
              Grant grant = grants.get(a.grantId());
              return grant != null && grant.userId().equals(userId);
            });
    return before - accessTokens.size();
  }

  /** Returns the active grants of a person, the latest last. */
  public List<Grant> grantsOf(String userId) {
    return grants.values().stream().filter(g -> g.userId().equals(userId)).toList();
  }

  /** Returns whether the person shares data with the application. */
  public boolean shares(String clientId, String userId) {
    return grants.values().stream()
        .anyMatch(g -> g.clientId().equals(clientId) && g.userId().equals(userId));
  }

  /** Returns whether the person granted the application this scope. */
  public boolean shares(String clientId, String userId, String scope) {
    return grants.values().stream()
        .anyMatch(
            g ->
                g.clientId().equals(clientId)
                    && g.userId().equals(userId)
                    && g.scopes().contains(scope));
  }

  /** Returns the number of people who share data with the application. */
  public int countUsers(String clientId) {
    return (int)
        grants.values().stream()
            .filter(g -> g.clientId().equals(clientId))
            .map(Grant::userId)
            .distinct()
            .count();
  }

  /**
   * Returns the counters since the start; {@code reuses} counts replaced refresh tokens that were
   * presented again.
   */
  JsonObject report() {
    return new JsonObject()
        .put("exchanges", exchanges)
        .put("refreshes", refreshCount)
        .put("reuses", reuses)
        .put("refused", rejectedCalls)
        .put("revocations", revocations)
        .put("grants", grants.size());
  }

  public int reuses() {
    return reuses;
  }

  public int refreshes() {
    return refreshCount;
  }

  public int revocations() {
    return revocations;
  }

  void countRejected() {
    rejectedCalls++;
  }

  private void end(String grantId) {
    revocations++;
    grants.remove(grantId);
    accessTokens.values().removeIf(a -> a.grantId().equals(grantId));
    refreshTokens.values().removeIf(r -> r.grantId().equals(grantId));
  }

  private IssuedTokens issue(Grant grant, boolean first, boolean lasting) {
    boolean withRefresh =
        lasting
            && rules.rotation() != OAuthSimRules.Rotation.NONE
            && rules.refreshScope().map(grant.scopes()::contains).orElse(true);
    Optional<String> refresh = withRefresh ? Optional.of(randomToken(24)) : Optional.empty();
    IssuedTokens issued = issueAccess(grant, refresh, first);
    Instant end = rules.refreshLifetime().map(life -> clock.now().plus(life)).orElse(Instant.MAX);
    refresh.ifPresent(
        t -> refreshTokens.put(t, new Refresh(grant.id(), end, Optional.empty(), "")));
    return issued;
  }

  private IssuedTokens issueAccess(Grant grant, Optional<String> refresh, boolean first) {
    Instant now = clock.now();
    // Removes expired tokens, which would otherwise accumulate. An expired token and an unknown one
    // get the same response.
    if (accessTokens.size() > 10_000) {
      accessTokens.values().removeIf(a -> !a.expiresAt().isAfter(now));
    }
    if (rules.maxActiveTokens() != Integer.MAX_VALUE
        && countActiveTokens(grant) >= rules.maxActiveTokens()) {
      throw SimRejection.oauth(400, "invalid_request", "too many unrevoked access tokens");
    }
    String access = randomToken(24);
    accessTokens.put(access, new Access(grant.id(), now.plus(rules.accessLifetime())));
    return new IssuedTokens(
        person(grant), access, refresh, rules.accessLifetime(), grant.scopes(), first);
  }

  private long countActiveTokens(Grant grant) {
    Instant now = clock.now();
    return accessTokens.values().stream()
        .filter(a -> a.expiresAt().isAfter(now))
        .map(a -> grants.get(a.grantId()))
        .filter(g -> g != null && g.userId().equals(grant.userId()))
        .filter(g -> g.clientId().equals(grant.clientId()))
        .count();
  }

  private SimPerson person(Grant grant) {
    return people.find(grant.userId()).orElseThrow();
  }

  private String randomToken(int bytes) {
    byte[] raw = new byte[bytes];
    random.nextBytes(raw);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(raw);
  }

  private static String s256(String verifier) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (GeneralSecurityException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  private static SimRejection invalidGrant(String description) {
    return SimRejection.oauth(400, "invalid_grant", description);
  }
}
