package io.tributary.provider.googlefit;

import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.DocKind;
import java.util.Locale;

/** The documents that are used: sums over buckets of time, points of sources, and sessions. */
enum FitKind implements DocKind {
  DAY_STEPS("step_count.delta", Call.DAYS, FitScopes.ACTIVITY),
  DAY_EXPENDED("calories.expended", Call.DAYS, FitScopes.ACTIVITY),
  DAY_BMR("calories.bmr", Call.DAYS, FitScopes.ACTIVITY),
  DAY_DISTANCE("distance.delta", Call.DAYS, FitScopes.LOCATION),
  STEPS("step_count.delta", Call.QUARTERS, FitScopes.ACTIVITY),
  DISTANCE("distance.delta", Call.QUARTERS, FitScopes.LOCATION),
  EXPENDED("calories.expended", Call.QUARTERS, FitScopes.ACTIVITY),
  /** At rest, by UTC day. */
  BMR("calories.bmr", Call.UTC_DAYS, FitScopes.ACTIVITY),
  HEART("heart_rate.bpm", Call.POINTS, FitScopes.HEART),
  WEIGHT("weight", Call.POINTS, FitScopes.BODY),
  FAT("body.fat.percentage", Call.POINTS, FitScopes.BODY),
  HEIGHT("height", Call.ALL, FitScopes.BODY),
  GLUCOSE("blood_glucose", Call.POINTS, FitScopes.GLUCOSE),
  PRESSURE("blood_pressure", Call.POINTS, FitScopes.PRESSURE),
  OXYGEN("oxygen_saturation", Call.POINTS, FitScopes.OXYGEN),
  TEMPERATURE("body.temperature", Call.POINTS, FitScopes.TEMPERATURE),
  WATER("hydration", Call.POINTS, FitScopes.NUTRITION),
  SEGMENT("sleep.segment", Call.NIGHTS, FitScopes.SLEEP),
  SLEEP("", Call.SESSIONS, FitScopes.SLEEP),
  WORKOUT("", Call.SESSIONS, FitScopes.ACTIVITY),
  SLEEP_HEART("heart_rate.bpm", Call.WITHIN, FitScopes.HEART),
  WORKOUT_HEART("heart_rate.bpm", Call.WITHIN, FitScopes.HEART),
  WORKOUT_EXPENDED("calories.expended", Call.WITHIN, FitScopes.ACTIVITY),
  WORKOUT_DISTANCE("distance.delta", Call.WITHIN, FitScopes.LOCATION);

  /** How documents are asked for. */
  enum Call {
    /** Sums of the days of the user's zone. */
    DAYS,
    UTC_DAYS,
    /** Sums of quarters of an hour. */
    QUARTERS,
    /** The points of UTC days. */
    POINTS,
    /** The same of the days before too: a night began there. */
    NIGHTS,
    /** All points there are. */
    ALL,
    SESSIONS,
    /** One sum over each session that was read before. */
    WITHIN
  }

  private final String type;
  private final Call call;
  private final String scope;

  FitKind(String type, Call call, String scope) {
    this.type = "com.google." + type;
    this.call = call;
    this.scope = scope;
  }

  /** The vendor's name of the type; without meaning for sessions. */
  String type() {
    return type;
  }

  Call call() {
    return call;
  }

  /** Types are read in several ways, which are told apart. */
  @Override
  public String wire() {
    return switch (call) {
      case POINTS, NIGHTS, ALL -> type;
      case DAYS, UTC_DAYS, QUARTERS, WITHIN, SESSIONS -> name().toLowerCase(Locale.ROOT);
    };
  }

  @Override
  public boolean granted(AccountFacts facts) {
    return facts.granted(scope);
  }

  /** 64-bit numbers are texts. */
  @Override
  public boolean textNumbers() {
    return true;
  }

  @Override
  public boolean undated() {
    return call == Call.ALL;
  }
}
