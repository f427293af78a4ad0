package io.tributary;

import io.tributary.config.ProviderAppConfig;
import io.tributary.config.PullConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.ProviderCatalog;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.demo.DemoAdapter;
import io.tributary.provider.oura.OuraAdapter;
import io.tributary.provider.sdk.PushAdapter;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;

/** The code of the providers of this installation. */
final class InstalledProviders {
  private InstalledProviders() {}

  /** Real connections get what the installation has enabled, demo ones what has invented data. */
  static Adapters adapters(Vertx vertx, ServiceConfig config, ProviderCatalog catalog) {
    Map<String, Adapter> real = new HashMap<>();
    Map<String, Adapter> demo = new HashMap<>();
    ProviderAppConfig oura = config.providers().get("oura");
    if (oura != null) {
      PullConfig p = config.pull();
      OuraAdapter adapter =
          new OuraAdapter(
              new ProviderHttp(
                  vertx,
                  new ProviderHttp.Limits(
                      oura.callTimeout(),
                      p.callTries(),
                      p.callPause(),
                      p.breakerFailures(),
                      p.breakerReset(),
                      oura.quotaPer())));
      demo.put("oura", adapter);
      if (oura.enabled() && !oura.apiUrl().isEmpty()) {
        real.put("oura", adapter);
      }
    }
    for (Adapter pushed : PushAdapter.all(catalog)) {
      real.put(pushed.descriptor().slug(), pushed);
    }
    for (Adapter invented : DemoAdapter.all(config.demo().days(), config.demo().newDataEvery())) {
      demo.put(invented.descriptor().slug(), invented);
    }
    return new Adapters(real, demo);
  }
}
