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
import io.tributary.simulators.kit.RevocationEndpoint;
import io.tributary.simulators.kit.RevocationEndpoint.TokenLocation;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimVendor;
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
 * Garmin cloud. Additional control endpoints:
 *
 * <table> <caption>Control endpoints</caption>
 * <tr><td>POST, DELETE /control/webhook</td><td>{"url", "client_id"?, "type"? (such as dailies;
 * default all), "mode"? (ping or push)}: configures a webhook, as the owner of an application does
 * in the developer portal; the API has no endpoint for it</td></tr>
 * <tr><td>POST /control/people/{id}/notify</td><td>{"type"? (default all), "first"?, "last"? (days;
 * default today), "mode"?}; or {"type": "userPermissionsChange", "permissions": []}, {"type":
 * "deregistrations"}, {"type": "activityFiles"}</td></tr>
 * </table>
 */
public final class GarminVendor implements SimVendor {
  static final String BASE = "/wellness-api/rest";
  static final String OPEN = "/partner-gateway/rest";
  static final String PING = "ping";

  private static final String[] PERMISSIONS = {
    GarminType.HEALTH, GarminType.ACTIVITY, GarminType.HISTORY, GarminType.CYCLE_TRACKING
  };

  /** Permissions that people changed after their consent, by grant ID. */
  private final Map<String, Set<String>> changedPermissions = new HashMap<>();

  /** Keys of the backfills that were requested. */
  private final Set<String> requestedBackfills = new HashSet<>();

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
            .withOptionalScopes(GarminType.HISTORY)
            .withLifetimes(
                Duration.ofMinutes(5), Duration.ofDays(1), Optional.of(Duration.ofDays(90)))
            .withRevoke(revocation(BASE))
            .withRevoke(revocation(OPEN))
            .withTokenResponse(GarminVendor::answer)
            .withTitle("Share your Garmin data"));
  }

  private static RevocationEndpoint revocation(String base) {
    return new RevocationEndpoint(
        HttpMethod.DELETE, base + "/user/registration", TokenLocation.BEARER, "", false, true, 204);
  }

  private static JsonObject answer(IssuedTokens issued) {
    return issued
        .standardResponse()
        .put("refresh_token_expires_in", Duration.ofDays(90).toSeconds());
  }

  /** Returns the limits; a call weighs one unit per day of data. */
  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(
        RateHeaders.BARE, RateQuotas.Limit.app(10_000, Duration.ofMinutes(1)));
  }

  /** Returns unsigned delivery rules; the vendor identifies itself only by the application's ID. */
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
            "AUTHORIZE_URL", base + "/oauth2Confirm",
            "TOKEN_URL", base + "/di-oauth2-service/oauth/token"));
  }

  @Override
  public VendorError toError(SimError problem) {
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
  public void mount(Router router, SimContext world) {
    new GarminRoutes(world, this).mount(router);
  }

  @Override
  public void mountControl(Router router, SimContext world) {
    router.post("/control/webhook").handler(ctx -> register(ctx, world));
    router.delete("/control/webhook").handler(ctx -> unregister(ctx, world));
  }

  /** Registers a webhook; each type has one URL, and all types may share one. */
  private static void register(RoutingContext ctx, SimContext world) {
    JsonObject body = ControlRoutes.body(ctx);
    String client = body.getString("client_id", world.options().app().clientId());
    String url = body.getString("url", "");
    String type = body.getString("type", "");
    String mode = body.getString("mode", PING);
    if (url.isEmpty()) {
      throw new IllegalArgumentException("url is required");
    }
    if (!mode.equals(PING) && !mode.equals("push")) {
      throw new IllegalArgumentException("mode must be ping or push");
    }
    world
        .hooks()
        .put(new Hook("portal " + client + " " + type, client, type, url, "", mode, Instant.MAX));
    world.changed().run();
    ControlRoutes.json(ctx, 200, new JsonObject().put("url", url));
  }

  private static void unregister(RoutingContext ctx, SimContext world) {
    world.hooks().all().forEach(h -> world.hooks().remove(h.id()));
    world.changed().run();
    ControlRoutes.json(ctx, 200, new JsonObject());
  }

  /** Returns the permissions that a grant has now. */
  Set<String> currentPermissions(OAuthGrantStore.Grant grant) {
    return changedPermissions.getOrDefault(grant.id(), grant.scopes());
  }

  /** Returns whether this backfill was not requested before. */
  boolean addBackfill(String backfill) {
    return requestedBackfills.add(backfill);
  }

  @Override
  public List<OutgoingNotification> orderedNotifications(
      SimPerson person, JsonObject order, SimContext world) {
    var notices = new GarminNotifications(world, this);
    String type = order.getString("type", "");
    switch (type) {
      case "deregistrations":
        return notices.deregistered(person);
      case "userPermissionsChange":
        Set<String> left = new TreeSet<>();
        order.getJsonArray("permissions", new JsonArray()).forEach(p -> left.add((String) p));
        world.grants().grantsOf(person.id()).forEach(g -> changedPermissions.put(g.id(), left));
        world.changed().run();
        return notices.permissionsChanged(person, left);
      case "activityFiles":
        return notices.activityFiles(person);
      default:
        LocalDate today = person.localDateAt(world.clock().now());
        LocalDate last = day(order, "last").orElse(today);
        LocalDate first = day(order, "first").orElse(last);
        if (!type.isEmpty() && GarminType.ofKey(type).isEmpty()) {
          throw new IllegalArgumentException("unknown type");
        }
        List<GarminType> types =
            GarminType.ofKey(type).map(List::of).orElse(List.of(GarminType.values()));
        return notices.summaries(
            person, types, first, last, Optional.ofNullable(order.getString("mode")));
    }
  }

  private static Optional<LocalDate> day(JsonObject order, String name) {
    return Optional.ofNullable(order.getString(name)).map(LocalDate::parse);
  }

  /** Returns notifications about changed steps, night and weight. */
  @Override
  public List<OutgoingNotification> revisionNotifications(
      SimPerson person, LocalDate day, SimContext world) {
    return notifyAbout(
        person,
        day,
        world,
        GarminType.DAILIES,
        GarminType.EPOCHS,
        GarminType.SLEEPS,
        GarminType.BODY_COMPS);
  }

  @Override
  public List<OutgoingNotification> recordNotifications(
      SimPerson person, LocalDate day, PointEvent record, SimContext world) {
    return switch (record) {
      case PointEvent.Weight w -> notifyAbout(person, day, world, GarminType.BODY_COMPS);
      case PointEvent.BloodPressure p ->
          notifyAbout(person, day, world, GarminType.BLOOD_PRESSURES);
      case PointEvent.Temperature t -> List.of();
      case PointEvent.Glucose g -> List.of();
      case PointEvent.Insulin i -> List.of();
      case PointEvent.Water w -> List.of();
      case PointEvent.Meal m -> List.of();
      case PointEvent.Ecg e -> List.of();
    };
  }

  private List<OutgoingNotification> notifyAbout(
      SimPerson person, LocalDate day, SimContext world, GarminType... types) {
    return new GarminNotifications(world, this)
        .summaries(person, Arrays.asList(types), day, day, Optional.empty());
  }

  @Override
  public List<OutgoingNotification> revocationNotifications(SimPerson person, SimContext world) {
    return new GarminNotifications(world, this).deregistered(person);
  }

  @Override
  public void save(JsonObject state) {
    var changed = new JsonObject();
    changedPermissions.forEach(
        (grant, left) -> changed.put(grant, new JsonArray(List.copyOf(left))));
    state
        .put("permissions", changed)
        .put("backfills", new JsonArray(List.copyOf(requestedBackfills)));
  }

  @Override
  public void restore(JsonObject state, SimContext world) {
    JsonObject changed = state.getJsonObject("permissions", new JsonObject());
    for (String grant : changed.fieldNames()) {
      Set<String> left = new TreeSet<>();
      changed.getJsonArray(grant).forEach(p -> left.add((String) p));
      changedPermissions.put(grant, left);
    }
    state
        .getJsonArray("backfills", new JsonArray())
        .forEach(b -> requestedBackfills.add((String) b));
  }
}
