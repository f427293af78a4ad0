package io.tributary.provider.oura;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Oura's authorisation: code without PKCE, credentials in the form, single-use refresh tokens.
 * Therefore no token call is repeated here: a refresh whose answer was lost has used its token up.
 */
final class OuraOAuth implements OAuth {
  private static final Set<String> APP_FAULTS =
      Set.of("invalid_client", "unauthorized_client", "unsupported_grant_type");

  private static final Duration USUAL_LIFE = Duration.ofDays(1);
  private static final Duration LONGEST_LIFE = Duration.ofDays(3650);

  private final ProviderHttp http;

  OuraOAuth(ProviderHttp http) {
    this.http = http;
  }

  @Override
  public String authoriseUrl(
      AppCredentials app, String state, List<String> scopes, String verifier) {
    return app.authoriseUrl()
        + (app.authoriseUrl().indexOf('?') < 0 ? "?" : "&")
        + "response_type=code&client_id="
        + encode(app.clientId())
        + "&redirect_uri="
        + encode(app.redirectUri())
        + "&scope="
        + encode(String.join(" ", scopes))
        + "&state="
        + encode(state);
  }

  @Override
  public Granted exchange(AppCredentials app, String code, String verifier, String grantedScope) {
    JsonNode answer =
        token(
            app,
            Map.of(
                "grant_type",
                "authorization_code",
                "code",
                code,
                "redirect_uri",
                app.redirectUri()));
    Tokens tokens = tokens(answer, null);
    // The answer comes from the provider, the callback's parameter through the user's browser.
    List<String> told = scopes(answer.path("scope").asText(""));
    List<String> scopes = told.isEmpty() && grantedScope != null ? scopes(grantedScope) : told;
    return new Granted(
        tokens, scopes, scopes.contains("personal") ? userId(app, tokens.access()) : null);
  }

  @Override
  public Tokens refresh(AppCredentials app, String refreshToken) {
    return tokens(
        token(app, Map.of("grant_type", "refresh_token", "refresh_token", refreshToken)),
        refreshToken);
  }

  @Override
  public void revoke(AppCredentials app, Tokens tokens) {
    Answer answer =
        http.post(app, "/oauth/revoke", Map.of("access_token", tokens.access()), Map.of());
    // 4xx: the token is not good any more, which is what was wanted.
    if (answer.status() == 429) {
      throw new ProviderFault.RateLimited(answer.retryAfter().orElse(http.limits().window()));
    }
    if (answer.status() >= 500) {
      throw new ProviderFault.Unavailable("status " + answer.status());
    }
  }

  /** Scopes as granted, under their present names. */
  static List<String> scopes(String text) {
    return Arrays.stream(text.split("[ +,]+"))
        .filter(s -> !s.isEmpty())
        .map(s -> s.equals("spo2Daily") ? "spo2" : s)
        .distinct()
        .toList();
  }

  private JsonNode token(AppCredentials app, Map<String, String> fields) {
    Map<String, String> form = new java.util.HashMap<>(fields);
    form.put("client_id", app.clientId());
    form.put("client_secret", app.clientSecret());
    Answer answer = http.post(app, "/oauth/token", Map.of(), form);
    if (answer.ok()) {
      return answer.json();
    }
    String error = answer.jsonOrEmpty().path("error").asText("");
    throw switch (answer.status()) {
      case 429 -> new ProviderFault.RateLimited(answer.retryAfter().orElse(http.limits().window()));
      case 400, 401 ->
          APP_FAULTS.contains(error)
              ? new ProviderFault.AppRefused("token call: " + error)
              : new ProviderFault.TokenRefused("status " + answer.status());
      case 403 -> new ProviderFault.AppRefused("token call: status 403");
      default ->
          answer.status() >= 500
              ? new ProviderFault.Unavailable("status " + answer.status())
              : new ProviderFault.Rejected("status " + answer.status());
    };
  }

  /** A refresh answer without a new refresh token keeps the old one. */
  private static Tokens tokens(JsonNode answer, String before) {
    String access = answer.path("access_token").asText("");
    if (access.isEmpty()) {
      throw new ProviderFault.Unavailable("token answer without access_token");
    }
    return new Tokens(
        access,
        answer.path("refresh_token").asText(before),
        Instant.now().plus(life(answer.path("expires_in"))));
  }

  /** At most ten years, so that an absurd answer is still a point in time; a day when unknown. */
  static Duration life(JsonNode expiresIn) {
    double seconds = expiresIn.asDouble(Double.NaN);
    return Double.isNaN(seconds)
        ? USUAL_LIFE
        : Duration.ofSeconds((long) Math.clamp(seconds, 0, LONGEST_LIFE.toSeconds()));
  }

  /** Null when the account may not be read (any more). */
  private String userId(AppCredentials app, String access) {
    for (int attempt = 1; ; attempt++) {
      try {
        Answer answer = http.get(app, "/v2/usercollection/personal_info", Map.of(), access);
        if (answer.ok()) {
          String id = answer.json().path("id").asText("");
          return id.isEmpty() ? null : id;
        }
        if (answer.status() == 429) {
          throw new ProviderFault.RateLimited(answer.retryAfter().orElse(http.limits().window()));
        }
        if (answer.status() < 500) {
          return null;
        }
        throw new ProviderFault.Unavailable("status " + answer.status());
      } catch (ProviderFault.Unavailable | ProviderFault.Transport e) {
        if (attempt >= http.limits().tries()) {
          throw e;
        }
        http.pause(http.limits().pause());
      }
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
