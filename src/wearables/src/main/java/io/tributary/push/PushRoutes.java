package io.tributary.push;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.config.PushConfig;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.InputFault;
import io.tributary.kernel.Refusal;
import io.tributary.model.Resource;
import io.tributary.provider.sdk.Envelope;
import io.tributary.provider.sdk.PushResource;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** POST /v2/summary/{resource}/{user_id} and /v2/timeseries/{user_id}/{resource}. */
final class PushRoutes implements Routes.Source {
  private static final String KEY = "idempotency-key";

  private final Bus bus;
  private final PushConfig settings;

  PushRoutes(Bus bus, PushConfig settings) {
    this.bus = bus;
    this.settings = settings;
  }

  @Override
  public void mount(Routes routes) {
    for (Resource r : PushResource.SUMMARIES) {
      routes.add(
          HttpMethod.POST,
          "/v2/summary/" + r.path() + "/{user_id}",
          Access.CLIENT,
          settings.maxBodyBytes(),
          call -> store(call, r));
    }
    routes.add(
        HttpMethod.POST,
        "/v2/timeseries/{user_id}/{resource}",
        Access.CLIENT,
        settings.maxBodyBytes(),
        call -> store(call, timeseries(call)));
  }

  private static Resource timeseries(Call call) {
    return PushResource.timeseries(call.path("resource"))
        .orElseThrow(
            () ->
                Refusal.badInput(
                    InputFault.path("resource", "Input should be a timeseries", "enum")));
  }

  private Future<Reply> store(Call call, Resource resource) {
    String coding =
        Optional.ofNullable(call.header("content-encoding")).orElse("").toLowerCase(Locale.ROOT);
    if (!List.of("", "identity", "gzip", "x-gzip").contains(coding)) {
      throw Refusal.invalid("the content-encoding is not gzip");
    }
    String key = call.header(KEY);
    if (key != null && !Envelope.fitsName(key)) {
      throw Refusal.badInput(
          new InputFault(
              List.of("header", KEY),
              "Input should be 1 to 200 printable characters",
              "value_error"));
    }
    return ask(
        bus,
        new PushMessages.Store(
            call.tenant(),
            call.pathUuid("user_id"),
            resource,
            call.raw(),
            coding.endsWith("gzip"),
            key));
  }

  /** The service's answer as it is. */
  static Future<Reply> ask(Bus bus, PushMessages message) {
    return bus.<BusMessage>ask(Address.PUSH, message)
        .map(
            answer ->
                Reply.ok(
                    answer instanceof PushMessages.Answer a
                        ? new Reply.Raw("application/json", a.json())
                        : io.tributary.kernel.Json.object().put("success", true)));
  }
}
