package io.tributary.team;

import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.http.Gatekeeper;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Secrets;
import io.tributary.kernel.Tenant;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.sqlclient.Row;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Knows keys by their hash. What it found is trusted for at most two seconds, so a revocation acts
 * on every node by then.
 */
public final class Authn implements Gatekeeper {
  /** The header of the contract; aliases come by configuration. */
  public static final String HEADER = "x-service-api-key";

  public static final String MANAGEMENT_HEADER = "x-management-key";

  private static final String TEAM_BY_KEY =
      "select team_id, environment from api_key where key_hash = $1 and revoked_at is null";
  private static final String TEAM_BY_TOKEN =
      "select team_id, environment from access_token where token_hash = $1 and expires_at > now()";
  private static final String USER_BY_TOKEN =
      """
      select u.team_id, u.environment, t.user_id, t.sign_in_id
        from user_access_token t join app_user u on u.id = t.user_id join team on team.id = u.team_id
       where t.token_hash = $1 and t.expires_at > now() and u.deleted_at is null
         and team.ending_at is null
      """;
  private static final String ORG_BY_KEY =
      "select org_id from management_key where key_hash = $1 and revoked_at is null";

  /** What tokens of signed-in users begin with. */
  public static final String USER_TOKEN = "uat_";

  private static final int CACHE = 10_000;

  private final Db db;
  private final KeyHeaders headers;
  private final long trustNanos;
  private final Map<ByteBuffer, Known<Tenant>> teams = new ConcurrentHashMap<>();
  private final Map<ByteBuffer, Known<Client>> users = new ConcurrentHashMap<>();
  private final Map<ByteBuffer, Known<UUID>> organisations = new ConcurrentHashMap<>();

  private record Known<T>(T who, long at) {}

  public Authn(Db db, ServiceConfig.Auth settings) {
    this.db = db;
    this.headers = KeyHeaders.of(settings);
    this.trustNanos = settings.cacheFor().toNanos();
  }

  @Override
  public Future<Tenant> team(HttpServerRequest request) {
    Optional<String> key = headers.key(request::getHeader);
    if (key.isPresent()) {
      return find(teams, key.get(), TEAM_BY_KEY, "the API key is not known");
    }
    String bearer = request.getHeader("authorization");
    if (bearer != null && bearer.regionMatches(true, 0, "Bearer ", 0, 7)) {
      return find(
          teams,
          bearer.substring(7).strip(),
          TEAM_BY_TOKEN,
          "the access token is not known or has expired");
    }
    return Future.failedFuture(Refusal.unknownKey("send the API key in the header " + HEADER));
  }

  @Override
  public Future<Client> client(HttpServerRequest request) {
    String bearer = request.getHeader("authorization");
    boolean user =
        bearer != null
            && bearer.regionMatches(true, 0, "Bearer ", 0, 7)
            && bearer.startsWith(USER_TOKEN, 7)
            && headers.key(request::getHeader).isEmpty();
    return user
        ? find(
            users,
            bearer.substring(7).strip(),
            USER_BY_TOKEN,
            Authn::signedIn,
            "the token is not known or has expired")
        : team(request).map(t -> new Client(t, Optional.empty()));
  }

  private static Client signedIn(Row row) {
    return new Client(
        tenant(row), Optional.of(new SignedIn(row.getUUID("user_id"), row.getUUID("sign_in_id"))));
  }

  private static Tenant tenant(Row row) {
    return Tenant.of(row.getUUID("team_id"), row.getString("environment"));
  }

  private Future<Tenant> find(
      Map<ByteBuffer, Known<Tenant>> cache, String key, String sql, String otherwise) {
    return find(cache, key, sql, Authn::tenant, otherwise);
  }

  private <T> Future<T> find(
      Map<ByteBuffer, Known<T>> cache,
      String key,
      String sql,
      Function<Row, T> reader,
      String otherwise) {
    ByteBuffer hash = ByteBuffer.wrap(Secrets.sha256(key));
    Known<T> known = cache.get(hash);
    if (known != null && System.nanoTime() - known.at() < trustNanos) {
      return Future.succeededFuture(known.who());
    }
    return db.read(sql, (Object) hash.array())
        .compose(
            rows -> {
              if (rows.size() == 0) {
                cache.remove(hash);
                return Future.failedFuture(Refusal.unknownKey(otherwise));
              }
              T who = reader.apply(rows.iterator().next());
              remember(cache, hash, who);
              return Future.succeededFuture(who);
            });
  }

  @Override
  public Future<UUID> management(HttpServerRequest request) {
    String key = request.getHeader(MANAGEMENT_HEADER);
    if (key == null || key.isEmpty()) {
      return Future.failedFuture(
          Refusal.unknownKey("send the management key in the header " + MANAGEMENT_HEADER));
    }
    ByteBuffer hash = ByteBuffer.wrap(Secrets.sha256(key));
    Known<UUID> known = organisations.get(hash);
    if (known != null && System.nanoTime() - known.at() < trustNanos) {
      return Future.succeededFuture(known.who());
    }
    return db.read(ORG_BY_KEY, (Object) hash.array())
        .compose(
            rows -> {
              if (rows.size() == 0) {
                organisations.remove(hash);
                return Future.failedFuture(Refusal.unknownKey("the management key is not known"));
              }
              UUID org = rows.iterator().next().getUUID("org_id");
              remember(organisations, hash, org);
              return Future.succeededFuture(org);
            });
  }

  private static <T> void remember(Map<ByteBuffer, Known<T>> cache, ByteBuffer hash, T who) {
    // Only keys that exist get in, so the bound is never met in practice; it is one all the same.
    if (cache.size() >= CACHE) {
      cache.clear();
    }
    cache.put(hash, new Known<>(who, System.nanoTime()));
  }
}
