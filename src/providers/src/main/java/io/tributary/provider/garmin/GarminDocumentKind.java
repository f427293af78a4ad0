package io.tributary.provider.garmin;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Types of summaries that are used: the key in notices, and the word in backfill calls. */
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
  /** None of summaries: what the user allows, which can always be asked for. */
  PERMISSIONS("permissions", ""),
  /** None of the vendor's: stands for the right to ask for history. */
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

  /** The one under this key of a notice; empty for keys that are not used. */
  static Optional<GarminDocumentKind> told(String key) {
    return summaries().stream().filter(k -> k.wire.equals(key)).findFirst();
  }

  /** What can be told of and asked for. */
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
  public boolean granted(AccountContext facts) {
    return switch (this) {
      case ACTIVITIES, DETAILS -> facts.granted(ACTIVITY_EXPORT);
      case HISTORY -> facts.granted(HISTORY_EXPORT);
      case PERMISSIONS -> true;
      default -> facts.granted(HEALTH_EXPORT);
    };
  }
}
