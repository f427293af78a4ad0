package io.tributary.provider.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.PermitClient;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * OAuth 2 client with the rules of one provider. It never retries a token call, because many
 * providers' codes and refresh tokens are single use and one whose response was lost is spent.
 */
public final class OAuthClient implements OAuth {
  private static final Set<String> APP_FAULTS =
      Set.of("invalid_client", "unauthorized_client", "unsupported_grant_type");

  private final ProviderHttp http;
  private final OAuthRules rules;
  private final UserLookup users;
  private final boolean looksUpUser;

  /**
   * State right after the token call.
   *
   * @param answer token response
   * @param scopes granted scopes
   * @param permits permits for further calls
   */
  public record TokenResult(
      AppCredentials app,
      JsonNode answer,
      Tokens tokens,
      List<String> scopes,
      PermitClient permits) {
    @Override
    public String toString() {
      return "Fresh[***]";
    }
  }

  /** Finds the provider's user ID with a new grant; empty if it cannot be read. */
  @FunctionalInterface
  public interface UserLookup {
    Optional<String> id(TokenResult fresh);
  }

  /** Creates a client for a provider whose token response identifies the user. */
  public OAuthClient(ProviderHttp http, OAuthRules rules, UserLookup users) {
    this(http, rules, users, false);
  }

  private OAuthClient(ProviderHttp http, OAuthRules rules, UserLookup users, boolean asks) {
    this.http = http;
    this.rules = rules;
    this.users = users;
    this.looksUpUser = asks;
  }

  /** Creates a client for a provider that needs a further call to identify the user. */
  public static OAuthClient withUserLookup(ProviderHttp http, OAuthRules rules, UserLookup users) {
    return new OAuthClient(http, rules, users, true);
  }

  @Override
  public boolean exchangeNeedsFurtherCalls() {
    return looksUpUser;
  }

  @Override
  public String authorizeUrl(AppCredentials app, Start start) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("response_type", "code");
    query.put("client_id", app.clientId());
    query.put("redirect_uri", app.redirectUri());
    if (rules.usesScopes() && !start.scopes().isEmpty()) {
      query.put("scope", String.join(rules.scopeSeparator(), start.scopes()));
    }
    query.put("state", start.state());
    if (rules.pkce()) {
      query.put("code_challenge", challenge(start.verifier()));
      query.put("code_challenge_method", "S256");
    }
    query.putAll(rules.authorizeParameters());
    String page = app.urls().authorize();
    return query.entrySet().stream()
        .map(e -> encode(e.getKey()) + "=" + encode(e.getValue()))
        .collect(Collectors.joining("&", page + (page.indexOf('?') < 0 ? "?" : "&"), ""));
  }

  @Override
  public Granted exchange(AppCredentials app, Callback back) {
    Map<String, String> form = new HashMap<>(rules.exchangeFields());
    form.put("grant_type", "authorization_code");
    form.put("code", back.code());
    form.put("redirect_uri", app.redirectUri());
    if (rules.pkce()) {
      form.put("code_verifier", back.verifier());
    }
    JsonNode answer = token(app, form);
    Tokens tokens = TokenAnswer.tokens(answer, null, rules.defaultLifetime());
    Optional<List<String>> scopes =
        rules.usesScopes() ? Optional.of(grantedScopes(answer, back)) : Optional.empty();
    TokenResult fresh =
        new TokenResult(app, answer, tokens, scopes.orElse(List.of()), back.permits());
    return new Granted(tokens, scopes, users.id(fresh));
  }

  /**
   * Returns the granted scopes. The token response takes precedence over the callback's parameter,
   * which passed through the user's browser.
   */
  private List<String> grantedScopes(JsonNode answer, Callback back) {
    List<String> told = rules.scopes(answer.path("scope").asText(""));
    return told.isEmpty() ? back.scope().map(rules::scopes).orElse(back.requestedScopes()) : told;
  }

  @Override
  public Tokens refresh(AppCredentials app, Session session) {
    Map<String, String> form = new HashMap<>(rules.refreshFields());
    form.put("grant_type", "refresh_token");
    form.put("refresh_token", session.tokens().refresh());
    if (rules.repeatsRedirect()) {
      form.put("redirect_uri", app.redirectUri());
    }
    return TokenAnswer.tokens(
        token(app, form), session.tokens().refresh(), rules.defaultLifetime());
  }

  @Override
  public void revoke(AppCredentials app, Session session) {
    if (rules.revocation().isEmpty()) {
      return;
    }
    ProviderResponse answer = http.send(app, rules.revocation().get().of(app, session));
    if (answer.status() == 401 && session.tokens().refresh() != null) {
      // Only the access token has expired; the grant itself is still valid.
      throw new ProviderException.Unauthorized();
    }
    // Any other refusal means that the token is no longer valid, which is the desired result.
    if (answer.status() == 429) {
      throw new ProviderException.RateLimited(answer.retryAfter().orElse(defaultRateLimitDelay()));
    }
    if (answer.status() >= 500) {
      throw new ProviderException.Unavailable("status " + answer.status());
    }
  }

  private JsonNode token(AppCredentials app, Map<String, String> form) {
    ProviderRequest call =
        ProviderRequest.post(app.urls().token().orElse(app.urls().api() + rules.tokenPath()));
    ProviderRequest proven =
        switch (rules.client()) {
          case BODY -> call.form(withClientCredentials(app, form));
          case BASIC -> call.basic(app.clientId(), app.clientSecret()).form(form);
          case QUERY -> call.query(withClientCredentials(app, form));
        };
    ProviderResponse answer = http.send(app, proven);
    if (answer.isSuccess()) {
      return answer.json();
    }
    String error = answer.jsonOrEmpty().path("error").asText("");
    throw switch (answer.status()) {
      case 429 ->
          new ProviderException.RateLimited(answer.retryAfter().orElse(defaultRateLimitDelay()));
      case 400, 401 ->
          APP_FAULTS.contains(error) || rules.isAppRejected(answer.jsonOrEmpty())
              ? new ProviderException.AppCredentialsRejected("token call: " + error)
              : new ProviderException.TokenRejected("status " + answer.status());
      case 403 -> new ProviderException.AppCredentialsRejected("token call: status 403");
      default ->
          answer.status() >= 500
              ? new ProviderException.Unavailable("status " + answer.status())
              : new ProviderException.Rejected("status " + answer.status());
    };
  }

  private static Map<String, String> withClientCredentials(
      AppCredentials app, Map<String, String> form) {
    form.put("client_id", app.clientId());
    form.put("client_secret", app.clientSecret());
    return form;
  }

  private Duration defaultRateLimitDelay() {
    return http.limits().defaultRateLimitDelay();
  }

  /** Computes the PKCE S256 challenge (RFC 7636, section 4.2). */
  static String challenge(String verifier) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
