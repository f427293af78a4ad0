package io.tributary.provider.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Deviations of one provider from standard OAuth 2. */
public final class OAuthRules {
  /** Client authentication in token calls (RFC 6749, section 2.3.1). */
  public enum ClientAuthentication {
    BODY,
    BASIC,
    /** All fields, including the secret, are sent in the query and there is no form. */
    QUERY
  }

  /** Builds the call that revokes a grant. */
  @FunctionalInterface
  public interface Revocation {
    ProviderRequest of(AppCredentials app, OAuth.Session session);
  }

  private final String tokenPath;
  private boolean scopes = true;
  private String scopeSeparator = " ";
  private boolean pkce;
  private ClientAuthentication client = ClientAuthentication.BODY;
  private boolean redirectInRefresh;
  private Map<String, String> authorizeParameters = Map.of();
  private Map<String, String> exchangeFields = Map.of();
  private Map<String, String> refreshFields = Map.of();
  private Optional<Duration> defaultLifetime = Optional.empty();
  private Function<String, List<String>> scopeMapping = OAuthRules::splitScopes;
  private Optional<Revocation> revocation = Optional.empty();
  private Predicate<JsonNode> appRejected = answer -> false;

  private OAuthRules(String tokenPath) {
    this.tokenPath = tokenPath;
  }

  /**
   * Returns the standard rules. They are: code grant without PKCE, the application's secret in the
   * form, scopes joined by spaces, no revocation, and access tokens that expire only if the
   * response names a lifetime.
   *
   * @param tokenPath path of the token endpoint below the API's base URL, for installations that
   *     configure no token URL
   */
  public static OAuthRules standard(String tokenPath) {
    return new OAuthRules(tokenPath);
  }

  /** Sets the separator of scopes on the authorization page. */
  public OAuthRules withScopeSeparator(String join) {
    this.scopeSeparator = join;
    return this;
  }

  /** Declares that the provider has no scopes, so a grant covers everything. */
  public OAuthRules withoutScopes() {
    this.scopes = false;
    return this;
  }

  /** Sends an S256 challenge with every authorization (RFC 7636). */
  public OAuthRules withPkce() {
    this.pkce = true;
    return this;
  }

  public OAuthRules client(ClientAuthentication how) {
    this.client = how;
    return this;
  }

  /** Repeats the redirect URI in refreshes. */
  public OAuthRules redirectInRefresh() {
    this.redirectInRefresh = true;
    return this;
  }

  /** Adds parameters to the authorization URL. */
  public OAuthRules withAuthorizeParameters(Map<String, String> extra) {
    this.authorizeParameters = new LinkedHashMap<>(extra);
    return this;
  }

  /** Adds fields to the code exchange. */
  public OAuthRules withExchangeFields(Map<String, String> extra) {
    this.exchangeFields = Map.copyOf(extra);
    return this;
  }

  /** Adds fields to refreshes. */
  public OAuthRules withRefreshFields(Map<String, String> extra) {
    this.refreshFields = Map.copyOf(extra);
    return this;
  }

  /** Sets the lifetime of access tokens whose response names none. */
  public OAuthRules withDefaultLifetime(Duration life) {
    this.defaultLifetime = Optional.of(life);
    return this;
  }

  /** Maps scopes in the provider's notation to the adapter's names. */
  public OAuthRules withScopeMapping(Function<String, List<String>> as) {
    this.scopeMapping = as;
    return this;
  }

  /**
   * Sets a test for token errors that mean a refused application, for providers that do not use
   * {@code invalid_client}; otherwise users would be blamed.
   */
  public OAuthRules appRejectedWhen(Predicate<JsonNode> says) {
    this.appRejected = says;
    return this;
  }

  public OAuthRules revokedBy(Revocation how) {
    this.revocation = Optional.of(how);
    return this;
  }

  /** Splits scopes joined by spaces, plus signs or commas. */
  public static List<String> splitScopes(String text) {
    return Arrays.stream(text.split("[ +,]+")).filter(s -> !s.isEmpty()).distinct().toList();
  }

  String tokenPath() {
    return tokenPath;
  }

  String scopeSeparator() {
    return scopeSeparator;
  }

  boolean usesScopes() {
    return scopes;
  }

  boolean pkce() {
    return pkce;
  }

  ClientAuthentication client() {
    return client;
  }

  boolean repeatsRedirect() {
    return redirectInRefresh;
  }

  Map<String, String> authorizeParameters() {
    return authorizeParameters;
  }

  Map<String, String> exchangeFields() {
    return exchangeFields;
  }

  Map<String, String> refreshFields() {
    return refreshFields;
  }

  Optional<Duration> defaultLifetime() {
    return defaultLifetime;
  }

  List<String> scopes(String told) {
    return scopeMapping.apply(told);
  }

  boolean isAppRejected(JsonNode answer) {
    return appRejected.test(answer);
  }

  Optional<Revocation> revocation() {
    return revocation;
  }
}
