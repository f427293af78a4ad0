package io.tributary.teamcredential;

import java.util.List;

/** Providers for which teams may use their own application. */
final class TeamCredentialProviders {
  /** Provider that is identified by a practice ID and has no application. */
  static final String PRACTICE_PROVIDER = "freestyle_libre";

  /** All providers, in slug order. */
  static final List<String> ALL =
      List.of(
          "cronometer",
          "dexcom_v3",
          "fitbit",
          PRACTICE_PROVIDER,
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
