package io.tributary.provider.apple;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Something of the file that makes a record only together with others, which may stand anywhere in
 * it. Facts are kept until the whole file is read; all of it but offset and detail is identity, so
 * that an element that the file repeats counts once.
 *
 * @param origin {@link HkSource#key}, or empty where the source does not matter
 * @param day the local day; the UTC day where facts are joined over midnight
 * @param until equal to {@code at} for an instant
 * @param name what of the kind, such as a stage, a nutrient, a measure
 * @param offsetSeconds local offset at {@code at}
 * @param detail more, as the kind needs it; or null
 */
public record PendingRecord(
    Kind kind,
    String origin,
    LocalDate day,
    Instant at,
    Instant until,
    String name,
    double value,
    int offsetSeconds,
    String detail) {

  /** What is joined. */
  public enum Kind {
    /** Stages of sleep, by source. */
    SLEEP,
    /** Nightly wrist temperature. */
    WRIST,
    /** Measures of a weigh-in, by type of source. */
    BODY,
    /** Nutrients, by source and day. */
    MEAL,
    /** Systolic and diastolic, by source. */
    PRESSURE,
    /** Everything of a cycle, by type of source. */
    CYCLE,
    /** Workouts, to be completed with heart rates. */
    WORKOUT,
    /** Figures of a day that no sample holds. */
    DAY,
    /** Facts about the person. */
    PERSON,
    /** A day that has samples of movement. */
    TOUCHED
  }

  public PendingRecord {
    if (until.isBefore(at)) {
      throw new IllegalArgumentException("end is before its start");
    }
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("value is not a finite number");
    }
  }

  static LocalDate day(Instant at, int offsetSeconds) {
    return at.atOffset(ZoneOffset.ofTotalSeconds(offsetSeconds)).toLocalDate();
  }
}
