package io.tributary.team;

import io.tributary.config.ServiceConfig;
import io.tributary.core.Encryption;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.http.Authenticator;
import io.tributary.http.KeyScope;
import io.tributary.http.Principal;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.sqlclient.Row;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Authenticates keys and tokens by their hash. Results are cached for at most two seconds, so a
 * revocation takes effect on every node within that time.
 */
public final class ApiKeyAuthenticator implements Authenticator {
  /** Standard API key header. Aliases are configurable. */
  public static final String HEADER = "x-service-api-key";

  public static final String MANAGEMENT_HEADER = "x-management-key";

  private static final String TEAM_BY_KEY =
      """
      select k.id, t.org_id, k.team_id, k.environment, k.scopes, k.rate_per_minute
        from api_key k join team t on t.id = k.team_id
       where k.key_hash = $1 and k.revoked_at is null
         and (k.expires_at is null or k.expires_at > now())
      """;
  private static final String TEAM_BY_TOKEN =
      """
      select a.id, t.org_id, a.team_id, a.environment
        from access_token a join team t on t.id = a.team_id
       where a.token_hash = $1 and a.expires_at > now()
      """;
  private static final String USER_BY_TOKEN =
      """
      select team.org_id, u.team_id, u.environment, t.user_id, t.sign_in_id
        from user_access_token t join app_user u on u.id = t.user_id join team on team.id = u.team_id
       where t.token_hash = $1 and t.expires_at > now() and u.deleted_at is null
         and team.deletion_started_at is null
      """;
  private static final String ORG_BY_KEY =
      """
      select id, org_id, scopes, rate_per_minute from management_key
       where key_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())
      """;

  /** Prefix of the tokens of signed-in users. */
  public static final String USER_TOKEN_PREFIX = "uat_";

  private static final int MAX_CACHED = 10_000;

  private final Db db;
  private final KeyHeaders headers;
  private final long cacheNanos;
  private final Map<ByteBuffer, CachedPrincipal> teams = new ConcurrentHashMap<>();
  private final Map<ByteBuffer, CachedPrincipal> users = new ConcurrentHashMap<>();
  private final Map<ByteBuffer, CachedPrincipal> organisations = new ConcurrentHashMap<>();

  private record CachedPrincipal(Principal who, long at) {}

  public ApiKeyAuthenticator(Db db, ServiceConfig.Auth settings) {
    this.db = db;
    this.headers = KeyHeaders.of(settings);
    this.cacheNanos = settings.cacheTtl().toNanos();
  }

  @Override
  public Future<Principal> authenticateTeam(HttpServerRequest request) {
    Optional<String> key = headers.key(request::getHeader);
    if (key.isPresent()) {
      Optional<String> wrongKind = ApiKeys.notAnApiKey(key.get());
      if (wrongKind.isPresent()) {
        return Future.failedFuture(ServiceException.unauthorized(wrongKind.get()));
      }
      return find(
          teams, key.get(), TEAM_BY_KEY, ApiKeyAuthenticator::apiKey, "the API key is invalid");
    }
    String bearer = request.getHeader("authorization");
    if (bearer != null && bearer.regionMatches(true, 0, "Bearer ", 0, 7)) {
      String token = bearer.substring(7).strip();
      Optional<String> wrongKind = ApiKeys.notAnAccessToken(token);
      if (wrongKind.isPresent()) {
        return Future.failedFuture(ServiceException.unauthorized(wrongKind.get()));
      }
      return find(
          teams,
          token,
          TEAM_BY_TOKEN,
          ApiKeyAuthenticator::accessToken,
          "the access token is invalid or has expired");
    }
    return Future.failedFuture(
        ServiceException.unauthorized("send the API key in the header " + HEADER));
  }

  @Override
  public Future<Principal> authenticateClient(HttpServerRequest request) {
    String bearer = request.getHeader("authorization");
    boolean user =
        bearer != null
            && bearer.regionMatches(true, 0, "Bearer ", 0, 7)
            && bearer.startsWith(USER_TOKEN_PREFIX, 7)
            && headers.key(request::getHeader).isEmpty();
    return user
        ? find(
            users,
            bearer.substring(7).strip(),
            USER_BY_TOKEN,
            ApiKeyAuthenticator::userPrincipal,
            "the token is invalid or has expired")
        : authenticateTeam(request);
  }

  @Override
  public Future<Principal> authenticateManagement(HttpServerRequest request) {
    String key = request.getHeader(MANAGEMENT_HEADER);
    if (key == null || key.isEmpty()) {
      return Future.failedFuture(
          ServiceException.unauthorized(
              "send the management key in the header " + MANAGEMENT_HEADER));
    }
    Optional<String> wrongKind = ApiKeys.notAManagementKey(key);
    if (wrongKind.isPresent()) {
      return Future.failedFuture(ServiceException.unauthorized(wrongKind.get()));
    }
    return find(
        organisations,
        key,
        ORG_BY_KEY,
        ApiKeyAuthenticator::managementKey,
        "the management key is invalid");
  }

  private static Principal apiKey(Row row) {
    return new Principal(
        Principal.Kind.API_KEY,
        Optional.of(row.getUUID("id")),
        row.getUUID("org_id"),
        Optional.of(tenant(row)),
        Optional.empty(),
        ApiKeyPolicy.scopes(row),
        perMinute(row));
  }

  private static Principal accessToken(Row row) {
    return new Principal(
        Principal.Kind.ACCESS_TOKEN,
        Optional.of(row.getUUID("id")),
        row.getUUID("org_id"),
        Optional.of(tenant(row)),
        Optional.empty(),
        KeyScope.ALL,
        OptionalInt.empty());
  }

  /** User tokens have all scopes, because the routes and the user limit their access. */
  private static Principal userPrincipal(Row row) {
    UUID signIn = row.getUUID("sign_in_id");
    return new Principal(
        Principal.Kind.USER_TOKEN,
        Optional.of(signIn),
        row.getUUID("org_id"),
        Optional.of(tenant(row)),
        Optional.of(new SignedIn(row.getUUID("user_id"), signIn)),
        KeyScope.ALL,
        OptionalInt.empty());
  }

  private static Principal managementKey(Row row) {
    return new Principal(
        Principal.Kind.MANAGEMENT_KEY,
        Optional.of(row.getUUID("id")),
        row.getUUID("org_id"),
        Optional.empty(),
        Optional.empty(),
        ApiKeyPolicy.scopes(row),
        perMinute(row));
  }

  private static OptionalInt perMinute(Row row) {
    Integer rate = row.getInteger("rate_per_minute");
    return rate == null ? OptionalInt.empty() : OptionalInt.of(rate);
  }

  private static Tenant tenant(Row row) {
    return Tenant.of(row.getUUID("team_id"), row.getString("environment"));
  }

  private Future<Principal> find(
      Map<ByteBuffer, CachedPrincipal> cache,
      String key,
      String sql,
      Function<Row, Principal> reader,
      String otherwise) {
    ByteBuffer hash = ByteBuffer.wrap(Encryption.sha256(key));
    CachedPrincipal known = cache.get(hash);
    if (known != null && System.nanoTime() - known.at() < cacheNanos) {
      return Future.succeededFuture(known.who());
    }
    return db.read(sql, (Object) hash.array())
        .compose(
            rows -> {
              if (rows.size() == 0) {
                cache.remove(hash);
                return Future.failedFuture(ServiceException.unauthorized(otherwise));
              }
              Principal who = reader.apply(rows.iterator().next());
              remember(cache, hash, who);
              return Future.succeededFuture(who);
            });
  }

  private static void remember(
      Map<ByteBuffer, CachedPrincipal> cache, ByteBuffer hash, Principal who) {
    // Only valid keys are cached, so the limit is practically never reached.
    if (cache.size() >= MAX_CACHED) {
      cache.clear();
    }
    cache.put(hash, new CachedPrincipal(who, System.nanoTime()));
  }
}
