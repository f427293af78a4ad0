package io.tributary.simulators.eightsleep;

import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimVendor;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Eight Sleep cloud. Accounts are created with {@code /control/passwords} and have no second
 * factor.
 *
 * <p>A person whose name begins with {@code nopod} has no side of a pod, and requests for their
 * nights are answered with 404. For a person whose name begins with {@code wrapped}, days are
 * returned inside a {@code result}.
 */
public final class EightSleepVendor implements SimVendor {
  static final String TOKENS = "/v1/tokens";
  static final String USERS = "/v1/users";

  @Override
  public String slug() {
    return "eight_sleep";
  }

  /** Returns rules without a consent page; refresh tokens rotate by the framework's default. */
  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.empty();
  }

  /** Returns the limits; the vendor publishes none. */
  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(RateHeaders.RETRY_AFTER);
  }

  @Override
  public String dataPath() {
    return USERS;
  }

  @Override
  public void mount(Router router, SimContext world) {
    router.post(TOKENS).handler(BodyHandler.create(false));
    new EightSleepTokenRoute(world).mount(router);
    new EightSleepRoutes(world).mount(router);
  }

  @Override
  public String pathWithoutIds(String path) {
    return path.replaceAll("[0-9a-f]{32}", "{id}");
  }

  @Override
  public Map<String, String> settings(String base) {
    var settings = new TreeMap<>(SimVendor.super.settings(base));
    settings.put("TOKEN_URL", base + TOKENS);
    return settings;
  }
}
