package io.tributary.simulators.kit;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * OAuth rules shared by all Google APIs. A refresh token is issued only to clients that request
 * offline access with consent, and it does not rotate.
 */
public final class GoogleConsent {
  /** Lifetime of Google's access tokens. */
  private static final Duration ACCESS_LIFETIME = Duration.ofSeconds(3599);

  private GoogleConsent() {}

  /**
   * @param scopes scopes that the API supports
   */
  public static OAuthSimRules rules(String... scopes) {
    return OAuthSimRules.standard()
        .withPaths("/o/oauth2/v2/auth", "/token")
        .withClientAuth(OAuthSimRules.ClientAuth.BODY)
        .withPkce(OAuthSimRules.Pkce.CHECKED)
        .withScopes(" ", scopes)
        .withRequiredScope()
        .withRotation(OAuthSimRules.Rotation.KEEP)
        .withRefreshParams(Map.of("access_type", "offline", "prompt", "consent"))
        .withLifetimes(Duration.ofMinutes(10), ACCESS_LIFETIME, Optional.empty())
        .withRevoke(
            new RevocationEndpoint(
                HttpMethod.POST,
                "/revoke",
                RevocationEndpoint.TokenLocation.FORM,
                "token",
                false,
                false,
                200))
        .withTokenResponse(GoogleConsent::answer)
        .withTitle("Google: choose what the application may access");
  }

  private static JsonObject answer(IssuedTokens issued) {
    JsonObject answer =
        issued
            .standardResponse()
            .put("token_type", "Bearer")
            .put("scope", String.join(" ", new TreeSet<>(issued.scopes())));
    if (issued.initial() && issued.scopes().contains("openid")) {
      answer.put("id_token", idToken(issued.person()));
    }
    return answer;
  }

  /** Returns an ID token whose signature is not valid, because no client verifies it here. */
  private static String idToken(SimPerson person) {
    return part(new JsonObject().put("alg", "RS256").put("typ", "JWT"))
        + "."
        + part(new JsonObject().put("sub", Long.toString(person.numericId())))
        + ".c2lnbmF0dXJl";
  }

  private static String part(JsonObject json) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(json.encode().getBytes(StandardCharsets.UTF_8));
  }
}
