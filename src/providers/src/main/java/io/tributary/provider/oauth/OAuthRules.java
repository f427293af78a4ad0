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
  public enum Client {
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
  private String scopeJoin = " ";
  private boolean pkce;
  private Client client = Client.BODY;
  private boolean redirectInRefresh;
  private Map<String, String> authoriseExtra = Map.of();
  private Map<String, String> exchangeExtra = Map.of();
  private Map<String, String> refreshExtra = Map.of();
  private Optional<Duration> usualLife = Optional.empty();
  private Function<String, List<String>> scopesTold = OAuthRules::words;
  private Optional<Revocation> revocation = Optional.empty();
  private Predicate<JsonNode> appFault = answer -> false;

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
  public static OAuthRules usual(String tokenPath) {
    return new OAuthRules(tokenPath);
  }

  /** Sets the separator of scopes on the authorization page. */
  public OAuthRules scopesJoinedBy(String join) {
    this.scopeJoin = join;
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

  public OAuthRules client(Client how) {
    this.client = how;
    return this;
  }

  /** Repeats the redirect URI in refreshes. */
  public OAuthRules redirectInRefresh() {
    this.redirectInRefresh = true;
    return this;
  }

  /** Adds parameters to the authorization URL. */
  public OAuthRules onAuthorise(Map<String, String> extra) {
    this.authoriseExtra = new LinkedHashMap<>(extra);
    return this;
  }

  /** Adds fields to the code exchange. */
  public OAuthRules onExchange(Map<String, String> extra) {
    this.exchangeExtra = Map.copyOf(extra);
    return this;
  }

  /** Adds fields to refreshes. */
  public OAuthRules onRefresh(Map<String, String> extra) {
    this.refreshExtra = Map.copyOf(extra);
    return this;
  }

  /** Sets the lifetime of access tokens whose response names none. */
  public OAuthRules usualLife(Duration life) {
    this.usualLife = Optional.of(life);
    return this;
  }

  /** Maps scopes in the provider's notation to the adapter's names. */
  public OAuthRules scopesTold(Function<String, List<String>> as) {
    this.scopesTold = as;
    return this;
  }

  /**
   * Sets a test for token errors that mean a refused application, for providers that do not use
   * {@code invalid_client}; otherwise users would be blamed.
   */
  public OAuthRules appRefusedWhen(Predicate<JsonNode> says) {
    this.appFault = says;
    return this;
  }

  public OAuthRules revokedBy(Revocation how) {
    this.revocation = Optional.of(how);
    return this;
  }

  /** Splits scopes joined by spaces, plus signs or commas. */
  public static List<String> words(String text) {
    return Arrays.stream(text.split("[ +,]+")).filter(s -> !s.isEmpty()).distinct().toList();
  }

  String tokenPath() {
    return tokenPath;
  }

  String scopeJoin() {
    return scopeJoin;
  }

  boolean knowsScopes() {
    return scopes;
  }

  boolean pkce() {
    return pkce;
  }

  Client client() {
    return client;
  }

  boolean repeatsRedirect() {
    return redirectInRefresh;
  }

  Map<String, String> authoriseExtra() {
    return authoriseExtra;
  }

  Map<String, String> exchangeExtra() {
    return exchangeExtra;
  }

  Map<String, String> refreshExtra() {
    return refreshExtra;
  }

  Optional<Duration> life() {
    return usualLife;
  }

  List<String> scopes(String told) {
    return scopesTold.apply(told);
  }

  boolean appFault(JsonNode answer) {
    return appFault.test(answer);
  }

  Optional<Revocation> revocation() {
    return revocation;
  }
}
