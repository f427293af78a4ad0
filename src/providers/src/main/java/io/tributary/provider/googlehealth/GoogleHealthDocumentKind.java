package io.tributary.provider.googlehealth;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;

/**
 * Documents that are read from Google Health: data points of a type, or sums of one. A type is
 * written in kebab case in paths, in snake case in filters and in camel case in bodies.
 */
enum GoogleHealthDocumentKind implements DocumentKind {
  STEPS("steps", Call.INTERVAL, GoogleHealthScopes.ACTIVITY),
  DISTANCE("distance", Call.INTERVAL, GoogleHealthScopes.ACTIVITY),
  FLOORS("floors", Call.INTERVAL, GoogleHealthScopes.ACTIVITY),
  ENERGY("active-energy-burned", Call.WINDOWS, GoogleHealthScopes.ACTIVITY),
  DAY_STEPS("steps", Call.DAYS, GoogleHealthScopes.ACTIVITY),
  DAY_DISTANCE("distance", Call.DAYS, GoogleHealthScopes.ACTIVITY),
  DAY_FLOORS("floors", Call.DAYS, GoogleHealthScopes.ACTIVITY),
  DAY_CALORIES("total-calories", Call.DAYS, GoogleHealthScopes.ACTIVITY),
  DAY_ENERGY("active-energy-burned", Call.DAYS, GoogleHealthScopes.ACTIVITY),
  RESTING("daily-resting-heart-rate", Call.DAILY, GoogleHealthScopes.METRICS),
  EXERCISE("exercise", Call.SESSION, GoogleHealthScopes.ACTIVITY),
  VO2_MAX("run-vo2-max", Call.SAMPLE, GoogleHealthScopes.ACTIVITY),
  HEART_RATE("heart-rate", Call.SAMPLE, GoogleHealthScopes.METRICS),
  HRV("heart-rate-variability", Call.SAMPLE, GoogleHealthScopes.METRICS),
  OXYGEN("oxygen-saturation", Call.SAMPLE, GoogleHealthScopes.METRICS),
  BREATH("daily-respiratory-rate", Call.DAILY, GoogleHealthScopes.METRICS),
  WEIGHT("weight", Call.SAMPLE, GoogleHealthScopes.METRICS),
  FAT("body-fat", Call.SAMPLE, GoogleHealthScopes.METRICS),
  TEMPERATURE("core-body-temperature", Call.SAMPLE, GoogleHealthScopes.METRICS),
  GLUCOSE("blood-glucose", Call.SAMPLE, GoogleHealthScopes.METRICS),
  HEIGHT("height", Call.ALL, GoogleHealthScopes.METRICS),
  WATER("hydration-log", Call.SESSION, GoogleHealthScopes.NUTRITION),
  SLEEP("sleep", Call.NIGHT, GoogleHealthScopes.SLEEP);

  /** Kinds of requests: lists by the field of their filter, sums by their windows. */
  enum Call {
    /** Points by the instant of their start. */
    INTERVAL("interval.start_time"),
    /** Points by the local time of their start. */
    SESSION("interval.civil_start_time"),
    /**
     * Points by the instant of their end, so that a night that extends beyond the window is
     * excluded.
     */
    NIGHT("interval.end_time"),
    SAMPLE("sample_time.physical_time"),
    DAILY("date"),
    /** All points without a filter; there are few, and the latest counts. */
    ALL(""),
    /** Sums over quarters of an hour. */
    WINDOWS(""),
    /** Sums over calendar days. */
    DAYS("");

    private final String field;

    Call(String field) {
      this.field = field;
    }

    String field() {
      return field;
    }
  }

  private final String type;
  private final Call call;
  private final String scope;

  GoogleHealthDocumentKind(String type, Call call, String scope) {
    this.type = type;
    this.call = call;
    this.scope = scope;
  }

  /** Returns Google's name of the type. */
  String type() {
    return type;
  }

  Call call() {
    return call;
  }

  /** Returns the name of the type in a filter. */
  String snakeCase() {
    return type.replace('-', '_');
  }

  /** Returns the name of the field that holds the value. */
  String camelCase() {
    StringBuilder out = new StringBuilder();
    for (String word : type.split("-")) {
      out.append(out.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return out.toString();
  }

  /** Returns the wire name; sums have another one than the points of their type. */
  @Override
  public String wire() {
    return switch (call) {
      case DAYS -> type + ":daily";
      case WINDOWS -> type + ":windows";
      case INTERVAL, SESSION, NIGHT, SAMPLE, DAILY, ALL -> type;
    };
  }

  /**
   * Returns whether the scopes are granted; a height belongs to the measurements and the profile.
   */
  @Override
  public boolean isGranted(AccountContext facts) {
    return facts.isGranted(scope)
        && (this != HEIGHT || facts.isGranted(GoogleHealthScopes.PROFILE));
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
