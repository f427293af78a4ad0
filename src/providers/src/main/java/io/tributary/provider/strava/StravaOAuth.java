package io.tributary.provider.strava;

import com.fasterxml.jackson.databind.JsonNode;
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

/**
 * OAuth for Strava: scopes are joined by commas and returned in the redirect only. While an access
 * token is valid for more than an hour, a refresh returns the same pair.
 */
final class StravaOAuth {
  private static final Duration DEFAULT_TOKEN_TTL = Duration.ofHours(6);

  private StravaOAuth() {}

  static OAuth on(ProviderHttp http) {
    return new OAuthClient(
        http,
        OAuthRules.standard("/oauth/token")
            .withScopeSeparator(",")
            .withAuthorizeParameters(Map.of("approval_prompt", "auto"))
            .withDefaultLifetime(DEFAULT_TOKEN_TTL)
            .appRejectedWhen(StravaOAuth::concernsApplication)
            .revokedBy(
                (app, session) ->
                    ProviderRequest.post(deauthorize(app))
                        .form(Map.of("access_token", session.tokens().access()))),
        fresh -> Optional.ofNullable(LenientJson.of(fresh.answer()).child("athlete").id("id")));
  }

  private static String deauthorize(AppCredentials app) {
    return app.urls().additionalUrl("deauthorize").orElse(app.urls().api() + "/oauth/deauthorize");
  }

  /** Returns whether Strava refuses the application, regardless of what the user has granted. */
  static boolean concernsApplication(JsonNode refusal) {
    return LenientJson.of(refusal).list("errors").stream()
        .anyMatch(e -> "Application".equals(e.text("resource")));
  }
}
