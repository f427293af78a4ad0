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
 * Wahoo's authorisation: the standard's, with a proof key. A user has ten live access tokens of an
 * application at most, and a refresh token serves once.
 */
final class WahooOAuth {
  private static final Duration USUAL_LIFE = Duration.ofSeconds(7199);

  private final ProviderHttp http;

  private WahooOAuth(ProviderHttp http) {
    this.http = http;
  }

  static OAuth on(ProviderHttp http) {
    WahooOAuth own = new WahooOAuth(http);
    return OAuthClient.asking(
        http,
        OAuthRules.usual("/oauth/token")
            .withPkce()
            .usualLife(USUAL_LIFE)
            .revokedBy(
                (app, session) ->
                    ProviderRequest.delete(app.urls().api() + "/v1/permissions")
                        .bearer(session.tokens().access())),
        own::user);
  }

  /** Nobody knows who a user is who does not let the profile be read. */
  private Optional<String> user(OAuthClient.Fresh fresh) {
    if (!fresh.scopes().contains(WahooDocumentKind.USER_READ)) {
      return Optional.empty();
    }
    ProviderRequest call =
        ProviderRequest.get(fresh.app().urls().api() + "/v1/user").bearer(fresh.tokens().access());
    return new FreshGrant(http, fresh.app(), new WahooErrorMapping(), fresh.leave())
        .find(call)
        .map(user -> LenientJson.of(user).id("id"));
  }
}
