package io.tributary.connection;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.ProviderCatalog;
import io.tributary.provider.ProviderInfo;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Routes that list and remove the connections of a user. */
public final class ConnectionRoutes implements Routes.Source {
  // The left join distinguishes a user without connections from an unknown user.
  private static final String OF_USER =
      "select "
          + Connection.COLUMNS
          + " from app_user u left join connection c on c.user_id = u.id"
          + " where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null"
          + " order by c.created_at, c.id";

  private final Db db;
  private final Bus bus;
  private final ProviderCatalog catalog;
  private final Adapters adapters;

  public ConnectionRoutes(Db db, Bus bus, ProviderCatalog catalog, Adapters adapters) {
    this.db = db;
    this.bus = bus;
    this.catalog = catalog;
    this.adapters = adapters;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v2/user/providers/{user_id}", RouteAccess.TEAM, this::list);
    routes.delete("/v2/user/{user_id}/{provider}", RouteAccess.TEAM, this::deregister);
  }

  record View(
      String name,
      String slug,
      String logo,
      ConnectionStatus status,
      Instant createdOn,
      Map<String, ResourceAvailability> resourceAvailability,
      Connection.ErrorDetails errorDetails,
      String externalUserId) {}

  private record Views(List<View> providers) {}

  private Future<Response> list(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    return db.read(OF_USER, user, call.tenant().team(), call.tenant().environment().wire())
        .map(this::views);
  }

  private Response views(RowSet<Row> rows) {
    if (rows.size() == 0) {
      throw ServiceException.notFound("user");
    }
    return Response.ok(
        new Views(
            RowMapping.list(rows, r -> r).stream()
                .filter(r -> r.getUUID("id") != null)
                .map(Connection::read)
                .map(this::view)
                .toList()));
  }

  private View view(Connection c) {
    ProviderInfo card = catalog.info(c.provider());
    return new View(
        card.name(),
        card.slug(),
        card.logo(),
        c.status(),
        c.createdAt(),
        adapters
            .of(c.provider(), c.demo())
            .map(Adapter::descriptor)
            .map(d -> ResourceAvailability.of(d, c.scopesGranted()))
            .orElseGet(Map::of),
        c.status() == ConnectionStatus.ERROR ? c.error().orElse(null) : null,
        c.externalUserId());
  }

  private Future<Response> deregister(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    String provider = call.pathParameter("provider");
    if (!catalog.contains(provider)) {
      throw ServiceException.validationFailed(
          FieldError.path(
              "provider", "Input should be one of: " + String.join(", ", catalog.slugs()), "enum"));
    }
    return bus.request(
            Address.CONNECTION, new ConnectionMessages.Deregister(call.tenant(), user, provider))
        .map(done -> Response.ok(Json.object().put("success", true)));
  }
}
