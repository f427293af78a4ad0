package io.tributary.model;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * One reading of a timeseries. A wire-shaped record: {@code end}, {@code offsetSeconds} and {@code
 * extras} may be null. Instants are cut to microseconds, because the database keeps no more and the
 * timestamp is part of the identity.
 *
 * @param resource one of the fifty timeseries
 * @param at the timestamp; begin of an interval
 * @param end end of an interval, exclusive; null for a momentary reading
 * @param offsetSeconds local offset, null when unknown: never a made-up 0
 * @param value in the unit of the resource; systolic for blood pressure; 0 for a note
 * @param extras what only some resources carry, null when there is none
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

  /** A momentary reading without extras; the offset may be null. */
  public static Sample point(
      Resource resource, Source source, Instant at, Integer offsetSeconds, double value) {
    return new Sample(resource, source, at, null, offsetSeconds, value, null);
  }

  /** A reading over [start, end) without extras; the offset may be null. */
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

  /** The same reading of another source. */
  public Sample from(Source other) {
    return new Sample(resource, other, at, end, offsetSeconds, value, extras);
  }

  public SampleKey key() {
    return SampleKey.of(this);
  }

  /** The day it counts to: local where the offset is known, else UTC. */
  public LocalDate day() {
    return at.atOffset(
            offsetSeconds == null ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(offsetSeconds))
        .toLocalDate();
  }

  private static boolean needsType(Resource resource) {
    return resource == Resource.STAND_HOUR || resource.typedIdentity() && resource != Resource.NOTE;
  }
}
