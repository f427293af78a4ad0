package io.tributary.simulators.wahoo;

import io.tributary.simulators.kit.ControlRoutes;
import io.tributary.simulators.kit.IssuedTokens;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.OutgoingNotification;
import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.RevocationEndpoint;
import io.tributary.simulators.kit.RevocationEndpoint.TokenLocation;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.SimWorkout;
import io.tributary.simulators.kit.VendorError;
import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
import io.tributary.simulators.wahoo.WahooRecords.CompletedWorkout;
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
 * Wahoo cloud. Additional control endpoints:
 *
 * <table> <caption>Control endpoints</caption>
 * <tr><td>POST, DELETE /control/webhook</td><td>{"url", "token"?, "client_id"?}: configures a
 * webhook, as the owner of an application does in the developer portal; the API has no endpoint for
 * it. The default token is the last segment of the URL</td></tr>
 * <tr><td>POST /control/people/{id}/notify</td><td>{"id"? (of a workout; default the latest),
 * "key"? (event_type, event)}</td></tr>
 * <tr><td>DELETE /control/workouts/{id}</td><td>deletes a workout as its user would; no
 * notification is sent</td></tr>
 * <tr><td>POST /control/files</td><td>{"base"}: sets the base URL of files</td></tr>
 * </table>
 */
public final class WahooVendor implements SimVendor {
  private static final int MAX_ACTIVE_TOKENS = 10;

  private final Set<Long> deleted = new HashSet<>();
  private final Map<Long, Instant> changedAt = new HashMap<>();
  private String fileBaseUrl = "";

  @Override
  public String slug() {
    return "wahoo";
  }

  /**
   * Returns the OAuth rules. It is unknown whether using the new access token ends the old one;
   * here the old one stays valid.
   */
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
            .withRequiredScope()
            .withLifetimes(Duration.ofMinutes(10), Duration.ofSeconds(7199), Optional.empty())
            .withMaxActiveTokens(MAX_ACTIVE_TOKENS)
            .withRevoke(
                new RevocationEndpoint(
                    HttpMethod.DELETE,
                    "/v1/permissions",
                    TokenLocation.BEARER,
                    "",
                    false,
                    true,
                    204))
            .withTokenResponse(WahooVendor::answer)
            .withTitle("Authorize to use your Wahoo account"));
  }

  private static JsonObject answer(IssuedTokens issued) {
    return issued
        .standardResponse()
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
            "AUTHORIZE_URL", base + "/oauth/authorize",
            "URLS_FILES", base));
  }

  @Override
  public void mount(Router router, SimContext world) {
    new WahooRoutes(world, records(world), this::fileBaseUrlOf).mount(router);
  }

  private WahooRecords records(SimContext world) {
    return new WahooRecords(world, deleted, changedAt);
  }

  private String fileBaseUrlOf(RoutingContext ctx) {
    return fileBaseUrl.isEmpty() ? "http://" + ctx.request().authority() : fileBaseUrl;
  }

  @Override
  public void mountControl(Router router, SimContext world) {
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
              fileBaseUrl = ControlRoutes.body(ctx).getString("base", "");
              ControlRoutes.json(ctx, 200, new JsonObject().put("base", fileBaseUrl));
            });
  }

  /** Registers the webhook of an application, which receives the events of all its users. */
  private static void register(RoutingContext ctx, SimContext world) {
    JsonObject body = ControlRoutes.body(ctx);
    String client = body.getString("client_id", world.options().app().clientId());
    String url = body.getString("url", "");
    if (url.isEmpty()) {
      throw new IllegalArgumentException("url is required");
    }
    String token = body.getString("token", url.substring(url.lastIndexOf('/') + 1));
    world
        .hooks()
        .put(new Hook("portal " + client, client, "", url, token, "workouts", Instant.MAX));
    world.changed().run();
    ControlRoutes.json(ctx, 200, new JsonObject().put("url", url));
  }

  private static void unregister(RoutingContext ctx, SimContext world) {
    world.hooks().all().forEach(h -> world.hooks().remove(h.id()));
    world.changed().run();
    ControlRoutes.json(ctx, 200, new JsonObject());
  }

  @Override
  public VendorError toError(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> error(401, "The access token is missing");
      case SimError.BadToken p -> error(401, "The access token is invalid");
      case SimError.NoScope p -> error(403, "The access token lacks " + p.scope());
      case SimError.TooMany p -> error(429, "Too many requests");
      case SimError.OAuth p -> error(p.status(), p.error());
      case SimError.Status p -> error(p.status(), p.status() == 404 ? "Not Found" : "Error");
    };
  }

  static VendorError error(int status, String error) {
    return VendorError.json(status, new JsonObject().put("error", error));
  }

  @Override
  public List<OutgoingNotification> orderedNotifications(
      SimPerson person, JsonObject order, SimContext world) {
    Long id = order.getLong("id");
    String key = order.getString("key", "event_type");
    CompletedWorkout done =
        records(world).completed(person).stream()
            .filter(d -> id == null || d.id() == id)
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no such workout"));
    return notices(done, key, world);
  }

  /** Creates notifications for applications that have the {@code offline_data} scope. */
  private List<OutgoingNotification> notices(CompletedWorkout done, String key, SimContext world) {
    var pushes = new ArrayList<OutgoingNotification>();
    WahooRecords records = records(world);
    for (Hook hook : world.hooks().all()) {
      if (!world.grants().shares(hook.clientId(), done.person().id(), "offline_data")) {
        continue;
      }
      String begin = fileBaseUrl.isEmpty() ? "https://cdn.wahooligan.com" : fileBaseUrl;
      JsonObject workout = records.workout(done, begin);
      workout.remove("workout_summary");
      JsonObject body =
          new JsonObject()
              .put(key, "workout_summary")
              .put("user", new JsonObject().put("id", done.person().numericId()))
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

  /** Renames the day's workouts and returns notifications about them. */
  @Override
  public List<OutgoingNotification> revisionNotifications(
      SimPerson person, LocalDate day, SimContext world) {
    var pushes = new ArrayList<OutgoingNotification>();
    for (SimWorkout workout : world.people().day(person, day).workouts()) {
      long id = WahooRecords.id(person, workout);
      changedAt.put(id, world.clock().now());
      records(world)
          .completedById(person, id)
          .ifPresent(done -> pushes.addAll(notices(done, "event_type", world)));
    }
    return pushes;
  }

  @Override
  public String pathWithoutIds(String path) {
    return path.replaceAll("/files/.*", "/files/{id}").replaceAll("/\\d+(?=/|$)", "/{id}");
  }

  @Override
  public void save(JsonObject state) {
    var times = new JsonObject();
    changedAt.forEach((id, at) -> times.put(Long.toString(id), at.toEpochMilli()));
    state
        .put("deleted", new JsonArray(List.copyOf(deleted)))
        .put("touched", times)
        .put("files", fileBaseUrl);
  }

  @Override
  public void restore(JsonObject state, SimContext world) {
    state
        .getJsonArray("deleted", new JsonArray())
        .forEach(id -> deleted.add(((Number) id).longValue()));
    state
        .getJsonObject("touched", new JsonObject())
        .forEach(
            e ->
                changedAt.put(
                    Long.parseLong(e.getKey()),
                    Instant.ofEpochMilli(((Number) e.getValue()).longValue())));
    fileBaseUrl = state.getString("files", "");
  }
}
