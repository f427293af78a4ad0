package io.tributary.provider.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A token answer of RFC 6749, section 5.1. */
public final class TokenAnswer {
  private static final Duration LONGEST_LIFE = Duration.ofDays(3650);

  private TokenAnswer() {}

  /**
   * Its tokens; one without a new refresh token keeps the one before.
   *
   * @param before the refresh token that was used, or null
   * @param usual life when the answer tells none; empty = without an end
   */
  public static OAuth.Tokens tokens(JsonNode answer, String before, Optional<Duration> usual) {
    String access = answer.path("access_token").asText("");
    if (access.isEmpty()) {
      throw new ProviderException.Unavailable("token answer without access_token");
    }
    String refresh = answer.path("refresh_token").asText("");
    return new OAuth.Tokens(
        access,
        refresh.isEmpty() ? before : refresh,
        life(answer.path("expires_in")).or(() -> usual).map(Instant.now()::plus).orElse(null));
  }

  /** At most ten years, so that an absurd answer is still a point in time; empty when untold. */
  static Optional<Duration> life(JsonNode expiresIn) {
    double seconds = expiresIn.asDouble(Double.NaN);
    return Double.isNaN(seconds)
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds((long) Math.clamp(seconds, 0, LONGEST_LIFE.toSeconds())));
  }
}
