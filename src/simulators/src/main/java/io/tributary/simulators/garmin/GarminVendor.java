package io.tributary.simulators.garmin;

import io.tributary.simulators.kit.ControlRoutes;
import io.tributary.simulators.kit.IssuedTokens;
import io.tributary.simulators.kit.OAuthGrantStore;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.OutgoingNotification;
import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.Revoke;
import io.tributary.simulators.kit.Revoke.Held;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.SimWorld;
import io.tributary.simulators.kit.VendorError;
import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Garmin's cloud, as far as it is not like all the others. Levers beside the kit's:
 *
 * <table>
 *   <caption>Control endpoints</caption>
 *   <tr><td>POST, DELETE /control/webhook</td><td>{"url", "client_id"?, "type"? (such as dailies;
 *     else all), "mode"? (ping or push)}: what an application's owner enters in the developer
 *     portal; there is no call for it</td></tr>
 *   <tr><td>POST /control/people/{id}/notify</td><td>{"type"? (else all), "first"?, "last"? (days;
 *     today else), "mode"?}; or {"type": "userPermissionsChange", "permissions": []}, {"type":
 *     "deregistrations"}, {"type": "activityFiles"}</td></tr>
 * </table>
 */
public final class GarminVendor implements SimVendor {
  static final String BASE = "/wellness-api/rest";
  static final String OPEN = "/partner-gateway/rest";
  static final String PING = "ping";

  private static final String[] PERMISSIONS = {
    GarminType.HEALTH, GarminType.ACTIVITY, GarminType.HISTORY, GarminType.CYCLE
  };

  /** What people changed since they agreed, by grant. */
  private final Map<String, Set<String>> permissions = new HashMap<>();

  /** Backfills that were asked for. */
  private final Set<String> asked = new HashSet<>();

  @Override
  public String slug() {
    return "garmin";
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(
        OAuthSimRules.standard()
            .withPaths("/oauth2Confirm", "/di-oauth2-service/oauth/token")
            .withClientAuth(OAuthSimRules.ClientAuth.BODY)
            .withPkce(OAuthSimRules.Pkce.REQUIRED)
            .withScopes(" ", PERMISSIONS)
            .withUnticked(GarminType.HISTORY)
            .withLives(Duration.ofMinutes(5), Duration.ofDays(1), Optional.of(Duration.ofDays(90)))
            .withRevoke(ending(BASE))
            .withRevoke(ending(OPEN))
            .withAnswer(GarminVendor::answer)
            .withTitle("Share your Garmin data"));
  }

  private static Revoke ending(String base) {
    return new Revoke(
        HttpMethod.DELETE, base + "/user/registration", Held.BEARER, "", false, true, 204);
  }

  private static JsonObject answer(IssuedTokens issued) {
    return issued.plainAnswer().put("refresh_token_expires_in", Duration.ofDays(90).toSeconds());
  }

  /** Of a day of data each. */
  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(
        RateHeaders.BARE, RateQuotas.Limit.app(10_000, Duration.ofMinutes(1)));
  }

  /** Whoever knows the application's id may pretend to be the vendor. */
  @Override
  public Optional<PushRules> pushes() {
    return Optional.of(
        new PushRules(
            List.of(
                Duration.ofMinutes(1),
                Duration.ofMinutes(5),
                Duration.ofMinutes(15),
                Duration.ofHours(1)),
            Duration.ofSeconds(30),
            Duration.ofDays(1),
            Set.of(),
            false,
            (client, stamp, body) ->
                new PushRules.Signed(Map.of(), Map.of("garmin-client-id", client))));
  }

  @Override
  public String dataPath() {
    return BASE + "/";
  }

  @Override
  public String personPrefix() {
    return "wearer";
  }

  @Override
  public Map<String, String> settings(String base) {
    return new TreeMap<>(
        Map.of(
            "API_URL", base + BASE,
            "AUTHORISE_URL", base + "/oauth2Confirm",
            "TOKEN_URL", base + "/di-oauth2-service/oauth/token"));
  }

  @Override
  public VendorError refuse(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> error(401, "Unauthorized");
      case SimError.BadToken p -> error(401, "Invalid or expired access token");
      case SimError.NoScope p -> error(403, "User permission missing: " + p.scope());
      case SimError.TooMany p -> error(429, "Too many requests");
      case SimError.OAuth p -> VendorError.oauth(p.status(), p.error(), p.description());
      case SimError.Status p -> error(p.status(), "status " + p.status());
    };
  }

  static VendorError error(int status, String text) {
    return VendorError.json(status, new JsonObject().put("errorMessage", text));
  }

  @Override
  public void mount(Router router, SimWorld world) {
    new GarminRoutes(world, this).mount(router);
  }

  @Override
  public void control(Router router, SimWorld world) {
    router.post("/control/webhook").handler(ctx -> register(ctx, world));
    router.delete("/control/webhook").handler(ctx -> unregister(ctx, world));
  }

  /** One address per type; all types may share one. */
  private static void register(RoutingContext ctx, SimWorld world) {
    JsonObject body = ControlRoutes.body(ctx);
    String client = body.getString("client_id", world.options().app().clientId());
    String url = body.getString("url", "");
    String type = body.getString("type", "");
    String mode = body.getString("mode", PING);
    if (url.isEmpty()) {
      throw new IllegalArgumentException("url is needed");
    }
    if (!mode.equals(PING) && !mode.equals("push")) {
      throw new IllegalArgumentException("mode is ping or push");
    }
    world
        .hooks()
        .put(new Hook("portal " + client + " " + type, client, type, url, "", mode, Instant.MAX));
    world.changed().run();
    ControlRoutes.json(ctx, 200, new JsonObject().put("url", url));
  }

  private static void unregister(RoutingContext ctx, SimWorld world) {
    world.hooks().all().forEach(h -> world.hooks().remove(h.id()));
    world.changed().run();
    ControlRoutes.json(ctx, 200, new JsonObject());
  }

  /** What a grant allows now. */
  Set<String> allowed(OAuthGrantStore.Grant grant) {
    return permissions.getOrDefault(grant.id(), grant.scopes());
  }

  /** Whether this backfill was not asked for before. */
  boolean isNew(String backfill) {
    return asked.add(backfill);
  }

  @Override
  public List<OutgoingNotification> notices(SimPerson person, JsonObject order, SimWorld world) {
    var notices = new GarminNotices(world, this);
    String type = order.getString("type", "");
    switch (type) {
      case "deregistrations":
        return notices.deregistered(person);
      case "userPermissionsChange":
        Set<String> left = new TreeSet<>();
        order.getJsonArray("permissions", new JsonArray()).forEach(p -> left.add((String) p));
        world.grants().of(person.id()).forEach(g -> permissions.put(g.id(), left));
        world.changed().run();
        return notices.changed(person, left);
      case "activityFiles":
        return notices.files(person);
      default:
        LocalDate today = person.dayAt(world.clock().now());
        LocalDate last = day(order, "last").orElse(today);
        LocalDate first = day(order, "first").orElse(last);
        if (!type.isEmpty() && GarminType.ofKey(type).isEmpty()) {
          throw new IllegalArgumentException("type is none");
        }
        List<GarminType> types =
            GarminType.ofKey(type).map(List::of).orElse(List.of(GarminType.values()));
        return notices.of(person, types, first, last, Optional.ofNullable(order.getString("mode")));
    }
  }

  private static Optional<LocalDate> day(JsonObject order, String name) {
    return Optional.ofNullable(order.getString(name)).map(LocalDate::parse);
  }

  /** A day thought over has other steps, another night and another weight. */
  @Override
  public List<OutgoingNotification> revised(SimPerson person, LocalDate day, SimWorld world) {
    return tell(
        person,
        day,
        world,
        GarminType.DAILIES,
        GarminType.EPOCHS,
        GarminType.SLEEPS,
        GarminType.BODY_COMPS);
  }

  @Override
  public List<OutgoingNotification> recorded(
      SimPerson person, LocalDate day, PointEvent record, SimWorld world) {
    return switch (record) {
      case PointEvent.Weight w -> tell(person, day, world, GarminType.BODY_COMPS);
      case PointEvent.BloodPressure p -> tell(person, day, world, GarminType.BLOOD_PRESSURES);
      case PointEvent.Temperature t -> List.of();
      case PointEvent.Glucose g -> List.of();
      case PointEvent.Insulin i -> List.of();
      case PointEvent.Water w -> List.of();
      case PointEvent.Meal m -> List.of();
      case PointEvent.Ecg e -> List.of();
    };
  }

  private List<OutgoingNotification> tell(
      SimPerson person, LocalDate day, SimWorld world, GarminType... types) {
    return new GarminNotices(world, this)
        .of(person, Arrays.asList(types), day, day, Optional.empty());
  }

  @Override
  public List<OutgoingNotification> revoked(SimPerson person, SimWorld world) {
    return new GarminNotices(world, this).deregistered(person);
  }

  @Override
  public void save(JsonObject state) {
    var changed = new JsonObject();
    permissions.forEach((grant, left) -> changed.put(grant, new JsonArray(List.copyOf(left))));
    state.put("permissions", changed).put("backfills", new JsonArray(List.copyOf(asked)));
  }

  @Override
  public void restore(JsonObject state, SimWorld world) {
    JsonObject changed = state.getJsonObject("permissions", new JsonObject());
    for (String grant : changed.fieldNames()) {
      Set<String> left = new TreeSet<>();
      changed.getJsonArray(grant).forEach(p -> left.add((String) p));
      permissions.put(grant, left);
    }
    state.getJsonArray("backfills", new JsonArray()).forEach(b -> asked.add((String) b));
  }
}
