package io.tributary.diagnostics;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.http.ManagementPath;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.provider.ProviderCatalog;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Diagnostics over HTTP for management keys; an endpoint specific to this service (ADR 0099). */
final class DoctorRoutes implements Routes.Source {
  private static final String TEAM = "select 1 from team where id = $1 and org_id = $2";

  private final Bus bus;
  private final Db db;
  private final ProviderCatalog catalog;

  DoctorRoutes(Bus bus, Db db, ProviderCatalog catalog) {
    this.bus = bus;
    this.db = db;
    this.catalog = catalog;
  }

  @Override
  public void mount(Routes routes) {
    routes.get(
        "/v1/org/{org_id}/provider_doctor/{provider}", RouteAccess.MANAGEMENT, this::examine);
  }

  private Future<Response> examine(RequestContext c) {
    ManagementPath.organisation(c);
    String provider = c.pathParameter("provider");
    if (catalog.find(provider).isEmpty()) {
      throw ServiceException.notFound("provider");
    }
    QueryParameters q = c.query();
    Optional<UUID> team = q.uuid("team_id");
    Environment environment =
        q.choice("environment", Environment::of, List.of("sandbox", "production"))
            .orElse(Environment.SANDBOX);
    boolean flow =
        q.choice("flow", DoctorRoutes::parseBoolean, List.of("true", "false")).orElse(false);
    c.requireValid();
    return requireTeam(team, c.organisation())
        .compose(
            ok ->
                bus.<DoctorMessages.Report>request(
                    Address.DOCTOR,
                    new DoctorMessages.Examine(
                        provider, team.map(t -> new Tenant(t, environment)), flow)))
        .map(report -> Response.ok(json(provider, report.checks())));
  }

  private static Optional<Boolean> parseBoolean(String text) {
    return switch (text) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private Future<Void> requireTeam(Optional<UUID> team, UUID organisation) {
    if (team.isEmpty()) {
      return Future.succeededFuture();
    }
    return db.read(TEAM, team.get(), organisation)
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw ServiceException.notFound("team");
              }
              return null;
            });
  }

  private static ObjectNode json(String provider, List<DiagnosticResult> checks) {
    ObjectNode out = Json.object().put("provider", provider);
    out.put("healthy", checks.stream().noneMatch(k -> k.result() == DiagnosticResult.Result.BAD));
    ArrayNode all = out.putArray("checks");
    checks.forEach(k -> all.add(k.json()));
    return out;
  }
}
