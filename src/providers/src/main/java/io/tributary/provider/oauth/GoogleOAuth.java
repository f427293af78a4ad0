package io.tributary.provider.oauth;

import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Google's OAuth 2, the same for all of its interfaces: code with S256, the application's secret in
 * the form, scopes joined by spaces of which the user may untick some. A refresh token comes only
 * with {@code access_type=offline} and, from the second time on, {@code prompt=consent}; it does
 * not rotate, so a refresh keeps it.
 */
public final class GoogleOAuth {
  /** Name of the revocation endpoint among the addresses of the provider. */
  static final String REVOKE = "revoke";

  private static final Duration USUAL_LIFE = Duration.ofHours(1);

  private GoogleOAuth() {}

  /** A fresh set of rules, to which an interface may add its own. */
  public static OAuthRules rules() {
    Map<String, String> authorise = new LinkedHashMap<>();
    authorise.put("access_type", "offline");
    authorise.put("prompt", "consent");
    authorise.put("include_granted_scopes", "true");
    return OAuthRules.usual("/token")
        .withPkce()
        .onAuthorise(authorise)
        .usualLife(USUAL_LIFE)
        .revokedBy(GoogleOAuth::revocation);
  }

  /** Either token ends the whole grant; the refresh token does so after the access has run out. */
  private static ProviderRequest revocation(AppCredentials app, OAuth.Session session) {
    OAuth.Tokens tokens = session.tokens();
    return ProviderRequest.post(app.urls().other(REVOKE).orElse(app.urls().api() + "/revoke"))
        .form(Map.of("token", tokens.refresh() == null ? tokens.access() : tokens.refresh()));
  }
}
