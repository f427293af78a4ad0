package io.tributary.provider.fitbit;

import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.oauth.OAuthClient;
import io.tributary.provider.oauth.OAuthRules;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** OAuth for Fitbit, with PKCE, HTTP Basic client credentials and single-use refresh tokens. */
final class FitbitOAuth {
  private static final Duration DEFAULT_TOKEN_TTL = Duration.ofHours(8);

  private FitbitOAuth() {}

  static OAuth on(ProviderHttp http) {
    return new OAuthClient(
        http,
        OAuthRules.standard("/oauth2/token")
            .withPkce()
            .client(OAuthRules.ClientAuthentication.BASIC)
            .withDefaultLifetime(DEFAULT_TOKEN_TTL)
            .appRejectedWhen(FitbitErrorMapping::concernsApplication)
            .revokedBy(FitbitOAuth::revocation),
        fresh -> Optional.ofNullable(LenientJson.of(fresh.answer()).id("user_id")));
  }

  /** Revokes the refresh token, which does not expire; either token ends the grant. */
  private static ProviderRequest revocation(AppCredentials app, OAuth.Session session) {
    String refresh = session.tokens().refresh();
    return ProviderRequest.post(
            app.urls().additionalUrl("revoke").orElse(app.urls().api() + "/oauth2/revoke"))
        .basic(app.clientId(), app.clientSecret())
        .form(Map.of("token", refresh == null ? session.tokens().access() : refresh));
  }
}
