package io.tributary.simulators.cronometer;

import io.tributary.simulators.kit.IssuedTokens;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.OAuthSimRules.ClientAuth;
import io.tributary.simulators.kit.OAuthSimRules.Rotation;
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
 * Cronometer cloud. Its API is for partners and unpublished; unknown details, such as the format of
 * errors, are kept generic here.
 */
public final class CronometerVendor implements SimVendor {
  static final String DATA = "/api_v1";

  /** No expiry of access tokens has been observed. */
  private static final Duration ACCESS_LIFETIME = Duration.ofDays(36_500);

  @Override
  public String slug() {
    return "cronometer";
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(
        OAuthSimRules.standard()
            .withPaths("/oauth/authorize", "/oauth/token")
            .withClientAuth(ClientAuth.QUERY)
            .withoutRedirectInExchange()
            .withRotation(Rotation.NONE)
            .withLifetimes(Duration.ofMinutes(10), ACCESS_LIFETIME, Optional.empty())
            .withRevoke(
                new RevocationEndpoint(
                    HttpMethod.POST,
                    "/oauth/deauthorize",
                    TokenLocation.QUERY,
                    "access_token",
                    false,
                    true,
                    200))
            .withTokenResponse(CronometerVendor::answer)
            .withTitle("Share your Cronometer diary"));
  }

  private static JsonObject answer(IssuedTokens issued) {
    return new JsonObject().put("access_token", issued.accessToken());
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
    return "eater";
  }

  @Override
  public Map<String, String> settings(String base) {
    return new TreeMap<>(
        Map.of(
            "API_URL", base + DATA,
            "AUTHORIZE_URL", base + "/oauth/authorize",
            "TOKEN_URL", base + "/oauth/token",
            "URLS_DEAUTHORIZE", base + "/oauth/deauthorize"));
  }

  @Override
  public void mount(Router router, SimContext world) {
    new CronometerRoutes(world).mount(router);
  }

  @Override
  public VendorError toError(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> error(401, "unauthorized");
      case SimError.BadToken p -> error(401, "unauthorized");
      case SimError.NoScope p -> error(403, "forbidden");
      case SimError.TooMany p -> error(429, "too many requests");
      case SimError.OAuth p -> VendorError.oauth(p.status(), p.error(), p.description());
      case SimError.Status p -> error(p.status(), "refused");
    };
  }

  static VendorError error(int status, String error) {
    return VendorError.json(status, new JsonObject().put("error", error));
  }
}
