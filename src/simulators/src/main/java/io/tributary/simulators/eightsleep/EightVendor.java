package io.tributary.simulators.eightsleep;

import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.SimWorld;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The Eight Sleep cloud. Accounts are made with {@code /control/passwords}; nobody is asked for a
 * second factor. People whose name begins with {@code nopod} have no side of a pod: there is
 * nothing of them, not even an empty list. Of those with {@code wrapped} days come within a {@code
 * result}.
 */
public final class EightVendor implements SimVendor {
  static final String TOKENS = "/v1/tokens";
  static final String USERS = "/v1/users";

  @Override
  public String slug() {
    return "eight_sleep";
  }

  /** There is no page of consent; refresh tokens rotate as the kit's do by themselves. */
  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.empty();
  }

  /** None is published. */
  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(RateHeaders.RETRY_AFTER);
  }

  @Override
  public String dataPath() {
    return USERS;
  }

  @Override
  public void mount(Router router, SimWorld world) {
    router.post(TOKENS).handler(BodyHandler.create(false));
    new TokenRoute(world).mount(router);
    new NightRoutes(world).mount(router);
  }

  @Override
  public String countedPath(String path) {
    return path.replaceAll("[0-9a-f]{32}", "{id}");
  }

  @Override
  public Map<String, String> settings(String base) {
    var settings = new TreeMap<>(SimVendor.super.settings(base));
    settings.put("TOKEN_URL", base + TOKENS);
    return settings;
  }
}
