package io.tributary.sdk;

import io.tributary.bus.Bus;
import io.tributary.core.FieldError;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.http.JsonFields;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.model.Resource;
import io.tributary.provider.sdk.SdkProvider;
import io.tributary.provider.sdk.SdkResource;
import io.vertx.core.Future;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Routes that connect a client and synchronize its uploads. */
final class SyncRoutes implements Routes.Source {
  private static final int MAX_PERMISSIONS = 500;
  private static final int MAX_LENGTH = 200;

  private final Bus bus;

  SyncRoutes(Bus bus) {
    this.bus = bus;
  }

  @Override
  public void mount(Routes routes) {
    routes.post("/v2/link/provider/manual/{provider}", RouteAccess.CLIENT, this::connect);
    routes.post("/v2/user/{user_id}/sdk_sync_state/{provider}", RouteAccess.CLIENT, this::state);
    routes.post(
        "/v2/user/{user_id}/sdk_start_historical_stage/{provider}",
        RouteAccess.CLIENT,
        this::start);
    routes.post(
        "/v2/user/{user_id}/sdk_sync_progress/{provider}", RouteAccess.CLIENT, this::progress);
  }

  private static SdkProvider provider(RequestContext call) {
    return SdkProvider.of(call.pathParameter("provider"))
        .orElseThrow(
            () ->
                ServiceException.validationFailed(
                    FieldError.path(
                        "provider",
                        "Input should be one of: " + String.join(", ", SdkProvider.slugs()),
                        "enum")));
  }

  private Future<Response> connect(RequestContext call) {
    SdkProvider provider = provider(call);
    JsonFields body = call.body();
    UUID user = body.requiredUuid("user_id");
    List<String> granted = permissions(body);
    body.text("provider_id", MAX_LENGTH);
    Optional<ConnectionMode> mode =
        body.choice("connect_mode", ConnectionMode::of, ConnectionMode.NAMES);
    call.requireValid();
    return SdkUploadRoutes.send(
        bus,
        new PushMessages.Connect(
            call.tenant(), call.requireAccessTo(user), provider, granted, mode));
  }

  private static List<String> permissions(JsonFields body) {
    return body.texts("granted_permissions", MAX_PERMISSIONS, MAX_LENGTH).orElse(null);
  }

  private Future<Response> state(RequestContext call) {
    SdkProvider provider = provider(call);
    UUID user = call.pathUuid("user_id");
    JsonFields body = call.bodyOrEmpty();
    ZoneId zone = body.text("tzinfo", MAX_LENGTH).flatMap(t -> zone(body, t)).orElse(null);
    Instant start = instant(body, "request_start_date").orElse(null);
    Instant end = instant(body, "request_end_date").orElse(null);
    List<String> granted = permissions(body);
    call.requireValid();
    return SdkUploadRoutes.send(
        bus, new PushMessages.SyncState(call.tenant(), user, provider, zone, start, end, granted));
  }

  private Future<Response> start(RequestContext call) {
    SdkProvider provider = provider(call);
    UUID user = call.pathUuid("user_id");
    JsonFields body = call.body();
    Instant start = required(body, "range_start");
    Instant end = required(body, "range_end");
    Resource resource =
        Optional.ofNullable(body.requiredText("backfill_type", 1, MAX_LENGTH))
            .flatMap(
                t ->
                    SdkResource.find(t)
                        .or(
                            () ->
                                body.addError(
                                    "backfill_type",
                                    "Input should be the name of a resource",
                                    "enum")))
            .orElse(null);
    if (start != null && end != null && start.isAfter(end)) {
      body.addError("range_end", "range_end should not be before range_start", "date_order");
    }
    call.requireValid();
    return SdkUploadRoutes.send(
        bus,
        new PushMessages.StartStage(
            call.tenant(), user, provider, start, end, resource, call.traceId()));
  }

  private Future<Response> progress(RequestContext call) {
    SdkProvider provider = provider(call);
    UUID user = call.pathUuid("user_id");
    call.bodyOrEmpty();
    call.requireValid();
    return SdkUploadRoutes.send(bus, new PushMessages.Progress(call.tenant(), user, provider));
  }

  private static Optional<ZoneId> zone(JsonFields body, String text) {
    try {
      return Optional.of(ZoneId.of(text));
    } catch (DateTimeException e) {
      return body.addError("tzinfo", "Input should be the name of a time zone", "time_zone");
    }
  }

  private static Instant required(JsonFields body, String name) {
    return body.requiredText(name, 1, MAX_LENGTH) == null ? null : instant(body, name).orElse(null);
  }

  private static Optional<Instant> instant(JsonFields body, String name) {
    return body.text(name, MAX_LENGTH)
        .flatMap(
            t ->
                Times.parseInstant(t)
                    .or(
                        () ->
                            body.addError(
                                name, "Input should be a date-time", "datetime_parsing")));
  }
}
