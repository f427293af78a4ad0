package io.tributary.simulator.oura;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Apps, codes, grants and tokens, and the rules between them: a code is good once and for ten
 * minutes, a refresh token once, an access token until it expires or its grant is revoked. Refusals
 * are thrown as {@link VendorError}.
 */
final class Grants {
  /** Every scope the vendor knows, in the order of its consent page. */
  static final Set<String> SCOPES =
      new LinkedHashSet<>(
          List.of(
              "email",
              "personal",
              "daily",
              "heartrate",
              "workout",
              "tag",
              "session",
              "spo2",
              "spo2Daily",
              "heart_health",
              "ring_configuration",
              "stress"));

  static final Duration CODE_LIFE = Duration.ofMinutes(10);

  /** What a user allowed an app. */
  record Grant(String id, String userId, String clientId, Set<String> scopes) {}

  /** An access token's grant and end. */
  record Access(String grantId, Instant expiresAt) {}

  /** Answer of the token endpoint. */
  record Tokens(String accessToken, String refreshToken, Duration life) {}

  private record Code(Grant grant, String redirectUri, Instant expiresAt) {}

  private final SecureRandom random = new SecureRandom();
  private final SimClock clock;
  private final Duration tokenLife;
  final Map<String, App> apps = new LinkedHashMap<>();
  final Map<String, Grant> grants = new LinkedHashMap<>();
  final Map<String, Access> accesses = new LinkedHashMap<>();
  final Map<String, String> refreshes = new LinkedHashMap<>();
  private final Map<String, Code> codes = new HashMap<>();

  Grants(SimClock clock, Duration tokenLife) {
    this.clock = clock;
    this.tokenLife = tokenLife;
  }

  /** A code for the user's consent; the grant begins when the code is exchanged. */
  String consent(App app, RingUser user, Set<String> scopes, String redirectUri) {
    Instant now = clock.now();
    codes.values().removeIf(c -> !c.expiresAt().isAfter(now));
    String code = secret(24);
    var grant = new Grant(secret(12), user.id(), app.clientId(), Set.copyOf(scopes));
    codes.put(code, new Code(grant, redirectUri, now.plus(CODE_LIFE)));
    return code;
  }

  /** The app with these credentials. */
  App authenticate(String clientId, String clientSecret) {
    App app = apps.get(clientId);
    if (app == null || !app.clientSecret().equals(clientSecret)) {
      throw VendorError.oauth(401, "invalid_client", "unknown client or wrong secret");
    }
    return app;
  }

  Tokens exchange(App app, String code, String redirectUri) {
    Code held = codes.get(code);
    if (held == null || !held.grant().clientId().equals(app.clientId())) {
      throw invalidGrant("the code is unknown, used or another client's");
    }
    codes.remove(code); // a failed attempt spends the code as well
    if (!held.expiresAt().isAfter(clock.now())) {
      throw invalidGrant("the code has expired");
    }
    if (!held.redirectUri().equals(redirectUri)) {
      throw invalidGrant("redirect_uri differs from the one of the authorisation");
    }
    grants.put(held.grant().id(), held.grant());
    return issue(held.grant());
  }

  /** New tokens for a refresh token, which is spent by this. */
  Tokens refresh(App app, String refreshToken) {
    Grant grant = grants.get(refreshes.getOrDefault(refreshToken, ""));
    if (grant == null || !grant.clientId().equals(app.clientId())) {
      throw invalidGrant("the refresh token is unknown, used or revoked");
    }
    refreshes.remove(refreshToken);
    return issue(grant);
  }

  /** The grant behind a good access token. */
  Optional<Grant> allowed(String accessToken) {
    return Optional.ofNullable(accesses.get(accessToken))
        .filter(a -> a.expiresAt().isAfter(clock.now()))
        .map(a -> grants.get(a.grantId()));
  }

  /**
   * Ends the grant of this access token, expired or not; unknown tokens are no error (RFC 7009).
   */
  void revoke(String accessToken) {
    Access access = accesses.get(accessToken);
    if (access != null) {
      end(access.grantId());
    }
  }

  /** Ends all grants of a user. */
  int revokeUser(String userId) {
    var ids =
        grants.values().stream().filter(g -> g.userId().equals(userId)).map(Grant::id).toList();
    ids.forEach(this::end);
    return ids.size();
  }

  boolean shares(String clientId, String userId) {
    return grants.values().stream()
        .anyMatch(g -> g.clientId().equals(clientId) && g.userId().equals(userId));
  }

  private void end(String grantId) {
    grants.remove(grantId);
    accesses.values().removeIf(a -> a.grantId().equals(grantId));
    refreshes.values().removeIf(grantId::equals);
  }

  private Tokens issue(Grant grant) {
    // Tokens long past would pile up; one that has just expired is still told apart by nobody.
    if (accesses.size() > 10_000) {
      accesses.values().removeIf(a -> !a.expiresAt().isAfter(clock.now()));
    }
    String access = secret(24);
    String refresh = secret(24);
    accesses.put(access, new Access(grant.id(), clock.now().plus(tokenLife)));
    refreshes.put(refresh, grant.id());
    return new Tokens(access, refresh, tokenLife);
  }

  private String secret(int bytes) {
    byte[] raw = new byte[bytes];
    random.nextBytes(raw);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(raw);
  }

  private static VendorError invalidGrant(String description) {
    return VendorError.oauth(400, "invalid_grant", description);
  }
}
