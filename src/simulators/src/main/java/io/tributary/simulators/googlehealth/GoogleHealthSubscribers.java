package io.tributary.simulators.googlehealth;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimResponses;
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
 * Subscribers of the project, managed by its service account. An endpoint is verified with two
 * requests before it is accepted: it must accept the one with its secret and reject the one without
 * it.
 */
final class GoogleHealthSubscribers {
  private static final String PATH = "/v4/projects/:project/subscribers";
  private static final Pattern ID = Pattern.compile("[a-z][a-z0-9-]{2,34}[a-z0-9]");
  private static final long VERIFY_TIMEOUT_MILLIS = 5000;

  private final SimContext world;
  private final ServiceAccount account = new ServiceAccount();

  GoogleHealthSubscribers(SimContext world) {
    this.world = world;
  }

  void mount(Router router) {
    router.post("/token").handler(this::token);
    router.route(PATH + "*").handler(BodyHandler.create(false)).handler(this::authorize);
    router.get(PATH).handler(this::list);
    router.post(PATH).handler(this::create);
    router.get(PATH + "/:id").handler(ctx -> SimResponses.json(ctx, 200, view(ctx, existing(ctx))));
    router.patch(PATH + "/:id").handler(this::patch);
    router.delete(PATH + "/:id").handler(this::delete);
  }

  /** Handles the token request of the service account, which the OAuth routes pass on. */
  private void token(RoutingContext ctx) {
    SimResponses.json(
        ctx, 200, account.exchangeAssertion(ctx.request().formAttributes(), Instant.now()));
  }

  private void authorize(RoutingContext ctx) {
    String token = SimContext.bearer(ctx).orElse("");
    if (!account.allows(token, Instant.now())) {
      throw GoogleHealthErrors.status(401);
    }
    if (!ServiceAccount.PROJECT.equals(ctx.pathParam("project"))) {
      throw GoogleHealthErrors.status(403);
    }
    ctx.next();
  }

  private void list(RoutingContext ctx) {
    var all = new JsonArray();
    world.hooks().ofClient(client()).forEach(h -> all.add(view(ctx, h)));
    SimResponses.json(ctx, 200, all.isEmpty() ? new JsonObject() : answer(all));
  }

  private static JsonObject answer(JsonArray all) {
    return new JsonObject().put("subscribers", all).put("totalSize", all.size());
  }

  private void create(RoutingContext ctx) {
    String id = Optional.ofNullable(ctx.queryParams().get("subscriberId")).orElse("");
    if (!ID.matcher(id).matches()) {
      throw GoogleHealthErrors.invalid(
          "subscriberId must be 4 to 36 lowercase letters, digits and hyphens");
    }
    if (world.hooks().find(client(), id).isPresent()) {
      throw GoogleHealthErrors.of(409, "ALREADY_EXISTS", "The subscriber already exists.");
    }
    verifyThenKeep(ctx, hook(id, GoogleHealthDataRoutes.body(ctx)));
  }

  /** Replaces a subscriber; the update mask must name all fields that can be sent. */
  private void patch(RoutingContext ctx) {
    Hook old = existing(ctx);
    String mask = Optional.ofNullable(ctx.queryParams().get("updateMask")).orElse("");
    if (!mask.equals("endpointUri,subscriberConfigs,endpointAuthorization")) {
      throw GoogleHealthErrors.invalid("updateMask must list all fields that can be changed");
    }
    verifyThenKeep(ctx, hook(old.id(), GoogleHealthDataRoutes.body(ctx)));
  }

  private void delete(RoutingContext ctx) {
    world.hooks().remove(existing(ctx).id());
    world.changed().run();
    SimResponses.json(ctx, 200, new JsonObject());
  }

  private Hook existing(RoutingContext ctx) {
    return world
        .hooks()
        .find(client(), ctx.pathParam("id"))
        .orElseThrow(GoogleHealthErrors::notFound);
  }

  private String client() {
    return world.options().app().clientId();
  }

  private Hook hook(String id, JsonObject body) {
    String url = body.getString("endpointUri", "");
    String secret =
        body.getJsonObject("endpointAuthorization", new JsonObject()).getString("secret", "");
    if (secret.isBlank()) {
      throw GoogleHealthErrors.invalid("endpointAuthorization.secret is missing");
    }
    var types = new StringBuilder(",");
    for (Object config : body.getJsonArray("subscriberConfigs", new JsonArray())) {
      JsonObject one = (JsonObject) config;
      if (!"AUTOMATIC".equals(one.getString("subscriptionCreatePolicy"))) {
        throw GoogleHealthErrors.invalid("the simulator supports only AUTOMATIC subscriptions");
      }
      for (Object type : one.getJsonArray("dataTypes", new JsonArray())) {
        DataType.of((String) type)
            .filter(DataType::isNotified)
            .orElseThrow(
                () ->
                    GoogleHealthErrors.invalid(
                        "dataTypes: " + type + " does not support notifications"));
        types.append(type).append(',');
      }
    }
    if (types.length() == 1 || !isHttpUrl(url)) {
      throw GoogleHealthErrors.invalid("endpointUri and subscriberConfigs are required");
    }
    return new Hook(id, client(), "", url, secret, types.toString(), Instant.MAX);
  }

  private static boolean isHttpUrl(String url) {
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
    sendVerification(web, wanted, true)
        .compose(
            agreed ->
                sendVerification(web, wanted, false)
                    .map(refused -> agreed / 100 == 2 && isDenied(refused)))
        .eventually(
            () -> {
              web.close();
              return Future.succeededFuture();
            })
        .onSuccess(
            passed -> {
              if (!passed) {
                ctx.fail(
                    GoogleHealthErrors.of(
                        400, "FAILED_PRECONDITION", "The endpoint could not be verified."));
                return;
              }
              world.hooks().put(wanted);
              world.changed().run();
              SimResponses.json(ctx, 200, view(ctx, wanted));
            })
        .onFailure(ctx::fail);
  }

  private static boolean isDenied(int status) {
    return status == 401 || status == 403;
  }

  private static Future<Integer> sendVerification(WebClient web, Hook hook, boolean withSecret) {
    HttpRequest<Buffer> request = web.postAbs(hook.url()).timeout(VERIFY_TIMEOUT_MILLIS);
    if (withSecret) {
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
