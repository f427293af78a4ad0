package io.tributary.simulators.googlehealth;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A type of data: kebab case in paths and notices, snake case in filters, camel case in bodies. */
enum DataType {
  STEPS(Shape.INTERVAL, Scopes.ACTIVITY),
  DISTANCE(Shape.INTERVAL, Scopes.ACTIVITY),
  FLOORS(Shape.INTERVAL, Scopes.ACTIVITY),
  ACTIVE_ENERGY_BURNED(Shape.INTERVAL, Scopes.ACTIVITY),
  TOTAL_CALORIES(Shape.ROLLED, Scopes.ACTIVITY),
  EXERCISE(Shape.SESSION, Scopes.ACTIVITY),
  RUN_VO2_MAX(Shape.SAMPLE, Scopes.ACTIVITY),
  HEART_RATE(Shape.SAMPLE, Scopes.METRICS),
  DAILY_RESTING_HEART_RATE(Shape.DAILY, Scopes.METRICS),
  HEART_RATE_VARIABILITY(Shape.SAMPLE, Scopes.METRICS),
  OXYGEN_SATURATION(Shape.SAMPLE, Scopes.METRICS),
  DAILY_RESPIRATORY_RATE(Shape.DAILY, Scopes.METRICS),
  WEIGHT(Shape.SAMPLE, Scopes.METRICS),
  BODY_FAT(Shape.SAMPLE, Scopes.METRICS),
  HEIGHT(Shape.SAMPLE, Scopes.METRICS),
  CORE_BODY_TEMPERATURE(Shape.SAMPLE, Scopes.METRICS),
  BLOOD_GLUCOSE(Shape.SAMPLE, Scopes.METRICS),
  HYDRATION_LOG(Shape.SESSION, Scopes.NUTRITION),
  SLEEP(Shape.NIGHT, Scopes.SLEEP);

  /** How points of a type tell their time, and by which field they are filtered. */
  enum Shape {
    INTERVAL("interval.start_time"),
    SESSION("interval.civil_start_time"),
    NIGHT("interval.end_time"),
    SAMPLE("sample_time.physical_time"),
    DAILY("date"),
    /** Has no points, only sums. */
    ROLLED("");

    private final String field;

    Shape(String field) {
      this.field = field;
    }

    String field() {
      return field;
    }
  }

  private static final int LARGEST_PAGE = 10_000;
  private static final int LARGEST_PAGE_OF_SESSIONS = 25;

  private final Shape shape;
  private final String scope;

  DataType(Shape shape, String scope) {
    this.shape = shape;
    this.scope = scope;
  }

  static Optional<DataType> of(String kebab) {
    return Arrays.stream(values()).filter(t -> t.kebab().equals(kebab)).findFirst();
  }

  Shape shape() {
    return shape;
  }

  String scope() {
    return scope;
  }

  String kebab() {
    return snake().replace('_', '-');
  }

  String snake() {
    return name().toLowerCase(Locale.ROOT);
  }

  String camel() {
    StringBuilder out = new StringBuilder();
    for (String word : snake().split("_")) {
      out.append(out.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return out.toString();
  }

  int largestPage() {
    return this == EXERCISE || this == SLEEP ? LARGEST_PAGE_OF_SESSIONS : LARGEST_PAGE;
  }

  /** Whether sums over windows are offered. */
  boolean rolls() {
    return switch (this) {
      case STEPS, DISTANCE, FLOORS, ACTIVE_ENERGY_BURNED, TOTAL_CALORIES, HEART_RATE -> true;
      default -> false;
    };
  }

  /** The longest range of a roll-up, days. */
  int longestRollUp() {
    return this == TOTAL_CALORIES || this == HEART_RATE ? 14 : 90;
  }

  /** Whether changes are told. */
  boolean noticed() {
    return switch (this) {
      case ACTIVE_ENERGY_BURNED, TOTAL_CALORIES, OXYGEN_SATURATION, CORE_BODY_TEMPERATURE -> false;
      default -> true;
    };
  }
}
