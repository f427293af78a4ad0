package io.tributary.simulators.polar;

import io.tributary.simulators.kit.ControlRoutes;
import io.tributary.simulators.kit.IssuedTokens;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.OAuthSimRules.ClientAuth;
import io.tributary.simulators.kit.OAuthSimRules.Rotation;
import io.tributary.simulators.kit.OutgoingNotification;
import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.VendorError;
import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Polar cloud. Additional control endpoints:
 *
 * <table> <caption>Control endpoints</caption>
 * <tr><td>POST /control/people/{id}/consents</td><td>{"accepted"}: whether the person has accepted
 * the mandatory consents of Flow; default true</td></tr>
 * <tr><td>POST /control/people/{id}/notify</td><td>{"event" (EXERCISE, SLEEP, …), "date"? (default
 * today), "entity_id"? (of the exercise; default the latest), "url"?}</td></tr>
 * </table>
 */
public final class PolarVendor implements SimVendor {
  static final String BASE = "/v3";
  static final String SCOPE = "accesslink.read_all";
  static final Set<String> EVENTS =
      Set.of(
          "EXERCISE",
          "SLEEP",
          "CONTINUOUS_HEART_RATE",
          "ACTIVITY_SUMMARY",
          "PHYSICAL_INFORMATION",
          "SLEEP_WISE_CIRCADIAN_BEDTIME",
          "SLEEP_WISE_ALERTNESS");

  private static final String HOST = "https://www.polaraccesslink.com" + BASE;
  private static final Duration ACCESS_LIFE = Duration.ofSeconds(315_359_999);

  private final PolarMembers members = new PolarMembers();
  private final Set<String> inactiveWebhooks = new HashSet<>();
  private final boolean registeredForever;

  /** Creates a vendor that returns only exercises uploaded after the registration. */
  public PolarVendor() {
    this(false);
  }

  private PolarVendor(boolean registeredForever) {
    this.registeredForever = registeredForever;
  }

  /**
   * Creates a vendor for which all people are registered since before their first day, so that
   * exercises exist.
   */
  public static PolarVendor withLongRegistration() {
    return new PolarVendor(true);
  }

  @Override
  public String slug() {
    return "polar";
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(
        OAuthSimRules.standard()
            .withPaths("/oauth2/authorization", "/v2/oauth2/token")
            .withClientAuth(ClientAuth.BASIC)
            .withScopes(" ", SCOPE)
            .withoutPartialGrant()
            .withoutRedirectInExchange()
            .withRotation(Rotation.NONE)
            .withLifetimes(Duration.ofMinutes(10), ACCESS_LIFE, Optional.empty())
            .withTokenResponse(PolarVendor::answer)
            .withTitle("Allow an application to read your Polar data"));
  }

  private static JsonObject answer(IssuedTokens issued) {
    return issued.standardResponse().put("x_user_id", issued.person().numericId());
  }

  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(
        RateHeaders.POLAR,
        RateQuotas.Limit.app(500, Duration.ofMinutes(15)).plusPerUser(20),
        RateQuotas.Limit.app(5000, Duration.ofDays(1)).plusPerUser(100));
  }

  @Override
  public Optional<PushRules> pushes() {
    return Optional.of(
        new PushRules(
            List.of(Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofHours(1)),
            Duration.ofSeconds(5),
            Duration.ofDays(1),
            Set.of(),
            false,
            (secret, stamp, body) ->
                new PushRules.Signed(
                    Map.of("Polar-Webhook-Event", body.toJsonObject().getString("event")),
                    Map.of(
                        "Polar-Webhook-Signature", PushRules.sha256Hex(secret, body.getBytes())))));
  }

  @Override
  public String dataPath() {
    return BASE + "/";
  }

  @Override
  public Map<String, String> settings(String base) {
    return new TreeMap<>(
        Map.of(
            "API_URL", base,
            "AUTHORIZE_URL", base + "/oauth2/authorization",
            "TOKEN_URL", base + "/v2/oauth2/token"));
  }

  @Override
  public void mount(Router router, SimContext world) {
    new PolarWebhooks(world, inactiveWebhooks).mount(router);
    new PolarRoutes(world, members, registeredForever).mount(router);
  }

  @Override
  public void mountControl(Router router, SimContext world) {
    router
        .post("/control/people/:id/consents")
        .handler(
            ctx -> {
              boolean accepted = ControlRoutes.body(ctx).getBoolean("accepted", true);
              members.consents(ControlRoutes.person(ctx, world).id(), accepted);
              world.changed().run();
              ControlRoutes.json(ctx, 200, new JsonObject().put("accepted", accepted));
            });
  }

  @Override
  public VendorError toError(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> error(401, "no access token");
      case SimError.BadToken p -> error(401, "the access token is not valid");
      case SimError.NoScope p -> error(403, "the scope is missing");
      case SimError.TooMany p -> error(429, "too many requests");
      case SimError.OAuth p -> VendorError.oauth(p.status(), p.error(), p.description());
      case SimError.Status p -> error(p.status(), "refused");
    };
  }

  static VendorError error(int status, String message) {
    return VendorError.json(
        status,
        new JsonObject()
            .put("timestamp", Instant.now().toString())
            .put("status", status)
            .put("errorType", "status_" + status)
            .put("message", message)
            .put("corrId", UUID.randomUUID().toString()));
  }

  @Override
  public List<OutgoingNotification> orderedNotifications(
      SimPerson person, JsonObject order, SimContext world) {
    String event = order.getString("event", "");
    if (!EVENTS.contains(event) && !event.equals("PING")) {
      throw new IllegalArgumentException("event must be PING or one of " + EVENTS);
    }
    LocalDate today = person.localDateAt(world.clock().now());
    String what =
        event.equals("EXERCISE")
            ? Optional.ofNullable(order.getString("entity_id"))
                .orElseGet(() -> latest(person, today, world))
            : order.getString("date", today.toString());
    return notices(person, event, what, order.getString("url"), world);
  }

  private static String latest(SimPerson person, LocalDate today, SimContext world) {
    return world.people().days(person, today.minusDays(30), today).stream()
        .flatMap(d -> d.workouts().stream())
        .reduce((a, b) -> b)
        .map(w -> PolarRecords.exerciseId(person, w))
        .orElseThrow(() -> new IllegalArgumentException("the user has no exercise"));
  }

  private List<OutgoingNotification> notices(
      SimPerson person, String event, String what, String url, SimContext world) {
    var body =
        new JsonObject()
            .put("event", event)
            .put("user_id", person.numericId())
            .put(event.equals("EXERCISE") ? "entity_id" : "date", what)
            .put("timestamp", world.clock().stamp().toString())
            .put("url", url == null ? HOST + path(event) + what : url);
    var pushes = new ArrayList<OutgoingNotification>();
    List<Hook> told =
        event.equals("PING")
            ? world.hooks().all()
            : PolarWebhooks.subscribersOf(world, inactiveWebhooks, event);
    for (Hook hook : told) {
      if (world.grants().shares(hook.clientId(), person.id())) {
        pushes.add(
            OutgoingNotification.json(hook.id(), hook.url(), hook.secret(), body)
                .withLabel(new JsonObject().put("event", event)));
      }
    }
    return pushes;
  }

  private static String path(String event) {
    return switch (event) {
      case "EXERCISE" -> "/exercises/";
      case "SLEEP" -> "/users/sleep/";
      case "CONTINUOUS_HEART_RATE" -> "/users/continuous-heart-rate/";
      case "ACTIVITY_SUMMARY" -> "/users/activities/";
      default -> "/users/physical-info?";
    };
  }

  /** Returns notifications about the changed day, night and weight. */
  @Override
  public List<OutgoingNotification> revisionNotifications(
      SimPerson person, LocalDate day, SimContext world) {
    SimDay revised = world.people().day(person, day);
    var pushes = new ArrayList<>(notices(person, "ACTIVITY_SUMMARY", day.toString(), null, world));
    if (!revised.nights().isEmpty()) {
      pushes.addAll(notices(person, "SLEEP", day.toString(), null, world));
    }
    if (!revised.spots(PointEvent.Weight.class).isEmpty()) {
      pushes.addAll(notices(person, "PHYSICAL_INFORMATION", day.toString(), null, world));
    }
    return pushes;
  }

  @Override
  public List<OutgoingNotification> recordNotifications(
      SimPerson person, LocalDate day, PointEvent record, SimContext world) {
    return record instanceof PointEvent.Weight
        ? notices(person, "PHYSICAL_INFORMATION", day.toString(), null, world)
        : List.of();
  }

  @Override
  public String pathWithoutIds(String path) {
    return path.replaceAll(
        "/(?:\\d{4}-\\d\\d-\\d\\d|\\d+|[0-9A-F]{12}|[0-9a-f-]{36})(?=/|$)", "/{id}");
  }

  @Override
  public void save(JsonObject state) {
    members.save(state);
    state.put("inactive", new JsonArray(inactiveWebhooks.stream().toList()));
  }

  @Override
  public void restore(JsonObject state, SimContext world) {
    members.restore(state);
    state
        .getJsonArray("inactive", new JsonArray())
        .forEach(id -> inactiveWebhooks.add((String) id));
  }
}
