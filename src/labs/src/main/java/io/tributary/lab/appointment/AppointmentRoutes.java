package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Json;
import io.tributary.http.JsonFields;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.lab.order.IdempotencyKey;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Routes for the appointments of orders. */
final class AppointmentRoutes implements Routes.Source {
  private static final String HOME_PATH = "/v3/order/{order_id}/phlebotomy/appointment";
  private static final String SITE_PATH = "/v3/order/{order_id}/psc/appointment";
  private static final int MAX_NOTES = 1000;
  private static final int MAX_KEY = 4000;

  /** Default confirmation timeout of the call, in milliseconds. */
  private static final int DEFAULT_SYNC_TIMEOUT_MS = 2_500;

  private static final int DEFAULT_ASYNC_TIMEOUT_MS = 900_000;

  /**
   * Route prefix of the idempotency keys. Housekeeping keeps keys with this prefix longer than
   * others.
   */
  private static final String IDEMPOTENCY_ROUTE_PREFIX = "appointment/";

  private static final List<String> PROVIDERS = List.of("getlabs", "phlebfinders");

  private final Bus bus;

  AppointmentRoutes(Bus bus) {
    this.bus = bus;
  }

  @Override
  public void mount(Routes routes) {
    mount(routes, HOME_PATH, AppointmentType.PHLEBOTOMY);
    mount(routes, SITE_PATH, AppointmentType.PATIENT_SERVICE_CENTER);
    routes.post(HOME_PATH + "/request", RouteAccess.TEAM, this::request);
    routes.get(
        "/v3/order/phlebotomy/appointment/cancellation-reasons",
        RouteAccess.TEAM,
        c -> listCancellationReasons(AppointmentType.PHLEBOTOMY));
    routes.get(
        "/v3/order/psc/appointment/cancellation-reasons",
        RouteAccess.TEAM,
        c -> listCancellationReasons(AppointmentType.PATIENT_SERVICE_CENTER));
  }

  private void mount(Routes routes, String path, AppointmentType type) {
    routes.get(path, RouteAccess.TEAM, c -> read(c, type));
    routes.post(path + "/book", RouteAccess.TEAM, c -> book(c, type));
    routes.patch(path + "/reschedule", RouteAccess.TEAM, c -> reschedule(c, type));
    routes.patch(path + "/cancel", RouteAccess.TEAM, c -> cancel(c, type));
  }

  private static Future<Response> listCancellationReasons(AppointmentType type) {
    ArrayNode out = Json.array();
    CancellationReason.all(type).forEach(r -> out.add(r.json()));
    return Future.succeededFuture(Response.ok(out));
  }

  private Future<Response> read(RequestContext call, AppointmentType type) {
    return ask(new AppointmentMessages.Read(call.tenant(), call.pathUuid("order_id"), type));
  }

  private Future<Response> book(RequestContext call, AppointmentType type) {
    UUID order = call.pathUuid("order_id");
    JsonFields body = call.body();
    String key = body.requiredText("booking_key", 1, MAX_KEY);
    Optional<String> notes = body.text("appointment_notes", MAX_NOTES);
    boolean later = body.flag("async_confirmation").orElse(false);
    Optional<Integer> sync = body.integer("sync_confirmation_timeout_millisecond", 1_000, 10_000);
    Optional<Integer> async =
        body.integer("async_confirmation_timeout_millisecond", 60_000, 172_800_000);
    call.requireValid();
    Optional<ConfirmationTimeout> patience =
        later
            ? Optional.of(
                new ConfirmationTimeout(
                    Duration.ofMillis(sync.orElse(DEFAULT_SYNC_TIMEOUT_MS)),
                    Duration.ofMillis(async.orElse(DEFAULT_ASYNC_TIMEOUT_MS))))
            : Optional.empty();
    Optional<IdempotencyKey> again =
        IdempotencyKey.fromCall(call, IDEMPOTENCY_ROUTE_PREFIX + type.wireName(), order);
    return ask(
        new AppointmentMessages.Book(call.tenant(), order, type, key, notes, patience, again));
  }

  private Future<Response> request(RequestContext call) {
    UUID order = call.pathUuid("order_id");
    JsonFields body = call.body();
    JsonNode address = body.requiredObject("address").<JsonNode>map(UsAddress::read).orElse(null);
    String provider =
        body.requiredChoice("provider", p -> Optional.of(p).filter(PROVIDERS::contains), PROVIDERS);
    Optional<String> notes = body.text("appointment_notes", MAX_NOTES);
    call.requireValid();
    Optional<IdempotencyKey> again =
        IdempotencyKey.fromCall(call, IDEMPOTENCY_ROUTE_PREFIX + "request", order);
    return ask(
        new AppointmentMessages.Request(call.tenant(), order, provider, address, notes, again));
  }

  private Future<Response> reschedule(RequestContext call, AppointmentType type) {
    UUID order = call.pathUuid("order_id");
    JsonFields body = call.body();
    String key = body.requiredText("booking_key", 1, MAX_KEY);
    Optional<String> notes = body.text("appointment_notes", MAX_NOTES);
    call.requireValid();
    return ask(new AppointmentMessages.Reschedule(call.tenant(), order, type, key, notes));
  }

  /** Accepts both spellings of the reason field for both appointment types. */
  private Future<Response> cancel(RequestContext call, AppointmentType type) {
    UUID order = call.pathUuid("order_id");
    JsonFields body = call.body();
    boolean older = body.raw("cancellationReasonId").isPresent();
    UUID reason =
        older
            ? body.uuid("cancellationReasonId").orElse(null)
            : body.requiredUuid("cancellation_reason_id");
    Optional<String> notes = body.text("notes", MAX_NOTES).or(() -> body.text("note", MAX_NOTES));
    call.requireValid();
    return ask(new AppointmentMessages.Cancel(call.tenant(), order, type, reason, notes));
  }

  private Future<Response> ask(AppointmentMessages message) {
    return bus.<AppointmentMessages.Shown>request(Address.APPOINTMENT, message)
        .map(s -> Response.of(s.status(), s.body()));
  }
}
