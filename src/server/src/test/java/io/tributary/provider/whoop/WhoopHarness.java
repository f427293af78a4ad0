package io.tributary.provider.whoop;

import io.tributary.core.Ids;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.whoop.WhoopVendor;
import java.util.List;
import java.util.Optional;

/** The adapter against its simulator, with {@link TestAccount} accounts. */
final class WhoopHarness extends AdapterHarness {
  static final List<String> ALL =
      List.of(
          "offline",
          "read:recovery",
          "read:cycles",
          "read:workout",
          "read:sleep",
          "read:profile",
          "read:body_measurement");

  WhoopHarness(SimOptions options) {
    super(new WhoopVendor(), options, WhoopAdapter::on);
  }

  @Override
  public AppCredentials app() {
    return new AppCredentials(
        Ids.DEFAULT_APP,
        "whoop_v2",
        "tributary-sandbox",
        "tributary-sandbox-secret",
        new AppCredentials.Urls(
            sim.baseUrl() + dataPath(),
            sim.baseUrl() + "/oauth/oauth2/auth",
            Optional.of(sim.baseUrl() + "/oauth/oauth2/token")),
        "http://127.0.0.1:9/v2/link/connect/whoop_v2");
  }

  @Override
  protected String dataPath() {
    return "/developer";
  }
}
