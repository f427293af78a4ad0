package io.tributary.provider.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Token response (RFC 6749, section 5.1). */
public final class TokenAnswer {
  private static final Duration MAX_LIFETIME = Duration.ofDays(3650);

  private TokenAnswer() {}

  /**
   * Returns the tokens; a response without a new refresh token keeps the previous one.
   *
   * @param before refresh token that was used, or null
   * @param usual lifetime if the response names none; empty = unlimited
   */
  public static OAuth.Tokens tokens(JsonNode answer, String before, Optional<Duration> usual) {
    String access = answer.path("access_token").asText("");
    if (access.isEmpty()) {
      throw new ProviderException.Unavailable("token response without access_token");
    }
    String refresh = answer.path("refresh_token").asText("");
    return new OAuth.Tokens(
        access,
        refresh.isEmpty() ? before : refresh,
        lifetime(answer.path("expires_in")).or(() -> usual).map(Instant.now()::plus).orElse(null));
  }

  /**
   * Returns the lifetime, at most ten years so that an absurd value is still a valid time; empty if
   * absent.
   */
  static Optional<Duration> lifetime(JsonNode expiresIn) {
    double seconds = expiresIn.asDouble(Double.NaN);
    return Double.isNaN(seconds)
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds((long) Math.clamp(seconds, 0, MAX_LIFETIME.toSeconds())));
  }
}
