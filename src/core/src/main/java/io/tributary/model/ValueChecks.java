package io.tributary.model;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Validation of values. Null is accepted everywhere except in {@link #required}. Messages name the
 * field and never the value, because they are logged.
 */
final class ValueChecks {
  private ValueChecks() {}

  static <T> T required(String field, T value) {
    if (value == null) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return value;
  }

  static void finite(String field, Double value) {
    if (value != null && !Double.isFinite(value)) {
      throw new IllegalArgumentException(field + " is not a finite number");
    }
  }

  static void within(String field, Number value, double low, double high) {
    if (value != null && !(value.doubleValue() >= low && value.doubleValue() <= high)) {
      throw new IllegalArgumentException(field + " is outside " + low + " to " + high);
    }
  }

  static void notNegative(String field, Number value) {
    within(field, value, 0, Double.MAX_VALUE);
  }

  static void bpm(String field, Number value) {
    within(field, value, 1, 400);
  }

  static void offset(String field, Integer seconds) {
    within(field, seconds, -64_800, 64_800);
  }

  static void zone(String field, String name) {
    try {
      if (name != null) {
        ZoneId.of(name);
      }
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(field + " is not a time zone", e);
    }
  }

  static void ordered(String field, Instant start, Instant end) {
    if (end != null && end.isBefore(start)) {
      throw new IllegalArgumentException(field + " is before its start");
    }
  }

  static void ordered(String field, LocalDate start, LocalDate end) {
    if (end != null && end.isBefore(start)) {
      throw new IllegalArgumentException(field + " is before its start");
    }
  }

  /** Returns the zone if known, otherwise the offset, otherwise UTC. */
  static ZoneId zoneOf(String timeZone, Integer offsetSeconds) {
    if (timeZone != null) {
      return ZoneId.of(timeZone);
    }
    return offsetSeconds == null ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(offsetSeconds);
  }
}
