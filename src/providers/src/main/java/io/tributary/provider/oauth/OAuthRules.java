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

/** How one provider's OAuth 2 differs from another's; {@link #usual} is the plain standard. */
public final class OAuthRules {
  /** How the application proves itself in token calls: RFC 6749, section 2.3.1. */
  public enum Client {
    BODY,
    BASIC,
    /** All fields of the call stand in its query, the secret among them; there is no form. */
    QUERY
  }

  /** Makes the call that ends a grant. */
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
   * Code grant without PKCE, the application's secret in the form, scopes joined by spaces, no
   * revocation, and access that does not end unless the answer says when.
   *
   * @param tokenPath of the token endpoint below the API's base URL, for installations that
   *     configure none of its own
   */
  public static OAuthRules usual(String tokenPath) {
    return new OAuthRules(tokenPath);
  }

  /** What stands between two scopes on the authorise page. */
  public OAuthRules scopesJoinedBy(String join) {
    this.scopeJoin = join;
    return this;
  }

  /** The provider knows no scopes: a grant has all it has. */
  public OAuthRules withoutScopes() {
    this.scopes = false;
    return this;
  }

  /** S256 with every authorisation: RFC 7636. */
  public OAuthRules withPkce() {
    this.pkce = true;
    return this;
  }

  public OAuthRules client(Client how) {
    this.client = how;
    return this;
  }

  /** A refresh repeats the redirect address. */
  public OAuthRules redirectInRefresh() {
    this.redirectInRefresh = true;
    return this;
  }

  /** Parameters of the authorise page besides the standard's. */
  public OAuthRules onAuthorise(Map<String, String> extra) {
    this.authoriseExtra = new LinkedHashMap<>(extra);
    return this;
  }

  /** Fields of the exchange of a code besides the standard's. */
  public OAuthRules onExchange(Map<String, String> extra) {
    this.exchangeExtra = Map.copyOf(extra);
    return this;
  }

  /** Fields of a refresh besides the standard's. */
  public OAuthRules onRefresh(Map<String, String> extra) {
    this.refreshExtra = Map.copyOf(extra);
    return this;
  }

  /** Life of an access token whose answer tells none. */
  public OAuthRules usualLife(Duration life) {
    this.usualLife = Optional.of(life);
    return this;
  }

  /** Scopes as the provider tells them, under the names that the adapter uses. */
  public OAuthRules scopesTold(Function<String, List<String>> as) {
    this.scopesTold = as;
    return this;
  }

  /**
   * What a refused token call says when the application itself is refused, in the words of a
   * provider who knows no {@code invalid_client}: else its users would be blamed.
   */
  public OAuthRules appRefusedWhen(Predicate<JsonNode> says) {
    this.appFault = says;
    return this;
  }

  public OAuthRules revokedBy(Revocation how) {
    this.revocation = Optional.of(how);
    return this;
  }

  /** Scopes however they are joined. */
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
