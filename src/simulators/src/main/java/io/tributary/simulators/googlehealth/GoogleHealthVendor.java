package io.tributary.simulators.googlehealth;

import io.tributary.simulators.kit.ControlRoutes;
import io.tributary.simulators.kit.GoogleConsent;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.OutgoingNotification;
import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.VendorError;
import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
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
 * Google Health API. Additional control endpoints:
 *
 * <table> <caption>Control endpoints</caption>
 * <tr><td>GET /control/service-account</td><td>project, account and private key, as the owner of an
 * application would configure them</td></tr>
 * <tr><td>POST /control/people/{id}/legacy</td><td>marks the account as a Fitbit account that was
 * never migrated: every request is rejected</td></tr>
 * <tr><td>POST /control/people/{id}/notify</td><td>{"data_type" (steps, sleep, …), "operation"?
 * (UPSERT, DELETE), "day"? (today)}</td></tr>
 * </table>
 */
public final class GoogleHealthVendor implements SimVendor {
  private final Set<String> legacyAccounts = new HashSet<>();

  @Override
  public String slug() {
    return "google_health";
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(GoogleConsent.rules(Scopes.ALL).withForeignGrantType(ServiceAccount.GRANT));
  }

  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(
        RateHeaders.BARE,
        RateQuotas.Limit.app(120_000, Duration.ofMinutes(1)),
        RateQuotas.Limit.user(300, Duration.ofMinutes(1)));
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
            "AUTHORIZE_URL", base + "/o/oauth2/v2/auth",
            "TOKEN_URL", base + "/token",
            "URLS_REVOKE", base + "/revoke"));
  }

  @Override
  public void mount(Router router, SimContext world) {
    new GoogleHealthDataRoutes(world, legacyAccounts).mount(router);
    new GoogleHealthSubscribers(world).mount(router);
  }

  @Override
  public void mountControl(Router router, SimContext world) {
    router
        .get("/control/service-account")
        .handler(ctx -> ControlRoutes.json(ctx, 200, ServiceAccount.details()));
    router
        .post("/control/people/:id/legacy")
        .handler(
            ctx -> {
              legacyAccounts.add(ControlRoutes.person(ctx, world).id());
              world.changed().run();
              ControlRoutes.json(ctx, 200, new JsonObject());
            });
  }

  @Override
  public VendorError toError(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> GoogleHealthErrors.status(401);
      case SimError.BadToken p -> GoogleHealthErrors.status(401);
      case SimError.NoScope p ->
          GoogleHealthErrors.of(
              403, "PERMISSION_DENIED", "Request had insufficient authentication scopes.");
      case SimError.TooMany p -> GoogleHealthErrors.status(429);
      case SimError.OAuth p -> VendorError.oauth(p.status(), p.error(), p.description());
      case SimError.Status p -> GoogleHealthErrors.status(p.status());
    };
  }

  @Override
  public List<OutgoingNotification> orderedNotifications(
      SimPerson person, JsonObject order, SimContext world) {
    DataType type =
        DataType.of(order.getString("data_type", ""))
            .filter(DataType::isNotified)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "data_type must be a type that supports notifications"));
    String operation = order.getString("operation", "UPSERT");
    if (!Set.of("UPSERT", "DELETE").contains(operation)) {
      throw new IllegalArgumentException("operation must be UPSERT or DELETE");
    }
    LocalDate day =
        Optional.ofNullable(order.getString("day"))
            .map(LocalDate::parse)
            .orElseGet(() -> person.localDateAt(world.clock().now()));
    return notices(person, type, operation, day, world);
  }

  private static List<OutgoingNotification> notices(
      SimPerson person, DataType type, String operation, LocalDate day, SimContext world) {
    var pushes = new ArrayList<OutgoingNotification>();
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
                .put("healthUserId", GoogleHealthDataRoutes.userId(person))
                .put("operation", operation)
                .put("dataType", type.kebab())
                .put(
                    "intervals",
                    new JsonArray().add(new JsonObject().put("physicalTimeInterval", span)));
        pushes.add(
            OutgoingNotification.json(
                    hook.id(), hook.url(), hook.secret(), new JsonObject().put("data", data))
                .withLabel(new JsonObject().put("data_type", type.kebab())));
      }
    }
    return pushes;
  }

  /** Returns notifications about changed steps, night and weight. */
  @Override
  public List<OutgoingNotification> revisionNotifications(
      SimPerson person, LocalDate day, SimContext world) {
    var pushes = new ArrayList<OutgoingNotification>();
    for (DataType type :
        List.of(DataType.STEPS, DataType.DISTANCE, DataType.SLEEP, DataType.WEIGHT)) {
      pushes.addAll(notices(person, type, "UPSERT", day, world));
    }
    return pushes;
  }

  @Override
  public List<OutgoingNotification> recordNotifications(
      SimPerson person, LocalDate day, PointEvent record, SimContext world) {
    return switch (record) {
      case PointEvent.Weight w -> notices(person, DataType.WEIGHT, "UPSERT", day, world);
      case PointEvent.Glucose g -> notices(person, DataType.BLOOD_GLUCOSE, "UPSERT", day, world);
      case PointEvent.Water w -> notices(person, DataType.HYDRATION_LOG, "UPSERT", day, world);
      case PointEvent.Temperature t -> List.of();
      case PointEvent.BloodPressure p -> List.of();
      case PointEvent.Ecg e -> List.of();
      case PointEvent.Insulin i -> List.of();
      case PointEvent.Meal m -> List.of();
    };
  }

  @Override
  public String pathWithoutIds(String path) {
    return path.replaceAll("/(projects|subscribers)/[^/]+", "/$1/{id}");
  }

  @Override
  public void save(JsonObject state) {
    state.put("legacy", new JsonArray(List.copyOf(legacyAccounts)));
  }

  @Override
  public void restore(JsonObject state, SimContext world) {
    state.getJsonArray("legacy", new JsonArray()).forEach(id -> legacyAccounts.add((String) id));
  }
}
