package io.tributary.provider.oauth;

import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Google's OAuth 2 rules, shared by all of its APIs.
 *
 * <p>Code grant with S256, the application's secret in the form, and scopes joined by spaces, of
 * which the user may deselect some. Google returns a refresh token only with {@code
 * access_type=offline} and, from the second authorization on, {@code prompt=consent}. The refresh
 * token does not rotate, so a refresh keeps it.
 */
public final class GoogleOAuth {
  /** Name of the revocation endpoint among the provider's URLs. */
  static final String REVOKE = "revoke";

  private static final Duration DEFAULT_LIFETIME = Duration.ofHours(1);

  private GoogleOAuth() {}

  /** Returns a new set of rules that an adapter may extend. */
  public static OAuthRules rules() {
    Map<String, String> authorise = new LinkedHashMap<>();
    authorise.put("access_type", "offline");
    authorise.put("prompt", "consent");
    authorise.put("include_granted_scopes", "true");
    return OAuthRules.standard("/token")
        .withPkce()
        .withAuthorizeParameters(authorise)
        .withDefaultLifetime(DEFAULT_LIFETIME)
        .revokedBy(GoogleOAuth::revocation);
  }

  /**
   * Builds the revocation call. Either token revokes the whole grant; the refresh token does so
   * even after the access token has expired.
   */
  private static ProviderRequest revocation(AppCredentials app, OAuth.Session session) {
    OAuth.Tokens tokens = session.tokens();
    return ProviderRequest.post(
            app.urls().additionalUrl(REVOKE).orElse(app.urls().api() + "/revoke"))
        .form(Map.of("token", tokens.refresh() == null ? tokens.access() : tokens.refresh()));
  }
}
