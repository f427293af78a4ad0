package io.tributary.team;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.core.KeysetCursor;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.http.JsonFields;
import io.tributary.http.KeyScope;
import io.tributary.http.ManagementPath;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Management routes for API keys, management keys and access tokens. */
public final class KeyRoutes implements Routes.Source {
  private static final String API_KEYS = "/v1/org/{org_id}/team_api_keys/{env}/{region}";
  private static final String MANAGEMENT_KEYS = "/v1/org/{org_id}/management_key";
  private static final int MAX_LABEL_LENGTH = 256;
  private static final List<String> ROLES = List.of("org_admin", "team_admin");

  private final Bus bus;
  private final KeyRepo keys;
  private final String region;

  public KeyRoutes(Bus bus, Db db, String region) {
    this.bus = bus;
    this.keys = new KeyRepo(db);
    this.region = region;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get(API_KEYS, RouteAccess.MANAGEMENT, this::list)
        .post(API_KEYS, RouteAccess.MANAGEMENT, this::make)
        .delete(API_KEYS, RouteAccess.MANAGEMENT, this::revoke)
        .get(MANAGEMENT_KEYS, RouteAccess.MANAGEMENT, this::listManagement)
        .post(MANAGEMENT_KEYS, RouteAccess.MANAGEMENT, this::makeManagement)
        .patch(MANAGEMENT_KEYS + "/{key_id}", RouteAccess.MANAGEMENT, this::relabel)
        .delete(MANAGEMENT_KEYS + "/{key_id}", RouteAccess.MANAGEMENT, this::remove)
        .post(
            "/v1/org/{org_id}/team/{team_id}/create_api_access_token",
            RouteAccess.MANAGEMENT,
            this::token);
  }

  private Future<Response> list(RequestContext c) {
    Environment environment = ManagementPath.environment(c, region);
    UUID org = c.organisation();
    Optional<UUID> team = c.query().uuid("team_id");
    c.requireValid();
    List<?> filters = List.of("api_keys", org, environment, team);
    KeysetCursor from = KeysetCursor.decode(c.query().text("next_cursor").orElse(null), filters);
    return keys.apiKeys(org, environment, team, from.at(), from.id())
        .map(
            found -> {
              ObjectNode out = Json.object();
              ArrayNode items = out.putArray("api_keys");
              found.stream().limit(KeyRepo.PAGE_SIZE).forEach(k -> items.add(apiKey(k, k.hint())));
              TeamMessages.Key last =
                  found.size() > KeyRepo.PAGE_SIZE ? found.get(KeyRepo.PAGE_SIZE - 1) : null;
              return Response.ok(
                  out.put(
                      "next_cursor",
                      last == null
                          ? null
                          : KeysetCursor.encode(filters, last.createdAt(), last.id())));
            });
  }

  private Future<Response> make(RequestContext c) {
    Environment environment = ManagementPath.environment(c, region);
    UUID org = c.organisation();
    JsonFields body = c.body();
    String label = body.requiredText("label", 0, MAX_LABEL_LENGTH);
    UUID team = body.requiredUuid("team_id");
    ApiKeyPolicy terms = ApiKeyPolicy.of(body);
    c.requireValid();
    // A caller cannot grant scopes that it does not have.
    c.caller().requireScopes(terms.effectiveScopes());
    return this.<TeamMessages.NewKey>ask(
            new TeamMessages.MakeApiKey(org, environment, team, label, terms))
        .map(k -> Response.ok(apiKey(k.key(), k.value())));
  }

  private Future<Response> revoke(RequestContext c) {
    Environment environment = ManagementPath.environment(c, region);
    UUID org = c.organisation();
    QueryParameters q = c.query();
    if (q.texts("api_key_id").isEmpty()) {
      q.addError("api_key_id", "Field required", "missing");
    }
    List<UUID> ids = q.uuids("api_key_id");
    c.requireValid();
    return this.<TeamMessages.Revoked>ask(new TeamMessages.RevokeApiKeys(org, environment, ids))
        .map(
            r -> {
              ObjectNode out = Json.object();
              out.set("success", Json.tree(r.success()));
              out.putArray("failure");
              out.set("not_found", Json.tree(r.notFound()));
              return Response.ok(out);
            });
  }

  private Future<Response> listManagement(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    QueryParameters q = c.query();
    Optional<UUID> team = q.uuid("team_id");
    Optional<String> role = q.choice("role", v -> Optional.of(v).filter(ROLES::contains), ROLES);
    c.requireValid();
    // All management keys belong to the whole organization; none is bound to a team.
    boolean none = team.isPresent() || role.filter(r -> r.equals("team_admin")).isPresent();
    return (none ? Future.succeededFuture(List.<TeamMessages.Key>of()) : keys.managementKeys(org))
        .map(
            found -> {
              ObjectNode out = Json.object();
              ArrayNode data = out.putArray("data");
              found.forEach(k -> data.add(managementKey(k)));
              return Response.ok(out.putNull("next_cursor"));
            });
  }

  private Future<Response> makeManagement(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    JsonFields body = c.body();
    String label = body.requiredText("label", 0, MAX_LABEL_LENGTH);
    String role = body.requiredChoice("role", v -> Optional.of(v).filter(ROLES::contains), ROLES);
    ApiKeyPolicy terms = ApiKeyPolicy.of(body);
    c.requireValid();
    rejectTeamRoles(body, role);
    c.caller().requireScopes(terms.effectiveScopes());
    return this.<TeamMessages.NewKey>ask(new TeamMessages.MakeManagementKey(org, label, terms))
        .map(k -> Response.ok(managementKey(k.key()).put("key", k.value())));
  }

  private Future<Response> relabel(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    UUID key = c.pathUuid("key_id");
    JsonFields body = c.body();
    Optional<String> label = body.text("label", MAX_LABEL_LENGTH);
    c.requireValid();
    rejectTeamRoles(body, "org_admin");
    return this.<TeamMessages.Key>ask(new TeamMessages.RelabelManagementKey(org, key, label))
        .map(k -> Response.ok(managementKey(k)));
  }

  /**
   * Rejects team roles. They are not supported, and ignoring them would create a key with more
   * access than requested.
   */
  private static void rejectTeamRoles(JsonFields body, String role) {
    if (role.equals("team_admin") || body.raw("team_role_bindings").isPresent()) {
      throw ServiceException.badRequest(
          "management keys of this installation support only the role org_admin");
    }
  }

  private Future<Response> remove(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    return this.<TeamMessages.Key>ask(
            new TeamMessages.RemoveManagementKey(org, c.pathUuid("key_id")))
        .map(k -> Response.ok(managementKey(k)));
  }

  private Future<Response> token(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    UUID team = c.pathUuid("team_id");
    Environment environment =
        c.body().requiredChoice("env", Environment::of, List.of("production", "sandbox"));
    c.requireValid();
    // The token grants everything that a team can do.
    c.caller().requireScopes(KeyScope.ALL);
    return this.<TeamMessages.AccessToken>ask(
            new TeamMessages.MakeAccessToken(org, team, environment))
        .map(
            t ->
                Response.ok(
                    Json.object()
                        .put("access_token", t.value())
                        .put("expires_in", t.expiresInSeconds())));
  }

  private static ObjectNode apiKey(TeamMessages.Key k, String value) {
    return k.terms()
        .writeTo(
            Json.object()
                .put("id", k.id().toString())
                .put("label", k.label())
                .put("value", value)
                .put("team_id", k.team().map(UUID::toString).orElse(null))
                .put("created_at", Times.format(k.createdAt())));
  }

  private static ObjectNode managementKey(TeamMessages.Key k) {
    ObjectNode out =
        Json.object()
            .put("id", k.id().toString())
            .put("label", k.label())
            .put("created_at", Times.format(k.createdAt()));
    out.set("creator", Json.object().put("type", "management_key"));
    return k.terms().writeTo(out.put("role", "org_admin").putNull("team_role_bindings"));
  }

  private <R extends BusMessage> Future<R> ask(TeamMessages message) {
    return bus.request(Address.TEAM, message);
  }
}
