package io.tributary;

import io.tributary.config.ProviderAppConfig;
import io.tributary.config.PullConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.OAuthApplications;
import io.tributary.metrics.Metrics;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.ProviderCatalog;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderMetrics;
import io.tributary.provider.cronometer.CronometerAdapter;
import io.tributary.provider.demo.DemoAdapter;
import io.tributary.provider.dexcom.DexcomAdapter;
import io.tributary.provider.eightsleep.EightSleepAdapter;
import io.tributary.provider.fitbit.FitbitAdapter;
import io.tributary.provider.garmin.GarminAdapter;
import io.tributary.provider.googlefit.GoogleFitAdapter;
import io.tributary.provider.googlehealth.GoogleHealthAdapter;
import io.tributary.provider.libre.LibreAdapter;
import io.tributary.provider.oura.OuraAdapter;
import io.tributary.provider.polar.PolarAdapter;
import io.tributary.provider.sdk.SdkAdapter;
import io.tributary.provider.strava.StravaAdapter;
import io.tributary.provider.ultrahuman.UltrahumanAdapter;
import io.tributary.provider.wahoo.WahooAdapter;
import io.tributary.provider.whoop.WhoopAdapter;
import io.tributary.provider.withings.WithingsAdapter;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Creates the provider adapters of this installation. */
final class ProviderAdapters {
  /** Adapters of the providers with a cloud API, by slug. */
  private static final Map<String, Function<ProviderHttp, Adapter>> CLOUD_ADAPTERS =
      Map.ofEntries(
          Map.entry("abbott_libreview", LibreAdapter::patient),
          Map.entry("cronometer", CronometerAdapter::on),
          Map.entry("dexcom_v3", DexcomAdapter::on),
          Map.entry("eight_sleep", EightSleepAdapter::on),
          Map.entry("fitbit", FitbitAdapter::on),
          Map.entry("freestyle_libre", LibreAdapter::practice),
          Map.entry("garmin", GarminAdapter::on),
          Map.entry("google_fit", GoogleFitAdapter::on),
          Map.entry("google_health", GoogleHealthAdapter::on),
          Map.entry("oura", OuraAdapter::on),
          Map.entry("polar", PolarAdapter::on),
          Map.entry("strava", StravaAdapter::on),
          Map.entry("ultrahuman", UltrahumanAdapter::on),
          Map.entry("wahoo", WahooAdapter::on),
          Map.entry("whoop_v2", WhoopAdapter::on),
          Map.entry("withings", WithingsAdapter::on));

  private ProviderAdapters() {}

  /**
   * Builds the adapters. Real connections get the enabled providers; demo connections get those
   * with generated or simulated data.
   */
  static Adapters create(
      Vertx vertx, ServiceConfig config, ProviderCatalog catalog, Metrics meters) {
    Map<String, Adapter> real = new HashMap<>();
    Map<String, Adapter> demo = new HashMap<>();
    CLOUD_ADAPTERS.forEach(
        (slug, code) -> {
          ProviderAppConfig app = config.providers().get(slug);
          if (app == null) {
            return;
          }
          Adapter adapter =
              code.apply(http(vertx, app, config.pull(), new ProviderMetrics(meters, slug)));
          if (slug.equals(OAuthApplications.SIMULATED_PROVIDER)) {
            demo.put(slug, adapter);
          }
          if (app.enabled() && !app.apiUrl().isEmpty()) {
            real.put(slug, adapter);
          }
        });
    for (Adapter pushed : SdkAdapter.all(catalog)) {
      real.put(pushed.descriptor().slug(), pushed);
    }
    for (Adapter invented :
        DemoAdapter.all(config.demo().days(), config.demo().newDataInterval())) {
      demo.put(invented.descriptor().slug(), invented);
    }
    return new Adapters(real, demo);
  }

  private static ProviderHttp http(
      Vertx vertx, ProviderAppConfig app, PullConfig pull, ProviderMetrics meters) {
    return new ProviderHttp(
        vertx,
        new ProviderHttp.Limits(
            app.requestTimeout(),
            pull.maxRequestAttempts(),
            pull.requestRetryDelay(),
            pull.breakerFailures(),
            pull.breakerResetTimeout(),
            app.defaultRetryAfter()),
        meters);
  }
}
