package io.tributary.simulators.polar;

import io.tributary.simulators.kit.OAuthApp;
import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.handler.BodyHandler;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Webhook of an application, at most one. Its URL must answer a PING with 200 before the webhook is
 * created or activated. The signature key is returned only on creation.
 */
final class PolarWebhooks {
  private static final String PATH = PolarVendor.BASE + "/webhooks";
  private static final int PING_TIMEOUT_MILLIS = 2000;

  private final SimContext world;
  private final Set<String> inactiveWebhooks;

  PolarWebhooks(SimContext world, Set<String> inactive) {
    this.world = world;
    this.inactiveWebhooks = inactive;
  }

  void mount(Router router) {
    router.route(PATH + "*").handler(BodyHandler.create(false).setBodyLimit(64 * 1024));
    router.post(PATH).handler(this::create);
    router.get(PATH).handler(this::list);
    router.post(PATH + "/activate").handler(this::activate);
    router.post(PATH + "/deactivate").handler(this::deactivate);
    router.patch(PATH + "/:id").handler(this::change);
    router.delete(PATH + "/:id").handler(this::delete);
  }

  private OAuthApp app(RoutingContext ctx) {
    String header = Optional.ofNullable(ctx.request().getHeader("Authorization")).orElse("");
    try {
      String pair =
          new String(
              Base64.getDecoder().decode(header.replaceFirst("(?i)^Basic +", "")),
              StandardCharsets.UTF_8);
      int colon = pair.indexOf(':');
      return world
          .grants()
          .app(pair.substring(0, Math.max(0, colon)))
          .filter(a -> a.clientSecret().equals(pair.substring(colon + 1)))
          .orElseThrow(() -> PolarVendor.error(401, "unknown client"));
    } catch (IllegalArgumentException e) {
      throw PolarVendor.error(401, "unknown client");
    }
  }

  private static JsonObject body(RoutingContext ctx) {
    try {
      JsonObject body = ctx.body().asJsonObject();
      return body == null ? new JsonObject() : body;
    } catch (DecodeException | ClassCastException e) {
      throw PolarVendor.error(400, "the body is not a JSON object");
    }
  }

  private static String events(JsonObject body) {
    var events = new LinkedHashSet<String>();
    body.getJsonArray("events", new JsonArray()).forEach(e -> events.add(String.valueOf(e)));
    if (events.isEmpty() || !PolarVendor.EVENTS.containsAll(events)) {
      throw PolarVendor.error(400, "events are invalid");
    }
    return String.join(" ", events);
  }

  private static String url(JsonObject body) {
    String url = body.getString("url", "");
    if (!url.startsWith("http")) {
      throw PolarVendor.error(400, "url is invalid");
    }
    return url;
  }

  private void create(RoutingContext ctx) {
    OAuthApp app = app(ctx);
    JsonObject body = body(ctx);
    if (!world.hooks().ofClient(app.clientId()).isEmpty()) {
      throw PolarVendor.error(409, "the client already has a webhook");
    }
    Hook made =
        new Hook(
            UUID.randomUUID().toString(),
            app.clientId(),
            "",
            url(body),
            UUID.randomUUID().toString(),
            events(body),
            Instant.MAX);
    saveAfterPing(
        ctx,
        made,
        hook -> {
          JsonObject view = view(hook).put("signature_secret_key", hook.secret());
          SimResponses.json(ctx, 201, new JsonObject().put("data", view));
        });
  }

  /** Stores the webhook once its URL has answered a PING. */
  private void saveAfterPing(RoutingContext ctx, Hook hook, Consumer<Hook> answer) {
    ping(hook)
        .onSuccess(
            taken -> {
              if (!taken) {
                ctx.fail(PolarVendor.error(400, "the url does not respond"));
                return;
              }
              world.hooks().put(hook);
              inactiveWebhooks.remove(hook.id());
              world.changed().run();
              answer.accept(hook);
            })
        .onFailure(ctx::fail);
  }

  private Future<Boolean> ping(Hook hook) {
    WebClient web = WebClient.create(world.vertx());
    Buffer body =
        new JsonObject()
            .put("timestamp", world.clock().stamp().toString())
            .put("event", "PING")
            .toBuffer();
    return web.postAbs(hook.url())
        .timeout(PING_TIMEOUT_MILLIS)
        .putHeader("Content-Type", "application/json")
        .putHeader("Polar-Webhook-Event", "PING")
        .putHeader("Polar-Webhook-Signature", PushRules.sha256Hex(hook.secret(), body.getBytes()))
        .sendBuffer(body)
        .map(answer -> answer.statusCode() == 200)
        .otherwise(false)
        .onComplete(r -> web.close());
  }

  private JsonObject view(Hook hook) {
    return new JsonObject()
        .put("id", hook.id())
        .put("events", new JsonArray(Arrays.asList(hook.kind().split(" "))))
        .put("url", hook.url());
  }

  private void list(RoutingContext ctx) {
    var all = new JsonArray();
    world
        .hooks()
        .ofClient(app(ctx).clientId())
        .forEach(h -> all.add(view(h).put("active", !inactiveWebhooks.contains(h.id()))));
    SimResponses.json(ctx, 200, new JsonObject().put("data", all));
  }

  private Hook onlyWebhook(RoutingContext ctx) {
    List<Hook> own = world.hooks().ofClient(app(ctx).clientId());
    if (own.isEmpty()) {
      throw PolarVendor.error(404, "the client has no webhook");
    }
    return own.getFirst();
  }

  private Hook requestedWebhook(RoutingContext ctx) {
    return world
        .hooks()
        .find(app(ctx).clientId(), ctx.pathParam("id"))
        .orElseThrow(() -> PolarVendor.error(404, "no such webhook"));
  }

  private void activate(RoutingContext ctx) {
    saveAfterPing(ctx, onlyWebhook(ctx), hook -> SimResponses.sendEmpty(ctx, 200));
  }

  private void deactivate(RoutingContext ctx) {
    inactiveWebhooks.add(onlyWebhook(ctx).id());
    world.changed().run();
    SimResponses.sendEmpty(ctx, 200);
  }

  private void change(RoutingContext ctx) {
    Hook old = requestedWebhook(ctx);
    JsonObject body = body(ctx);
    Hook changed =
        new Hook(
            old.id(),
            old.clientId(),
            "",
            body.containsKey("url") ? url(body) : old.url(),
            old.secret(),
            body.containsKey("events") ? events(body) : old.kind(),
            Instant.MAX);
    saveAfterPing(
        ctx,
        changed,
        hook -> SimResponses.json(ctx, 200, new JsonObject().put("data", view(hook))));
  }

  private void delete(RoutingContext ctx) {
    world.hooks().remove(requestedWebhook(ctx).id());
    world.changed().run();
    SimResponses.sendEmpty(ctx, 204);
  }

  /** Returns the webhooks that receive an event. */
  static List<Hook> subscribersOf(SimContext world, Set<String> inactive, String event) {
    return world.hooks().all().stream()
        .filter(h -> !inactive.contains(h.id()))
        .filter(h -> new HashSet<>(Arrays.asList(h.kind().split(" "))).contains(event))
        .toList();
  }
}
