package io.tributary.simulators.withings;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimContext.Reader;
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

/** Subscriptions, each of one person, created only after their URL has answered a HEAD request. */
final class WithingsNotify {
  private static final int CALLBACK_TIMEOUT_MILLIS = 2000;
  private static final int MAX_URL_LENGTH = 255;
  private static final int STATUS_CALLBACK_FAILED = 293;
  private static final int STATUS_NO_SUBSCRIPTION = 294;

  private final SimContext world;
  private long lastUrl;

  WithingsNotify(SimContext world) {
    this.world = world;
  }

  void mount(Router router) {
    router
        .post("/notify")
        .handler(BodyHandler.create(false))
        .handler(
            ctx -> {
              Reader reader = world.authorize(ctx);
              MultiMap form = ctx.request().formAttributes();
              switch (WithingsGrants.text(form, "action")) {
                case "subscribe" -> subscribe(ctx, reader, form);
                case "list" -> list(ctx, reader, WithingsGrants.text(form, "appli"));
                case "revoke" -> revoke(ctx, reader, form);
                default ->
                    throw WithingsVendor.error(
                        WithingsVendor.STATUS_INVALID_PARAMS, "wrong action");
              }
            });
  }

  private List<Hook> of(Reader reader, String appli) {
    return world.hooks().ofClient(reader.grant().clientId()).stream()
        .filter(h -> h.userId().equals(reader.person().id()))
        .filter(h -> appli.isEmpty() || h.kind().equals(appli))
        .toList();
  }

  private void subscribe(RoutingContext ctx, Reader reader, MultiMap form) {
    String url = WithingsGrants.text(form, "callbackurl");
    String appli = WithingsGrants.text(form, "appli");
    if (url.isEmpty() || url.length() > MAX_URL_LENGTH) {
      throw WithingsVendor.error(
          STATUS_CALLBACK_FAILED, "The callback URL is either absent or incorrect");
    }
    if (!appli.matches("\\d{1,3}") || !WithingsVendor.APPLIS.contains(Integer.parseInt(appli))) {
      throw WithingsVendor.error(WithingsVendor.STATUS_INVALID_PARAMS, "Invalid Params: appli");
    }
    WebClient web = WebClient.create(ctx.vertx());
    web.headAbs(url)
        .timeout(CALLBACK_TIMEOUT_MILLIS)
        .send()
        .map(answer -> answer.statusCode() / 100 == 2)
        .otherwise(false)
        .onComplete(r -> web.close())
        .onSuccess(
            there -> {
              if (!there) {
                ctx.fail(
                    WithingsVendor.error(
                        STATUS_CALLBACK_FAILED, "The callback URL does not respond"));
                return;
              }
              if (of(reader, appli).stream().noneMatch(h -> h.url().equals(url))) {
                String id =
                    "withings-" + reader.person().numericId() + "-" + appli + "-" + ++lastUrl;
                world
                    .hooks()
                    .put(
                        new Hook(
                            id,
                            reader.grant().clientId(),
                            reader.person().id(),
                            url,
                            "",
                            appli,
                            Instant.MAX));
                world.changed().run();
              }
              SimResponses.json(ctx, 200, WithingsVendor.success(new JsonObject()));
            });
  }

  private void list(RoutingContext ctx, Reader reader, String appli) {
    var profiles = new JsonArray();
    of(reader, appli)
        .forEach(
            h ->
                profiles.add(
                    new JsonObject()
                        .put("appli", Integer.parseInt(h.kind()))
                        .put("callbackurl", h.url())));
    SimResponses.json(ctx, 200, WithingsVendor.success(new JsonObject().put("profiles", profiles)));
  }

  private void revoke(RoutingContext ctx, Reader reader, MultiMap form) {
    Hook hook =
        of(reader, WithingsGrants.text(form, "appli")).stream()
            .filter(h -> h.url().equals(WithingsGrants.text(form, "callbackurl")))
            .findFirst()
            .orElseThrow(
                () -> WithingsVendor.error(STATUS_NO_SUBSCRIPTION, "no such subscription"));
    world.hooks().remove(hook.id());
    world.changed().run();
    SimResponses.json(ctx, 200, WithingsVendor.success(new JsonObject()));
  }
}
