package io.tributary.provider.ultrahuman;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.oauth.FreshGrant;
import io.tributary.provider.oauth.OAuthClient;
import io.tributary.provider.oauth.OAuthRules;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * OAuth for Ultrahuman, which follows the standard. A refresh returns a new refresh token or leaves
 * the old one valid. Revocation requires client credentials.
 */
final class UltrahumanOAuth {
  private static final Duration DEFAULT_TOKEN_TTL = Duration.ofDays(7);

  private UltrahumanOAuth() {}

  static OAuth on(ProviderHttp http, ErrorMapping rules) {
    return OAuthClient.withUserLookup(
        http,
        OAuthRules.standard("/oauth/token")
            .withDefaultLifetime(DEFAULT_TOKEN_TTL)
            .revokedBy(UltrahumanOAuth::revocation),
        fresh -> userId(http, rules, fresh));
  }

  /**
   * Revokes the refresh token if there is one, which ends the whole grant (RFC 7009, section 2.1).
   */
  private static ProviderRequest revocation(AppCredentials app, OAuth.Session session) {
    String refresh = session.tokens().refresh();
    String url = app.urls().additionalUrl("revoke").orElse(app.urls().api() + "/oauth/revoke");
    return ProviderRequest.post(url)
        .form(
            Map.of(
                "token", refresh == null ? session.tokens().access() : refresh,
                "client_id", app.clientId(),
                "client_secret", app.clientSecret()));
  }

  /** Returns the user ID; empty if the user does not share the profile. */
  private static Optional<String> userId(
      ProviderHttp http, ErrorMapping rules, OAuthClient.TokenResult fresh) {
    if (!fresh.scopes().contains(UltrahumanDocumentKind.PROFILE)) {
      return Optional.empty();
    }
    ProviderRequest call =
        ProviderRequest.get(fresh.app().urls().api() + UltrahumanClient.DATA + "/user_info")
            .bearer(fresh.tokens().access());
    return new FreshGrant(http, fresh.app(), rules, fresh.permits())
        .find(call)
        .map(UltrahumanOAuth::id);
  }

  /** Reads the ID, which may be wrapped in {@code data} like the days. */
  private static String id(JsonNode answer) {
    String id = LenientJson.of(answer).id("user_id");
    return id == null ? LenientJson.of(answer).child("data").id("user_id") : id;
  }
}
