package io.tributary.webhook;

import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Environment;
import io.tributary.core.Patch;
import io.tributary.delivery.WebhookSigner;
import io.tributary.http.JsonFields;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.outbound.SsrfPolicy;
import io.tributary.webhook.WebhookMessages.CreateEndpoint;
import io.tributary.webhook.WebhookMessages.EndpointView;
import io.tributary.webhook.WebhookMessages.PatchEndpoint;
import io.tributary.webhook.WebhookMessages.RemoveEndpoint;
import io.tributary.webhook.WebhookMessages.RotateSecret;
import io.tributary.webhook.WebhookMessages.Scope;
import io.vertx.core.Future;
import java.util.Map;

/** Routes for endpoints and their signing secrets in the management API. */
public final class EndpointRoutes implements Routes.Source {
  private static final String BASE = WebhookPaths.ENDPOINTS;
  private static final String ONE = WebhookPaths.ENDPOINT;
  private static final int URL_LENGTH = 2048;
  private static final int DESCRIPTION_LENGTH = 4096;

  private final Bus bus;
  private final Endpoints endpoints;
  private final SsrfPolicy policy;

  public EndpointRoutes(Bus bus, Endpoints endpoints, SsrfPolicy rules) {
    this.bus = bus;
    this.endpoints = endpoints;
    this.policy = rules;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get(BASE, RouteAccess.MANAGEMENT, this::list)
        .post(BASE, RouteAccess.MANAGEMENT, this::create)
        .get(ONE, RouteAccess.MANAGEMENT, this::read)
        .patch(ONE, RouteAccess.MANAGEMENT, this::patch)
        .delete(ONE, RouteAccess.MANAGEMENT, this::remove)
        .get(ONE + "/secret", RouteAccess.MANAGEMENT, this::secret)
        .post(ONE + "/secret/rotate", RouteAccess.MANAGEMENT, this::rotate);
  }

  private Future<Response> list(RequestContext call) {
    Scope scope = WebhookPaths.scope(call);
    int limit = call.query().integer("limit", 50, 1, 250);
    String cursor = call.query().text("next_cursor").orElse(null);
    call.requireValid();
    return endpoints.page(scope, cursor, limit).map(Response::ok);
  }

  private Future<Response> read(RequestContext call) {
    return endpoints.find(WebhookPaths.scope(call), WebhookPaths.endpoint(call)).map(Response::ok);
  }

  private Future<Response> secret(RequestContext call) {
    return endpoints
        .secret(WebhookPaths.scope(call), WebhookPaths.endpoint(call))
        .map(key -> Response.ok(Map.of("key", key)));
  }

  private Future<Response> create(RequestContext call) {
    Scope scope = WebhookPaths.scope(call);
    JsonFields body = call.body();
    String url = body.requiredText("url", 1, URL_LENGTH);
    checkUrl(body, url, scope);
    CreateEndpoint message =
        new CreateEndpoint(
            scope,
            url,
            body.text("description", DESCRIPTION_LENGTH).orElse(""),
            body.integer("rate_limit", 1, Integer.MAX_VALUE).orElse(null),
            body.flag("disabled").orElse(false),
            body.raw("filter_types")
                .flatMap(v -> EventTypeFilter.read(body, "filter_types", v))
                .orElse(null),
            body.flag("ordered").orElse(false),
            secretField(body, "secret"));
    call.requireValid();
    return bus.<EndpointView>request(Address.WEBHOOK, message).map(v -> Response.ok(v.endpoint()));
  }

  private Future<Response> patch(RequestContext call) {
    Scope scope = WebhookPaths.scope(call);
    JsonFields body = call.body();
    Patch<String> url = body.patchText("url", 1, URL_LENGTH);
    if (url instanceof Patch.Put<String>(String value)) {
      checkUrl(body, value, scope);
    }
    PatchEndpoint message =
        new PatchEndpoint(
            scope,
            WebhookPaths.endpoint(call),
            url,
            body.patchText("description", 0, DESCRIPTION_LENGTH),
            body.patchInteger("rate_limit", 1, Integer.MAX_VALUE),
            body.patchFlag("disabled"),
            body.patch("filter_types", v -> EventTypeFilter.read(body, "filter_types", v)),
            body.patchFlag("ordered"));
    call.requireValid();
    return bus.<EndpointView>request(Address.WEBHOOK, message).map(v -> Response.ok(v.endpoint()));
  }

  private Future<Response> remove(RequestContext call) {
    return bus.<Ack>request(
            Address.WEBHOOK,
            new RemoveEndpoint(WebhookPaths.scope(call), WebhookPaths.endpoint(call)))
        .map(done -> Response.noContent());
  }

  private Future<Response> rotate(RequestContext call) {
    Scope scope = WebhookPaths.scope(call);
    String key = secretField(call.bodyOrEmpty(), "key");
    call.requireValid();
    return bus.<Ack>request(
            Address.WEBHOOK, new RotateSecret(scope, WebhookPaths.endpoint(call), key))
        .map(done -> Response.noContent());
  }

  private void checkUrl(JsonFields body, String url, Scope scope) {
    if (url != null) {
      policy
          .validationError(url, scope.environment() == Environment.SANDBOX)
          .ifPresent(wrong -> body.addError("url", wrong, "value_error"));
    }
  }

  private static String secretField(JsonFields body, String name) {
    String secret = body.text(name, 200).orElse(null);
    if (secret != null && WebhookSigner.decodeKey(secret).isEmpty()) {
      body.addError(
          name, "Secret should be whsec_ followed by the base64 of 24 to 64 bytes", "value_error");
    }
    return secret;
  }
}
