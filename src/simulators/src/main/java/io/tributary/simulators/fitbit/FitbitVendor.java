package io.tributary.simulators.fitbit;

import io.tributary.simulators.kit.IssuedTokens;
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
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The Fitbit cloud, as far as it is not like all the others. Levers beside the kit's:
 *
 * <table>
 *   <caption>Control endpoints</caption>
 *   <tr><td>POST /control/subscriber</td><td>{"url", "client_id"?, "verify"?}: what an application's
 *     owner enters in the console; the address is asked with the right word and with a wrong one,
 *     and the answer says whether it is {"verified"}</td></tr>
 *   <tr><td>POST /control/people/{id}/notify</td><td>{"collection" (activities, body, foods, sleep,
 *     userRevokedAccess), "day"?}</td></tr>
 * </table>
 */
public final class FitbitVendor implements SimVendor {
  static final String ACTIVITY = "activity";
  static final String HEART = "heartrate";
  static final String SLEEP = "sleep";
  static final String WEIGHT = "weight";
  static final String OXYGEN = "oxygen_saturation";
  static final String BREATH = "respiratory_rate";
  static final String CARDIO = "cardio_fitness";
  static final String TEMPERATURE = "temperature";
  static final String NUTRITION = "nutrition";
  static final String PROFILE = "profile";
  static final String SETTINGS = "settings";

  /** The word of a subscriber whose owner asked for no other. */
  public static final String USUAL_WORD = "sandbox-verify-word";

  private final FitbitSubscriptions subscriptions = new FitbitSubscriptions();

  @Override
  public String slug() {
    return "fitbit";
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(
        OAuthSimRules.standard()
            .withPaths("/oauth2/authorize", "/oauth2/token")
            .withClientAuth(OAuthSimRules.ClientAuth.BASIC)
            .withPkce(OAuthSimRules.Pkce.REQUIRED)
            .withScopes(
                " ",
                ACTIVITY,
                HEART,
                "location",
                NUTRITION,
                OXYGEN,
                PROFILE,
                BREATH,
                SETTINGS,
                SLEEP,
                "social",
                TEMPERATURE,
                WEIGHT,
                CARDIO,
                "irregular_rhythm_notifications")
            .withScopeNeeded()
            .withLives(Duration.ofMinutes(10), Duration.ofHours(8), Optional.empty())
            .withRevoke(
                new Revoke(HttpMethod.POST, "/oauth2/revoke", Held.FORM, "token", true, false, 200))
            .withAnswer(FitbitVendor::answer)
            .withTitle("Fitbit: allow access to your data"));
  }

  private static JsonObject answer(IssuedTokens issued) {
    return issued
        .plainAnswer()
        .put("token_type", "Bearer")
        .put("scope", String.join(" ", new TreeSet<>(issued.scopes())))
        .put("user_id", encodedId(issued.person()));
  }

  /** What the vendor calls a person. */
  static String encodedId(SimPerson person) {
    return Long.toString(person.number(), 36).toUpperCase(Locale.ROOT);
  }

  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(
        RateHeaders.FITBIT, RateQuotas.Limit.user(150, Duration.ofHours(1)).onTheClock());
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
                    Map.of(),
                    Map.of(
                        "X-Fitbit-Signature",
                        PushRules.sha1Base64(secret + "&", body.getBytes())))));
  }

  /** Both versions of the interface: {@code /1} and {@code /1.2}. */
  @Override
  public String dataPath() {
    return "/1";
  }

  @Override
  public String personPrefix() {
    return "wearer";
  }

  @Override
  public Map<String, String> settings(String base) {
    return Map.of("API_URL", base, "AUTHORISE_URL", base + "/oauth2/authorize");
  }

  @Override
  public void mount(Router router, SimWorld world) {
    new FitbitDayRoutes(world).mount(router);
    new FitbitRangeRoutes(world).mount(router);
    subscriptions.mount(router, world);
  }

  @Override
  public void control(Router router, SimWorld world) {
    subscriptions.control(router, world);
  }

  @Override
  public VendorError refuse(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> fault(401, "invalid_token", "Authorization is missing");
      case SimError.BadToken p -> fault(401, "expired_token", "Access token expired or revoked");
      case SimError.NoScope p ->
          fault(403, "insufficient_scope", "This application needs the scope " + p.scope());
      case SimError.TooMany p -> fault(429, "system", "Too many requests");
      case SimError.OAuth p -> fault(p.status(), p.error(), p.description());
      case SimError.Status p ->
          fault(
              p.status(),
              switch (p.status()) {
                case 404 -> "not_found";
                case 403 -> "insufficient_permissions";
                case 400 -> "validation";
                default -> "system";
              },
              "status " + p.status());
    };
  }

  static VendorError fault(int status, String type, String message) {
    return VendorError.json(
        status,
        new JsonObject()
            .put(
                "errors",
                new JsonArray()
                    .add(new JsonObject().put("errorType", type).put("message", message)))
            .put("success", false));
  }

  @Override
  public List<OutgoingNotification> notices(SimPerson person, JsonObject order, SimWorld world) {
    String collection = order.getString("collection", "");
    if (!FitbitSubscriptions.COLLECTIONS.contains(collection)) {
      throw new IllegalArgumentException(
          "collection is one of " + new TreeSet<>(FitbitSubscriptions.COLLECTIONS));
    }
    LocalDate day =
        Optional.ofNullable(order.getString("day"))
            .map(LocalDate::parse)
            .orElseGet(() -> person.dayAt(world.clock().now()));
    return subscriptions.notices(person, day, List.of(collection), world);
  }

  /** A day thought over has other steps, another night and another weight. */
  @Override
  public List<OutgoingNotification> revised(SimPerson person, LocalDate day, SimWorld world) {
    return subscriptions.notices(person, day, List.of("activities", SLEEP, "body"), world);
  }

  @Override
  public List<OutgoingNotification> recorded(
      SimPerson person, LocalDate day, PointEvent record, SimWorld world) {
    return switch (record) {
      case PointEvent.Weight w -> subscriptions.notices(person, day, List.of("body"), world);
      case PointEvent.Meal m -> subscriptions.notices(person, day, List.of("foods"), world);
      case PointEvent.Water w -> subscriptions.notices(person, day, List.of("foods"), world);
      // Core temperatures are read, but told of to nobody.
      case PointEvent.Temperature t -> List.of();
      case PointEvent.BloodPressure p -> List.of();
      case PointEvent.Ecg e -> List.of();
      case PointEvent.Glucose g -> List.of();
      case PointEvent.Insulin i -> List.of();
    };
  }

  @Override
  public String countedPath(String path) {
    return path.replaceAll("\\d{4}-\\d{2}-\\d{2}", "{date}")
        .replaceAll("apiSubscriptions/[^/.]+", "apiSubscriptions/{id}");
  }

  @Override
  public void save(JsonObject state) {
    state.put("subscribers", subscriptions.save());
  }

  @Override
  public void restore(JsonObject state, SimWorld world) {
    subscriptions.restore(state.getJsonArray("subscribers", new JsonArray()));
  }
}
