package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.http.JsonFields;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.lab.catalogue.AoeAnswers;
import io.tributary.lab.catalogue.OrderSet;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Routes that create orders. */
final class OrderCreationRoutes implements Routes.Source {
  /** Shared by both paths: an idempotency key used on one is used on the other. */
  private static final String CREATE = "order";

  private final Bus bus;
  private final OrderForm form;
  private final PersonForm people;

  OrderCreationRoutes(Bus bus, OrderForm form, PersonForm people) {
    this.bus = bus;
    this.form = form;
    this.people = people;
  }

  @Override
  public void mount(Routes routes) {
    routes.post("/v3/order/create", RouteAccess.TEAM, this::create);
    routes.post("/v3/order", RouteAccess.TEAM, this::create);
    routes.post("/v3/order/import", RouteAccess.TEAM, this::importOrder);
    routes.post("/v3/order/testkit", RouteAccess.TEAM, this::sendKit);
    routes.post("/v3/order/testkit/register", RouteAccess.TEAM, this::registerKit);
    routes.post("/v3/order/resend_events", RouteAccess.TEAM, this::resend);
    routes.post("/v3/order/{order_id}/recreate", RouteAccess.TEAM, this::recreate);
  }

  private Future<Response> create(RequestContext call) {
    OrderRequest request = form.parse(call.body());
    call.requireValid();
    Optional<IdempotencyKey> key = IdempotencyKey.fromCall(call, CREATE);
    return ask(new OrderMessages.PlaceOrder(call.tenant(), request, key));
  }

  private Future<Response> importOrder(RequestContext call) {
    OrderRequest request = form.parseImport(call.body());
    call.requireValid();
    Optional<IdempotencyKey> key = IdempotencyKey.fromCall(call, "order/import");
    return ask(new OrderMessages.PlaceOrder(call.tenant(), request, key));
  }

  private Future<Response> sendKit(RequestContext call) {
    JsonFields body = call.body();
    UUID user = body.requiredUuid("user_id");
    UUID test = body.requiredUuid("lab_test_id");
    ObjectNode shipping =
        body.requiredObject("shipping_details").map(people::parseShipping).orElseGet(Json::object);
    Optional<String> passthrough = body.text("passthrough", OrderForm.MAX_TEXT);
    Optional<UUID> account = body.uuid("lab_account_id");
    call.requireValid();
    Optional<IdempotencyKey> key = IdempotencyKey.fromCall(call, "order/testkit");
    return ask(
        new OrderMessages.SendKit(call.tenant(), user, test, shipping, passthrough, account, key));
  }

  private Future<Response> registerKit(RequestContext call) {
    JsonFields body = call.body();
    String sampleId = body.requiredText("sample_id", 1, 100);
    Optional<UUID> user = body.uuid("user_id");
    ObjectNode patient =
        body.requiredObject("patient_details").map(people::parsePatient).orElseGet(Json::object);
    ObjectNode address =
        body.requiredObject("patient_address").map(people::parseAddress).orElseGet(Json::object);
    JsonNode physician = people.parsePhysician(body);
    JsonNode consents = OrderForm.parseConsents(body);
    JsonNode insurance = InsuranceForm.parse(body);
    List<AoeAnswers.QuestionAnswer> answers = OrderForm.parseAnswers(body);
    call.requireValid();
    Optional<IdempotencyKey> key = IdempotencyKey.fromCall(call, "order/testkit/register");
    return ask(
        new OrderMessages.RegisterKit(
            call.tenant(),
            sampleId,
            user,
            patient,
            address,
            physician,
            consents,
            insurance,
            answers,
            key));
  }

  private Future<Response> recreate(RequestContext call) {
    UUID id = call.pathUuid("order_id");
    JsonFields body = call.body();
    RecreateReason reason =
        body.requiredChoice(
            "update_reason", RecreateReason::fromWireName, RecreateReason.wireNames());
    Optional<UUID> account = body.uuid("lab_account_id");
    Optional<OrderSet> set = body.object("order_set").map(OrderSet::read);
    OrderMessages.NewTerms terms = form.parseNewTerms(body);
    call.requireValid();
    Optional<IdempotencyKey> key = IdempotencyKey.fromCall(call, "order/recreate", id);
    return ask(
        new OrderMessages.RecreateOrder(call.tenant(), id, reason, account, set, terms, key));
  }

  private Future<Response> resend(RequestContext call) {
    JsonFields body = call.body();
    Optional<List<UUID>> ids = body.uuids("order_ids", EventResend.MAX_ORDERS);
    Optional<Instant> start = instant(body, "start_at");
    Optional<Instant> end = instant(body, "end_at");
    call.requireValid();
    if (ids.isPresent() == start.isPresent()) {
      throw ServiceException.badRequest("exactly one of order_ids and start_at must be set");
    }
    return ask(new OrderMessages.ResendEvents(call.tenant(), ids.orElse(List.of()), start, end));
  }

  private static Optional<Instant> instant(JsonFields body, String name) {
    return body.text(name, 50)
        .flatMap(
            t ->
                Times.parseInstant(t)
                    .or(
                        () ->
                            body.addError(
                                name, "Input should be a date and time", "datetime_parsing")));
  }

  private Future<Response> ask(OrderMessages message) {
    return bus.<OrderMessages.Answer>request(Address.ORDER, message)
        .map(a -> Response.of(a.status(), a.body()));
  }
}
