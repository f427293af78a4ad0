package io.tributary.provider.googlefit;

/** OAuth scopes of the data that are read. */
final class GoogleFitScopes {
  static final String OPENID = "openid";

  private static final String PREFIX = "https://www.googleapis.com/auth/fitness.";

  static final String ACTIVITY = PREFIX + "activity.read";
  static final String LOCATION = PREFIX + "location.read";
  static final String BODY = PREFIX + "body.read";
  static final String SLEEP = PREFIX + "sleep.read";
  static final String HEART = PREFIX + "heart_rate.read";
  static final String GLUCOSE = PREFIX + "blood_glucose.read";
  static final String PRESSURE = PREFIX + "blood_pressure.read";
  static final String NUTRITION = PREFIX + "nutrition.read";
  static final String OXYGEN = PREFIX + "oxygen_saturation.read";
  static final String TEMPERATURE = PREFIX + "body_temperature.read";

  private GoogleFitScopes() {}
}
