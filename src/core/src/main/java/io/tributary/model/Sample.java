package io.tributary.model;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * Reading of a timeseries.
 *
 * <p>{@code end}, {@code offsetSeconds} and {@code extras} may be null, as in the API. Instants are
 * truncated to microseconds, because that is the database's precision and the timestamp is part of
 * the identity.
 *
 * @param resource one of the fifty timeseries
 * @param at timestamp; start of an interval
 * @param end exclusive end of an interval; null for a momentary reading
 * @param offsetSeconds local offset; null if unknown, never a placeholder 0
 * @param value value in the unit of the resource; systolic for blood pressure; 0 for a note
 * @param extras fields that only some resources have; null if there are none
 */
public record Sample(
    Resource resource,
    Source source,
    Instant at,
    Instant end,
    Integer offsetSeconds,
    double value,
    SampleExtras extras) {
  public Sample {
    Objects.requireNonNull(source, "source");
    if (!resource.isTimeseries()) {
      throw new IllegalArgumentException("resource is not a timeseries");
    }
    at = ValueChecks.required("timestamp", at).truncatedTo(ChronoUnit.MICROS);
    end = end == null ? null : end.truncatedTo(ChronoUnit.MICROS);
    ValueChecks.ordered("end", at, end);
    ValueChecks.offset("timezone_offset", offsetSeconds);
    ValueChecks.finite("value", value);
    boolean blank = extras == null;
    if (resource == Resource.BLOOD_PRESSURE && (blank || extras.diastolic() == null)) {
      throw new IllegalArgumentException("diastolic is missing");
    }
    if (resource == Resource.NOTE && (blank || extras.text() == null)) {
      throw new IllegalArgumentException("note has no text");
    }
    if (needsType(resource) && (blank || extras.type() == null)) {
      throw new IllegalArgumentException("type is missing");
    }
  }

  /** Creates a momentary reading without extras; the offset may be null. */
  public static Sample point(
      Resource resource, Source source, Instant at, Integer offsetSeconds, double value) {
    return new Sample(resource, source, at, null, offsetSeconds, value, null);
  }

  /** Creates a reading over [start, end) without extras; the offset may be null. */
  public static Sample interval(
      Resource resource,
      Source source,
      Instant start,
      Instant end,
      Integer offsetSeconds,
      double value) {
    return new Sample(resource, source, start, end, offsetSeconds, value, null);
  }

  public Sample withExtras(SampleExtras given) {
    return new Sample(resource, source, at, end, offsetSeconds, value, given);
  }

  /** Returns the same reading with another source. */
  public Sample from(Source other) {
    return new Sample(resource, other, at, end, offsetSeconds, value, extras);
  }

  public SampleKey key() {
    return SampleKey.of(this);
  }

  /** Returns the local day, or the UTC day if the offset is unknown. */
  public LocalDate day() {
    return at.atOffset(
            offsetSeconds == null ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(offsetSeconds))
        .toLocalDate();
  }

  private static boolean needsType(Resource resource) {
    return resource == Resource.STAND_HOUR
        || resource.hasTypedIdentity() && resource != Resource.NOTE;
  }
}
