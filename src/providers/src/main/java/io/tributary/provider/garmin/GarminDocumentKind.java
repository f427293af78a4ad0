package io.tributary.provider.garmin;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Summary types that are read, by their key in notifications and their path segment in backfill
 * calls.
 */
enum GarminDocumentKind implements DocumentKind {
  DAILIES("dailies", "dailies"),
  EPOCHS("epochs", "epochs"),
  SLEEPS("sleeps", "sleeps"),
  BODY_COMPS("bodyComps", "bodyComps"),
  STRESS("stressDetails", "stressDetails"),
  METRICS("userMetrics", "userMetrics"),
  PULSE_OX("pulseox", "pulseOx"),
  RESPIRATION("allDayRespiration", "respiration"),
  HRV("hrv", "hrv"),
  PRESSURES("bloodPressures", "bloodPressures"),
  ACTIVITIES("activities", "activities"),
  DETAILS("activityDetails", "activityDetails"),
  /** Permissions of the user, not a summary type; they can always be requested. */
  PERMISSIONS("permissions", ""),
  /** Permission to request history, not a summary type. */
  HISTORY("backfill", "");

  static final String HEALTH_EXPORT = "HEALTH_EXPORT";
  static final String ACTIVITY_EXPORT = "ACTIVITY_EXPORT";
  static final String HISTORY_EXPORT = "HISTORICAL_DATA_EXPORT";

  private final String wire;
  private final String backfill;

  GarminDocumentKind(String wire, String backfill) {
    this.wire = wire;
    this.backfill = backfill;
  }

  /** Returns the summary type of a notification key; empty for unused keys. */
  static Optional<GarminDocumentKind> ofKey(String key) {
    return summaries().stream().filter(k -> k.wire.equals(key)).findFirst();
  }

  /** Returns the types that can be pushed and backfilled. */
  static List<GarminDocumentKind> summaries() {
    return Arrays.stream(values()).filter(k -> !k.backfill.isEmpty()).toList();
  }

  String backfill() {
    return backfill;
  }

  @Override
  public String wire() {
    return wire;
  }

  @Override
  public boolean isGranted(AccountContext facts) {
    return switch (this) {
      case ACTIVITIES, DETAILS -> facts.isGranted(ACTIVITY_EXPORT);
      case HISTORY -> facts.isGranted(HISTORY_EXPORT);
      case PERMISSIONS -> true;
      default -> facts.isGranted(HEALTH_EXPORT);
    };
  }
}
