package io.tributary.simulators.strava;

import io.tributary.simulators.kit.OAuthApp;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.handler.BodyHandler;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Subscription of an application, at most one, created only after its URL has echoed a challenge.
 */
final class StravaSubscriptions {
  private static final String PATH = StravaVendor.BASE + "/push_subscriptions";
  private static final int CHALLENGE_TIMEOUT_MILLIS = 2000;

  private final SimContext world;
  private int lastId = 119;

  StravaSubscriptions(SimContext world) {
    this.world = world;
  }

  void mount(Router router) {
    router.post(PATH).handler(BodyHandler.create(false)).handler(this::create);
    router.get(PATH).handler(this::list);
    router.delete(PATH + "/:id").handler(this::delete);
  }

  private OAuthApp app(MultiMap fields) {
    return world.grants().authenticate(text(fields, "client_id"), text(fields, "client_secret"));
  }

  private static String text(MultiMap fields, String name) {
    return Optional.ofNullable(fields.get(name)).orElse("");
  }

  private void create(RoutingContext ctx) {
    MultiMap form = ctx.request().formAttributes();
    OAuthApp app = app(form);
    if (!world.hooks().ofClient(app.clientId()).isEmpty()) {
      throw StravaVendor.error(400, "Bad Request", "PushSubscription", "", "already exists");
    }
    String url = text(form, "callback_url");
    String word = text(form, "verify_token");
    if (url.isEmpty() || word.isEmpty()) {
      throw StravaVendor.error(400, "Bad Request", "PushSubscription", "callback_url");
    }
    String challenge = "c" + Long.toHexString(System.nanoTime());
    WebClient web = WebClient.create(ctx.vertx());
    web.getAbs(url)
        .timeout(CHALLENGE_TIMEOUT_MILLIS)
        .addQueryParam("hub.mode", "subscribe")
        .addQueryParam("hub.challenge", challenge)
        .addQueryParam("hub.verify_token", word)
        .send()
        .map(
            answer ->
                answer.statusCode() == 200
                    && challenge.equals(answer.bodyAsJsonObject().getString("hub.challenge")))
        .otherwise(false)
        .onComplete(r -> web.close())
        .onSuccess(
            repeated -> {
              if (!repeated) {
                ctx.fail(
                    StravaVendor.error(
                        400, "Bad Request", "PushSubscription", "callback url", "not verifiable"));
                return;
              }
              String id = Integer.toString(++lastId);
              world
                  .hooks()
                  .put(new Hook(id, app.clientId(), "", url, word, "activities", Instant.MAX));
              world.changed().run();
              SimResponses.json(ctx, 201, new JsonObject().put("id", lastId));
            });
  }

  private void list(RoutingContext ctx) {
    List<Hook> own = world.hooks().ofClient(app(ctx.queryParams()).clientId());
    var found = new JsonArray();
    own.forEach(
        h ->
            found.add(
                new JsonObject()
                    .put("id", Integer.parseInt(h.id()))
                    .put("application_id", 1)
                    .put("callback_url", h.url())));
    SimResponses.json(ctx, 200, found);
  }

  private void delete(RoutingContext ctx) {
    OAuthApp app = app(ctx.queryParams());
    Hook hook =
        world
            .hooks()
            .find(app.clientId(), ctx.pathParam("id"))
            .orElseThrow(
                () ->
                    StravaVendor.error(
                        404, "Record Not Found", "PushSubscription", "id", "not found"));
    world.hooks().remove(hook.id());
    world.changed().run();
    SimResponses.sendEmpty(ctx, 204);
  }
}
