package io.tributary.provider.googlehealth;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AnswerRules;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.oauth.FreshGrant;
import io.tributary.provider.oauth.GoogleOAuth;
import io.tributary.provider.oauth.OAuthClient;
import java.util.Optional;

/** Google's authorisation; the id of a user is the one that notices carry. */
final class GoogleHealthOAuth {
  private GoogleHealthOAuth() {}

  static OAuth on(ProviderHttp http) {
    return new OAuthClient(
        http,
        GoogleOAuth.rules(),
        (app, answer, tokens, scopes) -> {
          if (GoogleHealthAdapter.DATA_SCOPES.stream().noneMatch(scopes::contains)) {
            throw new ProviderFault.ScopeMissing(); // every box was unticked
          }
          return Optional.of(userId(http, app, tokens.access()));
        });
  }

  private static String userId(ProviderHttp http, AppCredentials app, String access) {
    JsonNode identity;
    try {
      identity =
          FreshGrant.json(
              http,
              app,
              AnswerRules.STATUS,
              ProviderRequest.get(app.urls().api() + "/v4/users/me/identity").bearer(access));
    } catch (ProviderFault.ScopeMissing e) {
      // With data scopes granted, only an account that has no such data at all is refused.
      throw new ProviderFault.Rejected("the account is a Fitbit one that was not moved to Google");
    }
    String id = identity.path("healthUserId").asText("");
    if (id.isEmpty()) {
      throw new ProviderFault.Unavailable("identity without healthUserId");
    }
    return id;
  }
}
