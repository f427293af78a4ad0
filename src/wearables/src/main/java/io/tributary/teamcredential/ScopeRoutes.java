package io.tributary.teamcredential;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.http.JsonFields;
import io.tributary.http.ManagementPath;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

/** Management routes for the scopes that a team's users must grant and may grant. */
final class ScopeRoutes implements Routes.Source {
  private static final String PATH = "/v1/org/{org_id}/team/{team_id}/scope_requirements";
  private static final int MAX_SCOPES = 50;
  private static final int MAX_LENGTH = 200;

  private static final String LIST =
      """
      select t.id, s.provider, s.user_must_grant, s.user_may_grant
        from team t
        left join scope_requirement s
          on s.team_id = t.id and ($3::text is null or s.provider = $3)
       where t.id = $1 and t.org_id = $2
       order by s.provider
      """;

  private final Bus bus;
  private final Db db;
  private final ScopeCatalog catalog;

  ScopeRoutes(Bus bus, Db db, ScopeCatalog known) {
    this.bus = bus;
    this.db = db;
    this.catalog = known;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get(PATH, RouteAccess.MANAGEMENT, this::list)
        .post(PATH, RouteAccess.MANAGEMENT, this::put);
  }

  private Future<Response> list(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    UUID team = c.pathUuid("team_id");
    Optional<String> provider = c.query().text("provider");
    c.requireValid();
    return requirements(org, team, provider);
  }

  private Future<Response> requirements(UUID org, UUID team, Optional<String> provider) {
    return db.read(LIST, team, org, provider.orElse(null)).map(ScopeRoutes::reply);
  }

  private static Response reply(RowSet<Row> rows) {
    if (rows.size() == 0) {
      throw ServiceException.notFound("team");
    }
    ObjectNode out = Json.object();
    ArrayNode all = out.putArray("requirements");
    for (Row r : rows) {
      if (r.getString("provider") != null) {
        ObjectNode one =
            all.addObject()
                .put("team_id", r.getUUID("id").toString())
                .put("provider", r.getString("provider"));
        one.set("user_must_grant", Json.tree(RowMapping.texts(r, "user_must_grant")));
        one.set("user_may_grant", Json.tree(RowMapping.texts(r, "user_may_grant")));
      }
    }
    return Response.ok(out);
  }

  private Future<Response> put(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    UUID team = c.pathUuid("team_id");
    JsonFields body = c.body();
    Map<String, Optional<CredentialMessages.Scopes>> wanted = new LinkedHashMap<>();
    for (String provider : catalog.providers()) {
      if (!body.has(provider)) {
        continue;
      }
      if (body.raw(provider).isEmpty()) {
        wanted.put(provider, Optional.empty());
      } else {
        body.object(provider).ifPresent(b -> wanted.put(provider, Optional.of(read(provider, b))));
      }
    }
    c.requireValid();
    return bus.request(
            Address.CREDENTIAL, new CredentialMessages.SetRequirements(org, team, wanted))
        .compose(done -> requirements(org, team, Optional.empty()));
  }

  private CredentialMessages.Scopes read(String provider, JsonFields body) {
    List<String> must = scopes(provider, body, "user_must_grant");
    List<String> may = new ArrayList<>(scopes(provider, body, "user_may_grant"));
    // A required scope does not have to be listed as optional too.
    may.removeAll(must);
    return new CredentialMessages.Scopes(must, may);
  }

  private List<String> scopes(String provider, JsonFields body, String name) {
    Optional<List<String>> given = body.texts(name, MAX_SCOPES, MAX_LENGTH);
    if (body.raw(name).isEmpty()) {
      body.addError(name, "Field required", "missing");
    }
    List<String> allowed = catalog.of(provider);
    for (String scope : given.orElse(List.of())) {
      if (!allowed.contains(scope)) {
        body.addError(name, "Input should be one of: " + String.join(", ", allowed), "enum");
        break;
      }
    }
    return List.copyOf(new TreeSet<>(given.orElse(List.of())));
  }
}
