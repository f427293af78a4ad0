package io.tributary.simulators.oura;

import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.OAuthApp;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.VendorError;
import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.handler.BodyHandler;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Management of webhook subscriptions. Each new callback URL must first pass a challenge. */
final class OuraWebhookRoutes {
  private static final String BASE = "/v2/webhook/subscription";

  static final Set<String> EVENT_TYPES = Set.of("create", "update", "delete");
  static final Set<String> DATA_TYPES =
      Set.of(
          "tag",
          "enhanced_tag",
          "workout",
          "session",
          "sleep",
          "daily_sleep",
          "daily_readiness",
          "daily_activity",
          "daily_spo2",
          "sleep_time",
          "rest_mode_period",
          "ring_configuration",
          "daily_stress",
          "daily_cardiovascular_age",
          "daily_resilience",
          "vo2_max",
          "meal");

  private final SimContext world;
  private final Duration lifetime;

  OuraWebhookRoutes(SimContext world, Duration life) {
    this.world = world;
    this.lifetime = life;
  }

  /** Returns the kind of a subscription; an application has at most one of each. */
  static String kind(String dataType, String eventType) {
    return dataType + " " + eventType;
  }

  void mount(Router router) {
    router.route(BASE + "*").handler(BodyHandler.create(false).setBodyLimit(64 * 1024));
    router.get(BASE).handler(this::list);
    router.post(BASE).handler(this::create);
    router.put(BASE + "/renew/:id").handler(this::renew);
    router.get(BASE + "/:id").handler(ctx -> SimResponses.json(ctx, 200, view(existing(ctx))));
    router.put(BASE + "/:id").handler(this::update);
    router.delete(BASE + "/:id").handler(this::delete);
  }

  private void list(RoutingContext ctx) {
    var views = new JsonArray();
    world.hooks().ofClient(app(ctx).clientId()).forEach(s -> views.add(view(s)));
    SimResponses.json(ctx, 200, views);
  }

  private void create(RoutingContext ctx) {
    OAuthApp app = app(ctx);
    JsonObject body = body(ctx);
    var wanted =
        new Hook(
            UUID.randomUUID().toString(),
            app.clientId(),
            "",
            parseUrl(requiredText(body, "callback_url")),
            requiredText(body, "verification_token"),
            kind(
                requiredChoice(body, "data_type", DATA_TYPES),
                requiredChoice(body, "event_type", EVENT_TYPES)),
            world.clock().now().plus(lifetime));
    createAfterChallenge(ctx, wanted, 201);
  }

  private void update(RoutingContext ctx) {
    Hook old = existing(ctx);
    JsonObject body = body(ctx);
    var wanted =
        new Hook(
            old.id(),
            old.clientId(),
            "",
            body.containsKey("callback_url")
                ? parseUrl(requiredText(body, "callback_url"))
                : old.url(),
            requiredText(body, "verification_token"),
            kind(
                body.containsKey("data_type")
                    ? requiredChoice(body, "data_type", DATA_TYPES)
                    : dataType(old),
                body.containsKey("event_type")
                    ? requiredChoice(body, "event_type", EVENT_TYPES)
                    : eventType(old)),
            old.expiresAt());
    createAfterChallenge(ctx, wanted, 200);
  }

  private void createAfterChallenge(RoutingContext ctx, Hook wanted, int status) {
    rejectDuplicate(wanted);
    challenge(wanted)
        .onSuccess(
            passed -> {
              if (!passed) {
                ctx.fail(OuraErrors.of(400, "The callback did not answer the challenge"));
                return;
              }
              try {
                rejectDuplicate(wanted); // another request may have arrived during the challenge
              } catch (VendorError clash) {
                ctx.fail(clash);
                return;
              }
              world.hooks().put(wanted);
              world.changed().run();
              SimResponses.json(ctx, status, view(wanted));
            })
        .onFailure(ctx::fail);
  }

  /** Returns whether the callback echoes a fresh challenge; false if it cannot be reached. */
  private Future<Boolean> challenge(Hook hook) {
    String challenge = UUID.randomUUID().toString().replace("-", "");
    return world
        .sender()
        .sendRequest(
            HttpMethod.GET,
            hook.url(),
            Map.of("verification_token", hook.secret(), "challenge", challenge))
        .map(answer -> answer.statusCode() == 200 && challenge.equals(echo(answer)))
        .otherwise(false);
  }

  private static String echo(HttpResponse<Buffer> answer) {
    try {
      return Optional.ofNullable(answer.bodyAsJsonObject())
          .map(json -> json.getString("challenge", ""))
          .orElse("");
    } catch (DecodeException | ClassCastException noJson) {
      return "";
    }
  }

  private void rejectDuplicate(Hook wanted) {
    boolean clash =
        world.hooks().ofClient(wanted.clientId()).stream()
            .anyMatch(h -> !h.id().equals(wanted.id()) && h.kind().equals(wanted.kind()));
    if (clash) {
      throw OuraErrors.of(409, "A subscription for this event_type and data_type exists");
    }
  }

  private void renew(RoutingContext ctx) {
    Hook renewed = existing(ctx).withExpiry(world.clock().now().plus(lifetime));
    world.hooks().put(renewed);
    world.changed().run();
    SimResponses.json(ctx, 200, view(renewed));
  }

  private void delete(RoutingContext ctx) {
    world.hooks().remove(existing(ctx).id());
    world.changed().run();
    SimResponses.sendEmpty(ctx, 204);
  }

  private Hook existing(RoutingContext ctx) {
    return world
        .hooks()
        .find(app(ctx).clientId(), ctx.pathParam("id"))
        .orElseThrow(() -> OuraErrors.of(404, "Hook not found"));
  }

  private OAuthApp app(RoutingContext ctx) {
    String id = Optional.ofNullable(ctx.request().getHeader("x-client-id")).orElse("");
    String secret = Optional.ofNullable(ctx.request().getHeader("x-client-secret")).orElse("");
    return world
        .grants()
        .app(id)
        .filter(a -> a.clientSecret().equals(secret))
        .orElseThrow(() -> OuraErrors.of(401, "x-client-id or x-client-secret is wrong"));
  }

  private static JsonObject body(RoutingContext ctx) {
    try {
      JsonObject body = ctx.body().asJsonObject();
      if (body != null) {
        return body;
      }
    } catch (DecodeException | ClassCastException e) {
      // Rejected below like other invalid bodies.
    }
    throw OuraErrors.invalid("a JSON object is required", "value_error.jsondecode", "body");
  }

  private static String requiredText(JsonObject body, String name) {
    if (body.getValue(name) instanceof String value && !value.isBlank()) {
      return value;
    }
    throw OuraErrors.invalid("field required", "value_error.missing", "body", name);
  }

  private static String requiredChoice(JsonObject body, String name, Set<String> choices) {
    String value = requiredText(body, name);
    if (!choices.contains(value)) {
      throw OuraErrors.invalid("not a permitted value", "type_error.enum", "body", name);
    }
    return value;
  }

  private static String parseUrl(String url) {
    try {
      URI uri = new URI(url);
      if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null) {
        return url;
      }
    } catch (URISyntaxException e) {
      // Rejected below like other invalid URLs.
    }
    throw OuraErrors.invalid("invalid URL", "value_error.url", "body", "callback_url");
  }

  private static JsonObject view(Hook s) {
    return new JsonObject()
        .put("id", s.id())
        .put("callback_url", s.url())
        .put("event_type", eventType(s))
        .put("data_type", dataType(s))
        .put("expiration_time", JsonText.utc(s.expiresAt()));
  }

  private static String dataType(Hook hook) {
    return hook.kind().substring(0, hook.kind().indexOf(' '));
  }

  private static String eventType(Hook hook) {
    return hook.kind().substring(hook.kind().indexOf(' ') + 1);
  }
}
