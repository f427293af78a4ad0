package io.tributary.simulators.garmin;

import java.util.Arrays;
import java.util.Optional;

/**
 * Summary type: its key in notifications, its name in backfill requests, and the permission that it
 * requires.
 */
enum GarminType {
  DAILIES("dailies", "dailies"),
  EPOCHS("epochs", "epochs"),
  SLEEPS("sleeps", "sleeps"),
  BODY_COMPS("bodyComps", "bodyComps"),
  STRESS_DETAILS("stressDetails", "stressDetails"),
  USER_METRICS("userMetrics", "userMetrics"),
  PULSE_OX("pulseox", "pulseOx"),
  RESPIRATION("allDayRespiration", "respiration"),
  HEALTH_SNAPSHOT("healthSnapshot", "healthSnapshot"),
  HRV("hrv", "hrv"),
  BLOOD_PRESSURES("bloodPressures", "bloodPressures"),
  SKIN_TEMP("skinTemp", "skinTemp"),
  MOVE_IQ("moveIQActivities", "moveiq"),
  MCT("mct", "mct"),
  ACTIVITIES("activities", "activities"),
  ACTIVITY_DETAILS("activityDetails", "activityDetails");

  static final String HEALTH = "HEALTH_EXPORT";
  static final String ACTIVITY = "ACTIVITY_EXPORT";
  static final String HISTORY = "HISTORICAL_DATA_EXPORT";
  static final String CYCLE_TRACKING = "MCT_EXPORT";

  private static final int HEALTH_DAYS = 90;
  private static final int ACTIVITY_DAYS = 30;

  private final String key;
  private final String backfill;

  GarminType(String key, String backfill) {
    this.key = key;
    this.backfill = backfill;
  }

  static Optional<GarminType> ofKey(String key) {
    return Arrays.stream(values()).filter(t -> t.key.equals(key)).findFirst();
  }

  static Optional<GarminType> ofBackfill(String word) {
    return Arrays.stream(values()).filter(t -> t.backfill.equals(word)).findFirst();
  }

  String key() {
    return key;
  }

  String permission() {
    return switch (this) {
      case ACTIVITIES, ACTIVITY_DETAILS, MOVE_IQ -> ACTIVITY;
      case MCT -> CYCLE_TRACKING;
      default -> HEALTH;
    };
  }

  /** Returns the longest range of a backfill in days. */
  int maxBackfillDays() {
    return permission().equals(ACTIVITY) ? ACTIVITY_DAYS : HEALTH_DAYS;
  }
}
