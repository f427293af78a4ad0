package io.tributary.provider.eightsleep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.TokenRefreshClient;
import io.tributary.provider.oauth.TokenAnswer;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Client of the token endpoint, which accepts JSON. Calls are never retried: a rejected password is
 * not sent again, and a refresh token whose response was lost is already used up.
 */
final class EightSleepTokens implements TokenRefreshClient {
  private static final String PATH = "/v1/tokens";
  private static final Set<String> APP_FAULTS =
      Set.of("invalid_client", "unauthorized_client", "unsupported_grant_type");
  private static final Optional<Duration> DEFAULT_TOKEN_TTL = Optional.of(Duration.ofHours(1));

  private final ProviderHttp http;

  EightSleepTokens(ProviderHttp http) {
    this.http = http;
  }

  /**
   * Requests tokens with a password.
   *
   * @throws ProviderException.TokenRejected if it is wrong
   */
  JsonNode requestWithPassword(AppCredentials app, String user, String secret) {
    return send(app, body(app, "password").put("username", user).put("password", secret));
  }

  @Override
  public OAuth.Tokens refresh(AppCredentials app, OAuth.Session session) {
    String token = session.tokens().refresh();
    return tokens(send(app, body(app, "refresh_token").put("refresh_token", token)), token);
  }

  /**
   * @param before refresh token that was used, or null
   */
  static OAuth.Tokens tokens(JsonNode answer, String before) {
    return TokenAnswer.tokens(answer, before, DEFAULT_TOKEN_TTL);
  }

  private static ObjectNode body(AppCredentials app, String grant) {
    if (app.clientId().isEmpty() || app.clientSecret().isEmpty()) {
      throw new ProviderException.AppCredentialsRejected(
          "the client ID and secret of the application are not configured");
    }
    return Json.object()
        .put("client_id", app.clientId())
        .put("client_secret", app.clientSecret())
        .put("grant_type", grant);
  }

  private JsonNode send(AppCredentials app, ObjectNode body) {
    String url = app.urls().token().orElse(app.urls().api() + PATH);
    ProviderResponse answer = http.send(app, ProviderRequest.post(url).json(body));
    if (answer.isSuccess()) {
      return answer.json();
    }
    String error = answer.jsonOrEmpty().path("error").asText("");
    throw switch (answer.status()) {
      case 400, 401 ->
          APP_FAULTS.contains(error)
              ? new ProviderException.AppCredentialsRejected("token call: " + error)
              : error.equals("invalid_grant") || answer.status() == 401
                  ? new ProviderException.TokenRejected("status " + answer.status())
                  : new ProviderException.Rejected("token call: status 400");
      case 403 -> new ProviderException.AppCredentialsRejected("token call: status 403");
      default ->
          EightSleepErrorMapping.MAPPING
              .toException(answer, http.limits().defaultRateLimitDelay())
              .orElseThrow(() -> new IllegalStateException("no fault"));
    };
  }
}
