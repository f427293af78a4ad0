package io.tributary.provider.googlefit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.oauth.GoogleOAuth;
import io.tributary.provider.oauth.OAuthClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * OAuth for Google Fit. The user ID is the subject of the ID token. The token comes over TLS from
 * the token endpoint itself, so its signature is not verified.
 */
final class GoogleFitOAuth {
  private GoogleFitOAuth() {}

  static OAuth on(ProviderHttp http) {
    return new OAuthClient(
        http,
        GoogleOAuth.rules(),
        fresh -> {
          if (GoogleFitAdapter.DATA_SCOPES.stream().noneMatch(fresh.scopes()::contains)) {
            throw new ProviderException.ScopeMissing(); // The user unchecked every box.
          }
          return subject(fresh.answer().path("id_token").asText(""));
        });
  }

  /** Returns empty if the user does not share an identity, or the token cannot be read. */
  static Optional<String> subject(String token) {
    String[] parts = token.split("\\.");
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      String claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
      JsonNode sub = Json.parse(claims).path("sub");
      return Optional.of(sub.asText("")).filter(s -> !s.isBlank());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
