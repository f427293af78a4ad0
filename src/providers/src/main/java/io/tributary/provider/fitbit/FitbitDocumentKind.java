package io.tributary.provider.fitbit;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

/** Documents that are read from Fitbit, with the scope that each requires. */
enum FitbitDocumentKind implements DocumentKind {
  DAY(FitbitDocumentKind.ACTIVITY),
  STEPS(FitbitDocumentKind.ACTIVITY),
  DISTANCE(FitbitDocumentKind.ACTIVITY),
  CALORIES(FitbitDocumentKind.ACTIVITY),
  HEART(FitbitDocumentKind.HEARTRATE),
  NIGHT(FitbitDocumentKind.SLEEP),
  /** Breathing rates of a night, by stage. */
  BREATHS(FitbitDocumentKind.RESPIRATORY_RATE),
  WEIGHT_LOG(FitbitDocumentKind.WEIGHT),
  FAT_LOG(FitbitDocumentKind.WEIGHT),
  VARIABILITY(FitbitDocumentKind.HEARTRATE),
  OXYGEN(FitbitDocumentKind.OXYGEN_SATURATION),
  SKIN(FitbitDocumentKind.TEMPERATURE),
  CORE(FitbitDocumentKind.TEMPERATURE),
  CARDIO(FitbitDocumentKind.CARDIO_FITNESS),
  EXERCISE(FitbitDocumentKind.ACTIVITY),
  FOODS(FitbitDocumentKind.NUTRITION),
  WATER(FitbitDocumentKind.NUTRITION),
  USER(FitbitDocumentKind.PROFILE),
  DEVICE(FitbitDocumentKind.SETTINGS);

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

  FitbitDocumentKind(String scope) {
    this.scope = scope;
  }

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean isGranted(AccountContext facts) {
    return facts.isGranted(scope);
  }

  /** Daily sums are strings, single readings are numbers. */
  @Override
  public boolean hasTextNumbers() {
    return true;
  }

  @Override
  public boolean isUndated() {
    return this == USER || this == DEVICE;
  }
}
