package io.tributary.provider.cronometer;

import io.tributary.core.Ids;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.cronometer.CronometerVendor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The adapter against its simulator, with {@link TestAccount} accounts. */
final class CronometerHarness extends AdapterHarness {
  CronometerHarness() {
    super(new CronometerVendor(), options(), CronometerAdapter::on);
  }

  @Override
  public AppCredentials app() {
    return new AppCredentials(
        Ids.DEFAULT_APP,
        "cronometer",
        "tributary-sandbox",
        "tributary-sandbox-secret",
        new AppCredentials.Urls(
            sim.baseUrl() + "/api_v1",
            sim.baseUrl() + "/oauth/authorize",
            Optional.of(sim.baseUrl() + "/oauth/token"),
            Map.of("deauthorize", sim.baseUrl() + "/oauth/deauthorize")),
        "http://127.0.0.1:9/v2/link/connect/cronometer");
  }

  TestAccount account(String person) {
    return account(person, List.of());
  }

  @Override
  protected String dataPath() {
    return "/api_v1";
  }
}
