package io.tributary.simulators.dexcom;

import io.tributary.simulators.kit.ControlRoutes;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.OAuthSimRules.ClientAuth;
import io.tributary.simulators.kit.OutgoingNotification;
import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.SimWorld;
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
 * The Dexcom cloud, as far as it is not like all the others. One simulator is one region; for a
 * second one start another. There is no lever for its delay of an hour and more: what happened is
 * there at once, unless {@code POST /control/people/{id}/hold} says since when the person's devices
 * have not been heard of; {@code DELETE} of it is the upload.
 *
 * <p>People whose name begins with {@code receiver} wear one that knows no offsets, with {@code
 * mmol} one that counts in mmol/L; {@code SandboxUser7} and every second other has a G7.
 */
public final class DexcomVendor implements SimVendor {
  static final String SCOPE = "offline_access";
  private static final String AUTHORISE = "/v2/oauth2/login";

  private final Uploads uploads = new Uploads();

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
            .withScopeNeeded()
            .withoutPartialGrant()
            .withRedirectInRefresh()
            .withLives(
                Duration.ofMinutes(1), Duration.ofHours(2), Optional.of(Duration.ofDays(365)))
            .withTitle("Share your glucose"));
  }

  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(RateHeaders.BARE, RateQuotas.Limit.app(60_000, Duration.ofHours(1)));
  }

  @Override
  public String dataPath() {
    return DataRoutes.BASE;
  }

  @Override
  public String personPrefix() {
    return "SandboxUser";
  }

  @Override
  public void mount(Router router, SimWorld world) {
    router
        .get("/v3/oauth2/login")
        .handler(ctx -> ctx.reroute(AUTHORISE + "?" + ctx.request().query()));
    new DataRoutes(world, uploads).mount(router);
  }

  @Override
  public void control(Router router, SimWorld world) {
    router.post("/control/people/:id/hold").handler(ctx -> hold(ctx, world));
    router.delete("/control/people/:id/hold").handler(ctx -> release(ctx, world));
  }

  private void hold(RoutingContext ctx, SimWorld world) {
    SimPerson person = ControlRoutes.person(ctx, world);
    String since = ControlRoutes.body(ctx).getString("since", "");
    Instant from = since.isEmpty() ? world.clock().now() : OffsetDateTime.parse(since).toInstant();
    uploads.hold(person.id(), from);
    world.changed().run();
    ControlRoutes.json(ctx, 200, new JsonObject().put("since", from.toString()));
  }

  private void release(RoutingContext ctx, SimWorld world) {
    uploads.release(ControlRoutes.person(ctx, world).id(), world.clock().now());
    world.changed().run();
    ControlRoutes.json(ctx, 200, new JsonObject());
  }

  /** There is nobody to tell: the vendor sends no notices. */
  @Override
  public List<OutgoingNotification> revised(SimPerson person, LocalDate day, SimWorld world) {
    SimDay whole = SimDay.of(person, day, 0);
    uploads.late(person.id(), whole.start(), whole.end(), world.clock().now());
    return List.of();
  }

  @Override
  public List<OutgoingNotification> recorded(
      SimPerson person, LocalDate day, PointEvent record, SimWorld world) {
    uploads.late(person.id(), record.at(), record.at().plusSeconds(1), world.clock().now());
    return List.of();
  }

  @Override
  public VendorError refuse(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> fault(401, "Missing access token", "InvalidAccessToken");
      case SimError.BadToken p -> fault(401, "Invalid access token", "InvalidAccessToken");
      case SimError.NoScope p -> fault(403, "Insufficient scope", "InsufficientScope");
      case SimError.TooMany p -> fault(429, "Rate limit exceeded", "QuotaViolation");
      case SimError.OAuth p -> VendorError.oauth(p.status(), p.error(), p.description());
      case SimError.Status p -> fault(p.status(), "Status " + p.status(), "Fault");
    };
  }

  /** As the gateway words it. */
  private static VendorError fault(int status, String text, String code) {
    var detail = new JsonObject().put("errorcode", code);
    var fault = new JsonObject().put("faultstring", text).put("detail", detail);
    return VendorError.json(status, new JsonObject().put("fault", fault));
  }

  /** As the data endpoints word it. */
  static VendorError error(int status, String code, String message) {
    var error = new JsonObject().put("code", code).put("message", message);
    return VendorError.json(status, new JsonObject().put("errors", new JsonArray().add(error)));
  }

  /** All of the regions are here. */
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
  public void restore(JsonObject state, SimWorld world) {
    uploads.restore(state);
  }
}
