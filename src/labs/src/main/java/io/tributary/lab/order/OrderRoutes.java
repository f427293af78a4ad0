package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Patch;
import io.tributary.core.ServiceException;
import io.tributary.http.JsonFields;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/** Routes that read and change existing orders. */
final class OrderRoutes implements Routes.Source {
  private static final String ONE = "/v3/order/{order_id}";

  /** Keeps the offset of the last page within the database's number range. */
  private static final int LAST_PAGE = 10_000_000;

  private final Bus bus;
  private final OrderQueries reads;
  private final JsonNode physicians;

  OrderRoutes(Bus bus, OrderQueries reads, JsonNode physicians) {
    this.bus = bus;
    this.reads = reads;
    this.physicians = physicians;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v3/orders", RouteAccess.TEAM, this::page);
    routes.get(ONE, RouteAccess.TEAM, this::getOrder);
    routes.patch(ONE, RouteAccess.TEAM, this::patch);
    routes.post(ONE + "/cancel", RouteAccess.TEAM, this::cancel);
    routes.patch(ONE + "/draw_completed", RouteAccess.TEAM, this::reportDraw);
    routes.get(ONE + "/communication_settings", RouteAccess.TEAM, this::communication);
    routes.patch(ONE + "/communication_settings", RouteAccess.TEAM, this::patchCommunication);
    routes.get("/v3/order_transaction/{transaction_id}", RouteAccess.TEAM, this::transaction);
    routes.get("/v2/team/{team_id}/physicians", RouteAccess.TEAM, this::physicians);
  }

  private Future<Response> getOrder(RequestContext call) {
    return reads.requireOne(call.tenant(), call.pathUuid("order_id")).map(Response::ok);
  }

  private Future<Response> page(RequestContext call) {
    QueryParameters q = call.query();
    OrderFilter filter = OrderFilter.read(q);
    int page = q.integer("page", 1, 1, LAST_PAGE);
    int size = q.integer("size", 50, 1, 100);
    call.requireValid();
    return reads.page(call.tenant(), filter, page, size).map(Response::ok);
  }

  private Future<Response> patch(RequestContext call) {
    UUID id = call.pathUuid("order_id");
    JsonFields body = call.body();
    Patch<LocalDate> day = body.patchDate("activate_by");
    if (day instanceof Patch.Keep && !body.has("activate_by")) {
      body.addError("activate_by", "Field required", "missing");
    }
    call.requireValid();
    return ask(
        new OrderMessages.Reschedule(call.tenant(), id, Optional.ofNullable(day.applyTo(null))));
  }

  private Future<Response> cancel(RequestContext call) {
    return ask(new OrderMessages.CancelOrder(call.tenant(), call.pathUuid("order_id")));
  }

  private Future<Response> reportDraw(RequestContext call) {
    return ask(new OrderMessages.ReportDraw(call.tenant(), call.pathUuid("order_id")));
  }

  private Future<Response> communication(RequestContext call) {
    return reads.communication(call.tenant(), call.pathUuid("order_id")).map(Response::ok);
  }

  private Future<Response> patchCommunication(RequestContext call) {
    UUID id = call.pathUuid("order_id");
    JsonFields body = call.body();
    boolean sms =
        body.flag("sms_enabled")
            .orElseGet(
                () -> {
                  if (body.raw("sms_enabled").isEmpty()) {
                    body.addError("sms_enabled", "Field required", "missing");
                  }
                  return false;
                });
    call.requireValid();
    return ask(new OrderMessages.SwitchSms(call.tenant(), id, sms));
  }

  private Future<Response> transaction(RequestContext call) {
    return reads.transaction(call.tenant(), call.pathUuid("transaction_id")).map(Response::ok);
  }

  private Future<Response> physicians(RequestContext call) {
    if (!call.pathUuid("team_id").equals(call.tenant().team())) {
      throw ServiceException.notFound("team");
    }
    return Future.succeededFuture(Response.ok(physicians));
  }

  private Future<Response> ask(OrderMessages message) {
    return bus.<OrderMessages.Answer>request(Address.ORDER, message)
        .map(a -> Response.of(a.status(), a.body()));
  }
}
