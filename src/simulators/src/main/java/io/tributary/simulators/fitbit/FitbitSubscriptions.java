package io.tributary.simulators.fitbit;

import io.tributary.simulators.kit.ControlRoutes;
import io.tributary.simulators.kit.OAuthApp;
import io.tributary.simulators.kit.OutgoingNotification;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimContext.Reader;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.client.WebClient;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Subscribers, which the owner of an application configures in the console, and subscriptions,
 * which exist per person and collection. A subscriber receives notifications only if its URL passed
 * verification: 204 for the right code and 404 for a wrong one.
 */
final class FitbitSubscriptions {
  static final Set<String> COLLECTIONS =
      Set.of("activities", "body", "foods", "sleep", "userRevokedAccess");

  private static final Map<String, String> SCOPES =
      Map.of(
          "activities", FitbitVendor.ACTIVITY,
          "body", FitbitVendor.WEIGHT,
          "foods", FitbitVendor.NUTRITION,
          "sleep", FitbitVendor.SLEEP);

  private static final int VERIFY_TIMEOUT_MILLIS = 5000;
  private static final int MAX_ID_LENGTH = 50;

  /**
   * Subscriber of an application. The simulator keeps one per application; the vendor's console
   * accepts several.
   */
  private record Subscriber(String clientId, String url, String word, boolean verified) {}

  private final Map<String, Subscriber> byClient = new LinkedHashMap<>();

  void mount(Router router, SimContext world) {
    String one = "/1/user/-/:collection/apiSubscriptions/:id";
    router.post(one).handler(ctx -> subscribe(ctx, world));
    router.delete(one).handler(ctx -> unsubscribe(ctx, world));
    router.get("/1/user/-/:collection/apiSubscriptions.json").handler(ctx -> list(ctx, world));
  }

  void control(Router router, SimContext world) {
    router.post("/control/subscriber").handler(ctx -> configureSubscriber(ctx, world));
  }

  private void configureSubscriber(RoutingContext ctx, SimContext world) {
    JsonObject body = ControlRoutes.body(ctx);
    String client = body.getString("client_id", world.options().app().clientId());
    String url = body.getString("url", "");
    String word = body.getString("verify", FitbitVendor.DEFAULT_VERIFICATION_CODE);
    if (url.isEmpty()) {
      throw new IllegalArgumentException("url is required");
    }
    WebClient web = WebClient.create(ctx.vertx());
    Future.join(verify(web, url, word), verify(web, url, "not-" + word))
        .map(both -> both.<Integer>resultAt(0) == 204 && both.<Integer>resultAt(1) == 404)
        .onComplete(done -> web.close())
        .onSuccess(
            verified -> {
              byClient.put(client, new Subscriber(client, url, word, verified));
              world.changed().run();
              ControlRoutes.json(
                  ctx, 200, new JsonObject().put("verify", word).put("verified", verified));
            });
  }

  /** Returns the status with which the URL answers a verification code; 0 without a response. */
  private static Future<Integer> verify(WebClient web, String url, String word) {
    return web.getAbs(url)
        .timeout(VERIFY_TIMEOUT_MILLIS)
        .addQueryParam("verify", word)
        .send()
        .map(answer -> answer.statusCode())
        .otherwise(0);
  }

  private Reader reader(RoutingContext ctx, SimContext world) {
    String collection = ctx.pathParam("collection");
    if (!COLLECTIONS.contains(collection)) {
      throw FitbitVendor.error(404, "not_found", "collection");
    }
    String scope = SCOPES.get(collection);
    return scope == null ? world.authorize(ctx) : world.authorize(ctx, scope);
  }

  private static String id(RoutingContext ctx) {
    String id = ctx.pathParam("id");
    if (!id.endsWith(".json") || id.length() > MAX_ID_LENGTH + 5 || id.length() == 5) {
      throw FitbitVendor.error(400, "validation", "subscription-id");
    }
    return id.substring(0, id.length() - 5);
  }

  private void subscribe(RoutingContext ctx, SimContext world) {
    Reader reader = reader(ctx, world);
    String collection = ctx.pathParam("collection");
    String id = id(ctx);
    String client = reader.grant().clientId();
    String subscriber = ctx.request().getHeader("X-Fitbit-Subscriber-Id");
    if (!byClient.containsKey(client) || subscriber != null && !subscriber.equals("1")) {
      throw FitbitVendor.error(400, "validation", "X-Fitbit-Subscriber-Id: no such subscriber");
    }
    Optional<Hook> there = find(world, reader, collection).stream().findFirst();
    boolean elsewhere =
        world.hooks().ofClient(client).stream()
            .anyMatch(
                h ->
                    subscriptionId(h).equals(id)
                        && !(h.userId().equals(reader.person().id())
                            && h.kind().equals(collection)));
    if (elsewhere || there.filter(h -> !subscriptionId(h).equals(id)).isPresent()) {
      // The body describes the conflicting subscription.
      SimResponses.json(
          ctx,
          409,
          there.map(FitbitSubscriptions::render).orElseGet(() -> new JsonObject().put("id", id)));
      return;
    }
    if (there.isEmpty()) {
      world
          .hooks()
          .put(
              new Hook(
                  client + " " + reader.person().id() + " " + collection + " " + id,
                  client,
                  reader.person().id(),
                  FitbitVendor.encodedId(reader.person()),
                  "",
                  collection,
                  Instant.MAX));
      world.changed().run();
    }
    Hook made = there.orElseGet(() -> find(world, reader, collection).getFirst());
    SimResponses.json(ctx, there.isEmpty() ? 201 : 200, render(made));
  }

  private void unsubscribe(RoutingContext ctx, SimContext world) {
    Reader reader = reader(ctx, world);
    String id = id(ctx);
    Hook hook =
        find(world, reader, ctx.pathParam("collection")).stream()
            .filter(h -> subscriptionId(h).equals(id))
            .findFirst()
            .orElseThrow(() -> FitbitVendor.error(404, "not_found", "no such subscription"));
    world.hooks().remove(hook.id());
    world.changed().run();
    SimResponses.sendEmpty(ctx, 204);
  }

  private void list(RoutingContext ctx, SimContext world) {
    Reader reader = reader(ctx, world);
    var all = new JsonArray();
    find(world, reader, ctx.pathParam("collection")).forEach(h -> all.add(render(h)));
    SimResponses.json(ctx, 200, new JsonObject().put("apiSubscriptions", all));
  }

  private static List<Hook> find(SimContext world, Reader reader, String collection) {
    return world.hooks().ofClient(reader.grant().clientId()).stream()
        .filter(h -> h.userId().equals(reader.person().id()) && h.kind().equals(collection))
        .toList();
  }

  /** Returns the subscription ID that the application chose. */
  private static String subscriptionId(Hook hook) {
    return hook.id().substring(hook.id().lastIndexOf(' ') + 1);
  }

  /**
   * Renders a subscription. {@code url} of the hook holds the owner's ID, because the subscriber
   * defines the URL of notifications.
   */
  private static JsonObject render(Hook hook) {
    return new JsonObject()
        .put("collectionType", hook.kind())
        .put("ownerId", hook.url())
        .put("ownerType", "user")
        .put("subscriberId", "1")
        .put("subscriptionId", subscriptionId(hook));
  }

  /** Returns one notification per application with all entries of the day. */
  List<OutgoingNotification> notificationsFor(
      SimPerson person, LocalDate day, List<String> collections, SimContext world) {
    Map<String, JsonArray> byApp = new LinkedHashMap<>();
    Map<String, String> firstHook = new LinkedHashMap<>();
    for (Hook hook : world.hooks().all()) {
      if (hook.userId().equals(person.id()) && collections.contains(hook.kind())) {
        JsonObject entry = render(hook);
        entry.remove("subscriberId");
        byApp
            .computeIfAbsent(hook.clientId(), c -> new JsonArray())
            .add(entry.put("date", day.toString()));
        firstHook.putIfAbsent(hook.clientId(), hook.id());
      }
    }
    return byApp.entrySet().stream()
        .filter(e -> Optional.ofNullable(byClient.get(e.getKey())).orElseThrow().verified())
        .map(e -> notification(e.getKey(), firstHook.get(e.getKey()), e.getValue(), world))
        .toList();
  }

  private OutgoingNotification notification(
      String client, String hook, JsonArray entries, SimContext world) {
    OAuthApp app = world.grants().app(client).orElseThrow();
    Buffer body = entries.toBuffer();
    return new OutgoingNotification(
        hook,
        byClient.get(client).url(),
        app.clientSecret(),
        "application/json",
        secret -> body,
        new JsonObject().put("entries", entries.size()));
  }

  JsonArray save() {
    var all = new JsonArray();
    byClient
        .values()
        .forEach(
            s ->
                all.add(
                    new JsonObject()
                        .put("clientId", s.clientId())
                        .put("url", s.url())
                        .put("word", s.word())
                        .put("verified", s.verified())));
    return all;
  }

  void restore(JsonArray saved) {
    saved.forEach(
        o -> {
          JsonObject s = (JsonObject) o;
          byClient.put(
              s.getString("clientId"),
              new Subscriber(
                  s.getString("clientId"),
                  s.getString("url"),
                  s.getString("word"),
                  s.getBoolean("verified")));
        });
  }
}
