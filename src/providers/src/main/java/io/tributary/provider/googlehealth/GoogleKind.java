package io.tributary.provider.googlehealth;

import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.DocKind;

/**
 * The documents that are used: data points of a type, or sums of one. A type is kebab case in
 * paths, snake case in filters and camel case in bodies.
 */
enum GoogleKind implements DocKind {
  STEPS("steps", Call.INTERVAL, GoogleScopes.ACTIVITY),
  DISTANCE("distance", Call.INTERVAL, GoogleScopes.ACTIVITY),
  FLOORS("floors", Call.INTERVAL, GoogleScopes.ACTIVITY),
  ENERGY("active-energy-burned", Call.WINDOWS, GoogleScopes.ACTIVITY),
  DAY_STEPS("steps", Call.DAYS, GoogleScopes.ACTIVITY),
  DAY_DISTANCE("distance", Call.DAYS, GoogleScopes.ACTIVITY),
  DAY_FLOORS("floors", Call.DAYS, GoogleScopes.ACTIVITY),
  DAY_CALORIES("total-calories", Call.DAYS, GoogleScopes.ACTIVITY),
  DAY_ENERGY("active-energy-burned", Call.DAYS, GoogleScopes.ACTIVITY),
  RESTING("daily-resting-heart-rate", Call.DAILY, GoogleScopes.METRICS),
  EXERCISE("exercise", Call.SESSION, GoogleScopes.ACTIVITY),
  VO2_MAX("run-vo2-max", Call.SAMPLE, GoogleScopes.ACTIVITY),
  HEART_RATE("heart-rate", Call.SAMPLE, GoogleScopes.METRICS),
  HRV("heart-rate-variability", Call.SAMPLE, GoogleScopes.METRICS),
  OXYGEN("oxygen-saturation", Call.SAMPLE, GoogleScopes.METRICS),
  BREATH("daily-respiratory-rate", Call.DAILY, GoogleScopes.METRICS),
  WEIGHT("weight", Call.SAMPLE, GoogleScopes.METRICS),
  FAT("body-fat", Call.SAMPLE, GoogleScopes.METRICS),
  TEMPERATURE("core-body-temperature", Call.SAMPLE, GoogleScopes.METRICS),
  GLUCOSE("blood-glucose", Call.SAMPLE, GoogleScopes.METRICS),
  HEIGHT("height", Call.ALL, GoogleScopes.METRICS),
  WATER("hydration-log", Call.SESSION, GoogleScopes.NUTRITION),
  SLEEP("sleep", Call.NIGHT, GoogleScopes.SLEEP);

  /** How documents are asked for: lists by the field of their filter, sums by their windows. */
  enum Call {
    /** By the instant of the begin. */
    INTERVAL("interval.start_time"),
    /** By the person's clock at the begin. */
    SESSION("interval.civil_start_time"),
    /** By the instant of the end: a night that reaches into the window is not of it. */
    NIGHT("interval.end_time"),
    SAMPLE("sample_time.physical_time"),
    DAILY("date"),
    /** Without a filter: there are few, and the latest counts. */
    ALL(""),
    /** Sums of quarters of an hour. */
    WINDOWS(""),
    /** Sums of calendar days. */
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

  GoogleKind(String type, Call call, String scope) {
    this.type = type;
    this.call = call;
    this.scope = scope;
  }

  /** The vendor's name of the type. */
  String type() {
    return type;
  }

  Call call() {
    return call;
  }

  /** Name of the type in a filter. */
  String snake() {
    return type.replace('-', '_');
  }

  /** Name of the field that holds the value. */
  String camel() {
    StringBuilder out = new StringBuilder();
    for (String word : type.split("-")) {
      out.append(out.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return out.toString();
  }

  /** Sums are told apart from the points of their type. */
  @Override
  public String wire() {
    return switch (call) {
      case DAYS -> type + ":daily";
      case WINDOWS -> type + ":windows";
      case INTERVAL, SESSION, NIGHT, SAMPLE, DAILY, ALL -> type;
    };
  }

  /** A height is a measurement, and part of the profile. */
  @Override
  public boolean granted(AccountFacts facts) {
    return facts.granted(scope) && (this != HEIGHT || facts.granted(GoogleScopes.PROFILE));
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
