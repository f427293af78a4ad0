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
 * How a vendor does OAuth 2. {@link #standard} is the plain way of RFC 6749 with rotating refresh
 * tokens; the {@code with} methods name what is different. Immutable.
 */
public final class OAuthSimRules {

  /** Where the client's credentials are taken from; another way is refused. */
  public enum ClientAuth {
    BODY,
    BASIC,
    QUERY
  }

  /** What a proof key is to the vendor. S256 only. */
  public enum Pkce {
    IGNORED,
    CHECKED,
    REQUIRED
  }

  /** What becomes of a refresh token that was used. */
  public enum Rotation {
    /** It is spent; using it again is refused. */
    ROTATE,
    /** It stays; the answer does not repeat it. */
    KEEP,
    /** It is spent after a while, or once the new access token is used. */
    GRACE,
    /** While the access token has an hour left, both come back unchanged; then it is spent. */
    SAME_WHILE_FRESH,
    /** There are none. */
    NONE
  }

  private String authorisePath = "/oauth/authorize";
  private String tokenPath = "/oauth/token";
  private Set<ClientAuth> clientAuth = Set.of(ClientAuth.BODY, ClientAuth.BASIC);
  private Pkce pkce = Pkce.IGNORED;
  private Set<String> scopes = Set.of();
  private Set<String> unticked = Set.of();
  private String scopeJoin = " ";
  private boolean allWithoutScope = true;
  private boolean partial = true;
  private boolean scopeInCallback;
  private Optional<String> refreshScope = Optional.empty();
  private Map<String, String> tokenFields = Map.of();
  private Map<String, String> refreshFields = Map.of();
  private int shortestState;
  private boolean redirectInExchange = true;
  private boolean redirectInRefresh;
  private boolean sharedTokenPath;
  private Optional<String> grantElsewhere = Optional.empty();
  private Map<String, String> refreshParams = Map.of();
  private Duration codeLife = Duration.ofMinutes(10);
  private Duration accessLife = Duration.ofHours(1);
  private Optional<Duration> refreshLife = Optional.empty();
  private Rotation rotation = Rotation.ROTATE;
  private Duration grace = Duration.ofHours(8);
  private boolean accessDiesOnRefresh;
  private boolean reuseRevokes;
  private int mostLiveTokens = Integer.MAX_VALUE;
  private List<Revoke> revokes = List.of();
  private Function<IssuedTokens, JsonObject> answer = IssuedTokens::plainAnswer;
  private String title = "Allow access to your data";

  private OAuthSimRules() {}

  /** Code and rotating refresh tokens, credentials either way, no proof key. */
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
    copy.unticked = unticked;
    copy.scopeJoin = scopeJoin;
    copy.allWithoutScope = allWithoutScope;
    copy.partial = partial;
    copy.scopeInCallback = scopeInCallback;
    copy.refreshScope = refreshScope;
    copy.tokenFields = tokenFields;
    copy.refreshFields = refreshFields;
    copy.shortestState = shortestState;
    copy.redirectInExchange = redirectInExchange;
    copy.redirectInRefresh = redirectInRefresh;
    copy.sharedTokenPath = sharedTokenPath;
    copy.grantElsewhere = grantElsewhere;
    copy.refreshParams = refreshParams;
    copy.codeLife = codeLife;
    copy.accessLife = accessLife;
    copy.refreshLife = refreshLife;
    copy.rotation = rotation;
    copy.grace = grace;
    copy.accessDiesOnRefresh = accessDiesOnRefresh;
    copy.reuseRevokes = reuseRevokes;
    copy.mostLiveTokens = mostLiveTokens;
    copy.revokes = revokes;
    copy.answer = answer;
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

  /** Every scope the vendor knows, in the order of its consent page; none: it has no scopes. */
  public OAuthSimRules withScopes(String join, String... all) {
    return with(
        r -> {
          r.scopeJoin = join;
          r.scopes = Collections.unmodifiableSet(new LinkedHashSet<>(List.of(all)));
        });
  }

  /** Scopes that the consent page offers, and that people get only by ticking them. */
  public OAuthSimRules withUnticked(String... offered) {
    return with(r -> r.unticked = Set.of(offered));
  }

  /** A request that names no scope is refused instead of asking for everything. */
  public OAuthSimRules withScopeNeeded() {
    return with(r -> r.allWithoutScope = false);
  }

  /** The consent is all or nothing. */
  public OAuthSimRules withoutPartialGrant() {
    return with(r -> r.partial = false);
  }

  /** The way back carries the scopes granted. */
  public OAuthSimRules withScopeInCallback() {
    return with(r -> r.scopeInCallback = true);
  }

  /** Refresh tokens are given only to those who were granted this scope. */
  public OAuthSimRules withRefreshScope(String scope) {
    return with(r -> r.refreshScope = Optional.of(scope));
  }

  /** Fields that each token call must carry with this very value. */
  public OAuthSimRules withTokenFields(Map<String, String> fields) {
    return with(r -> r.tokenFields = Map.copyOf(fields));
  }

  /** Fields that a refresh must carry with this very value, besides those of each call. */
  public OAuthSimRules withRefreshFields(Map<String, String> fields) {
    return with(r -> r.refreshFields = Map.copyOf(fields));
  }

  /** Refresh tokens are given only when the authorise URL carried these. */
  public OAuthSimRules withRefreshParams(Map<String, String> params) {
    return with(r -> r.refreshParams = Map.copyOf(params));
  }

  /** Calls without the right token fields are another route's of the vendor, on the same path. */
  public OAuthSimRules withSharedTokenPath() {
    return with(r -> r.sharedTokenPath = true);
  }

  /** Token calls of this grant type are another route's of the vendor, on the same path. */
  public OAuthSimRules withGrantElsewhere(String grantType) {
    return with(r -> r.grantElsewhere = Optional.of(grantType));
  }

  /** An exchange need not repeat the redirect_uri; if it does, it must be the same. */
  public OAuthSimRules withoutRedirectInExchange() {
    return with(r -> r.redirectInExchange = false);
  }

  /** A shorter state is refused. */
  public OAuthSimRules withShortestState(int characters) {
    return with(r -> r.shortestState = characters);
  }

  /** A refresh has to repeat the redirect_uri. */
  public OAuthSimRules withRedirectInRefresh() {
    return with(r -> r.redirectInRefresh = true);
  }

  public OAuthSimRules withLives(Duration code, Duration access, Optional<Duration> refresh) {
    return with(
        r -> {
          r.codeLife = code;
          r.accessLife = access;
          r.refreshLife = refresh;
        });
  }

  public OAuthSimRules withAccessLife(Duration life) {
    return with(r -> r.accessLife = life);
  }

  public OAuthSimRules withRotation(Rotation newRotation) {
    return with(r -> r.rotation = newRotation);
  }

  /** {@link Rotation#GRACE}, for this long. */
  public OAuthSimRules withGrace(Duration length) {
    return with(
        r -> {
          r.rotation = Rotation.GRACE;
          r.grace = length;
        });
  }

  /** A refresh ends the access token at once. */
  public OAuthSimRules withAccessDyingOnRefresh() {
    return with(r -> r.accessDiesOnRefresh = true);
  }

  /** Who uses a spent refresh token loses the whole grant. */
  public OAuthSimRules withReuseRevoking() {
    return with(r -> r.reuseRevokes = true);
  }

  /** More access tokens alive at once, per person and app, are refused. */
  public OAuthSimRules withMostLiveTokens(int most) {
    return with(r -> r.mostLiveTokens = most);
  }

  public OAuthSimRules withRevoke(Revoke way) {
    return with(
        r -> {
          var ways = new ArrayList<>(r.revokes);
          ways.add(way);
          r.revokes = List.copyOf(ways);
        });
  }

  /** The shape of the token endpoint's answer. */
  public OAuthSimRules withAnswer(Function<IssuedTokens, JsonObject> shape) {
    return with(r -> r.answer = shape);
  }

  /** Heading of the consent page. */
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

  Set<String> unticked() {
    return unticked;
  }

  String scopeJoin() {
    return scopeJoin;
  }

  boolean allWithoutScope() {
    return allWithoutScope;
  }

  boolean partial() {
    return partial;
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

  /** All that a refresh must carry, in the order of names. */
  Map<String, String> refreshFields() {
    var all = new TreeMap<>(tokenFields);
    all.putAll(refreshFields);
    return all;
  }

  int shortestState() {
    return shortestState;
  }

  boolean redirectInExchange() {
    return redirectInExchange;
  }

  boolean sharedTokenPath() {
    return sharedTokenPath;
  }

  Optional<String> grantElsewhere() {
    return grantElsewhere;
  }

  Map<String, String> refreshParams() {
    return refreshParams;
  }

  boolean redirectInRefresh() {
    return redirectInRefresh;
  }

  Duration codeLife() {
    return codeLife;
  }

  public Duration accessLife() {
    return accessLife;
  }

  Optional<Duration> refreshLife() {
    return refreshLife;
  }

  public Rotation rotation() {
    return rotation;
  }

  Duration grace() {
    return grace;
  }

  boolean accessDiesOnRefresh() {
    return accessDiesOnRefresh;
  }

  boolean reuseRevokes() {
    return reuseRevokes;
  }

  int mostLiveTokens() {
    return mostLiveTokens;
  }

  List<Revoke> revokes() {
    return revokes;
  }

  Function<IssuedTokens, JsonObject> answer() {
    return answer;
  }

  String title() {
    return title;
  }
}
