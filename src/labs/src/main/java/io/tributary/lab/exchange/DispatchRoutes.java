package io.tributary.lab.exchange;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.http.ManagementPath;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.lab.order.OrderLifecycle;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.UUID;

/** Operator routes for orders whose message to the laboratory could not be created. */
final class DispatchRoutes implements Routes.Source {
  private static final String PATH = "/v1/org/{org_id}/lab_order_dispatch";

  private static final String PARKED =
      """
      d.state = 'parked'
        and not exists (select 1 from lab_message m
                         where m.order_id = d.order_id and m.direction = 'out' and m.kind = d.kind)
      """;

  private static final String LIST =
      """
      select d.order_id, d.kind, d.attempt, d.error
        from lab_order_dispatch d join lab_order o on o.id = d.order_id join team t on t.id = o.team_id
       where t.org_id = $1 and
      """
          + PARKED
          + " order by d.order_id, d.kind limit $2";

  private static final String LOCK_OWNED =
      """
      select 1 from lab_order o join team t on t.id = o.team_id
       where o.id = $1 and t.org_id = $2 for no key update of o
      """;

  private static final String RETRY =
      """
      update lab_order_dispatch d
         set state = 'waiting', due_at = now(), attempt = 0, lease_expires_at = null, error = null
       where d.order_id = $1 and
      """
          + PARKED;

  private final Db db;

  DispatchRoutes(Db db) {
    this.db = db;
  }

  @Override
  public void mount(Routes routes) {
    routes.get(PATH, RouteAccess.MANAGEMENT, this::list);
    routes.post(PATH + "/{order_id}/retry", RouteAccess.MANAGEMENT, this::retry);
  }

  private Future<Response> list(RequestContext call) {
    return OperatorQueue.list(db, call, LIST, DispatchRoutes::toJson);
  }

  private static ObjectNode toJson(Row r) {
    return Json.object()
        .put("order_id", r.getUUID("order_id").toString())
        .put("kind", r.getString("kind"))
        .put("attempts", r.getInteger("attempt"))
        .put("error", r.getString("error"));
  }

  private Future<Response> retry(RequestContext call) {
    UUID org = ManagementPath.organisation(call);
    UUID order = call.pathUuid("order_id");
    call.requireValid();
    return db.txAsync(tx -> retry(tx, org, order))
        .map(v -> Response.ok(Json.object().put("success", true)));
  }

  private static Void retry(Tx tx, UUID org, UUID order) {
    if (tx.first(LOCK_OWNED, order, org).isEmpty()) {
      throw ServiceException.notFound("order");
    }
    if (tx.update(RETRY, order) == 0) {
      throw ServiceException.badRequest("the order is not parked");
    }
    tx.wakeAfterCommit(OrderLifecycle.QUEUE);
    return null;
  }
}
