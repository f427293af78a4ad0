package io.tributary.provider.fitbit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.simulators.fitbit.FitbitVendor;
import io.tributary.simulators.kit.SimOptions;
import java.util.List;

final class FitbitHarness extends AdapterHarness {
  static final List<String> ALL = FitbitAdapter.on(null).descriptor().defaultScopes();

  FitbitHarness(SimOptions options) {
    super(new FitbitVendor(), options, FitbitAdapter::on);
  }

  @Override
  public AppCredentials app() {
    return app(Json.object().put("verify_token", FitbitVendor.DEFAULT_VERIFICATION_CODE));
  }

  AppCredentials app(ObjectNode details) {
    return new AppCredentials(
        Ids.DEFAULT_APP,
        "fitbit",
        "tributary-sandbox",
        "tributary-sandbox-secret",
        new AppCredentials.Urls(sim.baseUrl(), sim.baseUrl() + "/oauth2/authorize"),
        "http://127.0.0.1:9/v2/link/connect/fitbit",
        details);
  }

  @Override
  protected String dataPath() {
    return "/1";
  }
}
