package io.tributary.provider.fitbit;

import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.DocKind;
import java.util.Locale;

/** The documents that are used, and the scope without which they do not open. */
enum FitbitKind implements DocKind {
  DAY(FitbitKind.ACTIVITY),
  STEPS(FitbitKind.ACTIVITY),
  DISTANCE(FitbitKind.ACTIVITY),
  CALORIES(FitbitKind.ACTIVITY),
  HEART(FitbitKind.HEARTRATE),
  NIGHT(FitbitKind.SLEEP),
  /** Breaths of a night by its stages. */
  BREATHS(FitbitKind.RESPIRATORY_RATE),
  WEIGHT_LOG(FitbitKind.WEIGHT),
  FAT_LOG(FitbitKind.WEIGHT),
  VARIABILITY(FitbitKind.HEARTRATE),
  OXYGEN(FitbitKind.OXYGEN_SATURATION),
  SKIN(FitbitKind.TEMPERATURE),
  CORE(FitbitKind.TEMPERATURE),
  CARDIO(FitbitKind.CARDIO_FITNESS),
  EXERCISE(FitbitKind.ACTIVITY),
  FOODS(FitbitKind.NUTRITION),
  WATER(FitbitKind.NUTRITION),
  USER(FitbitKind.PROFILE),
  DEVICE(FitbitKind.SETTINGS);

  static final String ACTIVITY = "activity";
  static final String HEARTRATE = "heartrate";
  static final String SLEEP = "sleep";
  static final String WEIGHT = "weight";
  static final String OXYGEN_SATURATION = "oxygen_saturation";
  static final String RESPIRATORY_RATE = "respiratory_rate";
  static final String CARDIO_FITNESS = "cardio_fitness";
  static final String TEMPERATURE = "temperature";
  static final String NUTRITION = "nutrition";
  static final String PROFILE = "profile";
  static final String SETTINGS = "settings";

  private final String scope;

  FitbitKind(String scope) {
    this.scope = scope;
  }

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean granted(AccountFacts facts) {
    return facts.granted(scope);
  }

  /** Sums of days are told as texts, single readings as figures. */
  @Override
  public boolean textNumbers() {
    return true;
  }

  @Override
  public boolean undated() {
    return this == USER || this == DEVICE;
  }
}
