package io.tributary.simulators.withings;

import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.SimWorld;
import io.tributary.simulators.kit.SimWorld.Reader;
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

/** Subscriptions of one person each, made only after their address has answered a HEAD. */
final class WithingsNotify {
  private static final int ANSWER_MILLIS = 2000;
  private static final int LONGEST_URL = 255;
  private static final int NO_CALLBACK = 293;
  private static final int NO_SUCH = 294;

  private final SimWorld world;
  private long last;

  WithingsNotify(SimWorld world) {
    this.world = world;
  }

  void mount(Router router) {
    router
        .post("/notify")
        .handler(BodyHandler.create(false))
        .handler(
            ctx -> {
              Reader reader = world.reader(ctx);
              MultiMap form = ctx.request().formAttributes();
              switch (WithingsGrants.text(form, "action")) {
                case "subscribe" -> subscribe(ctx, reader, form);
                case "list" -> list(ctx, reader, WithingsGrants.text(form, "appli"));
                case "revoke" -> revoke(ctx, reader, form);
                default -> throw WithingsVendor.fault(WithingsVendor.INVALID, "wrong action");
              }
            });
  }

  private List<Hook> of(Reader reader, String appli) {
    return world.hooks().of(reader.grant().clientId()).stream()
        .filter(h -> h.userId().equals(reader.person().id()))
        .filter(h -> appli.isEmpty() || h.kind().equals(appli))
        .toList();
  }

  private void subscribe(RoutingContext ctx, Reader reader, MultiMap form) {
    String url = WithingsGrants.text(form, "callbackurl");
    String appli = WithingsGrants.text(form, "appli");
    if (url.isEmpty() || url.length() > LONGEST_URL) {
      throw WithingsVendor.fault(NO_CALLBACK, "The callback URL is either absent or incorrect");
    }
    if (!appli.matches("\\d{1,3}") || !WithingsVendor.APPLIS.contains(Integer.parseInt(appli))) {
      throw WithingsVendor.fault(WithingsVendor.INVALID, "Invalid Params: appli");
    }
    WebClient web = WebClient.create(ctx.vertx());
    web.headAbs(url)
        .timeout(ANSWER_MILLIS)
        .send()
        .map(answer -> answer.statusCode() / 100 == 2)
        .otherwise(false)
        .onComplete(r -> web.close())
        .onSuccess(
            there -> {
              if (!there) {
                ctx.fail(WithingsVendor.fault(NO_CALLBACK, "The callback URL does not answer"));
                return;
              }
              if (of(reader, appli).stream().noneMatch(h -> h.url().equals(url))) {
                String id = "withings-" + reader.person().number() + "-" + appli + "-" + ++last;
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
              SimResponses.json(ctx, 200, WithingsVendor.good(new JsonObject()));
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
    SimResponses.json(ctx, 200, WithingsVendor.good(new JsonObject().put("profiles", profiles)));
  }

  private void revoke(RoutingContext ctx, Reader reader, MultiMap form) {
    Hook hook =
        of(reader, WithingsGrants.text(form, "appli")).stream()
            .filter(h -> h.url().equals(WithingsGrants.text(form, "callbackurl")))
            .findFirst()
            .orElseThrow(() -> WithingsVendor.fault(NO_SUCH, "no such subscription"));
    world.hooks().remove(hook.id());
    world.changed().run();
    SimResponses.json(ctx, 200, WithingsVendor.good(new JsonObject()));
  }
}
