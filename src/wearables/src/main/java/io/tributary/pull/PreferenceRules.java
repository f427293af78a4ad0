package io.tributary.pull;

import io.tributary.model.Resource;
import io.tributary.provider.Adapters;
import io.tributary.provider.ProviderCatalog;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which ranges teams may choose: wearables.md §9 and the table of wearables-providers.md §2. */
final class PreferenceRules {
  /** Slugs that the calls know; those whose range is fixed are shown and cannot be set. */
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

  /** Minute by minute data of these is short at the provider, whatever a team wishes. */
  private static final Map<String, Map<Resource, Integer>> FIXED =
      Map.of(
          "fitbit",
          Map.of(
              Resource.HEARTRATE, 14,
              Resource.STEPS, 14,
              Resource.DISTANCE, 14,
              Resource.CALORIES_ACTIVE, 14));

  /** Where the provider's own range is not known. */
  private static final int USUAL_DAYS = 30;

  private final ProviderCatalog catalog;
  private final Adapters adapters;
  private final int most;

  PreferenceRules(ProviderCatalog catalog, Adapters adapters, int most) {
    this.catalog = catalog;
    this.adapters = adapters;
    this.most = most;
  }

  boolean configurable(String slug) {
    return PROVIDERS.contains(slug)
        && catalog.find(slug).map(ProviderCatalog.Entry::daysConfigurable).orElse(false);
  }

  boolean configurable(String slug, Resource resource) {
    return configurable(slug) && !fixed(slug).containsKey(resource);
  }

  /** Resources whose range nobody chooses, in days: as the adapter says, where there is one. */
  SortedMap<Resource, Integer> fixed(String slug) {
    return new TreeMap<>(
        adapters
            .of(slug, false)
            .map(a -> a.descriptor().fixedDays())
            .orElse(FIXED.getOrDefault(slug, Map.of())));
  }

  /** The range without a preference. */
  int days(String slug) {
    return catalog.find(slug).flatMap(ProviderCatalog.Entry::historicalDays).orElse(USUAL_DAYS);
  }

  /** The longest range that can be had. */
  int limit(String slug) {
    return configurable(slug) ? most : days(slug);
  }

  int most() {
    return most;
  }
}
