package io.tributary.simulators.withings;

import io.tributary.simulators.kit.IssuedTokens;
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
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Withings cloud. {@code POST /control/people/{id}/notify} takes {"appli" (1, 2, 4, 16, 44, 46, 54,
 * …), "day"?, "action"? (of appli 46: update, unlink, delete)}.
 */
public final class WithingsVendor implements SimVendor {
  static final String METRICS = "user.metrics";
  static final String ACTIVITY = "user.activity";
  static final String INFO = "user.info";

  static final int PROFILE_APPLI = 46;
  static final Set<Integer> APPLIS = Set.of(1, 2, 4, 16, 44, 46, 50, 51, 54, 58);

  /** Status of invalid parameters. */
  static final int STATUS_INVALID_PARAMS = 503;

  private static final int STATUS_INVALID_TOKEN = 401;
  private static final int STATUS_UNAUTHORIZED = 214;
  private static final int STATUS_TOO_MANY_REQUESTS = 601;

  @Override
  public String slug() {
    return "withings";
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(
        OAuthSimRules.standard()
            .withPaths("/oauth2_user/authorize2", "/v2/oauth2")
            .withClientAuth(OAuthSimRules.ClientAuth.BODY)
            .withScopes(",", INFO, METRICS, ACTIVITY, "user.sleepevents")
            .withRequiredScope()
            .withTokenFields(Map.of("action", "requesttoken"))
            .withSharedTokenPath()
            .withGrace(Duration.ofHours(8))
            .withLifetimes(
                Duration.ofSeconds(30), Duration.ofHours(3), Optional.of(Duration.ofDays(365)))
            .withTokenResponse(WithingsVendor::answer)
            .withTitle("Withings: allow access to your data"));
  }

  private static JsonObject answer(IssuedTokens issued) {
    return success(
        issued
            .standardResponse()
            .put("token_type", "Bearer")
            .put("userid", Long.toString(issued.person().numericId()))
            .put("scope", String.join(",", new TreeSet<>(issued.scopes()))));
  }

  static JsonObject success(JsonObject body) {
    return new JsonObject().put("status", 0).put("body", body);
  }

  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(RateHeaders.BARE, RateQuotas.Limit.app(120, Duration.ofMinutes(1)));
  }

  @Override
  public Optional<PushRules> pushes() {
    return Optional.of(
        new PushRules(
            List.of(
                Duration.ofSeconds(10),
                Duration.ofMinutes(1),
                Duration.ofHours(1),
                Duration.ofHours(4)),
            Duration.ofSeconds(2),
            Duration.ofDays(1),
            Set.of(),
            true,
            PushRules.unsigned()));
  }

  /** Returns the root path, because the data endpoints have no other common prefix. */
  @Override
  public String dataPath() {
    return "/";
  }

  @Override
  public String personPrefix() {
    return "user";
  }

  @Override
  public Map<String, String> settings(String base) {
    return new TreeMap<>(
        Map.of("API_URL", base, "AUTHORIZE_URL", base + "/oauth2_user/authorize2"));
  }

  @Override
  public void mount(Router router, SimContext world) {
    new WithingsRoutes(world).mount(router);
    new WithingsGrants(world).mount(router);
    new WithingsNotify(world).mount(router);
  }

  /** Formats a client error as a response of HTTP status 200 with an error status in the body. */
  @Override
  public VendorError toError(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p ->
          error(STATUS_INVALID_TOKEN, "XRequestID: Not provided invalid_token");
      case SimError.BadToken p ->
          error(STATUS_INVALID_TOKEN, "The access token provided is invalid");
      case SimError.NoScope p -> error(STATUS_UNAUTHORIZED, "insufficient scope " + p.scope());
      case SimError.TooMany p ->
          VendorError.json(
              200,
              new JsonObject()
                  .put("status", STATUS_TOO_MANY_REQUESTS)
                  .put("body", new JsonObject().put("wait_seconds", p.verdict().waitSeconds()))
                  .put("error", "Too Many Requests"));
      case SimError.OAuth p ->
          error(
              STATUS_INVALID_PARAMS,
              "Invalid Params: "
                  + (p.error().equals("invalid_client")
                      ? "invalid client_id or client_secret"
                      : p.error().equals("invalid_grant")
                          ? "invalid code or invalid refresh_token"
                          : p.description()));
      case SimError.Status p ->
          VendorError.json(p.status(), new JsonObject().put("error", "status " + p.status()));
    };
  }

  static VendorError error(int status, String text) {
    return VendorError.json(
        200,
        new JsonObject().put("status", status).put("body", new JsonObject()).put("error", text));
  }

  @Override
  public List<OutgoingNotification> orderedNotifications(
      SimPerson person, JsonObject order, SimContext world) {
    int appli = order.getInteger("appli", 0);
    if (!APPLIS.contains(appli)) {
      throw new IllegalArgumentException("appli must be one of " + new TreeSet<>(APPLIS));
    }
    LocalDate day =
        Optional.ofNullable(order.getString("day"))
            .map(LocalDate::parse)
            .orElseGet(() -> person.localDateAt(world.clock().now()));
    return notices(person, appli, day, order.getString("action", "update"), world);
  }

  private static List<OutgoingNotification> notices(
      SimPerson person, int appli, LocalDate day, String action, SimContext world) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("userid", Long.toString(person.numericId()));
    fields.put("appli", Integer.toString(appli));
    if (appli == PROFILE_APPLI) {
      fields.put("action", action);
    } else if (appli == 16) {
      fields.put("date", day.toString());
    } else {
      long start = day.atStartOfDay(person.zone()).toEpochSecond();
      fields.put("startdate", Long.toString(start));
      fields.put(
          "enddate", Long.toString(day.plusDays(1).atStartOfDay(person.zone()).toEpochSecond()));
    }
    String form =
        fields.entrySet().stream()
            .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    var pushes = new ArrayList<OutgoingNotification>();
    for (Hook hook : world.hooks().all()) {
      if (hook.userId().equals(person.id()) && hook.kind().equals(Integer.toString(appli))) {
        pushes.add(
            new OutgoingNotification(
                hook.id(),
                hook.url(),
                "",
                "application/x-www-form-urlencoded",
                secret -> Buffer.buffer(form),
                new JsonObject().put("appli", appli)));
      }
    }
    return pushes;
  }

  /** Returns notifications about changed steps, night and weight. */
  @Override
  public List<OutgoingNotification> revisionNotifications(
      SimPerson person, LocalDate day, SimContext world) {
    var pushes = new ArrayList<OutgoingNotification>();
    for (int appli : List.of(1, 16, 44)) {
      pushes.addAll(notices(person, appli, day, "", world));
    }
    return pushes;
  }

  @Override
  public List<OutgoingNotification> recordNotifications(
      SimPerson person, LocalDate day, PointEvent record, SimContext world) {
    return switch (record) {
      case PointEvent.Weight w -> notices(person, 1, day, "", world);
      case PointEvent.Temperature t -> notices(person, 2, day, "", world);
      case PointEvent.BloodPressure p -> notices(person, 4, day, "", world);
      case PointEvent.Ecg e -> notices(person, 54, day, "", world);
      case PointEvent.Glucose g -> List.of();
      case PointEvent.Insulin i -> List.of();
      case PointEvent.Meal m -> List.of();
      case PointEvent.Water w -> List.of();
    };
  }
}
