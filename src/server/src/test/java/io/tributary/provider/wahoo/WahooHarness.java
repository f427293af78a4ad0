package io.tributary.provider.wahoo;

import io.tributary.core.Ids;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.wahoo.WahooVendor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The adapter against its simulator, with {@link TestAccount} accounts. */
final class WahooHarness extends AdapterHarness {
  static final List<String> ALL = List.of("user_read", "workouts_read", "offline_data");

  WahooHarness(SimOptions options) {
    super(new WahooVendor(), options, WahooAdapter::on);
  }

  @Override
  public AppCredentials app() {
    return new AppCredentials(
        Ids.DEFAULT_APP,
        "wahoo",
        "tributary-sandbox",
        "tributary-sandbox-secret",
        new AppCredentials.Urls(
            sim.baseUrl(),
            sim.baseUrl() + "/oauth/authorize",
            Optional.empty(),
            Map.of("files", sim.baseUrl())),
        "http://127.0.0.1:9/v2/link/connect/wahoo");
  }

  @Override
  protected String dataPath() {
    return "";
  }
}
