package io.tributary.simulator.googlehealth;

import io.tributary.simulator.kit.Control;
import io.tributary.simulator.kit.GoogleConsent;
import io.tributary.simulator.kit.Hooks.Hook;
import io.tributary.simulator.kit.OAuthSimRules;
import io.tributary.simulator.kit.Problem;
import io.tributary.simulator.kit.Push;
import io.tributary.simulator.kit.PushRules;
import io.tributary.simulator.kit.Quotas;
import io.tributary.simulator.kit.RateHeaders;
import io.tributary.simulator.kit.SimPerson;
import io.tributary.simulator.kit.SimVendor;
import io.tributary.simulator.kit.SimWorld;
import io.tributary.simulator.kit.Spot;
import io.tributary.simulator.kit.VendorError;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The Google Health API, as far as it is not like all the others. Levers beside the kit's:
 *
 * <table>
 *   <caption>Control endpoints</caption>
 *   <tr><td>GET /control/service-account</td><td>project, account and private key that an owner of
 *     the application would enter</td></tr>
 *   <tr><td>POST /control/people/{id}/legacy</td><td>the account is a Fitbit one that was never
 *     moved: everything is refused</td></tr>
 *   <tr><td>POST /control/people/{id}/notify</td><td>{"data_type" (steps, sleep, …), "operation"?
 *     (UPSERT, DELETE), "day"? (today)}</td></tr>
 * </table>
 */
public final class GoogleHealthVendor implements SimVendor {
  private final Set<String> legacy = new HashSet<>();

  @Override
  public String slug() {
    return "google_health";
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(GoogleConsent.rules(Scopes.ALL).withGrantElsewhere(ServiceAccount.GRANT));
  }

  @Override
  public Quotas.Plan limits() {
    return Quotas.Plan.of(
        RateHeaders.BARE,
        Quotas.Limit.app(120_000, Duration.ofMinutes(1)),
        Quotas.Limit.user(300, Duration.ofMinutes(1)));
  }

  @Override
  public Optional<PushRules> pushes() {
    return Optional.of(
        new PushRules(
            List.of(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(10)),
            Duration.ofSeconds(5),
            Duration.ofDays(1),
            Set.of(),
            false,
            (secret, stamp, body) ->
                new PushRules.Signed(Map.of(), Map.of("Authorization", secret))));
  }

  @Override
  public String dataPath() {
    return "/v4/users/me/dataTypes";
  }

  @Override
  public String personPrefix() {
    return "user";
  }

  @Override
  public Map<String, String> settings(String base) {
    return new TreeMap<>(
        Map.of(
            "API_URL", base,
            "AUTHORISE_URL", base + "/o/oauth2/v2/auth",
            "TOKEN_URL", base + "/token",
            "URLS_REVOKE", base + "/revoke"));
  }

  @Override
  public void mount(Router router, SimWorld world) {
    new DataRoutes(world, legacy).mount(router);
    new Subscribers(world).mount(router);
  }

  @Override
  public void control(Router router, SimWorld world) {
    router
        .get("/control/service-account")
        .handler(ctx -> Control.json(ctx, 200, ServiceAccount.details()));
    router
        .post("/control/people/:id/legacy")
        .handler(
            ctx -> {
              legacy.add(Control.person(ctx, world).id());
              world.changed().run();
              Control.json(ctx, 200, new JsonObject());
            });
  }

  @Override
  public VendorError refuse(Problem problem) {
    return switch (problem) {
      case Problem.NoToken p -> Errors.status(401);
      case Problem.BadToken p -> Errors.status(401);
      case Problem.NoScope p ->
          Errors.of(403, "PERMISSION_DENIED", "Request had insufficient authentication scopes.");
      case Problem.TooMany p -> Errors.status(429);
      case Problem.OAuth p -> VendorError.oauth(p.status(), p.error(), p.description());
      case Problem.Status p -> Errors.status(p.status());
    };
  }

  @Override
  public List<Push> notices(SimPerson person, JsonObject order, SimWorld world) {
    DataType type =
        DataType.of(order.getString("data_type", ""))
            .filter(DataType::noticed)
            .orElseThrow(() -> new IllegalArgumentException("data_type is one that is told of"));
    String operation = order.getString("operation", "UPSERT");
    if (!Set.of("UPSERT", "DELETE").contains(operation)) {
      throw new IllegalArgumentException("operation is UPSERT or DELETE");
    }
    LocalDate day =
        Optional.ofNullable(order.getString("day"))
            .map(LocalDate::parse)
            .orElseGet(() -> person.dayAt(world.clock().now()));
    return notices(person, type, operation, day, world);
  }

  private static List<Push> notices(
      SimPerson person, DataType type, String operation, LocalDate day, SimWorld world) {
    var pushes = new ArrayList<Push>();
    for (Hook hook : world.hooks().all()) {
      if (hook.kind().contains("," + type.kebab() + ",")
          && world.grants().shares(hook.clientId(), person.id())) {
        var span =
            new JsonObject()
                .put("startTime", day.atStartOfDay(person.zone()).toInstant().toString())
                .put("endTime", day.plusDays(1).atStartOfDay(person.zone()).toInstant().toString());
        var data =
            new JsonObject()
                .put("version", "1")
                .put("clientProvidedSubscriptionName", hook.id())
                .put("healthUserId", DataRoutes.userId(person))
                .put("operation", operation)
                .put("dataType", type.kebab())
                .put(
                    "intervals",
                    new JsonArray().add(new JsonObject().put("physicalTimeInterval", span)));
        pushes.add(
            Push.json(hook.id(), hook.url(), hook.secret(), new JsonObject().put("data", data))
                .labelled(new JsonObject().put("data_type", type.kebab())));
      }
    }
    return pushes;
  }

  /** A day thought over has other steps, another night and another weight. */
  @Override
  public List<Push> revised(SimPerson person, LocalDate day, SimWorld world) {
    var pushes = new ArrayList<Push>();
    for (DataType type :
        List.of(DataType.STEPS, DataType.DISTANCE, DataType.SLEEP, DataType.WEIGHT)) {
      pushes.addAll(notices(person, type, "UPSERT", day, world));
    }
    return pushes;
  }

  @Override
  public List<Push> recorded(SimPerson person, LocalDate day, Spot record, SimWorld world) {
    return switch (record) {
      case Spot.Weight w -> notices(person, DataType.WEIGHT, "UPSERT", day, world);
      case Spot.Glucose g -> notices(person, DataType.BLOOD_GLUCOSE, "UPSERT", day, world);
      case Spot.Water w -> notices(person, DataType.HYDRATION_LOG, "UPSERT", day, world);
      case Spot.Temperature t -> List.of();
      case Spot.BloodPressure p -> List.of();
      case Spot.Ecg e -> List.of();
      case Spot.Insulin i -> List.of();
      case Spot.Meal m -> List.of();
    };
  }

  @Override
  public String countedPath(String path) {
    return path.replaceAll("/(projects|subscribers)/[^/]+", "/$1/{id}");
  }

  @Override
  public void save(JsonObject state) {
    state.put("legacy", new JsonArray(List.copyOf(legacy)));
  }

  @Override
  public void restore(JsonObject state, SimWorld world) {
    state.getJsonArray("legacy", new JsonArray()).forEach(id -> legacy.add((String) id));
  }
}
