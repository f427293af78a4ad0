package io.tributary.pull;

import io.tributary.model.Resource;
import io.tributary.provider.Adapters;
import io.tributary.provider.ProviderCatalog;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Historical ranges that teams may choose. */
final class PreferenceRules {
  /** Providers that the API accepts. Those with a fixed range are shown but cannot be set. */
  static final List<String> PROVIDERS =
      List.of(
          "oura",
          "fitbit",
          "garmin",
          "strava",
          "withings",
          "peloton",
          "wahoo",
          "zwift",
          "freestyle_libre",
          "abbott_libreview",
          "eight_sleep",
          "renpho",
          "omron",
          "dexcom_v3",
          "hammerhead",
          "polar",
          "cronometer",
          "kardia",
          "whoop_v2",
          "my_fitness_pal_v2",
          "map_my_fitness",
          "runkeeper",
          "apple_health_kit",
          "google_fit",
          "beurer_api",
          "ultrahuman",
          "google_health");

  /**
   * Resources with intraday data that the provider offers for a short time only, whatever the
   * preference.
   */
  private static final Map<String, Map<Resource, Integer>> FIXED =
      Map.of(
          "fitbit",
          Map.of(
              Resource.HEARTRATE, 14,
              Resource.STEPS, 14,
              Resource.DISTANCE, 14,
              Resource.CALORIES_ACTIVE, 14));

  /** Range of a provider whose own range is unknown. */
  private static final int DEFAULT_DAYS = 30;

  private final ProviderCatalog catalog;
  private final Adapters adapters;
  private final int globalMaxDays;

  PreferenceRules(ProviderCatalog catalog, Adapters adapters, int most) {
    this.catalog = catalog;
    this.adapters = adapters;
    this.globalMaxDays = most;
  }

  boolean configurable(String slug) {
    return PROVIDERS.contains(slug)
        && catalog.find(slug).map(ProviderCatalog.Entry::daysConfigurable).orElse(false);
  }

  boolean configurable(String slug, Resource resource) {
    return configurable(slug) && !fixedDays(slug).containsKey(resource);
  }

  /** Returns the resources with a fixed range, in days: those of the adapter, if there is one. */
  SortedMap<Resource, Integer> fixedDays(String slug) {
    return new TreeMap<>(
        adapters
            .of(slug, false)
            .map(a -> a.descriptor().fixedDays())
            .orElse(FIXED.getOrDefault(slug, Map.of())));
  }

  /** Returns the range without a preference. */
  int defaultDays(String slug) {
    return catalog.find(slug).flatMap(ProviderCatalog.Entry::historicalDays).orElse(DEFAULT_DAYS);
  }

  /** Returns the longest possible range. */
  int maxDays(String slug) {
    return configurable(slug) ? globalMaxDays : defaultDays(slug);
  }

  int globalMaxDays() {
    return globalMaxDays;
  }
}
