package io.tributary.simulators.kit;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Tokens issued by the token endpoint, before the vendor's rules shape the response.
 *
 * @param initial whether the tokens were issued for a code or a password, as opposed to a refresh
 *     token
 */
public record IssuedTokens(
    SimPerson person,
    String accessToken,
    Optional<String> refreshToken,
    Duration lifetime,
    Set<String> scopes,
    boolean initial) {
  /** Returns token_type, access_token, expires_in and, if present, refresh_token. */
  public JsonObject standardResponse() {
    var json =
        new JsonObject()
            .put("token_type", "bearer")
            .put("access_token", accessToken)
            .put("expires_in", lifetime.toSeconds());
    refreshToken.ifPresent(t -> json.put("refresh_token", t));
    return json;
  }
}
