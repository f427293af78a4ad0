package io.tributary.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Default URLs and quotas of providers, as published by them.
 *
 * <p>Providers without a public API are disabled. Providers that are shutting their API down accept
 * no new links.
 */
final class ProviderDefaults {
  private static final String NONE = "";
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

  private ProviderDefaults() {}

  /** Returns the defaults of every provider with an adapter, by slug. */
  static Map<String, ProviderAppConfig> all() {
    Map<String, ProviderAppConfig> out = new LinkedHashMap<>();
    out.put(
        "oura",
        publicApi(
            "https://api.ouraring.com",
            "https://cloud.ouraring.com/oauth/authorize",
            NONE,
            "5000/5m"));
    addGoogle(out);
    out.put("dexcom_v3", dexcom());
    out.put(
        "whoop_v2",
        publicApi(
            "https://api.prod.whoop.com/developer",
            "https://api.prod.whoop.com/oauth/oauth2/auth",
            "https://api.prod.whoop.com/oauth/oauth2/token",
            "100/1m,10000/1d"));
    out.put(
        "withings",
        publicApi(
            "https://wbsapi.withings.net",
            "https://account.withings.com/oauth2_user/authorize2",
            NONE,
            "120/1m"));
    out.put(
        "garmin",
        publicApi(
            "https://apis.garmin.com/wellness-api/rest",
            "https://connect.garmin.com/oauth2Confirm",
            "https://diauth.garmin.com/di-oauth2-service/oauth/token",
            Map.of("user", NONE),
            // Garmin counts days of data.
            "10000/1m"));
    out.put(
        "fitbit",
        new ProviderAppConfig(
            true,
            false,
            "https://api.fitbit.com",
            "https://www.fitbit.com/oauth2/authorize",
            NONE,
            Map.of(),
            NONE,
            NONE,
            "150/1h/user",
            CALL_TIMEOUT,
            Map.of("subscriber_id", NONE, "verify_token", NONE)));
    out.put(
        "strava",
        publicApi(
            "https://www.strava.com/api/v3",
            "https://www.strava.com/oauth/authorize",
            "https://www.strava.com/oauth/token",
            Map.of("deauthorize", "https://www.strava.com/oauth/deauthorize"),
            "100/15m!,1000/1d!"));
    out.put(
        "polar",
        publicApi(
            "https://www.polaraccesslink.com",
            "https://flow.polar.com/oauth2/authorization",
            "https://polarremote.com/v2/oauth2/token",
            // Per user. The quota of the application is a fixed part plus the same amount for each
            // user.
            "20/15m/user,100/1d/user"));
    addLibre(out);
    out.put(
        "wahoo",
        publicApi(
            "https://api.wahooligan.com",
            "https://api.wahooligan.com/oauth/authorize",
            NONE,
            Map.of("files", "https://cdn.wahooligan.com"),
            "200/5m,1000/1h,5000/1d"));
    out.put(
        "ultrahuman",
        publicApi(
            "https://partner.ultrahuman.com/api/partners/v1",
            "https://auth.ultrahuman.com/authorise",
            "https://partner.ultrahuman.com/api/partners/oauth/token",
            Map.of("revoke", "https://partner.ultrahuman.com/api/partners/oauth/revoke"),
            "60/1m"));
    out.put(
        "eight_sleep",
        privateApi(
            "https://client-api.8slp.net",
            NONE,
            "https://auth-api.8slp.net/v1/tokens",
            Map.of("app", "https://app-api.8slp.net")));
    out.put(
        "cronometer",
        privateApi(
            "https://cronometer.com/api_v1",
            "https://cronometer.com/oauth/authorize",
            "https://cronometer.com/oauth/token",
            Map.of("deauthorize", "https://cronometer.com/oauth/deauthorize")));
    return out;
  }

  private static void addGoogle(Map<String, ProviderAppConfig> out) {
    String authorise = "https://accounts.google.com/o/oauth2/v2/auth";
    String token = "https://oauth2.googleapis.com/token";
    Map<String, String> revoke = Map.of("revoke", "https://oauth2.googleapis.com/revoke");
    out.put(
        "google_health",
        publicApi(
            "https://health.googleapis.com", authorise, token, revoke, "300/1m/user,120000/1m"));
    out.put(
        "google_fit",
        new ProviderAppConfig(
            true,
            false,
            "https://www.googleapis.com/fitness/v1",
            authorise,
            token,
            revoke,
            NONE,
            NONE,
            "600/1m",
            CALL_TIMEOUT));
  }

  private static ProviderAppConfig dexcom() {
    return publicApi(
        "https://api.dexcom.com",
        "https://api.dexcom.com/v2/oauth2/login",
        NONE,
        Map.of(
            "eu", "https://api.dexcom.eu",
            "jp", "https://api.dexcom.jp",
            "sandbox", "https://sandbox-api.dexcom.com"),
        "60000/1h");
  }

  private static void addLibre(Map<String, ProviderAppConfig> out) {
    Map<String, String> regions = new LinkedHashMap<>();
    for (String region :
        new String[] {"ae", "ap", "au", "ca", "de", "eu", "eu2", "fr", "jp", "us", "la"}) {
      regions.put(region, "https://api-" + region + ".libreview.io");
      // Report exports are awaited on this host.
      regions.put("hub_" + region, "https://hub-" + region + ".libreview.io");
    }
    regions.put("ru", "https://api.libreview.ru");
    regions.put("cn", "https://api-cn.myfreestyle.cn");
    regions.put("pages", NONE);
    for (String slug : new String[] {"abbott_libreview", "freestyle_libre"}) {
      out.put(slug, privateApi("https://api.libreview.io", NONE, NONE, regions));
    }
  }

  private static ProviderAppConfig publicApi(
      String api, String authorise, String token, String quota) {
    return publicApi(api, authorise, token, Map.of(), quota);
  }

  private static ProviderAppConfig publicApi(
      String api, String authorise, String token, Map<String, String> urls, String quota) {
    return new ProviderAppConfig(
        true, true, api, authorise, token, urls, NONE, NONE, quota, CALL_TIMEOUT);
  }

  /**
   * Defaults of a provider that has published neither its API nor its limits; disabled until the
   * operator enables it.
   */
  private static ProviderAppConfig privateApi(
      String api, String authorise, String token, Map<String, String> urls) {
    return new ProviderAppConfig(
        false, true, api, authorise, token, urls, NONE, NONE, "60/1m", CALL_TIMEOUT);
  }
}
