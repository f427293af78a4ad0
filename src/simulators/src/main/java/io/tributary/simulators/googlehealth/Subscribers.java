package io.tributary.simulators.googlehealth;

import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.SimWorld;
import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import io.vertx.ext.web.handler.BodyHandler;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Subscribers of the project, behind its service account. An address is asked twice before it is
 * taken: with the word that it was told, when it must agree, and without it, when it must refuse.
 */
final class Subscribers {
  private static final String PATH = "/v4/projects/:project/subscribers";
  private static final Pattern ID = Pattern.compile("[a-z][a-z0-9-]{2,34}[a-z0-9]");
  private static final long VERIFY_MILLIS = 5000;

  private final SimWorld world;
  private final ServiceAccount account = new ServiceAccount();

  Subscribers(SimWorld world) {
    this.world = world;
  }

  void mount(Router router) {
    router.post("/token").handler(this::token);
    router.route(PATH + "*").handler(BodyHandler.create(false)).handler(this::allowed);
    router.get(PATH).handler(this::list);
    router.post(PATH).handler(this::create);
    router.get(PATH + "/:id").handler(ctx -> SimResponses.json(ctx, 200, view(ctx, existing(ctx))));
    router.patch(PATH + "/:id").handler(this::patch);
    router.delete(PATH + "/:id").handler(this::delete);
  }

  /** The grant that the OAuth routes leave to others. */
  private void token(RoutingContext ctx) {
    SimResponses.json(ctx, 200, account.trade(ctx.request().formAttributes(), Instant.now()));
  }

  private void allowed(RoutingContext ctx) {
    String token = SimWorld.bearer(ctx).orElse("");
    if (!account.allows(token, Instant.now())) {
      throw Errors.status(401);
    }
    if (!ServiceAccount.PROJECT.equals(ctx.pathParam("project"))) {
      throw Errors.status(403);
    }
    ctx.next();
  }

  private void list(RoutingContext ctx) {
    var all = new JsonArray();
    world.hooks().of(client()).forEach(h -> all.add(view(ctx, h)));
    SimResponses.json(ctx, 200, all.isEmpty() ? new JsonObject() : answer(all));
  }

  private static JsonObject answer(JsonArray all) {
    return new JsonObject().put("subscribers", all).put("totalSize", all.size());
  }

  private void create(RoutingContext ctx) {
    String id = Optional.ofNullable(ctx.queryParams().get("subscriberId")).orElse("");
    if (!ID.matcher(id).matches()) {
      throw Errors.invalid("subscriberId has 4 to 36 small letters, digits and hyphens");
    }
    if (world.hooks().find(client(), id).isPresent()) {
      throw Errors.of(409, "ALREADY_EXISTS", "The subscriber exists.");
    }
    verifyThenKeep(ctx, hook(id, DataRoutes.body(ctx)));
  }

  /** Everything that is sent is named in the mask; the rest stays. */
  private void patch(RoutingContext ctx) {
    Hook old = existing(ctx);
    String mask = Optional.ofNullable(ctx.queryParams().get("updateMask")).orElse("");
    if (!mask.equals("endpointUri,subscriberConfigs,endpointAuthorization")) {
      throw Errors.invalid("updateMask names what is changed");
    }
    verifyThenKeep(ctx, hook(old.id(), DataRoutes.body(ctx)));
  }

  private void delete(RoutingContext ctx) {
    world.hooks().remove(existing(ctx).id());
    world.changed().run();
    SimResponses.json(ctx, 200, new JsonObject());
  }

  private Hook existing(RoutingContext ctx) {
    return world.hooks().find(client(), ctx.pathParam("id")).orElseThrow(Errors::notFound);
  }

  private String client() {
    return world.options().app().clientId();
  }

  private Hook hook(String id, JsonObject body) {
    String url = body.getString("endpointUri", "");
    String secret =
        body.getJsonObject("endpointAuthorization", new JsonObject()).getString("secret", "");
    if (secret.isBlank()) {
      throw Errors.invalid("endpointAuthorization.secret is missing");
    }
    var types = new StringBuilder(",");
    for (Object config : body.getJsonArray("subscriberConfigs", new JsonArray())) {
      JsonObject one = (JsonObject) config;
      if (!"AUTOMATIC".equals(one.getString("subscriptionCreatePolicy"))) {
        throw Errors.invalid("only AUTOMATIC subscriptions are played");
      }
      for (Object type : one.getJsonArray("dataTypes", new JsonArray())) {
        DataType.of((String) type)
            .filter(DataType::noticed)
            .orElseThrow(() -> Errors.invalid("dataTypes: " + type + " is not told of"));
        types.append(type).append(',');
      }
    }
    if (types.length() == 1 || !address(url)) {
      throw Errors.invalid("endpointUri and subscriberConfigs are needed");
    }
    return new Hook(id, client(), "", url, secret, types.toString(), Instant.MAX);
  }

  private static boolean address(String url) {
    try {
      URI uri = URI.create(url);
      return uri.getHost() != null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private void verifyThenKeep(RoutingContext ctx, Hook wanted) {
    WebClient web =
        WebClient.create(world.vertx(), new WebClientOptions().setFollowRedirects(false));
    ask(web, wanted, true)
        .compose(
            agreed -> ask(web, wanted, false).map(refused -> agreed / 100 == 2 && denies(refused)))
        .eventually(
            () -> {
              web.close();
              return Future.succeededFuture();
            })
        .onSuccess(
            passed -> {
              if (!passed) {
                ctx.fail(
                    Errors.of(400, "FAILED_PRECONDITION", "The endpoint could not be verified."));
                return;
              }
              world.hooks().put(wanted);
              world.changed().run();
              SimResponses.json(ctx, 200, view(ctx, wanted));
            })
        .onFailure(ctx::fail);
  }

  private static boolean denies(int status) {
    return status == 401 || status == 403;
  }

  private static Future<Integer> ask(WebClient web, Hook hook, boolean proved) {
    HttpRequest<Buffer> request = web.postAbs(hook.url()).timeout(VERIFY_MILLIS);
    if (proved) {
      request.putHeader("Authorization", hook.secret());
    }
    return request
        .sendJsonObject(new JsonObject().put("type", "verification"))
        .map(answer -> answer.statusCode())
        .otherwise(0);
  }

  private static JsonObject view(RoutingContext ctx, Hook hook) {
    var types = new JsonArray();
    for (String type : hook.kind().substring(1).split(",")) {
      types.add(type);
    }
    return new JsonObject()
        .put("name", "projects/" + ctx.pathParam("project") + "/subscribers/" + hook.id())
        .put("endpointUri", hook.url())
        .put(
            "subscriberConfigs",
            new JsonArray()
                .add(
                    new JsonObject()
                        .put("dataTypes", types)
                        .put("subscriptionCreatePolicy", "AUTOMATIC")))
        .put("endpointAuthorization", new JsonObject().put("secretSet", true));
  }
}
