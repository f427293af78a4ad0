package io.tributary.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.FieldError;
import io.tributary.http.JsonFields;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.webhook.WebhookMessages.ReplaceHeaders;
import io.tributary.webhook.WebhookMessages.Scope;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Routes for the custom headers that are sent with an endpoint's messages. */
public final class HeaderRoutes implements Routes.Source {
  private static final String PATH = WebhookPaths.ENDPOINT + "/headers";

  private final Bus bus;
  private final Endpoints endpoints;

  public HeaderRoutes(Bus bus, Endpoints endpoints) {
    this.bus = bus;
    this.endpoints = endpoints;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get(PATH, RouteAccess.MANAGEMENT, this::read)
        .put(PATH, RouteAccess.MANAGEMENT, this::replace);
  }

  private Future<Response> read(RequestContext call) {
    return endpoints
        .headers(WebhookPaths.scope(call), WebhookPaths.endpoint(call))
        .map(Response::ok);
  }

  private Future<Response> replace(RequestContext call) {
    Scope scope = WebhookPaths.scope(call);
    Map<String, String> headers =
        call.body().requiredObject("headers").map(h -> headers(call, h)).orElse(Map.of());
    call.requireValid();
    return bus.<Ack>request(
            Address.WEBHOOK, new ReplaceHeaders(scope, WebhookPaths.endpoint(call), headers))
        .map(done -> Response.noContent());
  }

  private static Map<String, String> headers(RequestContext call, JsonFields object) {
    Map<String, String> out = new LinkedHashMap<>();
    Set<String> lower = new HashSet<>();
    if (object.node().size() > HeaderRules.MAX_HEADERS) {
      call.addError(
          FieldError.body(
              "headers",
              "There should be at most " + HeaderRules.MAX_HEADERS + " headers",
              "too_long"));
      return out;
    }
    for (Map.Entry<String, JsonNode> field : object.node().properties()) {
      String name = field.getKey();
      HeaderRules.nameError(name).ifPresent(wrong -> fault(call, name, wrong, "value_error"));
      if (!lower.add(name.toLowerCase(Locale.ROOT))) {
        fault(call, name, "This header occurs twice", "value_error");
      }
      if (field.getValue().isTextual()) {
        String value = field.getValue().textValue();
        HeaderRules.valueError(value).ifPresent(wrong -> fault(call, name, wrong, "value_error"));
        out.put(name, value);
      } else {
        fault(call, name, "Input should be a valid string", "string_type");
      }
    }
    return out;
  }

  private static void fault(RequestContext call, String name, String wrong, String type) {
    call.addError(new FieldError(List.of("body", "headers", name), wrong, type));
  }
}
