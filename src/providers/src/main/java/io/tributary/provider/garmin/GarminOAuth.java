package io.tributary.provider.garmin;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.OAuth;
import io.tributary.provider.PermitClient;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.Paginator;
import io.tributary.provider.oauth.FreshGrant;
import io.tributary.provider.oauth.OAuthClient;
import io.tributary.provider.oauth.OAuthRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * OAuth for Garmin: code with PKCE, client credentials in the form, and a new refresh token with
 * each refresh. There are no scopes; permissions and user ID are read with the new token.
 */
final class GarminOAuth implements OAuth {
  private static final Duration DEFAULT_TOKEN_TTL = Duration.ofDays(1);

  private final ProviderHttp http;
  private final OAuth tokens;

  GarminOAuth(ProviderHttp http) {
    this.http = http;
    this.tokens =
        new OAuthClient(
            http,
            OAuthRules.standard("/di-oauth2-service/oauth/token")
                .withoutScopes()
                .withPkce()
                .withDefaultLifetime(DEFAULT_TOKEN_TTL)
                .revokedBy(
                    (app, session) ->
                        ProviderRequest.delete(userUrl(app, "/registration"))
                            .bearer(session.tokens().access())),
            fresh ->
                Optional.of(userId(read(fresh.app(), fresh.tokens(), fresh.permits(), "/id"))));
  }

  @Override
  public String authorizeUrl(AppCredentials app, Start start) {
    return tokens.authorizeUrl(app, start);
  }

  @Override
  public Granted exchange(AppCredentials app, Callback back) {
    Granted granted = tokens.exchange(app, back);
    List<String> allowed = new ArrayList<>();
    Paginator.list(
            "permissions",
            read(app, granted.tokens(), back.permits(), "/permissions"),
            "permissions")
        .forEach(p -> allowed.add(p.asText()));
    return new Granted(
        granted.tokens(), Optional.of(allowed), granted.externalUserId(), granted.state());
  }

  @Override
  public boolean exchangeNeedsFurtherCalls() {
    return true;
  }

  @Override
  public Tokens refresh(AppCredentials app, Session session) {
    return tokens.refresh(app, session);
  }

  @Override
  public void revoke(AppCredentials app, Session session) {
    tokens.revoke(app, session);
  }

  /** Returns a user URL; some applications have another host for it than for data. */
  static String userUrl(AppCredentials app, String path) {
    return app.urls().additionalUrl("user").orElse(app.urls().api() + "/user") + path;
  }

  /** Returns the user ID, without which no notification could be assigned to the connection. */
  private static String userId(JsonNode answer) {
    String id = LenientJson.of(answer).id("userId");
    if (id == null) {
      throw new ProviderException.Unavailable("response without userId");
    }
    return id;
  }

  private JsonNode read(AppCredentials app, Tokens granted, PermitClient leave, String path) {
    return new FreshGrant(http, app, ErrorMapping.STATUS, leave)
        .readJson(ProviderRequest.get(userUrl(app, path)).bearer(granted.access()));
  }
}
