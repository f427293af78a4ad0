package io.tributary.provider.polar;

import io.tributary.core.Ids;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.polar.PolarVendor;
import java.util.List;
import java.util.Optional;

/** The adapter against its simulator, with {@link TestAccount} accounts. */
final class PolarHarness extends AdapterHarness {
  static final List<String> ALL = List.of("accesslink.read_all");

  PolarHarness(SimOptions options) {
    super(PolarVendor.withLongRegistration(), options, PolarAdapter::on);
  }

  @Override
  public AppCredentials app() {
    return new AppCredentials(
        Ids.DEFAULT_APP,
        "polar",
        "tributary-sandbox",
        "tributary-sandbox-secret",
        new AppCredentials.Urls(
            sim.baseUrl(),
            sim.baseUrl() + "/oauth2/authorization",
            Optional.of(sim.baseUrl() + "/v2/oauth2/token")),
        "http://127.0.0.1:9/v2/link/connect/polar");
  }

  @Override
  protected String dataPath() {
    return "/v3";
  }

  void noFaults() {
    sim.runOnEventLoop(
            w -> {
              w.faults().clear();
              return null;
            })
        .await();
  }
}
