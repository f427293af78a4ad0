package io.tributary.simulators.fitbit;

import io.tributary.simulators.kit.IssuedTokens;
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
 * Fitbit cloud. Additional control endpoints:
 *
 * <table> <caption>Control endpoints</caption>
 * <tr><td>POST /control/subscriber</td><td>{"url", "client_id"?, "verify"?}: configures a
 * subscriber, as the owner of an application does in the console. The URL is requested with the
 * right verification code and with a wrong one, and the response reports whether it is
 * {"verified"}</td></tr>
 * <tr><td>POST /control/people/{id}/notify</td><td>{"collection" (activities, body, foods, sleep,
 * userRevokedAccess), "day"?}</td></tr>
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

  /** Default verification code of a subscriber. */
  public static final String DEFAULT_VERIFICATION_CODE = "sandbox-verify-word";

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
            .withRequiredScope()
            .withLifetimes(Duration.ofMinutes(10), Duration.ofHours(8), Optional.empty())
            .withRevoke(
                new RevocationEndpoint(
                    HttpMethod.POST,
                    "/oauth2/revoke",
                    TokenLocation.FORM,
                    "token",
                    true,
                    false,
                    200))
            .withTokenResponse(FitbitVendor::answer)
            .withTitle("Fitbit: allow access to your data"));
  }

  private static JsonObject answer(IssuedTokens issued) {
    return issued
        .standardResponse()
        .put("token_type", "Bearer")
        .put("scope", String.join(" ", new TreeSet<>(issued.scopes())))
        .put("user_id", encodedId(issued.person()));
  }

  /** Returns the vendor's ID of a person. */
  static String encodedId(SimPerson person) {
    return Long.toString(person.numericId(), 36).toUpperCase(Locale.ROOT);
  }

  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(
        RateHeaders.FITBIT, RateQuotas.Limit.user(150, Duration.ofHours(1)).alignedToClock());
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

  /** Returns the common prefix of both API versions, {@code /1} and {@code /1.2}. */
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
    return Map.of("API_URL", base, "AUTHORIZE_URL", base + "/oauth2/authorize");
  }

  @Override
  public void mount(Router router, SimContext world) {
    new FitbitDayRoutes(world).mount(router);
    new FitbitRangeRoutes(world).mount(router);
    subscriptions.mount(router, world);
  }

  @Override
  public void mountControl(Router router, SimContext world) {
    subscriptions.control(router, world);
  }

  @Override
  public VendorError toError(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> error(401, "invalid_token", "Authorization is missing");
      case SimError.BadToken p -> error(401, "expired_token", "Access token expired or revoked");
      case SimError.NoScope p ->
          error(403, "insufficient_scope", "This application needs the scope " + p.scope());
      case SimError.TooMany p -> error(429, "system", "Too many requests");
      case SimError.OAuth p -> error(p.status(), p.error(), p.description());
      case SimError.Status p ->
          error(
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

  static VendorError error(int status, String type, String message) {
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
  public List<OutgoingNotification> orderedNotifications(
      SimPerson person, JsonObject order, SimContext world) {
    String collection = order.getString("collection", "");
    if (!FitbitSubscriptions.COLLECTIONS.contains(collection)) {
      throw new IllegalArgumentException(
          "collection must be one of " + new TreeSet<>(FitbitSubscriptions.COLLECTIONS));
    }
    LocalDate day =
        Optional.ofNullable(order.getString("day"))
            .map(LocalDate::parse)
            .orElseGet(() -> person.localDateAt(world.clock().now()));
    return subscriptions.notificationsFor(person, day, List.of(collection), world);
  }

  /** Returns notifications about changed steps, night and weight. */
  @Override
  public List<OutgoingNotification> revisionNotifications(
      SimPerson person, LocalDate day, SimContext world) {
    return subscriptions.notificationsFor(person, day, List.of("activities", SLEEP, "body"), world);
  }

  @Override
  public List<OutgoingNotification> recordNotifications(
      SimPerson person, LocalDate day, PointEvent record, SimContext world) {
    return switch (record) {
      case PointEvent.Weight w ->
          subscriptions.notificationsFor(person, day, List.of("body"), world);
      case PointEvent.Meal m ->
          subscriptions.notificationsFor(person, day, List.of("foods"), world);
      case PointEvent.Water w ->
          subscriptions.notificationsFor(person, day, List.of("foods"), world);
      // Core temperatures can be read, but the vendor sends no notifications about them.
      case PointEvent.Temperature t -> List.of();
      case PointEvent.BloodPressure p -> List.of();
      case PointEvent.Ecg e -> List.of();
      case PointEvent.Glucose g -> List.of();
      case PointEvent.Insulin i -> List.of();
    };
  }

  @Override
  public String pathWithoutIds(String path) {
    return path.replaceAll("\\d{4}-\\d{2}-\\d{2}", "{date}")
        .replaceAll("apiSubscriptions/[^/.]+", "apiSubscriptions/{id}");
  }

  @Override
  public void save(JsonObject state) {
    state.put("subscribers", subscriptions.save());
  }

  @Override
  public void restore(JsonObject state, SimContext world) {
    subscriptions.restore(state.getJsonArray("subscribers", new JsonArray()));
  }
}
