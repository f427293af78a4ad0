package io.tributary.webhook;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.Done;
import io.tributary.delivery.Signer;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Fields;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.Environment;
import io.tributary.kernel.Patch;
import io.tributary.outbound.AddressRules;
import io.tributary.webhook.WebhookMessages.CreateEndpoint;
import io.tributary.webhook.WebhookMessages.EndpointView;
import io.tributary.webhook.WebhookMessages.PatchEndpoint;
import io.tributary.webhook.WebhookMessages.RemoveEndpoint;
import io.tributary.webhook.WebhookMessages.RotateSecret;
import io.tributary.webhook.WebhookMessages.Scope;
import io.vertx.core.Future;
import java.util.Map;

/** Endpoints and their keys in the management API: webhooks.md §6. */
public final class EndpointRoutes implements Routes.Source {
  private static final String BASE = Scopes.ENDPOINTS;
  private static final String ONE = Scopes.ENDPOINT;
  private static final int URL_LENGTH = 2048;
  private static final int DESCRIPTION_LENGTH = 4096;

  private final Bus bus;
  private final Endpoints endpoints;
  private final AddressRules rules;

  public EndpointRoutes(Bus bus, Endpoints endpoints, AddressRules rules) {
    this.bus = bus;
    this.endpoints = endpoints;
    this.rules = rules;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get(BASE, Access.MANAGEMENT, this::list)
        .post(BASE, Access.MANAGEMENT, this::create)
        .get(ONE, Access.MANAGEMENT, this::read)
        .patch(ONE, Access.MANAGEMENT, this::patch)
        .delete(ONE, Access.MANAGEMENT, this::remove)
        .get(ONE + "/secret", Access.MANAGEMENT, this::secret)
        .post(ONE + "/secret/rotate", Access.MANAGEMENT, this::rotate);
  }

  private Future<Reply> list(Call call) {
    Scope scope = Scopes.of(call);
    int limit = call.query().integer("limit", 50, 1, 250);
    String cursor = call.query().text("next_cursor").orElse(null);
    call.check();
    return endpoints.page(scope, cursor, limit).map(Reply::ok);
  }

  private Future<Reply> read(Call call) {
    return endpoints.one(Scopes.of(call), Scopes.endpoint(call)).map(Reply::ok);
  }

  private Future<Reply> secret(Call call) {
    return endpoints
        .secret(Scopes.of(call), Scopes.endpoint(call))
        .map(key -> Reply.ok(Map.of("key", key)));
  }

  private Future<Reply> create(Call call) {
    Scope scope = Scopes.of(call);
    Fields body = call.body();
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
                .flatMap(v -> FilterTypes.read(body, "filter_types", v))
                .orElse(null),
            body.flag("ordered").orElse(false),
            secretField(body, "secret"));
    call.check();
    return bus.<EndpointView>ask(Address.WEBHOOK, message).map(v -> Reply.ok(v.endpoint()));
  }

  private Future<Reply> patch(Call call) {
    Scope scope = Scopes.of(call);
    Fields body = call.body();
    Patch<String> url = body.patchText("url", 1, URL_LENGTH);
    if (url instanceof Patch.Put<String>(String value)) {
      checkUrl(body, value, scope);
    }
    PatchEndpoint message =
        new PatchEndpoint(
            scope,
            Scopes.endpoint(call),
            url,
            body.patchText("description", 0, DESCRIPTION_LENGTH),
            body.patchInteger("rate_limit", 1, Integer.MAX_VALUE),
            body.patchFlag("disabled"),
            body.patch("filter_types", v -> FilterTypes.read(body, "filter_types", v)),
            body.patchFlag("ordered"));
    call.check();
    return bus.<EndpointView>ask(Address.WEBHOOK, message).map(v -> Reply.ok(v.endpoint()));
  }

  private Future<Reply> remove(Call call) {
    return bus.<Done>ask(
            Address.WEBHOOK, new RemoveEndpoint(Scopes.of(call), Scopes.endpoint(call)))
        .map(done -> Reply.noContent());
  }

  private Future<Reply> rotate(Call call) {
    Scope scope = Scopes.of(call);
    String key = secretField(call.bodyOrEmpty(), "key");
    call.check();
    return bus.<Done>ask(Address.WEBHOOK, new RotateSecret(scope, Scopes.endpoint(call), key))
        .map(done -> Reply.noContent());
  }

  private void checkUrl(Fields body, String url, Scope scope) {
    if (url != null) {
      rules
          .fault(url, scope.environment() == Environment.SANDBOX)
          .ifPresent(wrong -> body.fault("url", wrong, "value_error"));
    }
  }

  private static String secretField(Fields body, String name) {
    String secret = body.text(name, 200).orElse(null);
    if (secret != null && Signer.key(secret).isEmpty()) {
      body.fault(name, "Secret should be whsec_ and the base64 of 24 to 64 bytes", "value_error");
    }
    return secret;
  }
}
