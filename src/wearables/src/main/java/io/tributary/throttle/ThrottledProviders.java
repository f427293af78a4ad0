package io.tributary.throttle;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Providers that have a throttle. */
public final class ThrottledProviders {
  /** Throttled providers that bulk triggers do not support. */
  private static final List<String> NOT_IN_BULK =
      List.of("google_health", "abbott_libreview", "freestyle_libre", "eight_sleep");

  /** Providers that a bulk trigger may name, in the order of the API documentation. */
  public static final List<String> BULK =
      List.of(
          "oura",
          "fitbit",
          "garmin",
          "strava",
          "wahoo",
          "ihealth",
          "withings",
          "google_fit",
          "dexcom_v3",
          "polar",
          "cronometer",
          "omron",
          "whoop_v2",
          "my_fitness_pal_v2",
          "ultrahuman",
          "runkeeper");

  /** All providers that are called. */
  public static final List<String> ALL = all();

  private ThrottledProviders() {}

  private static List<String> all() {
    List<String> out = new ArrayList<>(BULK);
    out.addAll(NOT_IN_BULK);
    return List.copyOf(out);
  }

  /** Names of all throttle leases. */
  public static Set<String> leaseNames() {
    return ALL.stream().map(ThrottledProviders::leaseName).collect(Collectors.toSet());
  }

  /** Name of the lease of a provider's throttle. */
  public static String leaseName(String slug) {
    return "throttle:" + slug;
  }

  static String slug(String leaseName) {
    return leaseName.substring("throttle:".length());
  }
}
