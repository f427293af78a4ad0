package io.tributary.simulators.googlehealth;

/** Scopes of the consent page. */
final class Scopes {
  private static final String PREFIX = "https://www.googleapis.com/auth/googlehealth.";

  static final String ACTIVITY = PREFIX + "activity_and_fitness.readonly";
  static final String METRICS = PREFIX + "health_metrics_and_measurements.readonly";
  static final String SLEEP = PREFIX + "sleep.readonly";
  static final String NUTRITION = PREFIX + "nutrition.readonly";
  static final String PROFILE = PREFIX + "profile.readonly";

  static final String[] ALL = {
    "openid",
    "email",
    ACTIVITY,
    METRICS,
    SLEEP,
    NUTRITION,
    PROFILE,
    PREFIX + "settings.readonly",
    PREFIX + "location.readonly",
    PREFIX + "ecg.readonly",
    PREFIX + "irn.readonly"
  };

  private Scopes() {}
}
