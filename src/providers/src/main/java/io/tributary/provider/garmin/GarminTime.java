package io.tributary.provider.garmin;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/** When something was: seconds since 1970, and beside them what local clocks were ahead. */
final class GarminTime {
  private static final String START = "startTimeInSeconds";
  private static final String START_OFFSET = "startTimeOffsetInSeconds";
  private static final String MEASURED = "measurementTimeInSeconds";
  private static final String MEASURED_OFFSET = "measurementTimeOffsetInSeconds";

  private GarminTime() {}

  /** Null without one. */
  static Long startSeconds(LenientJson doc) {
    return doc.whole(START);
  }

  /**
   * @throws IllegalArgumentException without a readable time
   */
  static OffsetInstant start(LenientJson doc, AccountContext facts) {
    return stamp(doc, START, START_OFFSET, facts);
  }

  /** When a scale or a cuff measured. */
  static OffsetInstant measured(LenientJson doc, AccountContext facts) {
    return doc.has(MEASURED) ? stamp(doc, MEASURED, MEASURED_OFFSET, facts) : start(doc, facts);
  }

  /** The vendor's own day, else that of the stamp; null without both. */
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
    return OffsetInstant.in(
        OffsetInstant.zone(facts.zone()).datum(doc.offset(offset, ChronoUnit.SECONDS)),
        doc.requiredEpoch(at, ChronoUnit.SECONDS));
  }
}
