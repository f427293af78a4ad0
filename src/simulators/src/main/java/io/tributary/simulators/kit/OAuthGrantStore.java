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
 * Apps, codes, grants and tokens, and the rules between them: a code is good once and for its
 * vendor's time, a refresh token as its rotation says, an access token until it expires or its
 * grant ends. What came wrong, reuse above all, is counted: a client that races with itself shows
 * here even where the vendor would forgive it. Used on one event loop only.
 */
public final class OAuthGrantStore {

  /** What a person allowed an app. */
  public record Grant(String id, String userId, String clientId, Set<String> scopes) {}

  /** An access token's grant and end. */
  record Access(String grantId, Instant expiresAt) {}

  /** A refresh token's grant and end, and since when it has been replaced. */
  record Refresh(String grantId, Instant expiresAt, Optional<Instant> spentAt, String successor) {}

  private record Code(
      Grant grant, String redirectUri, String challenge, boolean lasting, Instant expiresAt) {}

  private static final Duration FRESH = Duration.ofHours(1);

  private final SecureRandom random = new SecureRandom();
  private final SimClock clock;
  private final OAuthSimRules rules;
  private final People people;
  final Map<String, OAuthApp> apps = new LinkedHashMap<>();
  final Map<String, Grant> grants = new LinkedHashMap<>();
  final Map<String, Access> accesses = new LinkedHashMap<>();
  final Map<String, Refresh> refreshes = new LinkedHashMap<>();
  private final Map<String, String> spent = new HashMap<>();
  private final Map<String, Code> codes = new HashMap<>();
  private int exchanges;
  private int refreshed;
  private int reuses;
  private int refused;
  private int revocations;

  OAuthGrantStore(SimClock clock, OAuthSimRules rules, People people) {
    this.clock = clock;
    this.rules = rules;
    this.people = people;
  }

  /**
   * A code for the person's consent; the grant begins when the code is exchanged.
   *
   * @param lasting whether there will be a refresh token, if the rest allows one
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
    String code = secret(24);
    var grant = new Grant(secret(12), person.id(), app.clientId(), Set.copyOf(scopes));
    codes.put(code, new Code(grant, redirectUri, challenge, lasting, now.plus(rules.codeLife())));
    return code;
  }

  /** The app with these credentials. */
  public OAuthApp authenticate(String clientId, String clientSecret) {
    OAuthApp app = apps.get(clientId);
    if (app == null || !app.clientSecret().equals(clientSecret)) {
      throw SimRejection.oauth(401, "invalid_client", "unknown client or wrong secret");
    }
    return app;
  }

  /** The app of this name. */
  public Optional<OAuthApp> app(String clientId) {
    return Optional.ofNullable(apps.get(clientId));
  }

  IssuedTokens exchange(OAuthApp app, String code, String redirectUri, String verifier) {
    Code held = codes.get(code);
    if (held == null || !held.grant().clientId().equals(app.clientId())) {
      throw invalidGrant("the code is unknown, used or another client's");
    }
    codes.remove(code); // a failed attempt spends the code as well
    if (!held.expiresAt().isAfter(clock.now())) {
      throw invalidGrant("the code has expired");
    }
    boolean left = redirectUri.isEmpty() && !rules.redirectInExchange();
    if (!left && !held.redirectUri().equals(redirectUri)) {
      throw invalidGrant("redirect_uri differs from the one of the authorisation");
    }
    if (!held.challenge().isEmpty() && !held.challenge().equals(s256(verifier))) {
      throw invalidGrant("code_verifier does not fit the challenge");
    }
    exchanges++;
    grants.put(held.grant().id(), held.grant());
    return issue(held.grant(), true, held.lasting());
  }

  /** Tokens without a code: for logins by password, and for tests that need many connections. */
  public IssuedTokens open(OAuthApp app, SimPerson person, Set<String> scopes) {
    var grant = new Grant(secret(12), person.id(), app.clientId(), Set.copyOf(scopes));
    grants.put(grant.id(), grant);
    return issue(grant, true, true);
  }

  /** New tokens for a refresh token. */
  public IssuedTokens refresh(OAuthApp app, String token) {
    Refresh held = refreshes.get(token);
    if (held == null && spent.containsKey(token)) {
      reused(spent.get(token));
    }
    Grant grant = held == null ? null : grants.get(held.grantId());
    if (grant == null || !grant.clientId().equals(app.clientId())) {
      throw invalidGrant("the refresh token is unknown, used or revoked");
    }
    if (!held.expiresAt().isAfter(clock.now())) {
      throw invalidGrant("the refresh token has expired");
    }
    if (held.spentAt().isPresent()) {
      // Within its grace: forgiven, yet a client that needs it raced with itself.
      reuses++;
      if (!clock.now().isBefore(held.spentAt().get().plus(rules.grace()))) {
        spend(token, held);
        throw invalidGrant("the refresh token was replaced too long ago");
      }
    }
    refreshed++;
    return switch (rules.rotation()) {
      case NONE ->
          throw SimRejection.oauth(400, "unsupported_grant_type", "no refresh tokens here");
      case KEEP -> issueAccess(grant, Optional.empty(), false);
      case SAME_WHILE_FRESH -> sameWhileFresh(grant, token, held);
      case ROTATE -> {
        spend(token, held);
        yield replaced(grant);
      }
      case GRACE -> {
        IssuedTokens issued = replaced(grant);
        Instant since = held.spentAt().orElse(clock.now());
        refreshes.put(
            token,
            new Refresh(
                held.grantId(), held.expiresAt(), Optional.of(since), issued.accessToken()));
        yield issued;
      }
    };
  }

  private void reused(String grantId) {
    reuses++;
    if (rules.reuseRevokes() && grants.containsKey(grantId)) {
      end(grantId);
      throw invalidGrant("the refresh token was used before; the grant is withdrawn");
    }
  }

  private IssuedTokens sameWhileFresh(Grant grant, String token, Refresh held) {
    Instant enough = clock.now().plus(FRESH);
    for (Map.Entry<String, Access> e : accesses.entrySet()) {
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
    return replaced(grant);
  }

  private IssuedTokens replaced(Grant grant) {
    if (rules.accessDiesOnRefresh()) {
      accesses.values().removeIf(a -> a.grantId().equals(grant.id()));
    }
    return issue(grant, false, true);
  }

  private void spend(String token, Refresh held) {
    refreshes.remove(token);
    if (spent.size() > 100_000) {
      spent.clear();
    }
    spent.put(token, held.grantId());
  }

  /** The grant behind a good access token. */
  public Optional<Grant> allowed(String accessToken) {
    Optional<Grant> grant =
        Optional.ofNullable(accesses.get(accessToken))
            .filter(a -> a.expiresAt().isAfter(clock.now()))
            .map(a -> grants.get(a.grantId()));
    if (grant.isPresent() && rules.rotation() == OAuthSimRules.Rotation.GRACE) {
      graceEndsWithUse(accessToken);
    }
    return grant;
  }

  /** Whose token this is, good or not; counts as no use of it. */
  Optional<String> ownerOf(String accessToken) {
    return Optional.ofNullable(accesses.get(accessToken))
        .map(a -> grants.get(a.grantId()))
        .map(Grant::userId);
  }

  private void graceEndsWithUse(String accessToken) {
    refreshes.entrySet().stream()
        .filter(e -> e.getValue().successor().equals(accessToken))
        .map(Map.Entry::getKey)
        .findFirst()
        .ifPresent(old -> spend(old, refreshes.get(old)));
  }

  /** Ends the grant of this access or refresh token, expired or not; false for unknown ones. */
  public boolean revoke(String token) {
    Optional<String> grant =
        Optional.ofNullable(accesses.get(token))
            .map(Access::grantId)
            .or(() -> Optional.ofNullable(refreshes.get(token)).map(Refresh::grantId));
    grant.ifPresent(this::end);
    return grant.isPresent();
  }

  /** Ends all grants of a person; returns how many there were. */
  public int revokeUser(String userId) {
    var ids =
        grants.values().stream().filter(g -> g.userId().equals(userId)).map(Grant::id).toList();
    ids.forEach(this::end);
    return ids.size();
  }

  /** Lets the access tokens of a person expire at once, the grants staying. */
  public int expireUser(String userId) {
    int before = accesses.size();
    accesses
        .values()
        .removeIf(
            a -> {
              Grant grant = grants.get(a.grantId());
              return grant != null && grant.userId().equals(userId);
            });
    return before - accesses.size();
  }

  /** The grants of a person that live, the latest last. */
  public List<Grant> of(String userId) {
    return grants.values().stream().filter(g -> g.userId().equals(userId)).toList();
  }

  /** Whether the person shares data with the app. */
  public boolean shares(String clientId, String userId) {
    return grants.values().stream()
        .anyMatch(g -> g.clientId().equals(clientId) && g.userId().equals(userId));
  }

  /** Whether the person let the app have this scope. */
  public boolean shares(String clientId, String userId, String scope) {
    return grants.values().stream()
        .anyMatch(
            g ->
                g.clientId().equals(clientId)
                    && g.userId().equals(userId)
                    && g.scopes().contains(scope));
  }

  /** How many people share data with the app. */
  public int usersOf(String clientId) {
    return (int)
        grants.values().stream()
            .filter(g -> g.clientId().equals(clientId))
            .map(Grant::userId)
            .distinct()
            .count();
  }

  /** Counters since the start: reuses is how often a replaced refresh token came back. */
  JsonObject report() {
    return new JsonObject()
        .put("exchanges", exchanges)
        .put("refreshes", refreshed)
        .put("reuses", reuses)
        .put("refused", refused)
        .put("revocations", revocations)
        .put("grants", grants.size());
  }

  public int reuses() {
    return reuses;
  }

  public int refreshes() {
    return refreshed;
  }

  public int revocations() {
    return revocations;
  }

  void countRefused() {
    refused++;
  }

  private void end(String grantId) {
    revocations++;
    grants.remove(grantId);
    accesses.values().removeIf(a -> a.grantId().equals(grantId));
    refreshes.values().removeIf(r -> r.grantId().equals(grantId));
  }

  private IssuedTokens issue(Grant grant, boolean first, boolean lasting) {
    boolean withRefresh =
        lasting
            && rules.rotation() != OAuthSimRules.Rotation.NONE
            && rules.refreshScope().map(grant.scopes()::contains).orElse(true);
    Optional<String> refresh = withRefresh ? Optional.of(secret(24)) : Optional.empty();
    IssuedTokens issued = issueAccess(grant, refresh, first);
    Instant end = rules.refreshLife().map(life -> clock.now().plus(life)).orElse(Instant.MAX);
    refresh.ifPresent(t -> refreshes.put(t, new Refresh(grant.id(), end, Optional.empty(), "")));
    return issued;
  }

  private IssuedTokens issueAccess(Grant grant, Optional<String> refresh, boolean first) {
    Instant now = clock.now();
    // Tokens long past would pile up; one that has just expired is still told apart by nobody.
    if (accesses.size() > 10_000) {
      accesses.values().removeIf(a -> !a.expiresAt().isAfter(now));
    }
    if (rules.mostLiveTokens() != Integer.MAX_VALUE && live(grant) >= rules.mostLiveTokens()) {
      throw SimRejection.oauth(400, "invalid_request", "too many unrevoked access tokens");
    }
    String access = secret(24);
    accesses.put(access, new Access(grant.id(), now.plus(rules.accessLife())));
    return new IssuedTokens(
        person(grant), access, refresh, rules.accessLife(), grant.scopes(), first);
  }

  private long live(Grant grant) {
    Instant now = clock.now();
    return accesses.values().stream()
        .filter(a -> a.expiresAt().isAfter(now))
        .map(a -> grants.get(a.grantId()))
        .filter(g -> g != null && g.userId().equals(grant.userId()))
        .filter(g -> g.clientId().equals(grant.clientId()))
        .count();
  }

  private SimPerson person(Grant grant) {
    return people.find(grant.userId()).orElseThrow();
  }

  private String secret(int bytes) {
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
