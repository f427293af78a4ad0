package io.tributary.simulators.ultrahuman;

import io.tributary.simulators.kit.ControlRoutes;
import io.tributary.simulators.kit.IssuedTokens;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.RevocationEndpoint;
import io.tributary.simulators.kit.RevocationEndpoint.TokenLocation;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.VendorError;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Ultrahuman cloud. It is unknown whether refresh tokens rotate; here they do. Additional control
 * endpoints:
 *
 * <table> <caption>Control endpoints</caption>
 * <tr><td>POST /control/errors</td><td>{"error", "status"?, "count"?}: makes the next responses of
 * days contain this error, at status 200</td></tr>
 * </table>
 */
public final class UltrahumanVendor implements SimVendor {
  static final String RING = "ring_data";
  static final String CGM = "cgm_data";
  static final String PROFILE = "profile";
  static final String DATA = "/api/partners/v1/user_data";

  private UltrahumanRoutes routes;

  @Override
  public String slug() {
    return "ultrahuman";
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(
        OAuthSimRules.standard()
            .withPaths("/authorise", "/api/partners/oauth/token")
            .withClientAuth(OAuthSimRules.ClientAuth.BODY)
            .withScopes(" ", RING, CGM, PROFILE)
            .withRequiredScope()
            .withLifetimes(Duration.ofMinutes(10), Duration.ofDays(7), Optional.empty())
            .withRevoke(
                new RevocationEndpoint(
                    HttpMethod.POST,
                    "/api/partners/oauth/revoke",
                    TokenLocation.FORM,
                    "token",
                    true,
                    false,
                    200))
            .withTokenResponse(UltrahumanVendor::answer)
            .withTitle("Share your Ultrahuman data"));
  }

  private static JsonObject answer(IssuedTokens issued) {
    return issued.standardResponse().put("scope", String.join(" ", issued.scopes()));
  }

  /** Returns one call per second on average, without rate headers; no limits are published. */
  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(RateHeaders.BARE, RateQuotas.Limit.app(60, Duration.ofMinutes(1)));
  }

  @Override
  public String dataPath() {
    return DATA + "/";
  }

  @Override
  public String personPrefix() {
    return "wearer";
  }

  @Override
  public Map<String, String> settings(String base) {
    return new TreeMap<>(
        Map.of(
            "API_URL", base + "/api/partners/v1",
            "AUTHORIZE_URL", base + "/authorise",
            "TOKEN_URL", base + "/api/partners/oauth/token",
            "URLS_REVOKE", base + "/api/partners/oauth/revoke"));
  }

  @Override
  public void mount(Router router, SimContext world) {
    routes = new UltrahumanRoutes(world);
    routes.mount(router);
  }

  @Override
  public void mountControl(Router router, SimContext world) {
    router
        .post("/control/errors")
        .handler(
            ctx -> {
              JsonObject body = ControlRoutes.body(ctx);
              for (int i = 0; i < body.getInteger("count", 1); i++) {
                routes.queueError(
                    refusal(body.getInteger("status", 200), body.getString("error", "")));
              }
              ControlRoutes.json(ctx, 200, new JsonObject());
            });
  }

  @Override
  public VendorError toError(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> error(401, "Unauthorized");
      case SimError.BadToken p -> error(401, "Unauthorized");
      case SimError.NoScope p -> error(403, "Forbidden");
      case SimError.TooMany p -> error(429, "Too Many Requests");
      case SimError.OAuth p ->
          VendorError.json(p.status(), new JsonObject().put("error", p.error()));
      case SimError.Status p -> error(p.status(), p.status() == 404 ? "Not Found" : "Error");
    };
  }

  static VendorError error(int status, String error) {
    return VendorError.json(status, refusal(status, error));
  }

  private static JsonObject refusal(int status, String error) {
    return new JsonObject().putNull("data").put("error", error).put("status", status);
  }
}
