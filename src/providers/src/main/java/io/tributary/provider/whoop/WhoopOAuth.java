package io.tributary.provider.whoop;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.oauth.FreshGrant;
import io.tributary.provider.oauth.OAuthClient;
import io.tributary.provider.oauth.OAuthRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * OAuth for WHOOP: code without PKCE, client credentials in the form. A refresh requests the scope
 * {@code offline} and invalidates both old tokens.
 */
final class WhoopOAuth {
  private static final Duration DEFAULT_TOKEN_TTL = Duration.ofHours(1);
  private static final String PROFILE = "read:profile";

  private final ProviderHttp http;

  private WhoopOAuth(ProviderHttp http) {
    this.http = http;
  }

  static OAuth on(ProviderHttp http) {
    WhoopOAuth whoop = new WhoopOAuth(http);
    return OAuthClient.withUserLookup(
        http,
        OAuthRules.standard("/oauth/oauth2/token")
            .withDefaultLifetime(DEFAULT_TOKEN_TTL)
            .withRefreshFields(Map.of("scope", "offline"))
            .revokedBy(
                (app, session) ->
                    ProviderRequest.delete(app.urls().api() + "/v2/user/access")
                        .bearer(session.tokens().access())),
        whoop::userId);
  }

  /** Returns the user ID of the profile; for users who do not share it, the ID in any record. */
  private Optional<String> userId(OAuthClient.TokenResult fresh) {
    if (fresh.scopes().contains(PROFILE)) {
      JsonNode profile = read(fresh, "/v2/user/profile/basic", Map.of());
      return Optional.ofNullable(LenientJson.of(profile).id("user_id"));
    }
    for (WhoopDocumentKind kind :
        List.of(
            WhoopDocumentKind.CYCLE,
            WhoopDocumentKind.SLEEP,
            WhoopDocumentKind.RECOVERY,
            WhoopDocumentKind.WORKOUT)) {
      if (fresh.scopes().contains(kind.scope())) {
        JsonNode page = read(fresh, kind.path(), Map.of("limit", "1"));
        Optional<String> id =
            LenientJson.of(page).list("records").stream().findFirst().map(d -> d.id("user_id"));
        if (id.isPresent()) {
          return id;
        }
      }
    }
    return Optional.empty();
  }

  private JsonNode read(OAuthClient.TokenResult fresh, String path, Map<String, String> query) {
    ProviderRequest call =
        ProviderRequest.get(fresh.app().urls().api() + path)
            .query(query)
            .bearer(fresh.tokens().access());
    return new FreshGrant(http, fresh.app(), WhoopErrorMapping.MAPPING, fresh.permits())
        .readJson(call);
  }
}
