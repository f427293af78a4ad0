package io.tributary.link;

import io.tributary.simulator.kit.OAuthSimRules;
import io.tributary.simulator.kit.PasswordSim;
import io.tributary.simulator.kit.Quotas;
import io.tributary.simulator.kit.SimVendor;
import io.tributary.simulator.kit.SimWorld;
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
  public Quotas.Plan limits() {
    return Quotas.Plan.none();
  }

  @Override
  public PasswordSim.Rules passwords() {
    return new PasswordSim.Rules(100, Duration.ofMinutes(15));
  }

  @Override
  public void mount(Router router, SimWorld world) {}
}
