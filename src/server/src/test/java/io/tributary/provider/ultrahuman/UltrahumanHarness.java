package io.tributary.provider.ultrahuman;

import io.tributary.core.Ids;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.ultrahuman.UltrahumanVendor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The adapter against its simulator, with {@link TestAccount} accounts. */
final class UltrahumanHarness extends AdapterHarness {
  static final List<String> ALL = List.of("ring_data", "cgm_data", "profile");

  UltrahumanHarness(SimOptions options) {
    super(new UltrahumanVendor(), options, UltrahumanAdapter::on);
  }

  @Override
  public AppCredentials app() {
    return new AppCredentials(
        Ids.DEFAULT_APP,
        "ultrahuman",
        "tributary-sandbox",
        "tributary-sandbox-secret",
        new AppCredentials.Urls(
            sim.baseUrl() + "/api/partners/v1",
            sim.baseUrl() + "/authorise",
            Optional.of(sim.baseUrl() + "/api/partners/oauth/token"),
            Map.of("revoke", sim.baseUrl() + "/api/partners/oauth/revoke")),
        "http://127.0.0.1:9/v2/link/connect/ultrahuman");
  }

  @Override
  protected String dataPath() {
    return "/api/partners/v1/user_data";
  }
}
