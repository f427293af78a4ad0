package io.tributary.provider.googlehealth;

/** OAuth scopes of the data that are read. */
final class GoogleHealthScopes {
  static final String OPENID = "openid";

  private static final String PREFIX = "https://www.googleapis.com/auth/googlehealth.";

  static final String ACTIVITY = PREFIX + "activity_and_fitness.readonly";
  static final String METRICS = PREFIX + "health_metrics_and_measurements.readonly";
  static final String SLEEP = PREFIX + "sleep.readonly";
  static final String NUTRITION = PREFIX + "nutrition.readonly";
  static final String PROFILE = PREFIX + "profile.readonly";

  private GoogleHealthScopes() {}
}
