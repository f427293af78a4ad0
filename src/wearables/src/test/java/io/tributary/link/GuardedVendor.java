package io.tributary.link;

import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.PasswordSim;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.SimWorld;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.Optional;

/** A vendor who knows passwords and nothing else. */
record GuardedVendor(String slug) implements SimVendor {
  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(OAuthSimRules.standard());
  }

  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.none();
  }

  @Override
  public PasswordSim.Rules passwords() {
    return new PasswordSim.Rules(100, Duration.ofMinutes(15));
  }

  @Override
  public void mount(Router router, SimWorld world) {}
}
