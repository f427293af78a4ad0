package io.tributary.provider.apple;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Part of a record that becomes complete only together with other elements of the export.
 *
 * <p>Those elements may appear anywhere in the file, so pending records are kept until the whole
 * file has been read. All components except {@code offsetSeconds} and {@code detail} form the
 * identity, so an element that the file repeats counts once.
 *
 * @param origin {@link HkSource#key}, or empty if the source does not matter
 * @param day local day; the UTC day if records are joined across midnight
 * @param end equal to {@code at} for an instant
 * @param name subtype within the kind, such as a stage, a nutrient or a measure
 * @param offsetSeconds local offset at {@code at}
 * @param detail more data that the kind requires, or null
 */
public record PendingRecord(
    Kind kind,
    String origin,
    LocalDate day,
    Instant at,
    Instant end,
    String name,
    double value,
    int offsetSeconds,
    String detail) {

  /** Kinds of pending records, with the key that groups them. */
  public enum Kind {
    /** Sleep stages, by source. */
    SLEEP,
    /** Nightly wrist temperature. */
    WRIST,
    /** Body measurements, by type of source. */
    BODY,
    /** Nutrients, by source and day. */
    MEAL,
    /** Systolic and diastolic pressure, by source. */
    PRESSURE,
    /** Records of a menstrual cycle, by type of source. */
    CYCLE,
    /** Workouts, to be completed with heart rates. */
    WORKOUT,
    /** Daily values that no sample contains. */
    DAY,
    /** Characteristics of the person. */
    PERSON,
    /** A day with movement samples. */
    TOUCHED
  }

  public PendingRecord {
    if (end.isBefore(at)) {
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
