package io.tributary.throttle;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The slugs that have a throttle (wearables-providers.md, section 1). */
public final class ThrottledProviders {
  /** Called as well, but not named by the bulk trigger. */
  private static final List<String> BESIDES =
      List.of("google_health", "abbott_libreview", "freestyle_libre", "eight_sleep");

  /** Those that a bulk trigger may name, in the contract's order. */
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

  /** All with an owned actor: every provider that is called. */
  public static final List<String> ALL = all();

  private ThrottledProviders() {}

  private static List<String> all() {
    List<String> out = new ArrayList<>(BULK);
    out.addAll(BESIDES);
    return List.copyOf(out);
  }

  /** Names of the leases, one per slug. */
  public static Set<String> leaseNames() {
    return ALL.stream().map(ThrottledProviders::leaseName).collect(Collectors.toSet());
  }

  /** The lease of a slug's throttle. */
  public static String leaseName(String slug) {
    return "throttle:" + slug;
  }

  static String slug(String leaseName) {
    return leaseName.substring("throttle:".length());
  }
}
