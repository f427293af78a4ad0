package io.tributary.simulators.wahoo;

import io.tributary.simulators.kit.ControlRoutes;
import io.tributary.simulators.kit.IssuedTokens;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.OutgoingNotification;
import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.Revoke;
import io.tributary.simulators.kit.Revoke.Held;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.SimWorkout;
import io.tributary.simulators.kit.SimWorld;
import io.tributary.simulators.kit.VendorError;
import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
import io.tributary.simulators.wahoo.WahooRecords.Done;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The Wahoo cloud, as far as it is not like all the others. Levers beside the kit's:
 *
 * <table>
 *   <caption>Control endpoints</caption>
 *   <tr><td>POST, DELETE /control/webhook</td><td>{"url", "token"?, "client_id"?}: what an
 *     application's owner enters in the developer portal; there is no call for it. The token is
 *     the last part of the address unless told</td></tr>
 *   <tr><td>POST /control/people/{id}/notify</td><td>{"id"? (of a workout; the latest else),
 *     "key"? (event_type, event)}</td></tr>
 *   <tr><td>DELETE /control/workouts/{id}</td><td>Its user deletes a workout; nobody is told</td>
 *     </tr>
 *   <tr><td>POST /control/files</td><td>{"base"}: begin of the addresses of files from now on
 *     </td></tr>
 * </table>
 */
public final class WahooVendor implements SimVendor {
  private static final int MOST_TOKENS = 10;

  private final Set<Long> deleted = new HashSet<>();
  private final Map<Long, Instant> touched = new HashMap<>();
  private String files = "";

  @Override
  public String slug() {
    return "wahoo";
  }

  /** That the old access token ends once the new one is used is unsure: here it lives on. */
  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(
        OAuthSimRules.standard()
            .withClientAuth(OAuthSimRules.ClientAuth.BODY)
            .withPkce(OAuthSimRules.Pkce.CHECKED)
            .withScopes(
                " ",
                "email",
                "user_read",
                "user_write",
                "workouts_read",
                "workouts_write",
                "offline_data")
            .withScopeNeeded()
            .withLives(Duration.ofMinutes(10), Duration.ofSeconds(7199), Optional.empty())
            .withMostLiveTokens(MOST_TOKENS)
            .withRevoke(
                new Revoke(HttpMethod.DELETE, "/v1/permissions", Held.BEARER, "", false, true, 204))
            .withAnswer(WahooVendor::answer)
            .withTitle("Authorize to use your Wahoo account"));
  }

  private static JsonObject answer(IssuedTokens issued) {
    return issued
        .plainAnswer()
        .put("token_type", "Bearer")
        .put("scope", String.join(" ", issued.scopes()))
        .put("created_at", Instant.now().getEpochSecond());
  }

  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(
        RateHeaders.WAHOO,
        RateQuotas.Limit.app(200, Duration.ofMinutes(5)),
        RateQuotas.Limit.app(1000, Duration.ofHours(1)),
        RateQuotas.Limit.app(5000, Duration.ofDays(1)));
  }

  @Override
  public Optional<PushRules> pushes() {
    return Optional.of(
        new PushRules(
            List.of(
                Duration.ofMinutes(30),
                Duration.ofHours(4),
                Duration.ofHours(24),
                Duration.ofHours(72)),
            Duration.ofSeconds(10),
            Duration.ofDays(1),
            Set.of(),
            false,
            PushRules.unsigned()));
  }

  @Override
  public String dataPath() {
    return "/v1/";
  }

  @Override
  public String personPrefix() {
    return "rider";
  }

  @Override
  public Map<String, String> settings(String base) {
    return new TreeMap<>(
        Map.of(
            "API_URL", base,
            "AUTHORISE_URL", base + "/oauth/authorize",
            "URLS_FILES", base));
  }

  @Override
  public void mount(Router router, SimWorld world) {
    new WahooRoutes(world, records(world), this::filesOf).mount(router);
  }

  private WahooRecords records(SimWorld world) {
    return new WahooRecords(world, deleted, touched);
  }

  private String filesOf(RoutingContext ctx) {
    return files.isEmpty() ? "http://" + ctx.request().authority() : files;
  }

  @Override
  public void control(Router router, SimWorld world) {
    router.post("/control/webhook").handler(ctx -> register(ctx, world));
    router.delete("/control/webhook").handler(ctx -> unregister(ctx, world));
    router
        .delete("/control/workouts/:id")
        .handler(
            ctx -> {
              deleted.add(Long.parseLong(ctx.pathParam("id")));
              world.changed().run();
              ControlRoutes.json(ctx, 200, new JsonObject());
            });
    router
        .post("/control/files")
        .handler(
            ctx -> {
              files = ControlRoutes.body(ctx).getString("base", "");
              ControlRoutes.json(ctx, 200, new JsonObject().put("base", files));
            });
  }

  /** One address for all users of an application. */
  private static void register(RoutingContext ctx, SimWorld world) {
    JsonObject body = ControlRoutes.body(ctx);
    String client = body.getString("client_id", world.options().app().clientId());
    String url = body.getString("url", "");
    if (url.isEmpty()) {
      throw new IllegalArgumentException("url is needed");
    }
    String token = body.getString("token", url.substring(url.lastIndexOf('/') + 1));
    world
        .hooks()
        .put(new Hook("portal " + client, client, "", url, token, "workouts", Instant.MAX));
    world.changed().run();
    ControlRoutes.json(ctx, 200, new JsonObject().put("url", url));
  }

  private static void unregister(RoutingContext ctx, SimWorld world) {
    world.hooks().all().forEach(h -> world.hooks().remove(h.id()));
    world.changed().run();
    ControlRoutes.json(ctx, 200, new JsonObject());
  }

  @Override
  public VendorError refuse(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> fault(401, "The access token is missing");
      case SimError.BadToken p -> fault(401, "The access token is invalid");
      case SimError.NoScope p -> fault(403, "The access token lacks " + p.scope());
      case SimError.TooMany p -> fault(429, "Too many requests");
      case SimError.OAuth p -> fault(p.status(), p.error());
      case SimError.Status p -> fault(p.status(), p.status() == 404 ? "Not Found" : "Error");
    };
  }

  static VendorError fault(int status, String error) {
    return VendorError.json(status, new JsonObject().put("error", error));
  }

  @Override
  public List<OutgoingNotification> notices(SimPerson person, JsonObject order, SimWorld world) {
    Long id = order.getLong("id");
    String key = order.getString("key", "event_type");
    Done done =
        records(world).done(person).stream()
            .filter(d -> id == null || d.id() == id)
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("there is no such workout"));
    return notices(done, key, world);
  }

  /** Only of those who let their data go while they are away. */
  private List<OutgoingNotification> notices(Done done, String key, SimWorld world) {
    var pushes = new ArrayList<OutgoingNotification>();
    WahooRecords records = records(world);
    for (Hook hook : world.hooks().all()) {
      if (!world.grants().shares(hook.clientId(), done.person().id(), "offline_data")) {
        continue;
      }
      String begin = files.isEmpty() ? "https://cdn.wahooligan.com" : files;
      JsonObject workout = records.workout(done, begin);
      workout.remove("workout_summary");
      JsonObject body =
          new JsonObject()
              .put(key, "workout_summary")
              .put("user", new JsonObject().put("id", done.person().number()))
              .put("workout_summary", records.summary(done, begin).put("workout", workout));
      pushes.add(
          new OutgoingNotification(
              hook.id(),
              hook.url(),
              hook.secret(),
              "application/json",
              secret -> body.copy().put("webhook_token", secret).toBuffer(),
              new JsonObject().put("id", done.id())));
    }
    return pushes;
  }

  /** The day's workouts are renamed. */
  @Override
  public List<OutgoingNotification> revised(SimPerson person, LocalDate day, SimWorld world) {
    var pushes = new ArrayList<OutgoingNotification>();
    for (SimWorkout workout : world.people().day(person, day).workouts()) {
      long id = WahooRecords.id(person, workout);
      touched.put(id, world.clock().now());
      records(world)
          .one(person, id)
          .ifPresent(done -> pushes.addAll(notices(done, "event_type", world)));
    }
    return pushes;
  }

  @Override
  public String countedPath(String path) {
    return path.replaceAll("/files/.*", "/files/{id}").replaceAll("/\\d+(?=/|$)", "/{id}");
  }

  @Override
  public void save(JsonObject state) {
    var times = new JsonObject();
    touched.forEach((id, at) -> times.put(Long.toString(id), at.toEpochMilli()));
    state
        .put("deleted", new JsonArray(List.copyOf(deleted)))
        .put("touched", times)
        .put("files", files);
  }

  @Override
  public void restore(JsonObject state, SimWorld world) {
    state
        .getJsonArray("deleted", new JsonArray())
        .forEach(id -> deleted.add(((Number) id).longValue()));
    state
        .getJsonObject("touched", new JsonObject())
        .forEach(
            e ->
                touched.put(
                    Long.parseLong(e.getKey()),
                    Instant.ofEpochMilli(((Number) e.getValue()).longValue())));
    files = state.getString("files", "");
  }
}
