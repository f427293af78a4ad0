package io.tributary.provider.oura;

import io.tributary.provider.ErrorMapping;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.oauth.FreshGrant;
import io.tributary.provider.oauth.OAuthClient;
import io.tributary.provider.oauth.OAuthRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** OAuth for Oura: code without PKCE, client credentials in the form, single-use refresh tokens. */
final class OuraOAuth {
  private static final Duration DEFAULT_TOKEN_TTL = Duration.ofDays(1);

  private final ProviderHttp http;

  private OuraOAuth(ProviderHttp http) {
    this.http = http;
  }

  static OAuth on(ProviderHttp http) {
    OuraOAuth oura = new OuraOAuth(http);
    return OAuthClient.withUserLookup(
        http,
        OAuthRules.standard("/oauth/token")
            .withDefaultLifetime(DEFAULT_TOKEN_TTL)
            .withScopeMapping(OuraOAuth::scopes)
            .revokedBy(
                (app, session) ->
                    ProviderRequest.post(app.urls().api() + "/oauth/revoke")
                        .query(Map.of("access_token", session.tokens().access()))),
        fresh -> fresh.scopes().contains("personal") ? oura.userId(fresh) : Optional.empty());
  }

  /** Returns the granted scopes under their current names. */
  static List<String> scopes(String text) {
    return OAuthRules.splitScopes(text).stream()
        .map(s -> s.equals("spo2Daily") ? "spo2" : s)
        .distinct()
        .toList();
  }

  /** Returns empty if the account may not be read. */
  private Optional<String> userId(OAuthClient.TokenResult fresh) {
    ProviderRequest call =
        ProviderRequest.get(fresh.app().urls().api() + "/v2/usercollection/personal_info")
            .bearer(fresh.tokens().access());
    return new FreshGrant(http, fresh.app(), ErrorMapping.STATUS, fresh.permits())
        .find(call)
        .map(answer -> answer.path("id").asText(""))
        .filter(id -> !id.isEmpty());
  }
}
