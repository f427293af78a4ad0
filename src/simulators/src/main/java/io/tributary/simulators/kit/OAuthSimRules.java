package io.tributary.simulators.kit;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * OAuth 2 behavior of a vendor. {@link #standard} is plain RFC 6749 with rotating refresh tokens;
 * the {@code with} methods define the differences. Immutable.
 */
public final class OAuthSimRules {

  /** Location of the client credentials; other locations are rejected. */
  public enum ClientAuth {
    BODY,
    BASIC,
    QUERY
  }

  /** Handling of PKCE. Only S256 is supported. */
  public enum Pkce {
    IGNORED,
    CHECKED,
    REQUIRED
  }

  /** Treatment of a refresh token after its use. */
  public enum Rotation {
    /** The token is spent; a second use is rejected. */
    ROTATE,
    /** The token stays valid; the response does not repeat it. */
    KEEP,
    /** The token is spent after a grace period, or earlier when the new access token is used. */
    GRACE,
    /**
     * Both tokens are returned unchanged while the access token has more than an hour left;
     * afterwards the refresh token rotates.
     */
    SAME_WHILE_FRESH,
    /** The vendor issues no refresh tokens. */
    NONE
  }

  private String authorisePath = "/oauth/authorize";
  private String tokenPath = "/oauth/token";
  private Set<ClientAuth> clientAuth = Set.of(ClientAuth.BODY, ClientAuth.BASIC);
  private Pkce pkce = Pkce.IGNORED;
  private Set<String> scopes = Set.of();
  private Set<String> optionalScopes = Set.of();
  private String scopeJoin = " ";
  private boolean allWithoutScope = true;
  private boolean partialGrant = true;
  private boolean scopeInCallback;
  private Optional<String> refreshScope = Optional.empty();
  private Map<String, String> tokenFields = Map.of();
  private Map<String, String> refreshFields = Map.of();
  private int minStateLength;
  private boolean redirectInExchange = true;
  private boolean redirectInRefresh;
  private boolean sharedTokenPath;
  private Optional<String> foreignGrantType = Optional.empty();
  private Map<String, String> refreshParams = Map.of();
  private Duration codeLifetime = Duration.ofMinutes(10);
  private Duration accessLifetime = Duration.ofHours(1);
  private Optional<Duration> refreshLifetime = Optional.empty();
  private Rotation rotation = Rotation.ROTATE;
  private Duration grace = Duration.ofHours(8);
  private boolean accessRevokedOnRefresh;
  private boolean reuseRevokes;
  private int maxActiveTokens = Integer.MAX_VALUE;
  private List<RevocationEndpoint> revocationEndpoints = List.of();
  private Function<IssuedTokens, JsonObject> tokenResponse = IssuedTokens::standardResponse;
  private String title = "Allow access to your data";

  private OAuthSimRules() {}

  /**
   * Returns rules with authorization code, rotating refresh tokens, client credentials in either
   * location, and no PKCE.
   */
  public static OAuthSimRules standard() {
    return new OAuthSimRules();
  }

  private OAuthSimRules with(Consumer<OAuthSimRules> change) {
    var copy = new OAuthSimRules();
    copy.authorisePath = authorisePath;
    copy.tokenPath = tokenPath;
    copy.clientAuth = clientAuth;
    copy.pkce = pkce;
    copy.scopes = scopes;
    copy.optionalScopes = optionalScopes;
    copy.scopeJoin = scopeJoin;
    copy.allWithoutScope = allWithoutScope;
    copy.partialGrant = partialGrant;
    copy.scopeInCallback = scopeInCallback;
    copy.refreshScope = refreshScope;
    copy.tokenFields = tokenFields;
    copy.refreshFields = refreshFields;
    copy.minStateLength = minStateLength;
    copy.redirectInExchange = redirectInExchange;
    copy.redirectInRefresh = redirectInRefresh;
    copy.sharedTokenPath = sharedTokenPath;
    copy.foreignGrantType = foreignGrantType;
    copy.refreshParams = refreshParams;
    copy.codeLifetime = codeLifetime;
    copy.accessLifetime = accessLifetime;
    copy.refreshLifetime = refreshLifetime;
    copy.rotation = rotation;
    copy.grace = grace;
    copy.accessRevokedOnRefresh = accessRevokedOnRefresh;
    copy.reuseRevokes = reuseRevokes;
    copy.maxActiveTokens = maxActiveTokens;
    copy.revocationEndpoints = revocationEndpoints;
    copy.tokenResponse = tokenResponse;
    copy.title = title;
    change.accept(copy);
    return copy;
  }

  public OAuthSimRules withPaths(String authorise, String token) {
    return with(
        r -> {
          r.authorisePath = authorise;
          r.tokenPath = token;
        });
  }

  public OAuthSimRules withClientAuth(ClientAuth... ways) {
    return with(r -> r.clientAuth = Set.of(ways));
  }

  public OAuthSimRules withPkce(Pkce newPkce) {
    return with(r -> r.pkce = newPkce);
  }

  /**
   * Sets all scopes of the vendor in the order of its consent page; without scopes the vendor has
   * none.
   */
  public OAuthSimRules withScopes(String join, String... all) {
    return with(
        r -> {
          r.scopeJoin = join;
          r.scopes = Collections.unmodifiableSet(new LinkedHashSet<>(List.of(all)));
        });
  }

  /** Adds scopes that the consent page offers unticked. */
  public OAuthSimRules withOptionalScopes(String... offered) {
    return with(r -> r.optionalScopes = Set.of(offered));
  }

  /** Rejects a request without scopes instead of requesting all of them. */
  public OAuthSimRules withRequiredScope() {
    return with(r -> r.allWithoutScope = false);
  }

  /** Makes the consent all or nothing. */
  public OAuthSimRules withoutPartialGrant() {
    return with(r -> r.partialGrant = false);
  }

  /** Adds the granted scopes to the redirect. */
  public OAuthSimRules withScopeInCallback() {
    return with(r -> r.scopeInCallback = true);
  }

  /** Issues refresh tokens only if this scope was granted. */
  public OAuthSimRules withRefreshScope(String scope) {
    return with(r -> r.refreshScope = Optional.of(scope));
  }

  /** Requires these fields with exactly these values in each token request. */
  public OAuthSimRules withTokenFields(Map<String, String> fields) {
    return with(r -> r.tokenFields = Map.copyOf(fields));
  }

  /**
   * Requires these fields with exactly these values in a refresh, in addition to those of each
   * token request.
   */
  public OAuthSimRules withRefreshFields(Map<String, String> fields) {
    return with(r -> r.refreshFields = Map.copyOf(fields));
  }

  /** Issues refresh tokens only if the authorization URL had these parameters. */
  public OAuthSimRules withRefreshParams(Map<String, String> params) {
    return with(r -> r.refreshParams = Map.copyOf(params));
  }

  /**
   * Passes token requests without the required fields on to another route of the vendor on the same
   * path.
   */
  public OAuthSimRules withSharedTokenPath() {
    return with(r -> r.sharedTokenPath = true);
  }

  /**
   * Passes token requests of this grant type on to another route of the vendor on the same path.
   */
  public OAuthSimRules withForeignGrantType(String grantType) {
    return with(r -> r.foreignGrantType = Optional.of(grantType));
  }

  /** Makes the redirect_uri optional in the exchange; if present, it must be the same. */
  public OAuthSimRules withoutRedirectInExchange() {
    return with(r -> r.redirectInExchange = false);
  }

  /** Rejects a shorter state. */
  public OAuthSimRules withMinStateLength(int characters) {
    return with(r -> r.minStateLength = characters);
  }

  /** Requires the redirect_uri in a refresh. */
  public OAuthSimRules withRedirectInRefresh() {
    return with(r -> r.redirectInRefresh = true);
  }

  public OAuthSimRules withLifetimes(Duration code, Duration access, Optional<Duration> refresh) {
    return with(
        r -> {
          r.codeLifetime = code;
          r.accessLifetime = access;
          r.refreshLifetime = refresh;
        });
  }

  public OAuthSimRules withAccessLifetime(Duration life) {
    return with(r -> r.accessLifetime = life);
  }

  public OAuthSimRules withRotation(Rotation newRotation) {
    return with(r -> r.rotation = newRotation);
  }

  /** Selects {@link Rotation#GRACE} with this grace period. */
  public OAuthSimRules withGrace(Duration length) {
    return with(
        r -> {
          r.rotation = Rotation.GRACE;
          r.grace = length;
        });
  }

  /** Makes a refresh invalidate the previous access token at once. */
  public OAuthSimRules withAccessRevokedOnRefresh() {
    return with(r -> r.accessRevokedOnRefresh = true);
  }

  /** Makes the reuse of a spent refresh token end the whole grant. */
  public OAuthSimRules withReuseRevoking() {
    return with(r -> r.reuseRevokes = true);
  }

  /** Limits the number of active access tokens per person and application; more are rejected. */
  public OAuthSimRules withMaxActiveTokens(int most) {
    return with(r -> r.maxActiveTokens = most);
  }

  public OAuthSimRules withRevoke(RevocationEndpoint way) {
    return with(
        r -> {
          var ways = new ArrayList<>(r.revocationEndpoints);
          ways.add(way);
          r.revocationEndpoints = List.copyOf(ways);
        });
  }

  /** Sets the shape of the token endpoint's response. */
  public OAuthSimRules withTokenResponse(Function<IssuedTokens, JsonObject> shape) {
    return with(r -> r.tokenResponse = shape);
  }

  /** Sets the heading of the consent page. */
  public OAuthSimRules withTitle(String heading) {
    return with(r -> r.title = heading);
  }

  public String authorisePath() {
    return authorisePath;
  }

  public String tokenPath() {
    return tokenPath;
  }

  Set<ClientAuth> clientAuth() {
    return clientAuth;
  }

  Pkce pkce() {
    return pkce;
  }

  public Set<String> scopes() {
    return scopes;
  }

  Set<String> optionalScopes() {
    return optionalScopes;
  }

  String scopeJoin() {
    return scopeJoin;
  }

  boolean allWithoutScope() {
    return allWithoutScope;
  }

  boolean partialGrant() {
    return partialGrant;
  }

  boolean scopeInCallback() {
    return scopeInCallback;
  }

  Optional<String> refreshScope() {
    return refreshScope;
  }

  Map<String, String> tokenFields() {
    return tokenFields;
  }

  /** Returns all fields that a refresh must carry, sorted by name. */
  Map<String, String> refreshFields() {
    var all = new TreeMap<>(tokenFields);
    all.putAll(refreshFields);
    return all;
  }

  int minStateLength() {
    return minStateLength;
  }

  boolean redirectInExchange() {
    return redirectInExchange;
  }

  boolean sharedTokenPath() {
    return sharedTokenPath;
  }

  Optional<String> foreignGrantType() {
    return foreignGrantType;
  }

  Map<String, String> refreshParams() {
    return refreshParams;
  }

  boolean redirectInRefresh() {
    return redirectInRefresh;
  }

  Duration codeLifetime() {
    return codeLifetime;
  }

  public Duration accessLifetime() {
    return accessLifetime;
  }

  Optional<Duration> refreshLifetime() {
    return refreshLifetime;
  }

  public Rotation rotation() {
    return rotation;
  }

  Duration grace() {
    return grace;
  }

  boolean accessRevokedOnRefresh() {
    return accessRevokedOnRefresh;
  }

  boolean reuseRevokes() {
    return reuseRevokes;
  }

  int maxActiveTokens() {
    return maxActiveTokens;
  }

  List<RevocationEndpoint> revocationEndpoints() {
    return revocationEndpoints;
  }

  Function<IssuedTokens, JsonObject> tokenResponse() {
    return tokenResponse;
  }

  String title() {
    return title;
  }
}
