package io.tributary.provider.googlehealth;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.oauth.FreshGrant;
import io.tributary.provider.oauth.GoogleOAuth;
import io.tributary.provider.oauth.OAuthClient;
import java.util.Optional;

/** OAuth for Google Health; the user ID is the one that notifications contain. */
final class GoogleHealthOAuth {
  private GoogleHealthOAuth() {}

  static OAuth on(ProviderHttp http) {
    return OAuthClient.withUserLookup(
        http,
        GoogleOAuth.rules(),
        fresh -> {
          if (GoogleHealthAdapter.DATA_SCOPES.stream().noneMatch(fresh.scopes()::contains)) {
            throw new ProviderException.ScopeMissing(); // The user unchecked every box.
          }
          return Optional.of(userId(http, fresh));
        });
  }

  private static String userId(ProviderHttp http, OAuthClient.TokenResult fresh) {
    JsonNode identity;
    try {
      identity =
          new FreshGrant(http, fresh.app(), ErrorMapping.STATUS, fresh.permits())
              .readJson(
                  ProviderRequest.get(fresh.app().urls().api() + "/v4/users/me/identity")
                      .bearer(fresh.tokens().access()));
    } catch (ProviderException.ScopeMissing e) {
      // A data scope was granted, so only an account without any such data is refused here.
      throw new ProviderException.Rejected("the Fitbit account has not been migrated to Google");
    }
    String id = identity.path("healthUserId").asText("");
    if (id.isEmpty()) {
      throw new ProviderException.Unavailable("identity response without healthUserId");
    }
    return id;
  }
}
