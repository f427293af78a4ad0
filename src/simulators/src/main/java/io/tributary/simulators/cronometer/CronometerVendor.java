package io.tributary.simulators.cronometer;

import io.tributary.simulators.kit.IssuedTokens;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.OAuthSimRules.ClientAuth;
import io.tributary.simulators.kit.OAuthSimRules.Rotation;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.Revoke;
import io.tributary.simulators.kit.Revoke.Held;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.SimWorld;
import io.tributary.simulators.kit.VendorError;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The Cronometer cloud, as far as it is not like all the others. Its interface is for partners and
 * unpublished: what nobody knows, such as the words of refusals, is plain here.
 */
public final class CronometerVendor implements SimVendor {
  static final String DATA = "/api_v1";

  /** Nobody has seen an access token end. */
  private static final Duration FOR_EVER = Duration.ofDays(36_500);

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
            .withLives(Duration.ofMinutes(10), FOR_EVER, Optional.empty())
            .withRevoke(
                new Revoke(
                    HttpMethod.POST,
                    "/oauth/deauthorize",
                    Held.QUERY,
                    "access_token",
                    false,
                    true,
                    200))
            .withAnswer(CronometerVendor::answer)
            .withTitle("Share your Cronometer diary"));
  }

  private static JsonObject answer(IssuedTokens issued) {
    return new JsonObject().put("access_token", issued.accessToken());
  }

  /** Nothing is published: a call a second, and not a word with a refusal. */
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
            "AUTHORISE_URL", base + "/oauth/authorize",
            "TOKEN_URL", base + "/oauth/token",
            "URLS_DEAUTHORIZE", base + "/oauth/deauthorize"));
  }

  @Override
  public void mount(Router router, SimWorld world) {
    new CronometerRoutes(world).mount(router);
  }

  @Override
  public VendorError refuse(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> fault(401, "unauthorized");
      case SimError.BadToken p -> fault(401, "unauthorized");
      case SimError.NoScope p -> fault(403, "forbidden");
      case SimError.TooMany p -> fault(429, "too many requests");
      case SimError.OAuth p -> VendorError.oauth(p.status(), p.error(), p.description());
      case SimError.Status p -> fault(p.status(), "refused");
    };
  }

  static VendorError fault(int status, String error) {
    return VendorError.json(status, new JsonObject().put("error", error));
  }
}
