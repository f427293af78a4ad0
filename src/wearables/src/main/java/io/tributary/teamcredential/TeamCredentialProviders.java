package io.tributary.teamcredential;

import java.util.List;

/** Providers for which teams may bring an application of their own (wearables-providers.md). */
final class TeamCredentialProviders {
  /** Known by the practice's id; there is no application. */
  static final String PRACTICE = "freestyle_libre";

  /** In slug order. */
  static final List<String> ALL =
      List.of(
          "cronometer",
          "dexcom_v3",
          "fitbit",
          PRACTICE,
          "garmin",
          "google_fit",
          "google_health",
          "map_my_fitness",
          "my_fitness_pal_v2",
          "omron",
          "oura",
          "polar",
          "strava",
          "ultrahuman",
          "wahoo",
          "whoop_v2",
          "withings");

  private TeamCredentialProviders() {}
}
