package io.tributary.simulators.googlehealth;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Data type, written in kebab case in paths and notifications, snake case in filters, and camel
 * case in bodies.
 */
enum DataType {
  STEPS(TimeShape.INTERVAL, Scopes.ACTIVITY),
  DISTANCE(TimeShape.INTERVAL, Scopes.ACTIVITY),
  FLOORS(TimeShape.INTERVAL, Scopes.ACTIVITY),
  ACTIVE_ENERGY_BURNED(TimeShape.INTERVAL, Scopes.ACTIVITY),
  TOTAL_CALORIES(TimeShape.ROLLED, Scopes.ACTIVITY),
  EXERCISE(TimeShape.SESSION, Scopes.ACTIVITY),
  RUN_VO2_MAX(TimeShape.SAMPLE, Scopes.ACTIVITY),
  HEART_RATE(TimeShape.SAMPLE, Scopes.METRICS),
  DAILY_RESTING_HEART_RATE(TimeShape.DAILY, Scopes.METRICS),
  HEART_RATE_VARIABILITY(TimeShape.SAMPLE, Scopes.METRICS),
  OXYGEN_SATURATION(TimeShape.SAMPLE, Scopes.METRICS),
  DAILY_RESPIRATORY_RATE(TimeShape.DAILY, Scopes.METRICS),
  WEIGHT(TimeShape.SAMPLE, Scopes.METRICS),
  BODY_FAT(TimeShape.SAMPLE, Scopes.METRICS),
  HEIGHT(TimeShape.SAMPLE, Scopes.METRICS),
  CORE_BODY_TEMPERATURE(TimeShape.SAMPLE, Scopes.METRICS),
  BLOOD_GLUCOSE(TimeShape.SAMPLE, Scopes.METRICS),
  HYDRATION_LOG(TimeShape.SESSION, Scopes.NUTRITION),
  SLEEP(TimeShape.NIGHT, Scopes.SLEEP);

  /** Time representation of a type's points, with the field by which they are filtered. */
  enum TimeShape {
    INTERVAL("interval.start_time"),
    SESSION("interval.civil_start_time"),
    NIGHT("interval.end_time"),
    SAMPLE("sample_time.physical_time"),
    DAILY("date"),
    /** Type that has only aggregates and no points. */
    ROLLED("");

    private final String field;

    TimeShape(String field) {
      this.field = field;
    }

    String field() {
      return field;
    }
  }

  private static final int MAX_PAGE_SIZE = 10_000;
  private static final int MAX_SESSION_PAGE_SIZE = 25;

  private final TimeShape shape;
  private final String scope;

  DataType(TimeShape shape, String scope) {
    this.shape = shape;
    this.scope = scope;
  }

  static Optional<DataType> of(String kebab) {
    return Arrays.stream(values()).filter(t -> t.kebab().equals(kebab)).findFirst();
  }

  TimeShape shape() {
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

  int maxPageSize() {
    return this == EXERCISE || this == SLEEP ? MAX_SESSION_PAGE_SIZE : MAX_PAGE_SIZE;
  }

  /** Returns whether aggregates over windows are available. */
  boolean canRollUp() {
    return switch (this) {
      case STEPS, DISTANCE, FLOORS, ACTIVE_ENERGY_BURNED, TOTAL_CALORIES, HEART_RATE -> true;
      default -> false;
    };
  }

  /** Returns the longest range of a roll-up in days. */
  int maxRollUpDays() {
    return this == TOTAL_CALORIES || this == HEART_RATE ? 14 : 90;
  }

  /** Returns whether changes are notified. */
  boolean isNotified() {
    return switch (this) {
      case ACTIVE_ENERGY_BURNED, TOTAL_CALORIES, OXYGEN_SATURATION, CORE_BODY_TEMPERATURE -> false;
      default -> true;
    };
  }
}
