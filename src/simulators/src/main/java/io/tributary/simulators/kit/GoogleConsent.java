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
 * Google's consent page and tokens, the same for all of its interfaces: a refresh token for those
 * only who ask offline and with consent; it does not rotate.
 */
public final class GoogleConsent {
  /** What Google's access tokens live. */
  private static final Duration LIFE = Duration.ofSeconds(3599);

  private GoogleConsent() {}

  /**
   * @param scopes that the interface knows
   */
  public static OAuthSimRules rules(String... scopes) {
    return OAuthSimRules.standard()
        .withPaths("/o/oauth2/v2/auth", "/token")
        .withClientAuth(OAuthSimRules.ClientAuth.BODY)
        .withPkce(OAuthSimRules.Pkce.CHECKED)
        .withScopes(" ", scopes)
        .withScopeNeeded()
        .withRotation(OAuthSimRules.Rotation.KEEP)
        .withRefreshParams(Map.of("access_type", "offline", "prompt", "consent"))
        .withLives(Duration.ofMinutes(10), LIFE, Optional.empty())
        .withRevoke(
            new Revoke(HttpMethod.POST, "/revoke", Revoke.Held.FORM, "token", false, false, 200))
        .withAnswer(GoogleConsent::answer)
        .withTitle("Google: choose what the application may see");
  }

  private static JsonObject answer(IssuedTokens issued) {
    JsonObject answer =
        issued
            .plainAnswer()
            .put("token_type", "Bearer")
            .put("scope", String.join(" ", new TreeSet<>(issued.scopes())));
    if (issued.first() && issued.scopes().contains("openid")) {
      answer.put("id_token", idToken(issued.person()));
    }
    return answer;
  }

  /** Its signature is of no use to anybody here. */
  private static String idToken(SimPerson person) {
    return part(new JsonObject().put("alg", "RS256").put("typ", "JWT"))
        + "."
        + part(new JsonObject().put("sub", Long.toString(person.number())))
        + ".c2lnbmF0dXJl";
  }

  private static String part(JsonObject json) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(json.encode().getBytes(StandardCharsets.UTF_8));
  }
}
