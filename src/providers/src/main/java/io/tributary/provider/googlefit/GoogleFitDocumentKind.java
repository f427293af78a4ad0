package io.tributary.provider.googlefit;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

/**
 * Documents that are read from Google Fit: sums over time buckets, points of sources, and sessions.
 */
enum GoogleFitDocumentKind implements DocumentKind {
  DAY_STEPS("step_count.delta", Call.DAYS, GoogleFitScopes.ACTIVITY),
  DAY_EXPENDED("calories.expended", Call.DAYS, GoogleFitScopes.ACTIVITY),
  DAY_BMR("calories.bmr", Call.DAYS, GoogleFitScopes.ACTIVITY),
  DAY_DISTANCE("distance.delta", Call.DAYS, GoogleFitScopes.LOCATION),
  STEPS("step_count.delta", Call.QUARTERS, GoogleFitScopes.ACTIVITY),
  DISTANCE("distance.delta", Call.QUARTERS, GoogleFitScopes.LOCATION),
  EXPENDED("calories.expended", Call.QUARTERS, GoogleFitScopes.ACTIVITY),
  /** Basal metabolic rate by UTC day. */
  BMR("calories.bmr", Call.UTC_DAYS, GoogleFitScopes.ACTIVITY),
  HEART("heart_rate.bpm", Call.POINTS, GoogleFitScopes.HEART),
  WEIGHT("weight", Call.POINTS, GoogleFitScopes.BODY),
  FAT("body.fat.percentage", Call.POINTS, GoogleFitScopes.BODY),
  HEIGHT("height", Call.ALL, GoogleFitScopes.BODY),
  GLUCOSE("blood_glucose", Call.POINTS, GoogleFitScopes.GLUCOSE),
  PRESSURE("blood_pressure", Call.POINTS, GoogleFitScopes.PRESSURE),
  OXYGEN("oxygen_saturation", Call.POINTS, GoogleFitScopes.OXYGEN),
  TEMPERATURE("body.temperature", Call.POINTS, GoogleFitScopes.TEMPERATURE),
  WATER("hydration", Call.POINTS, GoogleFitScopes.NUTRITION),
  SEGMENT("sleep.segment", Call.NIGHTS, GoogleFitScopes.SLEEP),
  SLEEP("", Call.SESSIONS, GoogleFitScopes.SLEEP),
  WORKOUT("", Call.SESSIONS, GoogleFitScopes.ACTIVITY),
  SLEEP_HEART("heart_rate.bpm", Call.SESSION_SUMS, GoogleFitScopes.HEART),
  WORKOUT_HEART("heart_rate.bpm", Call.SESSION_SUMS, GoogleFitScopes.HEART),
  WORKOUT_EXPENDED("calories.expended", Call.SESSION_SUMS, GoogleFitScopes.ACTIVITY),
  WORKOUT_DISTANCE("distance.delta", Call.SESSION_SUMS, GoogleFitScopes.LOCATION);

  /** Kinds of requests. */
  enum Call {
    /** Sums over days in the user's zone. */
    DAYS,
    UTC_DAYS,
    /** Sums over quarters of an hour. */
    QUARTERS,
    /** Points of UTC days. */
    POINTS,
    /** Points of UTC days and the days before, when a night may have begun. */
    NIGHTS,
    /** All points. */
    ALL,
    SESSIONS,
    /** One sum over each session that was read before. */
    SESSION_SUMS
  }

  private final String type;
  private final Call call;
  private final String scope;

  GoogleFitDocumentKind(String type, Call call, String scope) {
    this.type = "com.google." + type;
    this.call = call;
    this.scope = scope;
  }

  /** Returns Google's name of the type; without meaning for sessions. */
  String type() {
    return type;
  }

  Call call() {
    return call;
  }

  /** Returns the wire name; a type that is read in several ways has one for each. */
  @Override
  public String wire() {
    return switch (call) {
      case POINTS, NIGHTS, ALL -> type;
      case DAYS, UTC_DAYS, QUARTERS, SESSION_SUMS, SESSIONS -> name().toLowerCase(Locale.ROOT);
    };
  }

  @Override
  public boolean isGranted(AccountContext facts) {
    return facts.isGranted(scope);
  }

  /** 64-bit numbers are strings. */
  @Override
  public boolean hasTextNumbers() {
    return true;
  }

  @Override
  public boolean isUndated() {
    return call == Call.ALL;
  }
}
