package io.tributary.sdk;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.config.SdkConfig;
import io.tributary.core.FieldError;
import io.tributary.core.ServiceException;
import io.tributary.core.Suggestions;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.model.Resource;
import io.tributary.provider.sdk.SdkResource;
import io.tributary.provider.sdk.UploadEnvelope;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Upload routes: POST /v2/summary/{resource}/{user_id} and /v2/timeseries/{user_id}/{resource}. */
final class SdkUploadRoutes implements Routes.Source {
  private static final String KEY = "idempotency-key";

  private static final List<String> TIMESERIES =
      Arrays.stream(Resource.values()).filter(Resource::isTimeseries).map(Resource::path).toList();

  private final Bus bus;
  private final SdkConfig settings;

  SdkUploadRoutes(Bus bus, SdkConfig settings) {
    this.bus = bus;
    this.settings = settings;
  }

  @Override
  public void mount(Routes routes) {
    for (Resource r : SdkResource.SUMMARIES) {
      routes.add(
          HttpMethod.POST,
          "/v2/summary/" + r.path() + "/{user_id}",
          RouteAccess.CLIENT,
          settings.maxBodyBytes(),
          call -> store(call, r));
    }
    routes.add(
        HttpMethod.POST,
        "/v2/timeseries/{user_id}/{resource}",
        RouteAccess.CLIENT,
        settings.maxBodyBytes(),
        call -> store(call, timeseries(call)));
  }

  private static Resource timeseries(RequestContext call) {
    String name = call.pathParameter("resource");
    return SdkResource.timeseries(name)
        .orElseThrow(
            () ->
                ServiceException.validationFailed(
                    FieldError.path(
                        "resource",
                        "Input should be the name of a timeseries"
                            + Suggestions.closest(name, TIMESERIES)
                                .map(similar -> ". Did you mean " + similar + "?")
                                .orElse(""),
                        "enum")));
  }

  private Future<Response> store(RequestContext call, Resource resource) {
    String coding =
        Optional.ofNullable(call.header("content-encoding")).orElse("").toLowerCase(Locale.ROOT);
    if (!List.of("", "identity", "gzip", "x-gzip").contains(coding)) {
      throw ServiceException.badRequest("unsupported content-encoding: only gzip is accepted");
    }
    String key = call.header(KEY);
    if (key != null && !UploadEnvelope.isValidBatchName(key)) {
      throw ServiceException.validationFailed(
          new FieldError(
              List.of("header", KEY),
              "Input should be 1 to 200 printable characters",
              "value_error"));
    }
    return send(
        bus,
        new PushMessages.Store(
            call.tenant(),
            call.pathUuid("user_id"),
            resource,
            call.raw(),
            coding.endsWith("gzip"),
            key));
  }

  /** Sends a command and returns its JSON as the response. */
  static Future<Response> send(Bus bus, PushMessages message) {
    return bus.<BusMessage>request(Address.PUSH, message)
        .map(
            answer ->
                Response.ok(
                    answer instanceof PushMessages.Answer a
                        ? new Response.Raw("application/json", a.json())
                        : io.tributary.core.Json.object().put("success", true)));
  }
}
