package io.tributary.provider.wahoo;

import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.oauth.FreshGrant;
import io.tributary.provider.oauth.OAuthClient;
import io.tributary.provider.oauth.OAuthRules;
import java.time.Duration;
import java.util.Optional;

/**
 * OAuth for Wahoo, which follows the standard with PKCE. A user has at most ten valid access tokens
 * per application, and refresh tokens are single-use.
 */
final class WahooOAuth {
  private static final Duration DEFAULT_TOKEN_TTL = Duration.ofSeconds(7199);

  private final ProviderHttp http;

  private WahooOAuth(ProviderHttp http) {
    this.http = http;
  }

  static OAuth on(ProviderHttp http) {
    WahooOAuth own = new WahooOAuth(http);
    return OAuthClient.withUserLookup(
        http,
        OAuthRules.standard("/oauth/token")
            .withPkce()
            .withDefaultLifetime(DEFAULT_TOKEN_TTL)
            .revokedBy(
                (app, session) ->
                    ProviderRequest.delete(app.urls().api() + "/v1/permissions")
                        .bearer(session.tokens().access())),
        own::userId);
  }

  /** Returns the user ID; empty if the user does not share the profile. */
  private Optional<String> userId(OAuthClient.TokenResult fresh) {
    if (!fresh.scopes().contains(WahooDocumentKind.USER_READ)) {
      return Optional.empty();
    }
    ProviderRequest call =
        ProviderRequest.get(fresh.app().urls().api() + "/v1/user").bearer(fresh.tokens().access());
    return new FreshGrant(http, fresh.app(), new WahooErrorMapping(), fresh.permits())
        .find(call)
        .map(user -> LenientJson.of(user).id("id"));
  }
}
