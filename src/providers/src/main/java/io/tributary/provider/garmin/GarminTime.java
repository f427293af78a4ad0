package io.tributary.provider.garmin;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/** Reads times: seconds since 1970, with the local offset in a separate field. */
final class GarminTime {
  private static final String START = "startTimeInSeconds";
  private static final String START_OFFSET = "startTimeOffsetInSeconds";
  private static final String MEASURED = "measurementTimeInSeconds";
  private static final String MEASURED_OFFSET = "measurementTimeOffsetInSeconds";

  private GarminTime() {}

  /** Returns null if absent. */
  static Long startSeconds(LenientJson doc) {
    return doc.wholeNumber(START);
  }

  /**
   * @throws IllegalArgumentException without a readable time
   */
  static OffsetInstant start(LenientJson doc, AccountContext facts) {
    return stamp(doc, START, START_OFFSET, facts);
  }

  /** Returns the measurement time of a scale or cuff, otherwise the start. */
  static OffsetInstant measured(LenientJson doc, AccountContext facts) {
    return doc.has(MEASURED) ? stamp(doc, MEASURED, MEASURED_OFFSET, facts) : start(doc, facts);
  }

  /** Returns the calendar date of the summary, otherwise that of its time; null without both. */
  static LocalDate day(LenientJson doc, AccountContext facts) {
    LocalDate own = doc.day("calendarDate");
    try {
      return own == null ? measured(doc, facts).date() : own;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static OffsetInstant stamp(
      LenientJson doc, String at, String offset, AccountContext facts) {
    return OffsetInstant.inZone(
        OffsetInstant.zone(facts.zone()).withOffset(doc.offset(offset, ChronoUnit.SECONDS)),
        doc.requiredEpoch(at, ChronoUnit.SECONDS));
  }
}
