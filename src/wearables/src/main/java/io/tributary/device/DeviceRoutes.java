package io.tributary.device;

import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.UUID;

/** Routes that read users' devices. */
public final class DeviceRoutes implements Routes.Source {
  // The left join distinguishes a user without devices from an unknown user.
  private static final String OF_USER =
      "select "
          + Device.COLUMNS
          + " from app_user u left join device d on d.user_id = u.id"
          + " where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null"
          + " order by d.created_at, d.id";
  private static final String ONE =
      "select "
          + Device.COLUMNS
          + " from app_user u join device d on d.user_id = u.id and d.id = $4"
          + " where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null";

  private final Db db;

  public DeviceRoutes(Db db) {
    this.db = db;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v2/user/{user_id}/device", RouteAccess.TEAM, this::list);
    routes.get("/v2/user/{user_id}/device/{device_id}", RouteAccess.TEAM, this::get);
  }

  private Future<Response> list(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    return db.read(OF_USER, user, call.tenant().team(), call.tenant().environment().wire())
        .map(DeviceRoutes::devices);
  }

  private static Response devices(RowSet<Row> rows) {
    if (rows.size() == 0) {
      throw ServiceException.notFound("user");
    }
    List<Device> all = RowMapping.list(rows, Device::read);
    return Response.ok(all.stream().filter(d -> d.id() != null).toList());
  }

  private Future<Response> get(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    UUID device = call.pathUuid("device_id");
    return db.read(ONE, user, call.tenant().team(), call.tenant().environment().wire(), device)
        .map(
            rows ->
                RowMapping.first(rows, Device::read)
                    .map(Response::ok)
                    .orElseThrow(() -> ServiceException.notFound("device")));
  }
}
