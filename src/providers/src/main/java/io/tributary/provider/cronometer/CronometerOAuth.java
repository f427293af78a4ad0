package io.tributary.provider.cronometer;

import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.oauth.OAuthClient;
import io.tributary.provider.oauth.OAuthRules;
import java.util.Map;
import java.util.Optional;

/**
 * OAuth for Cronometer. There are no scopes, client credentials and tokens go into the query,
 * access tokens neither expire nor can be refreshed, and no response contains the user ID.
 */
final class CronometerOAuth implements OAuth {
  private final OAuthClient client;

  CronometerOAuth(ProviderHttp http) {
    this.client =
        new OAuthClient(
            http,
            OAuthRules.standard("/oauth/token")
                .withoutScopes()
                .client(OAuthRules.ClientAuthentication.QUERY)
                .revokedBy(CronometerOAuth::revocation),
            fresh -> Optional.empty());
  }

  private static ProviderRequest revocation(AppCredentials app, Session session) {
    String url =
        app.urls().additionalUrl("deauthorize").orElse(app.urls().api() + "/oauth/deauthorize");
    return ProviderRequest.post(url).query(Map.of("access_token", session.tokens().access()));
  }

  @Override
  public String authorizeUrl(AppCredentials app, Start start) {
    return client.authorizeUrl(app, start);
  }

  @Override
  public Granted exchange(AppCredentials app, Callback back) {
    return client.exchange(app, back);
  }

  @Override
  public Tokens refresh(AppCredentials app, Session session) {
    throw new ProviderException.TokenRejected("the provider issues no refresh tokens");
  }

  @Override
  public void revoke(AppCredentials app, Session session) {
    client.revoke(app, session);
  }
}
