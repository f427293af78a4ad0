package io.tributary.provider.strava;

import io.tributary.core.Ids;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.strava.StravaVendor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The adapter against its simulator, with {@link TestAccount} accounts. */
final class StravaHarness extends AdapterHarness {
  static final List<String> ALL =
      List.of("read", "activity:read", "activity:read_all", "profile:read_all");

  StravaHarness(SimOptions options) {
    super(new StravaVendor(), options, StravaAdapter::on);
  }

  @Override
  public AppCredentials app() {
    return new AppCredentials(
        Ids.DEFAULT_APP,
        "strava",
        "tributary-sandbox",
        "tributary-sandbox-secret",
        new AppCredentials.Urls(
            sim.baseUrl() + dataPath(),
            sim.baseUrl() + "/oauth/authorize",
            Optional.of(sim.baseUrl() + "/oauth/token"),
            Map.of("deauthorize", sim.baseUrl() + "/oauth/deauthorize")),
        "http://127.0.0.1:9/v2/link/connect/strava");
  }

  @Override
  protected String dataPath() {
    return "/api/v3";
  }
}
