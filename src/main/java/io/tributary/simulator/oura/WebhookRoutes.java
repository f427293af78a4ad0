package io.tributary.simulator.oura;

import io.tributary.simulator.oura.Subscriptions.Subscription;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Management of webhook subscriptions; each new callback has to pass the challenge first. */
final class WebhookRoutes {
  private static final String BASE = "/v2/webhook/subscription";

  private final Grants grants;
  private final Subscriptions subscriptions;
  private final WebhookSender sender;
  private final SimClock clock;
  private final Duration life;
  private final Runnable changed;

  WebhookRoutes(
      Grants grants,
      Subscriptions subscriptions,
      WebhookSender sender,
      SimClock clock,
      Duration life,
      Runnable changed) {
    this.grants = grants;
    this.subscriptions = subscriptions;
    this.sender = sender;
    this.clock = clock;
    this.life = life;
    this.changed = changed;
  }

  void mount(Router router) {
    router.route(BASE + "*").handler(BodyHandler.create(false).setBodyLimit(64 * 1024));
    router.get(BASE).handler(this::list);
    router.post(BASE).handler(this::create);
    router.put(BASE + "/renew/:id").handler(this::renew);
    router.get(BASE + "/:id").handler(ctx -> Answers.json(ctx, 200, view(existing(ctx))));
    router.put(BASE + "/:id").handler(this::update);
    router.delete(BASE + "/:id").handler(this::delete);
  }

  private void list(RoutingContext ctx) {
    var views = new JsonArray();
    subscriptions.of(app(ctx).clientId()).forEach(s -> views.add(view(s)));
    Answers.json(ctx, 200, views.toBuffer());
  }

  private void create(RoutingContext ctx) {
    App app = app(ctx);
    JsonObject body = body(ctx);
    var wanted =
        new Subscription(
            UUID.randomUUID().toString(),
            app.clientId(),
            address(text(body, "callback_url")),
            text(body, "verification_token"),
            choice(body, "event_type", Subscriptions.EVENT_TYPES),
            choice(body, "data_type", Subscriptions.DATA_TYPES),
            clock.now().plus(life));
    challengeThenKeep(ctx, wanted, 201);
  }

  private void update(RoutingContext ctx) {
    Subscription old = existing(ctx);
    JsonObject body = body(ctx);
    var wanted =
        new Subscription(
            old.id(),
            old.clientId(),
            body.containsKey("callback_url")
                ? address(text(body, "callback_url"))
                : old.callbackUrl(),
            text(body, "verification_token"),
            body.containsKey("event_type")
                ? choice(body, "event_type", Subscriptions.EVENT_TYPES)
                : old.eventType(),
            body.containsKey("data_type")
                ? choice(body, "data_type", Subscriptions.DATA_TYPES)
                : old.dataType(),
            old.expiresAt());
    challengeThenKeep(ctx, wanted, 200);
  }

  private void challengeThenKeep(RoutingContext ctx, Subscription wanted, int status) {
    refuseClash(wanted);
    sender
        .challenge(wanted)
        .onSuccess(
            passed -> {
              if (!passed) {
                ctx.fail(VendorError.of(400, "The callback did not answer the challenge"));
                return;
              }
              try {
                refuseClash(wanted); // another request may have come while the callback answered
              } catch (VendorError clash) {
                ctx.fail(clash);
                return;
              }
              subscriptions.put(wanted);
              changed.run();
              Answers.json(ctx, status, view(wanted));
            })
        .onFailure(ctx::fail);
  }

  private void refuseClash(Subscription wanted) {
    if (subscriptions.clashes(wanted)) {
      throw VendorError.of(409, "A subscription for this event_type and data_type exists");
    }
  }

  private void renew(RoutingContext ctx) {
    Subscription renewed = existing(ctx).until(clock.now().plus(life));
    subscriptions.put(renewed);
    changed.run();
    Answers.json(ctx, 200, view(renewed));
  }

  private void delete(RoutingContext ctx) {
    subscriptions.remove(existing(ctx).id());
    changed.run();
    ctx.response().setStatusCode(204).end();
  }

  private Subscription existing(RoutingContext ctx) {
    return subscriptions
        .find(app(ctx).clientId(), ctx.pathParam("id"))
        .orElseThrow(() -> VendorError.of(404, "Subscription not found"));
  }

  private App app(RoutingContext ctx) {
    String id = Optional.ofNullable(ctx.request().getHeader("x-client-id")).orElse("");
    String secret = Optional.ofNullable(ctx.request().getHeader("x-client-secret")).orElse("");
    App app = grants.apps.get(id);
    if (app == null || !app.clientSecret().equals(secret)) {
      throw VendorError.of(401, "x-client-id or x-client-secret is wrong");
    }
    return app;
  }

  private static JsonObject body(RoutingContext ctx) {
    try {
      JsonObject body = ctx.body().asJsonObject();
      if (body != null) {
        return body;
      }
    } catch (DecodeException | ClassCastException e) {
      // falls through to the same refusal
    }
    throw VendorError.invalid("a JSON object is required", "value_error.jsondecode", "body");
  }

  private static String text(JsonObject body, String name) {
    if (body.getValue(name) instanceof String value && !value.isBlank()) {
      return value;
    }
    throw VendorError.invalid("field required", "value_error.missing", "body", name);
  }

  private static String choice(JsonObject body, String name, Set<String> choices) {
    String value = text(body, name);
    if (!choices.contains(value)) {
      throw VendorError.invalid("not a permitted value", "type_error.enum", "body", name);
    }
    return value;
  }

  private static String address(String url) {
    try {
      URI uri = new URI(url);
      if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null) {
        return url;
      }
    } catch (URISyntaxException e) {
      // falls through to the same refusal
    }
    throw VendorError.invalid("invalid URL", "value_error.url", "body", "callback_url");
  }

  private static JsonObject view(Subscription s) {
    return new JsonObject()
        .put("id", s.id())
        .put("callback_url", s.callbackUrl())
        .put("event_type", s.eventType())
        .put("data_type", s.dataType())
        .put("expiration_time", JsonText.utc(s.expiresAt()));
  }
}
