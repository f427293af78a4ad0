package io.tributary.link;

import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.PasswordSim;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimVendor;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.Optional;

/** A simulated vendor that supports only password sign-in. */
record PasswordOnlyVendor(String slug) implements SimVendor {
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
  public void mount(Router router, SimContext world) {}
}
