package io.tributary.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.Done;
import io.tributary.db.Db;
import io.tributary.delivery.Signer;
import io.tributary.event.EventTypes;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Fields;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.Cursor;
import io.tributary.kernel.Environment;
import io.tributary.kernel.InputFault;
import io.tributary.kernel.Json;
import io.tributary.kernel.Patch;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Secrets;
import io.tributary.kernel.Times;
import io.tributary.outbound.AddressRules;
import io.tributary.webhook.WebhookMessages.CreateEndpoint;
import io.tributary.webhook.WebhookMessages.EndpointView;
import io.tributary.webhook.WebhookMessages.PatchEndpoint;
import io.tributary.webhook.WebhookMessages.RemoveEndpoint;
import io.tributary.webhook.WebhookMessages.RotateSecret;
import io.tributary.webhook.WebhookMessages.Scope;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Endpoints and their keys in the management API: webhooks.md §6. */
public final class EndpointRoutes implements Routes.Source {
  private static final String BASE = "/v1/org/{org_id}/team/{team_id}/{environment}/webhook";
  private static final String ONE = BASE + "/{webhook_id}";
  private static final int URL_LENGTH = 2048;
  private static final int DESCRIPTION_LENGTH = 4096;
  private static final int FILTER_ITEMS = 500;

  private final Bus bus;
  private final EndpointRepo endpoints;
  private final Secrets secrets;
  private final AddressRules rules;

  public EndpointRoutes(Bus bus, Db db, Secrets secrets, AddressRules rules) {
    this.bus = bus;
    this.endpoints = new EndpointRepo(db);
    this.secrets = secrets;
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

  /** The path's scope; a path of another organisation than the key's is unknown. */
  private static Scope scope(Call call) {
    UUID org = call.pathUuid("org_id");
    UUID team = call.pathUuid("team_id");
    Environment environment =
        Environment.of(call.path("environment"))
            .orElseThrow(
                () ->
                    Refusal.badInput(
                        InputFault.path(
                            "environment", "Input should be one of: production, sandbox", "enum")));
    if (!org.equals(call.organisation())) {
      throw Refusal.notFound("organisation");
    }
    return new Scope(org, team, environment);
  }

  private Future<Scope> owned(Call call) {
    Scope scope = scope(call);
    return endpoints
        .owned(scope)
        .compose(
            yes ->
                yes
                    ? Future.succeededFuture(scope)
                    : Future.failedFuture(Refusal.notFound("team")));
  }

  private Future<Reply> list(Call call) {
    Scope scope = scope(call);
    int limit = call.query().integer("limit", 50, 1, 250);
    String cursor = call.query().text("next_cursor").orElse(null);
    call.check();
    List<Object> filters = List.of("webhook", scope.team(), scope.environment());
    Optional<List<String>> after = Cursor.read(cursor, filters, 2);
    Instant time = after.map(p -> Times.instant(p.get(0)).orElseThrow(Cursor::broken)).orElse(null);
    String id = after.map(p -> p.get(1)).orElse(null);
    return owned(call)
        .compose(s -> endpoints.page(s, time, id, limit + 1))
        .map(
            found -> {
              boolean more = found.size() > limit;
              List<Endpoint> page = more ? found.subList(0, limit) : found;
              return Reply.ok(
                  Json.object()
                      .<com.fasterxml.jackson.databind.node.ObjectNode>set("data", Json.tree(page))
                      .put(
                          "next_cursor",
                          more
                              ? Cursor.write(
                                  filters,
                                  List.of(
                                      page.getLast().createdAt().toString(), page.getLast().id()))
                              : null));
            });
  }

  private Future<Reply> read(Call call) {
    return owned(call)
        .compose(s -> endpoints.one(s, call.path("webhook_id")))
        .map(found -> Reply.ok(found.orElseThrow(() -> Refusal.notFound("webhook"))));
  }

  private Future<Reply> secret(Call call) {
    String id = call.path("webhook_id");
    return owned(call)
        .compose(s -> endpoints.secret(s, id))
        .map(
            found ->
                Reply.ok(
                    Map.of(
                        "key",
                        secrets.openText(
                            found.orElseThrow(() -> Refusal.notFound("webhook")), id))));
  }

  private Future<Reply> create(Call call) {
    Scope scope = scope(call);
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
            body.raw("filter_types").flatMap(v -> types(body, v)).orElse(null),
            secretField(body, "secret"));
    call.check();
    return bus.<EndpointView>ask(Address.WEBHOOK, message).map(v -> Reply.ok(v.endpoint()));
  }

  private Future<Reply> patch(Call call) {
    Scope scope = scope(call);
    Fields body = call.body();
    Patch<String> url = body.patchText("url", 1, URL_LENGTH);
    if (url instanceof Patch.Put<String>(String value)) {
      checkUrl(body, value, scope);
    }
    PatchEndpoint message =
        new PatchEndpoint(
            scope,
            call.path("webhook_id"),
            url,
            body.patchText("description", 0, DESCRIPTION_LENGTH),
            body.patchInteger("rate_limit", 1, Integer.MAX_VALUE),
            body.patchFlag("disabled"),
            body.patch("filter_types", v -> types(body, v)));
    call.check();
    return bus.<EndpointView>ask(Address.WEBHOOK, message).map(v -> Reply.ok(v.endpoint()));
  }

  private Future<Reply> remove(Call call) {
    return bus.<Done>ask(Address.WEBHOOK, new RemoveEndpoint(scope(call), call.path("webhook_id")))
        .map(done -> Reply.noContent());
  }

  private Future<Reply> rotate(Call call) {
    Scope scope = scope(call);
    String key = secretField(call.bodyOrEmpty(), "key");
    call.check();
    return bus.<Done>ask(Address.WEBHOOK, new RotateSecret(scope, call.path("webhook_id"), key))
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

  /** Exact names of known types, each once; an empty list would be an endpoint for nothing. */
  private static Optional<List<String>> types(Fields body, JsonNode value) {
    Optional<List<String>> names = body.texts("filter_types", FILTER_ITEMS, 200);
    if (names.isPresent() && names.get().isEmpty() && value.isEmpty()) {
      return body.fault("filter_types", "List should have at least 1 item", "too_short");
    }
    for (String name : names.orElse(List.of())) {
      if (!EventTypes.known(name)) {
        body.fault("filter_types", "Unknown event type: " + name, "enum");
      }
    }
    return names.map(n -> n.stream().distinct().toList());
  }
}
