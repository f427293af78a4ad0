package io.tributary.simulators.kit;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What a token endpoint gives out; the vendor's rules shape it.
 *
 * @param first whether it came for a code or a password, not for a refresh token
 */
public record IssuedTokens(
    SimPerson person,
    String accessToken,
    Optional<String> refreshToken,
    Duration life,
    Set<String> scopes,
    boolean first) {
  /** token_type, access_token, expires_in and, where there is one, refresh_token. */
  public JsonObject plainAnswer() {
    var json =
        new JsonObject()
            .put("token_type", "bearer")
            .put("access_token", accessToken)
            .put("expires_in", life.toSeconds());
    refreshToken.ifPresent(t -> json.put("refresh_token", t));
    return json;
  }
}
