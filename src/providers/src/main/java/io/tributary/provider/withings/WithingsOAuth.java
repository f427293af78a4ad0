package io.tributary.provider.withings;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.WebhookSignatures;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.oauth.OAuthClient;
import io.tributary.provider.oauth.OAuthRules;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * OAuth for Withings. A code is valid for thirty seconds, token calls are actions whose errors have
 * status 200, and revocation is signed. Token calls are never retried: a code is single-use, and so
 * is a refresh token once its successor was used.
 */
final class WithingsOAuth implements OAuth {
  private static final String TOKEN_PATH = "/v2/oauth2";
  private static final Duration DEFAULT_TOKEN_TTL = Duration.ofHours(3);
  private static final int MAX_TOKEN_TTL_SECONDS = 10 * 365 * 86_400;

  private final ProviderHttp http;
  private final OAuth authorization;

  WithingsOAuth(ProviderHttp http) {
    this.http = http;
    this.authorization =
        new OAuthClient(
            http,
            OAuthRules.standard(TOKEN_PATH).withScopeSeparator(","),
            fresh -> Optional.empty());
  }

  @Override
  public String authorizeUrl(AppCredentials app, Start start) {
    return authorization.authorizeUrl(app, start);
  }

  @Override
  public Granted exchange(AppCredentials app, Callback back) {
    JsonNode body =
        token(
            app,
            "authorization_code",
            Map.of("code", back.code(), "redirect_uri", app.redirectUri()));
    List<String> told = OAuthRules.splitScopes(body.path("scope").asText(""));
    return new Granted(
        tokens(body, null),
        Optional.of(told.isEmpty() ? back.requestedScopes() : told),
        Optional.ofNullable(LenientJson.of(body).id("userid")));
  }

  @Override
  public Tokens refresh(AppCredentials app, Session session) {
    String before = session.tokens().refresh();
    return tokens(token(app, "refresh_token", Map.of("refresh_token", before)), before);
  }

  private JsonNode token(AppCredentials app, String grant, Map<String, String> more) {
    Map<String, String> form = new HashMap<>(more);
    form.put("action", "requesttoken");
    form.put("grant_type", grant);
    form.put("client_id", app.clientId());
    form.put("client_secret", app.clientSecret());
    JsonNode answer = send(app, url(app), form);
    int status = WithingsErrorMapping.status(answer);
    if (status == 0) {
      return answer.path("body");
    }
    if (WithingsErrorMapping.refusesAccess(status)
        || WithingsErrorMapping.refusesParameters(status)) {
      String text = answer.path("error").asText("").toLowerCase(Locale.ROOT);
      // The text may repeat secrets of the request: it is evaluated, but never logged or returned.
      throw text.contains("client") || text.contains("secret")
          ? new ProviderException.AppCredentialsRejected("token call: withings status " + status)
          : new ProviderException.TokenRejected("withings status " + status);
    }
    throw WithingsErrorMapping.faultOf(status, answer);
  }

  private static Tokens tokens(JsonNode body, String before) {
    LenientJson doc = LenientJson.of(body);
    String access = doc.text("access_token");
    if (access == null) {
      throw new ProviderException.Unavailable("token response without access_token");
    }
    String refresh = doc.text("refresh_token");
    Double life = doc.number("expires_in", 0, MAX_TOKEN_TTL_SECONDS);
    return new Tokens(
        access,
        refresh == null ? before : refresh,
        Instant.now()
            .plus(life == null ? DEFAULT_TOKEN_TTL : Duration.ofSeconds(life.longValue())));
  }

  /** Ends the grant by user ID, which requires the client secret but no token. */
  @Override
  public void revoke(AppCredentials app, Session session) {
    if (session.externalUserId().isEmpty()) {
      return;
    }
    String now = Long.toString(Instant.now().getEpochSecond());
    JsonNode nonce =
        send(
            app,
            app.urls().api() + "/v2/signature",
            Map.of(
                "action",
                "getnonce",
                "client_id",
                app.clientId(),
                "timestamp",
                now,
                "signature",
                signature(app, "getnonce", now)));
    int status = WithingsErrorMapping.status(nonce);
    String word = LenientJson.of(nonce).child("body").text("nonce");
    if (status != 0 || word == null) {
      ProviderException fault = WithingsErrorMapping.faultOf(status, nonce);
      throw isTemporary(fault)
          ? fault
          : new ProviderException.AppCredentialsRejected("nonce: status " + status);
    }
    JsonNode answer =
        send(
            app,
            url(app),
            Map.of(
                "action", "revoke",
                "client_id", app.clientId(),
                "userid", session.externalUserId().get(),
                "nonce", word,
                "signature", signature(app, "revoke", word)));
    int ended = WithingsErrorMapping.status(answer);
    if (ended != 0) {
      ProviderException fault = WithingsErrorMapping.faultOf(ended, answer);
      if (isTemporary(fault)) {
        throw fault;
      }
      // Other errors: the grant does not exist any more, which was the goal.
    }
  }

  private static boolean isTemporary(ProviderException fault) {
    return fault instanceof ProviderException.RateLimited
        || fault instanceof ProviderException.Unavailable;
  }

  private static String signature(AppCredentials app, String action, String word) {
    String text = action + "," + app.clientId() + "," + word;
    return WebhookSignatures.hex(
        WebhookSignatures.hmacSha256(app.clientSecret(), text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String url(AppCredentials app) {
    return app.urls().token().orElse(app.urls().api() + TOKEN_PATH);
  }

  private JsonNode send(AppCredentials app, String url, Map<String, String> form) {
    ProviderResponse answer = http.send(app, ProviderRequest.post(url).form(form));
    if (answer.isSuccess()) {
      return answer.json();
    }
    throw answer.status() == 429
        ? new ProviderException.RateLimited(
            answer.retryAfter().orElse(http.limits().defaultRateLimitDelay()))
        : answer.status() >= 500
            ? new ProviderException.Unavailable("status " + answer.status())
            : new ProviderException.Rejected("status " + answer.status());
  }
}
