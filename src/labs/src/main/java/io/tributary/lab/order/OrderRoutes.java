package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Fields;
import io.tributary.http.Query;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.Patch;
import io.tributary.kernel.Refusal;
import io.vertx.core.Future;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/** Reads and changes of orders that there are: labs.md §4, §5, §9, §10, §16. */
final class OrderRoutes implements Routes.Source {
  private static final String ONE = "/v3/order/{order_id}";

  /** So that the place of the last page is a number that the database takes. */
  private static final int LAST_PAGE = 10_000_000;

  private final Bus bus;
  private final OrderReads reads;
  private final JsonNode physicians;

  OrderRoutes(Bus bus, OrderReads reads, JsonNode physicians) {
    this.bus = bus;
    this.reads = reads;
    this.physicians = physicians;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v3/orders", Access.TEAM, this::page);
    routes.get(ONE, Access.TEAM, this::one);
    routes.patch(ONE, Access.TEAM, this::patch);
    routes.post(ONE + "/cancel", Access.TEAM, this::cancel);
    routes.patch(ONE + "/draw_completed", Access.TEAM, this::drawn);
    routes.get(ONE + "/communication_settings", Access.TEAM, this::communication);
    routes.patch(ONE + "/communication_settings", Access.TEAM, this::patchCommunication);
    routes.get("/v3/order_transaction/{transaction_id}", Access.TEAM, this::transaction);
    routes.get("/v2/team/{team_id}/physicians", Access.TEAM, this::physicians);
  }

  private Future<Reply> one(Call call) {
    return reads.one(call.tenant(), call.pathUuid("order_id")).map(Reply::ok);
  }

  private Future<Reply> page(Call call) {
    Query q = call.query();
    OrderFilter filter = OrderFilter.read(q);
    int page = q.integer("page", 1, 1, LAST_PAGE);
    int size = q.integer("size", 50, 1, 100);
    call.check();
    return reads.page(call.tenant(), filter, page, size).map(Reply::ok);
  }

  private Future<Reply> patch(Call call) {
    UUID id = call.pathUuid("order_id");
    Fields body = call.body();
    Patch<LocalDate> day = body.patchDate("activate_by");
    if (day instanceof Patch.Keep && !body.has("activate_by")) {
      body.fault("activate_by", "Field required", "missing");
    }
    call.check();
    return ask(
        new OrderMessages.Reschedule(call.tenant(), id, Optional.ofNullable(day.over(null))));
  }

  private Future<Reply> cancel(Call call) {
    return ask(new OrderMessages.CancelOrder(call.tenant(), call.pathUuid("order_id")));
  }

  private Future<Reply> drawn(Call call) {
    return ask(new OrderMessages.ReportDraw(call.tenant(), call.pathUuid("order_id")));
  }

  private Future<Reply> communication(Call call) {
    return reads.communication(call.tenant(), call.pathUuid("order_id")).map(Reply::ok);
  }

  private Future<Reply> patchCommunication(Call call) {
    UUID id = call.pathUuid("order_id");
    Fields body = call.body();
    boolean sms =
        body.flag("sms_enabled")
            .orElseGet(
                () -> {
                  if (body.raw("sms_enabled").isEmpty()) {
                    body.fault("sms_enabled", "Field required", "missing");
                  }
                  return false;
                });
    call.check();
    return ask(new OrderMessages.SwitchSms(call.tenant(), id, sms));
  }

  private Future<Reply> transaction(Call call) {
    return reads.transaction(call.tenant(), call.pathUuid("transaction_id")).map(Reply::ok);
  }

  private Future<Reply> physicians(Call call) {
    if (!call.pathUuid("team_id").equals(call.tenant().team())) {
      throw Refusal.notFound("team");
    }
    return Future.succeededFuture(Reply.ok(physicians));
  }

  private Future<Reply> ask(OrderMessages message) {
    return bus.<OrderMessages.Answer>ask(Address.ORDER, message)
        .map(a -> Reply.of(a.status(), a.body()));
  }
}
