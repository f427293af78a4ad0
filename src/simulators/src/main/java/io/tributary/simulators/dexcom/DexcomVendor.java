package io.tributary.simulators.dexcom;

import io.tributary.simulators.kit.ControlRoutes;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.OAuthSimRules.ClientAuth;
import io.tributary.simulators.kit.OutgoingNotification;
import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.VendorError;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Dexcom cloud. One simulator is one region; run another one for a second region.
 *
 * <p>The vendor's upload delay of an hour or more is not simulated: records are available at once.
 * {@code POST /control/people/{id}/hold} sets the time from which a person's devices do not upload,
 * and {@code DELETE} of it performs the upload.
 *
 * <p>A person whose name begins with {@code receiver} has a device without time offsets, and with
 * {@code mmol} a device that displays mmol/L. {@code SandboxUser7} and every second other person
 * has a G7.
 */
public final class DexcomVendor implements SimVendor {
  static final String SCOPE = "offline_access";
  private static final String AUTHORISE = "/v2/oauth2/login";

  private final UploadTimes uploads = new UploadTimes();

  @Override
  public String slug() {
    return "dexcom_v3";
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(
        OAuthSimRules.standard()
            .withPaths(AUTHORISE, "/v2/oauth2/token")
            .withClientAuth(ClientAuth.BODY)
            .withScopes(" ", SCOPE)
            .withRequiredScope()
            .withoutPartialGrant()
            .withRedirectInRefresh()
            .withLifetimes(
                Duration.ofMinutes(1), Duration.ofHours(2), Optional.of(Duration.ofDays(365)))
            .withTitle("Share your glucose"));
  }

  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(RateHeaders.BARE, RateQuotas.Limit.app(60_000, Duration.ofHours(1)));
  }

  @Override
  public String dataPath() {
    return DexcomDataRoutes.BASE;
  }

  @Override
  public String personPrefix() {
    return "SandboxUser";
  }

  @Override
  public void mount(Router router, SimContext world) {
    router
        .get("/v3/oauth2/login")
        .handler(ctx -> ctx.reroute(AUTHORISE + "?" + ctx.request().query()));
    new DexcomDataRoutes(world, uploads).mount(router);
  }

  @Override
  public void mountControl(Router router, SimContext world) {
    router.post("/control/people/:id/hold").handler(ctx -> hold(ctx, world));
    router.delete("/control/people/:id/hold").handler(ctx -> release(ctx, world));
  }

  private void hold(RoutingContext ctx, SimContext world) {
    SimPerson person = ControlRoutes.person(ctx, world);
    String since = ControlRoutes.body(ctx).getString("since", "");
    Instant from = since.isEmpty() ? world.clock().now() : OffsetDateTime.parse(since).toInstant();
    uploads.hold(person.id(), from);
    world.changed().run();
    ControlRoutes.json(ctx, 200, new JsonObject().put("since", from.toString()));
  }

  private void release(RoutingContext ctx, SimContext world) {
    uploads.release(ControlRoutes.person(ctx, world).id(), world.clock().now());
    world.changed().run();
    ControlRoutes.json(ctx, 200, new JsonObject());
  }

  /** Returns no notifications, because the vendor sends none. */
  @Override
  public List<OutgoingNotification> revisionNotifications(
      SimPerson person, LocalDate day, SimContext world) {
    SimDay whole = SimDay.of(person, day, 0);
    uploads.addLate(person.id(), whole.start(), whole.end(), world.clock().now());
    return List.of();
  }

  @Override
  public List<OutgoingNotification> recordNotifications(
      SimPerson person, LocalDate day, PointEvent record, SimContext world) {
    uploads.addLate(person.id(), record.at(), record.at().plusSeconds(1), world.clock().now());
    return List.of();
  }

  @Override
  public VendorError toError(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> gatewayError(401, "Missing access token", "InvalidAccessToken");
      case SimError.BadToken p -> gatewayError(401, "Invalid access token", "InvalidAccessToken");
      case SimError.NoScope p -> gatewayError(403, "Insufficient scope", "InsufficientScope");
      case SimError.TooMany p -> gatewayError(429, "Rate limit exceeded", "QuotaViolation");
      case SimError.OAuth p -> VendorError.oauth(p.status(), p.error(), p.description());
      case SimError.Status p -> gatewayError(p.status(), "Status " + p.status(), "Fault");
    };
  }

  /** Returns an error in the gateway's format. */
  private static VendorError gatewayError(int status, String text, String code) {
    var detail = new JsonObject().put("errorcode", code);
    var fault = new JsonObject().put("faultstring", text).put("detail", detail);
    return VendorError.json(status, new JsonObject().put("fault", fault));
  }

  /** Returns an error in the format of the data endpoints. */
  static VendorError dataError(int status, String code, String message) {
    var error = new JsonObject().put("code", code).put("message", message);
    return VendorError.json(status, new JsonObject().put("errors", new JsonArray().add(error)));
  }

  /** Returns the settings; the simulator serves all regions at one address. */
  @Override
  public Map<String, String> settings(String base) {
    var settings = SimVendor.super.settings(base);
    for (String region : new String[] {"EU", "JP", "SANDBOX"}) {
      settings.put("URLS_" + region, base);
    }
    return settings;
  }

  @Override
  public void save(JsonObject state) {
    uploads.save(state);
  }

  @Override
  public void restore(JsonObject state, SimContext world) {
    uploads.restore(state);
  }
}
